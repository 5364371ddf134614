//go:build !unix

package ga

func slab[T any](_ *run, n int) []T { return make([]T, n) }

func (r *run) release() {}
