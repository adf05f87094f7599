package loaders

import (
	"cmp"
	"strings"

	"findable/engine/py"
)

// registryLaunch returns how a package, a remote or a connection of a registry's
// record is reached, nil where it does not say it or where that takes more than one
// command.
func registryLaunch(o py.Object) *Launch {
	if o.Text("identifier") != "" {
		return packageLaunch(o)
	}
	kind := cmp.Or(o.Text("type"), o.Text("transport"))
	l := Launch{URL: cmp.Or(o.Text("deploymentUrl"), o.Text("url_direct")), SSE: kind == "sse"}
	if l.URL == "" && kind != "stdio" {
		l.URL = o.Text("url")
	}
	if l.URL == "" {
		return nil
	}
	for _, v := range o.List("headers") {
		if s := registrySetting(objectOf(v)); s.Name != "" {
			l.Headers = append(l.Headers, s)
		}
	}
	return &l
}

// packageLaunch returns the command that runs a package of the official registry
// (server.json), as its registry's own runner does.
func packageLaunch(o py.Object) *Launch {
	if kind := o.Object("transport").Text("type"); kind != "" && kind != "stdio" {
		return nil
	}
	name, version := o.Text("identifier"), o.Text("version")
	l := Launch{}
	for _, v := range o.List("environmentVariables") {
		if s := registrySetting(objectOf(v)); s.Name != "" {
			l.Env = append(l.Env, s)
		}
	}
	switch o.Text("registryType") {
	case "npm":
		l.Command, l.Args = "npx", []string{"-y"}
	case "pypi":
		l.Command = "uvx"
	case "nuget":
		l.Command = "dnx"
	case "oci":
		if image := name[strings.LastIndexByte(name, '/')+1:]; version != "" && !strings.ContainsAny(image, ":@") {
			name += ":" + version
		}
		l = dockerRun(name, l.Env)
		image := len(l.Args) - 1
		l.Args = append(append(l.Args[:image:image], registryArgs(o.List("runtimeArguments"))...), name)
		l.Args = append(l.Args, registryArgs(o.List("packageArguments"))...)
		return &l
	default:
		return nil // an archive, which is downloaded first
	}
	l.Command = cmp.Or(o.Text("runtimeHint"), l.Command)
	if version != "" {
		name += "@" + version
	}
	l.Args = append(append(l.Args, registryArgs(o.List("runtimeArguments"))...), name)
	l.Args = append(l.Args, registryArgs(o.List("packageArguments"))...)
	return &l
}

// dockerRun returns the command that runs an image, to which the settings are handed
// over.
func dockerRun(image string, env []Setting) Launch {
	l := Launch{Command: "docker", Args: []string{"run", "-i", "--rm"}, Env: env}
	for _, s := range env {
		l.Args = append(l.Args, "-e", s.Name)
	}
	l.Args = append(l.Args, image)
	return l
}

// registrySetting reads a variable or a header: {name, value, default, isRequired}. What has
// no value comes from the user's own environment.
func registrySetting(o py.Object) Setting {
	value := cmp.Or(o.Text("value"), o.Text("default"))
	if value == "" {
		value = "${" + o.Text("name") + "}"
	}
	return Setting{o.Text("name"), value}
}

// registryArgs reads arguments: {type: positional, value} or {type: named, name,
// value}. A value that the user must give stands as ${hint}, one that he may give is
// left out with its name. A name of which nothing else is said is a flag.
func registryArgs(rows py.List) (args []string) {
	for _, v := range rows {
		o := objectOf(v)
		name, value := "", cmp.Or(o.Text("value"), o.Text("default"))
		if o.Text("type") == "named" {
			name = o.Text("name")
		}
		if value == "" && isTrue(o, "isRequired", false) {
			value = "${" + cmp.Or(o.Text("valueHint"), strings.TrimLeft(name, "-"), "value") + "}"
		}
		if flag := len(o) == 2; name != "" && (value != "" || flag) {
			args = append(args, name)
		}
		if value != "" {
			args = append(args, value)
		}
	}
	return args
}
