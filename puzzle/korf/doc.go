// Package korf holds Korf's random boards, which solvers are measured on.
package korf
