package py

import (
	"hash/maphash"
	"slices"
)

// push appends to a stack, which doubles when it is full: append would take
// smaller steps and leave more behind.
func push[T any](stack []T, v T) []T {
	if len(stack) == cap(stack) {
		stack = slices.Grow(stack, max(64, len(stack)))
	}
	return append(stack, v)
}

// pop takes what stands from base on off a stack. A small part is copied; a
// large one keeps its place, as copying needs it twice for a moment, and the rest
// moves to a new stack.
func pop[T any](stack []T, base int) (part, rest []T) {
	const large = 1 << 16
	if n := len(stack) - base; n < large {
		part = make([]T, n)
		copy(part, stack[base:])
		return part, stack[:base]
	}
	return stack[base:len(stack):len(stack)], slices.Clone(stack[:base])
}

// An index finds the keys of an object that is too large to be looked through.
type index struct {
	slots []int32 // 1 + where a key is, 0 for free; half of them at least are free
	seed  maphash.Seed
}

// find returns where key is among the members, -1 when it is not.
func (x *index) find(members []Member, key string) int {
	if x.slots == nil {
		for i := range members {
			if members[i].Key == key {
				return i
			}
		}
		return -1
	}
	return int(x.slots[x.slot(members, key)]) - 1
}

// slot returns the slot of key, a free one when it is not there.
func (x *index) slot(members []Member, key string) int {
	mask := len(x.slots) - 1
	s := int(maphash.String(x.seed, key)) & mask
	for x.slots[s] != 0 && members[x.slots[s]-1].Key != key {
		s = (s + 1) & mask
	}
	return s
}

// added takes in the last of the members.
func (x *index) added(members []Member) {
	const large = 24
	switch n := len(members); {
	case n < large:
	case x.slots == nil || 2*n > len(x.slots):
		if x.slots == nil {
			x.seed = maphash.MakeSeed()
		}
		x.slots = make([]int32, max(128, 2*len(x.slots)))
		for i := range members {
			x.slots[x.slot(members, members[i].Key)] = int32(i + 1)
		}
	default:
		x.slots[x.slot(members, members[n-1].Key)] = int32(n)
	}
}
