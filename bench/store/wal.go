package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
)

// SQLite writes transactions to a write-ahead log beside the file of the store, and copies them
// into the file later. Nothing in the log says to which file it belongs. If another store takes the
// place of the file, SQLite would copy pages of the one into the other.
//
// So each transaction of this package leaves a mark. The table written has one row, which holds the
// mark of the last transaction and that of the one before. The marks are random. A log belongs to a
// file if its first transaction follows the mark in the file, or if the file already has a mark of
// the log, because a part of the log has been copied. A log without marks comes from another
// program or an earlier version, and is not checked.

const (
	// makeMarks makes the table written. Programs of earlier versions do not know it, and leave it
	// alone.
	makeMarks = "CREATE TABLE IF NOT EXISTS written (id INTEGER PRIMARY KEY, mark TEXT NOT NULL)"

	// firstMark is the row of the table at first.
	firstMark = "INSERT OR IGNORE INTO written VALUES " +
		"(1, 'npuzzle 00000000000000000000000000000000 after 00000000000000000000000000000000')"

	// nextMark replaces the mark at the end of each transaction. The length of the row stays the
	// same.
	nextMark = "UPDATE written SET " +
		"mark = 'npuzzle ' || lower(hex(randomblob(16))) || ' after ' || substr(mark, 9, 32)"

	// noMark is the mark before the first one.
	noMark = "00000000000000000000000000000000"
)

// markPattern finds the row of the table written in a page.
var markPattern = regexp.MustCompile(`npuzzle ([0-9a-f]{32}) after ([0-9a-f]{32})`)

// mark ends a transaction with a new mark. A store that is being migrated has no marks yet.
func mark(ctx context.Context, tx *sql.Tx) error {
	var marked int
	err := tx.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_schema WHERE name = 'written'").Scan(&marked)
	if err != nil || marked == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, nextMark)
	return err
}

// beginMarks makes the table written if it is missing. The file itself gets the table, too, so that
// later logs can be checked.
func (s *Store) beginMarks(ctx context.Context) error {
	var marked int
	err := s.db.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_schema WHERE name = 'written'").Scan(&marked)
	if err != nil || marked > 0 {
		return s.failed(err)
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, makeMarks); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, firstMark)
		return err
	})
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return s.failed(err)
}

// checkLog returns an error if the log beside the file belongs to another file. While another
// process writes, the log may begin anew between the reading of the file and of the log, so
// checkLog tries again.
func (s *Store) checkLog(ctx context.Context, file string) error {
	info, err := os.Stat(file + "-wal")
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	const tries = 5
	for range tries {
		state, err := readMark(ctx, file)
		if err != nil {
			return err
		}
		log, err := readLog(file+"-wal", state.page)
		if err != nil {
			return s.failed(err)
		}
		if slices.ContainsFunc(state.marks, log.follows) {
			return nil
		}
	}
	return fmt.Errorf("%s-wal holds changes of another store, not of %s; expected the store to "+
		"which it belongs in this place, or no such file", s.name, s.name)
}

// marked is what the file of a store says about its marks.
type marked struct {
	marks []string // the mark; several if the file is incomplete; noMark if there is none
	page  uint32   // of the file that holds the mark; 0 if it is not known
}

// readMark reads the mark in the file itself, without its log. If SQLite cannot read the file, a
// process may have been killed while SQLite copied the log into the file. Such a file needs its
// log, so readMark looks for marks in all pages.
func readMark(ctx context.Context, file string) (marked, error) {
	only := Store{name: file}
	if err := only.connect("mode=ro&immutable=1"); err != nil {
		return marked{}, err
	}
	defer only.db.Close()
	page, text, err := only.readWritten(ctx)
	switch {
	case ctx.Err() != nil:
		return marked{}, ctx.Err()
	case errors.Is(err, sql.ErrNoRows):
		return marked{marks: []string{noMark}, page: page}, nil
	case err != nil:
		return scanMarks(file)
	}
	mark := noMark
	if found := markPattern.FindStringSubmatch(text); found != nil {
		mark = found[1]
	}
	return marked{marks: []string{mark}, page: page}, nil
}

