package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
)

// The methods of this package read and write rows as lists of values. A value is nil, an int64,
// a float64, a string or a []byte, as SQLite returns it. The last value of a row is the checksum
// of the others. Values are read without conversion, because damage may have changed their types.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of values, each written as its type (a letter), its length in
// bytes (32 bits) and its bytes. Numbers have 64 bits. The order of bytes is little-endian.
func checksum(values []any) int64 {
	sum := uint32(0)
	for _, v := range values {
		kind := byte('n')
		var content []byte
		switch v := v.(type) {
		case nil:
		case int64:
			kind = 'i'
			content = binary.LittleEndian.AppendUint64(nil, uint64(v))
		case float64:
			kind = 'f'
			content = binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
		case string:
			kind = 't'
			content = []byte(v)
		case []byte:
			kind = 'b'
			content = v
		default:
			panic(fmt.Sprintf("store: checksum of a %T", v))
		}
		head := [5]byte{0: kind}
		binary.LittleEndian.PutUint32(head[1:], uint32(len(content)))
		sum = crc32.Update(crc32.Update(sum, castagnoli, head[:]), castagnoli, content)
	}
	return int64(sum)
}

// seal returns a row of values with their checksum. It converts each value to a type that SQLite
// returns. A nil pointer becomes nil.
func seal(values ...any) []any {
	row := make([]any, len(values))
	for i, v := range values {
		var err error
		if row[i], err = driver.DefaultParameterConverter.ConvertValue(v); err != nil {
			panic(fmt.Sprintf("store: a value of type %T: %v", v, err))
		}
	}
	return append(row, checksum(row))
}

var errChecksum = errors.New("wrong checksum")

// verify returns errChecksum if the checksum of a row is wrong.
func verify(row []any) error {
	last := len(row) - 1
	if row[last] != any(checksum(row[:last])) {
		return errChecksum
	}
	return nil
}

// text returns a value as text, or "" if it is none.
func text(v any) string {
	s, _ := v.(string)
	return s
}

// number returns a value as a number, or 0 if it is none.
func number(v any) int {
	n, _ := v.(int64)
	return int(n)
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each calls do for each row that a query returns.
func each(
	ctx context.Context, q querier, query string, do func(row []any) error, args ...any,
) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		row := make([]any, len(names))
		to := make([]any, len(names))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// insert writes rows of a table. They replace rows with the same key.
func insert(ctx context.Context, tx *sql.Tx, table string, rows ...[]any) error {
	if len(rows) == 0 {
		return nil
	}
	write, err := tx.PrepareContext(ctx,
		"INSERT OR REPLACE INTO "+table+" VALUES ("+strings.Repeat("?, ", len(rows[0])-1)+"?)")
	if err != nil {
		return err
	}
	defer write.Close()
	for _, row := range rows {
		if _, err := write.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}
