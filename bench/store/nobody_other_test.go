//go:build !linux

package store

import "testing"

func asNobody(*testing.T) {}
