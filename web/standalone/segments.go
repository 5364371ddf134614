package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// A WebAssembly module begins with a magic number and a version. Sections follow. A section has a
// byte for its kind, its size, and its content. The data section holds the initial memory of the
// program: the number of segments, and the segments. A segment has the number of a memory, the
// address as an expression of two instructions, its size, and its bytes. Numbers are in LEB128.
const (
	header       = "\x00asm\x01\x00\x00\x00"
	dataSection  = 11
	beginSegment = "\x00\x41" // memory 0, i32.const
	endAddress   = 0x0b
)

// maxGap is the maximum number of zeros with which a gap between segments is filled. Even
// compressed, more zeros would take more bytes than the address of another segment.
const maxGap = 64

var errModule = errors.New("the go command has written WebAssembly of an unknown form")

// joinSegments joins data segments with small gaps between them. The Go linker begins a new segment
// wherever memory has a few zeros, so a module has about 60,000 segments. Addresses compress badly
// and zeros compress well. So joining makes the compressed module 7 % smaller.
func joinSegments(module []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(module, []byte(header))
	if !ok {
		return nil, errModule
	}
	out := []byte(header)
	for len(rest) > 0 {
		kind := rest[0]
		section, after, err := cutSized(rest[1:])
		if err != nil {
			return nil, err
		}
		if kind == dataSection {
			segments, err := readSegments(section)
			if err != nil {
				return nil, err
			}
			if segments, err = joined(segments); err != nil {
				return nil, err
			}
			section = writeSegments(segments)
		}
		out = appendSized(append(out, kind), section)
		rest = after
	}
	return out, nil
}

// segment is a piece of the initial memory.
type segment struct {
	address uint64
	data    []byte
}

// joined returns the segments sorted by address, and joins segments with small gaps between them. It
// returns an error if segments overlap.
func joined(segments []segment) ([]segment, error) {
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var all []segment
	var end uint64
	for _, s := range segments {
		switch {
		case s.address < end:
			return nil, errModule
		case len(all) == 0 || s.address-end > maxGap:
			all = append(all, segment{address: s.address})
			end = s.address
		}
		last := &all[len(all)-1]
		last.data = append(append(last.data, make([]byte, s.address-end)...), s.data...)
		end = s.address + uint64(len(s.data))
	}
	return all, nil
}

// readSegments reads a data section.
func readSegments(section []byte) ([]segment, error) {
	count, n := binary.Uvarint(section)
	rest := section[max(n, 0):]
	var segments []segment
	for range count {
		var s segment
		var ok bool
		if rest, ok = bytes.CutPrefix(rest, []byte(beginSegment)); !ok {
			return nil, errModule
		}
		// The address is a signed number. It is negative if the seventh bit of its last byte is set.
		s.address, n = binary.Uvarint(rest)
		if n <= 0 || rest[n-1]&0x40 != 0 || n == len(rest) || rest[n] != endAddress {
			return nil, errModule
		}
		var err error
		if s.data, rest, err = cutSized(rest[n+1:]); err != nil {
			return nil, err
		}
		segments = append(segments, s)
	}
	if n <= 0 || len(rest) > 0 {
		return nil, errModule
	}
	return segments, nil
}

// writeSegments writes a data section.
func writeSegments(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, beginSegment...)
		for shift := 0; shift < 28; shift += 7 { // four bytes of seven bits; the fifth byte has four bits
			out = append(out, byte(s.address>>shift)|0x80)
		}
		out = append(out, byte(s.address>>28), endAddress)
		out = appendSized(out, s.data)
	}
	return out
}

// cutSized reads a size and this number of bytes. It returns the bytes and the rest of the text.
func cutSized(text []byte) (content, rest []byte, err error) {
	size, n := binary.Uvarint(text)
	if n <= 0 || size > uint64(len(text)-n) {
		return nil, nil, errModule
	}
	return text[n:][:size], text[n:][size:], nil
}

// appendSized appends the size of content and then content.
func appendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}
