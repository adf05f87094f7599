package layout

// drawings are the screens of the design as draw draws them.
var drawings = []struct {
	args Args
	want string
}{
	{Args{W: 120, H: 36}, `
full: title 1, views 1, status 1, hints 1, order[config servers query hits explain]
+-------------+query 78x3---------------+
|config 42x15 +-------------------------+
|             |hits 78x15               |
|             |                         |
|             |                         |
+-------------|                         |
|servers 42x17+-------------------------+
|             |explain 78x14            |
|             |                         |
|             |                         |
|             |                         |
+-------------+-------------------------+
`},
	{Args{W: 110, H: 30}, `
full: title 1, views 1, status 1, hints 1, order[config servers query hits explain]
+-------------+query 68x3-----------+
|config 42x15 +---------------------+
|             |hits 68x12           |
|             |                     |
|             |                     |
+-------------+---------------------+
|servers 42x11|explain 68x11        |
|             |                     |
|             |                     |
+-------------+---------------------+
`},
	{Args{W: 200, H: 50}, `
wide: title 1, views 1, status 1, hints 1, order[config servers query hits explain preview]
+------------------+query 84x3-----------------+------------------+
|config 58x15      +---------------------------|preview 58x46     |
|                  |hits 84x22                 |                  |
|                  |                           |                  |
|                  |                           |                  |
+------------------|                           |                  |
|servers 58x31     |                           |                  |
|                  |                           |                  |
|                  |                           |                  |
|                  +---------------------------|                  |
|                  |explain 84x21              |                  |
|                  |                           |                  |
|                  |                           |                  |
|                  |                           |                  |
|                  |                           |                  |
|                  |                           |                  |
+------------------+---------------------------+------------------+
`},
	{Args{W: 160, H: 40}, `
wide: title 1, views 1, status 1, hints 1, order[config servers query hits explain preview]
+--------------+query 67x3-----------+---------------+
|config 46x15  +---------------------|preview 47x36  |
|              |hits 67x17           |               |
|              |                     |               |
|              |                     |               |
+--------------|                     |               |
|servers 46x21 |                     |               |
|              +---------------------|               |
|              |explain 67x16        |               |
|              |                     |               |
|              |                     |               |
|              |                     |               |
+--------------+---------------------+---------------+
`},
	{Args{W: 80, H: 24, Focus: Hits}, `
tabs: title 1, views 1, status 1, hints 1, order[query hits servers config explain]
+query 80x3---------------+
+-------------------------+
|hits 80x17               |
|                         |
|                         |
|                         |
|                         |
+-------------------------+
`},
	{Args{W: 80, H: 24, Focus: Config}, `
tabs: title 1, views 1, status 1, hints 1, order[query hits servers config explain]
+-------------------------+
|config 80x20             |
|                         |
|                         |
|                         |
|                         |
|                         |
+-------------------------+
`},
	{Args{W: 40, H: 12}, `
plain: title 1, views 0, status 1, hints 1, order[query hits servers config explain]
+------------+
|hits 40x8   |
|            |
+------------+
`},
	{Args{W: 120, H: 36, Focus: Explain, Zoom: true}, `
full: title 1, views 1, status 1, hints 1, order[config servers query hits explain]
+---------------------------------------+
|explain 120x32                         |
|                                       |
|                                       |
|                                       |
|                                       |
|                                       |
|                                       |
|                                       |
|                                       |
|                                       |
+---------------------------------------+
`},
	{Args{W: 120, H: 36, View: Listing}, `
full: title 1, views 1, status 1, hints 1, order[text bridge budget]
+-------------------+-------------------+
|text 60x32         |bridge 60x16       |
|                   |                   |
|                   |                   |
|                   |                   |
|                   |                   |
|                   +-------------------+
|                   |budget 60x16       |
|                   |                   |
|                   |                   |
|                   |                   |
+-------------------+-------------------+
`},
	{Args{W: 80, H: 24, View: Listing, Focus: Budget}, `
tabs: title 1, views 1, status 1, hints 1, order[text bridge budget]
+-------------------------+
|budget 80x20             |
|                         |
|                         |
|                         |
|                         |
|                         |
+-------------------------+
`},
	{Args{W: 39, H: 24}, "too small: title 0, views 0, status 0, hints 0, order[]\n\n"},
}