// readWritten returns the page and the row of the table written. The page is 0 if there is no such
// table.
func (s *Store) readWritten(ctx context.Context) (page uint32, text string, err error) {
	const where = "SELECT rootpage FROM sqlite_schema WHERE name = 'written' AND type = 'table'"
	if err := s.db.QueryRowContext(ctx, where).Scan(&page); err != nil {
		return 0, "", err
	}
	if err := s.db.QueryRowContext(ctx, "SELECT mark FROM written").Scan(&text); err != nil {
		return page, "", err
	}
	return page, text, nil
}

// scanMarks returns all marks in a file, or noMark if there are none. It reads the file in pieces,
// each with the end of the one before, so that it finds marks at the borders of pieces.
func scanMarks(name string) (marked, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return marked{marks: []string{noMark}}, nil
	}
	if err != nil {
		return marked{}, err
	}
	defer file.Close()
	const pieceBytes = 1 << 20
	const markBytes = len("npuzzle  after ") + 2*len(noMark)
	var m marked
	piece := make([]byte, 0, markBytes+pieceBytes)
	for {
		piece = append(piece[:0], piece[max(0, len(piece)-markBytes):]...)
		n, err := io.ReadFull(file, piece[len(piece):len(piece)+pieceBytes])
		piece = piece[:len(piece)+n]
		for _, found := range markPattern.FindAllSubmatch(piece, -1) {
			m.marks = append(m.marks, string(found[1]))
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return marked{}, err
		}
	}
	if m.marks == nil {
		m.marks = []string{noMark}
	}
	return m, nil
}

// logMarks are the marks of the transactions in a log.
type logMarks struct {
	first []string // marks before the first transaction that has one; nil if none has
	all   []string // marks of the transactions
}

// follows reports whether the log may belong to a file with the given mark.
func (l logMarks) follows(mark string) bool {
	return l.first == nil || slices.Contains(l.first, mark) || slices.Contains(l.all, mark)
}

// readLog reads the marks in a log. If the page of the marks is not known, it looks for them in all
// pages. It reads the transactions that SQLite would read: those with right checksums and a commit.
// A missing log has no transactions.
//
// Source: "WAL-mode File Format", https://www.sqlite.org/walformat.html.
func readLog(name string, page uint32) (marks logMarks, err error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return marks, nil
	}
	if err != nil {
		return marks, err
	}
	defer file.Close()
	const headBytes, frameHeadBytes = 32, 24
	head := make([]byte, headBytes)
	if _, err := io.ReadFull(file, head); err != nil {
		return marks, nil // an empty log
	}
	magic := binary.BigEndian.Uint32(head)
	size := binary.BigEndian.Uint32(head[8:])
	sum := logSum{order: binary.LittleEndian}
	if magic&1 == 1 {
		sum.order = binary.BigEndian
	}
	sum.add(head[:24])
	if magic&^1 != 0x377f0682 || size < 512 || size > 65536 || !sum.is(head[24:]) {
		return marks, nil // SQLite does not read it
	}
	frame := make([]byte, frameHeadBytes+int(size))
	var waiting logMarks // of the transaction so far
	for {
		if _, err := io.ReadFull(file, frame); err != nil {
			return marks, nil // the end
		}
		content := frame[frameHeadBytes:]
		sum.add(frame[:8])
		sum.add(content)
		if !bytes.Equal(frame[8:16], head[16:24]) || !sum.is(frame[16:24]) {
			return marks, nil // left from earlier transactions, or not written to its end
		}
		if number := binary.BigEndian.Uint32(frame); page == 0 || number == page {
			for _, found := range markPattern.FindAllSubmatch(content, -1) {
				waiting.all = append(waiting.all, string(found[1]))
				waiting.first = append(waiting.first, string(found[2]))
			}
		}
		if commit := binary.BigEndian.Uint32(frame[4:]) != 0; commit {
			if marks.first == nil {
				marks.first = waiting.first
			}
			marks.all = append(marks.all, waiting.all...)
			waiting = logMarks{}
		}
	}
}

// logSum is the checksum of a log, which covers all that was added.
type logSum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

// add adds bytes, whose number is a multiple of 8.
func (s *logSum) add(content []byte) {
	for len(content) > 0 {
		s.s0 += s.order.Uint32(content) + s.s1
		s.s1 += s.order.Uint32(content[4:]) + s.s0
		content = content[8:]
	}
}

// is reports whether the sum is the one stored in 8 bytes.
func (s *logSum) is(stored []byte) bool {
	return s.s0 == binary.BigEndian.Uint32(stored) && s.s1 == binary.BigEndian.Uint32(stored[4:])
}
