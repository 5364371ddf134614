// Package studies re-runs the five studies behind the laboratory and sets what
// they published beside what is measured.
package studies
