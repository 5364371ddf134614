package web

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// usualPorts are the ports that addresses leave out.
var usualPorts = map[string]string{"http": "80", "https": "443"}

// hostNames matches names of hosts. Browsers send other letters as xn--.
var hostNames = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$`)

// segments matches a part of a path that has one form in cookies, patterns and addresses.
var segments = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// ownFolders are the folders of the page. A public path must not begin with one of them: otherwise,
// a request below the folder could be one from which the proxy has removed the public path.
var ownFolders = []string{"api", "js", "solvers", "studies"}

// ParsePublicURL reads the address of the page behind a reverse proxy, for Options.Public. The
// address has a scheme, a host and perhaps a path, such as https://puzzles.example/lab/. The result
// has the form in which browsers write it, and its path ends with a slash.
func ParsePublicURL(text string) (*url.URL, error) {
	public, err := parsePublicURL(text)
	if err != nil {
		return nil, fmt.Errorf("%w; expected a URL such as https://puzzles.example/lab/", err)
	}
	return public, nil
}

func parsePublicURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("not a URL")
	}
	if usualPorts[u.Scheme] == "" {
		return nil, errors.New("the scheme is neither http nor https")
	}
	if u.User != nil {
		return nil, errors.New("the URL has a user name")
	}
	if strings.ContainsAny(text, "?#") {
		return nil, errors.New("the URL has a query or a fragment")
	}
	host, err := hostOf(u)
	if err != nil {
		return nil, err
	}
	path, err := publicPath(u)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: u.Scheme, Host: host, Path: path}, nil
}

// hostOf returns the host and the port of an address as browsers write them: in lower case, without
// a dot at the end, and without the usual port.
func hostOf(u *url.URL) (string, error) {
	name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	ip, err := netip.ParseAddr(name)
	isIP := err == nil && ip.Zone() == ""
	if isIP {
		name = ip.String()
	}
	if !isIP && !hostNames.MatchString(name) {
		return "", fmt.Errorf("host %.60q is neither a name nor an address", u.Hostname())
	}
	port := u.Port()
	if port == "" && strings.HasSuffix(u.Host, ":") {
		return "", errors.New("the port is missing after the colon")
	}
	if port == "" || port == usualPorts[u.Scheme] {
		if isIP && ip.Is6() {
			return "[" + name + "]", nil
		}
		return name, nil
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return "", fmt.Errorf("port %.10s is not from 1 to 65535", port)
	}
	return net.JoinHostPort(name, strconv.FormatUint(number, 10)), nil
}

// publicPath returns the path of an address with a slash at its end.
func publicPath(u *url.URL) (string, error) {
	path := strings.TrimSuffix(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	if path == "" {
		return "/", nil
	}
	parts := strings.Split(path, "/")
	for _, part := range parts {
		if !segments.MatchString(part) || part == "." || part == ".." {
			return "", fmt.Errorf(
				"the path has the part %.60q, which has more than letters, digits and -._~",
				part)
		}
	}
	if slices.Contains(ownFolders, parts[0]) {
		return "", fmt.Errorf("the path begins with /%s/, which is a folder of the page", parts[0])
	}
	return "/" + path + "/", nil
}

// originOf returns an origin in the form of [hostOf]. It is "" for a text that is no origin, such
// as "null".
func originOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || usualPorts[u.Scheme] == "" || !strings.EqualFold(text, u.Scheme+"://"+u.Host) {
		return ""
	}
	host, err := hostOf(u)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + host
}
