package web

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// qualities maps the values that a header lists to their qualities, from 0 to 1. The quality 0
// means "not acceptable" (RFC 9110, section 12.4.2).
type qualities map[string]float64

// weights matches a quality.
var weights = regexp.MustCompile(`^(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$`)

// qualitiesOf reads a header such as "gzip;q=0.5, *;q=0". It leaves out values with a wrong
// quality. If a value is listed twice, the first one counts.
func qualitiesOf(header http.Header, name string) qualities {
	list := qualities{}
	lines := strings.Join(header.Values(name), ",")
	for item := range strings.SplitSeq(lines, ",") {
		value, parameters, _ := strings.Cut(item, ";")
		value = strings.ToLower(strings.TrimSpace(value))
		quality, ok := qualityIn(parameters)
		_, known := list[value]
		if value != "" && ok && !known {
			list[value] = quality
		}
	}
	return list
}

// qualityIn returns the quality among the parameters of a value. It is 1 if there is none.
func qualityIn(parameters string) (quality float64, ok bool) {
	for parameter := range strings.SplitSeq(parameters, ";") {
		key, text, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if !strings.EqualFold(key, "q") {
			continue
		}
		if !weights.MatchString(text) {
			return 0, false
		}
		quality, err := strconv.ParseFloat(text, 64)
		return quality, err == nil
	}
	return 1, true
}

// of returns the quality of the first of the names that is listed, or 0.
func (list qualities) of(names ...string) float64 {
	for _, name := range names {
		if quality, ok := list[name]; ok {
			return quality
		}
	}
	return 0
}

// usesGzip reports whether to send an answer as gzip, and not as it is. Pays says whether gzip
// makes the answer shorter. It is an error if the request accepts neither (RFC 9110, section
// 12.5.3).
func usesGzip(r *http.Request, pays bool) (bool, error) {
	list := qualitiesOf(r.Header, "Accept-Encoding")
	gzip := list.of("gzip", "x-gzip", "*")
	identity, listed := list["identity"]
	others, hasRest := list["*"]
	refusesIdentity := listed && identity == 0 || !listed && hasRest && others == 0
	switch {
	case refusesIdentity && gzip == 0:
		return false, fault(http.StatusNotAcceptable,
			"Accept-Encoding %.60q refuses every form of the answer; expected gzip or identity",
			r.Header.Get("Accept-Encoding"))
	case refusesIdentity:
		return true, nil
	case !pays:
		return false, nil
	}
	return gzip > 0 && gzip >= identity, nil
}

// wantsEvents reports whether to answer with server-sent events, and not with JSON. The request
// must name the type of events, and must not prefer JSON.
func wantsEvents(r *http.Request) bool {
	list := qualitiesOf(r.Header, "Accept")
	events := list.of("text/event-stream")
	return events > 0 && events >= list.of("application/json", "application/*", "*/*")
}
