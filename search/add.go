package search

import (
	"fmt"
	"reflect"
)

// Values of the tag add of a counter.
const (
	addSum = "sum"
	addMax = "max"
)

// additions has the tag add of each field of Stats.
var additions = additionsOf(reflect.TypeFor[Stats]())

// additionsOf returns the tag add of each field of a struct. It panics if a field has none, because
// then the counter would be lost wherever two searches are joined.
func additionsOf(counters reflect.Type) []string {
	var tags []string
	for field := range counters.Fields() {
		tag := field.Tag.Get("add")
		if tag != addSum && tag != addMax {
			panic(fmt.Sprintf("search: the counter %s has no tag add:%q or add:%q",
				field.Name, addSum, addMax))
		}
		tags = append(tags, tag)
	}
	return tags
}

// Add returns the counters of a run that consists of two searches, one after the other. Both start
// where the run starts, and the first one frees its memory before the second one begins. If the
// searches of a caller differ from this, the caller corrects the counters before or after.
func (s Stats) Add(other Stats) Stats {
	joined := reflect.ValueOf(&s).Elem()
	added := reflect.ValueOf(other)
	for i, tag := range additions {
		counter := joined.Field(i)
		if counter.CanInt() {
			counter.SetInt(join(tag, counter.Int(), added.Field(i).Int()))
		} else {
			counter.SetUint(join(tag, counter.Uint(), added.Field(i).Uint()))
		}
	}
	return s
}

// join returns the sum or the maximum of two values of a counter.
func join[T int64 | uint64](tag string, a, b T) T {
	if tag == addMax {
		return max(a, b)
	}
	return a + b
}
