package flat

import "golang.org/x/sys/unix"

// adviseHuge asks for large pages: a table is read at random, and with small
// ones almost every look-up would miss the processor's page table cache, too.
// It is advice only, so its failure is none.
func adviseHuge(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }
