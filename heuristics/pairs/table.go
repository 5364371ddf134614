package pairs

import (
	"bufio"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"runtime"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// MaxCells is the maximum number of cells of a board with a table. On 8x8, a table takes 17 MB, and
// an estimator 130 MB.
const MaxCells = 64

const (
	// Scale is the number of units of a score in a move.
	Scale = 64

	// ConvexFactor is the factor of the plain convex score in a score.
	ConvexFactor = 4
)

// Training tells how a table was made.
type Training struct {
	Size    puzzle.Size `json:"-"`
	Seed    uint64      `json:"seed"`
	Smaller string      `json:"smaller"` // checksum of the table that it began with; "" without one
	Width   int         `json:"width"`   // of the beam
	Boards  int         `json:"boards"`  // boards that the beam solved
	Samples int         `json:"samples"` // pairs of boards that were compared
	Seconds float64     `json:"seconds"`
	Machine string      `json:"machine"`
	Program string      `json:"program"` // see bench.Program
}

// Table holds the values of pairs for the goal with the blank in the last cell.
type Table struct {
	Training
	checksum uint32
	values   []int8 // [first*features + second] for the feature tile + cells*cell of each tile
}

// header is the second line of a file.
type header struct {
	Rows, Cols int
	Training
	Checksum uint32
}

const magic = "npuzzle pairs 2\n"

// NewTable returns the table with the given values, in moves. The function value returns the value
// of two features. The feature of a tile on a cell is its number plus the number of cells times the
// cell. The first feature has the smaller cell. Several goroutines call value at the same time.
func NewTable(t Training, value func(first, second int) float32) *Table {
	table := newTable(t)
	search.Parallel(runtime.GOMAXPROCS(0), table.features(), func(_, first int) bool {
		table.eachOf(first, func(second int) {
			v := math.Round(float64(value(first, second)) * Scale)
			table.set(first, second, int8(max(min(v, math.MaxInt8), -math.MaxInt8)))
		})
		return true
	})
	table.checksum = crc32.ChecksumIEEE(table.bytes())
	return table
}

func newTable(t Training) *Table {
	features := t.Size.Cells() * t.Size.Cells()
	return &Table{Training: t, values: make([]int8, features*features)}
}

// Checksum returns the checksum of the values.
func (t *Table) Checksum() string { return fmt.Sprintf("%08x", t.checksum) }

// features returns the number of features.
func (t *Table) features() int { return t.Size.Cells() * t.Size.Cells() }

// at returns the value of two features, in any order.
func (t *Table) at(first, second int) int32 { return int32(t.values[first*t.features()+second]) }

// set sets the value of a pair and of its reflection, in both orders.
func (t *Table) set(first, second int, value int8) {
	n := t.features()
	t.values[first*n+second] = value
	t.values[second*n+first] = value
	reflectedFirst := Reflected(t.Size, first)
	reflectedSecond := Reflected(t.Size, second)
	t.values[reflectedFirst*n+reflectedSecond] = value
	t.values[reflectedSecond*n+reflectedFirst] = value
}

// Reflected returns the feature that takes the place of a feature if a square board is reflected at
// the main diagonal. On other boards, it returns the feature itself.
func Reflected(size puzzle.Size, feature int) int {
	if size.Rows != size.Cols {
		return feature
	}
	n := size.Cells()
	side := size.Rows
	mirror := func(cell int) int { return cell%side*side + cell/side }
	tile := feature % n
	cell := feature / n
	if tile != 0 {
		tile = mirror(tile-1) + 1 // the goal cell of tile 1 is cell 0
	}
	return mirror(cell)*n + tile
}

// each calls f for one pair of each two that share a value, in the order of files.
func (t *Table) each(f func(first, second int)) {
	for first := range t.features() {
		t.eachOf(first, func(second int) { f(first, second) })
	}
}

// eachOf calls f for the second feature of each pair that has the given first feature. Of a pair and
// its reflection, only one counts: the one whose features come first.
func (t *Table) eachOf(first int, f func(second int)) {
	n := t.Size.Cells()
	for second := (first/n + 1) * n; second < t.features(); second++ {
		if first%n == second%n {
			continue
		}
		reflectedFirst := Reflected(t.Size, first)
		reflectedSecond := Reflected(t.Size, second)
		low := min(reflectedFirst, reflectedSecond)
		high := max(reflectedFirst, reflectedSecond)
		if first < low || (first == low && second <= high) {
			f(second)
		}
	}
}

// Values returns the values of all pairs in moves: [first*features + second].
func (t *Table) Values() []float32 {
	values := make([]float32, len(t.values))
	for i, value := range t.values {
		values[i] = float32(value) / Scale
	}
	return values
}

// bytes returns the values in the order of files.
func (t *Table) bytes() []byte {
	var values []byte
	t.each(func(first, second int) { values = append(values, byte(t.at(first, second))) })
	return values
}

// Write writes the file of a table: two lines, and the compressed values.
func (t *Table) Write(w io.Writer) error {
	line, err := json.Marshal(header{
		Rows:     t.Size.Rows,
		Cols:     t.Size.Cols,
		Training: t.Training,
		Checksum: t.checksum,
	})
	if err != nil {
		return err
	}
	if _, err := w.Write(append(append([]byte(magic), line...), '\n')); err != nil {
		return err
	}
	values, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := values.Write(t.bytes()); err != nil {
		return err
	}
	return values.Close()
}

// Read reads the file of a table. An error says why a file is refused.
func Read(r io.Reader) (*Table, error) {
	const longest = 1 << 24 // bytes of the lines, and of the values with MaxCells cells, at least
	file := bufio.NewReader(io.LimitReader(r, longest))
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(file, first); err != nil || string(first) != magic {
		return nil, errors.New("not a pair table of this version")
	}
	var h header
	line, err := file.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &h)
	}
	if err != nil {
		return nil, errors.New("the header of the pair table is damaged")
	}
	values, damaged := io.ReadAll(io.LimitReader(flate.NewReader(file), longest))
	h.Size = puzzle.Size{Rows: h.Rows, Cols: h.Cols}
	if h.Rows < 1 || h.Cols < 1 || h.Rows > MaxCells || h.Cols > MaxCells ||
		h.Size.Cells() > MaxCells {
		return nil, fmt.Errorf("a pair table of size %v; expected at most %d cells", h.Size,
			MaxCells)
	}
	t := newTable(h.Training)
	n := 0
	t.each(func(first, second int) {
		if n < len(values) {
			t.set(first, second, int8(values[n]))
		}
		n++
	})
	_, after := file.ReadByte()
	if damaged != nil || after != io.EOF || n != len(values) ||
		crc32.ChecksumIEEE(values) != h.Checksum {
		return nil, errors.New("the pair table is damaged")
	}
	t.checksum = h.Checksum
	return t, nil
}
