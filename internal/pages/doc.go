// Package pages takes large memory from the system itself: it is given back at
// once when it is freed, and the collector neither counts nor scans it. What is
// small, and all memory on systems that are not Unix, comes from make.
package pages
