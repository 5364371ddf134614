package store

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// trials are a solved one of the genetic solver and one of A* that went wrong.
func trials(t testing.TB) []bench.Record {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	start, err := puzzle.Parse("1 2 3/4 5 6/0 7 8", puzzle.Size{})
	require.NoError(t, err)
	problem := search.Problem{Start: start, Goal: goal}
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

	solved := bench.Trial{Wall: time.Second / 4, Started: at, Isolated: true, Resident: 1 << 24}
	solved.Puzzle = bench.Puzzle{Number: 3, Problem: problem, Group: "3x3 walk 2", Walk: new(2)}
	solved.Solver = bench.Solver{Name: "mine, mutating", Settings: solvers.Default("ga")}
	solved.CPULimit = time.Minute
	solved.Limits = search.Limits{Generated: 5000, Bytes: 1 << 24}
	solved.TimeLimit = 90 * time.Second
	solved.Position = 1
	solved.Key = "0123456789abcdef"
	solved.Repeat = 1
	solved.Result.Status = search.Solved
	solved.Result.Moves = []puzzle.Move{
		puzzle.Right,
		puzzle.Right,
	}
	solved.Result.Cost = 2
	solved.Result.Evaluated = 1e6
	solved.Result.Found = []search.Found{
		{Length: 6, Evaluated: 100, Generated: 2000, Seconds: 0.125, CPUSeconds: 0.0625},
		{Length: 2, Evaluated: 5000, Generated: 100000, Seconds: 0.25, CPUSeconds: 0.1875},
	}

	wrong := bench.Trial{Wall: time.Second / 2, Started: at, Fault: "the process of the trial ended"}
	wrong.Puzzle = bench.Puzzle{Number: 4, Problem: problem, Group: "3x3 walk 2", Walk: new(2)}
	wrong.Solver = bench.Solver{Name: "astar", Settings: solvers.Default("astar")}
	wrong.Position = 2

	records := []bench.Record{
		solved.StoredRecord("mine", 2, bench.Provenance{
			Machine:   "abacus",
			Version:   "1",
			Signature: "2",
		}),
		wrong.StoredRecord("mine", 2, bench.Provenance{
			Machine:   "abacus",
			Version:   "1",
			Signature: "2",
		}),
	}
	records[0].SetOptimal(2)
	return records
}

// want is what some columns of the two hold; nil is null.
var want = map[string][2]any{
	"experiment":      {"mine", "mine"},
	"trial":           {int64(1), int64(2)},
	"solver":          {"mine, mutating", "astar"},
	"walk":            {int64(2), int64(2)},
	"misplaced":       {nil, nil},
	"start_misplaced": {int64(2), int64(2)},
	"optimal_length":  {int64(2), nil},
	"status":          {"solved", nil},
	"solved":          {true, false},
	"error":           {nil, "the process of the trial ended"},
	"length":          {int64(2), nil},
	"length_mtm":      {int64(1), nil},
	"cost":            {2.0, nil},
	"found":           {"6@100 2@5000", nil},
	"found_seconds":   {"0.125 0.25", nil},

	"found_cpu_seconds": {"0.0625 0.1875", nil},
	"found_generated":   {"2000 100000", nil},
	"evaluated":         {int64(1000000), nil},
	"expanded":          {int64(0), nil}, // in windows, by default
	"peak_open":         {nil, nil},
	"generated":         {int64(0), nil},
	"optimal":           {false, nil},
	"lower_bound":       {0.0, nil},
	"prune":             {nil, nil},
	"resident":          {int64(1 << 24), nil},
	"seconds":           {0.25, nil},
	"time_limit":        {90.0, nil},
	"cpu_limit":         {60.0, nil},
	"node_limit":        {int64(5000), nil},
	"memory_limit":      {int64(1 << 24), nil},
	"isolated":          {true, false},
	"ga_population":     {int64(50), nil},
	"ga_genes":          {int64(25), nil},
	"ga_max_genes":      {int64(50), nil},
	"ga_crossover":      {0.9, nil},
	"ga_record":         {true, nil},
	"ga_phase_mode":     {"continue", nil},
	"revision":          {nil, nil},
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Export(&b, "csv", trials(t)))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	texts := map[any]string{
		nil:            "",
		true:           "true",
		false:          "false",
		int64(1):       "1",
		int64(2):       "2",
		int64(0):       "0",
		int64(25):      "25",
		int64(50):      "50",
		int64(1000000): "1000000",
		int64(1 << 24): "16777216",
		int64(5000):    "5000",
		90.0:           "90",
		2.0:            "2",
		0.0:            "0",
		0.25:           "0.25",
		60.0:           "60",
		0.5:            "0.5",
		0.9:            "0.9",
	}
	for i, name := range rows[0] {
		values, told := want[name]
		for row := range 2 {
			if !told {
				continue
			}
			text, ok := texts[values[row]]
			if !ok {
				text = values[row].(string)
			}
			assert.Equal(t, text, rows[row+1][i], name)
		}
		if name == "started" {
			assert.Equal(t, "2026-11-21T09:30:00Z", rows[1][i])
		}
	}
}

func TestParquet(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Export(&b, "parquet", trials(t)))
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.EqualValues(t, 2, file.NumRows())

	// Types as other programs see them, in the order of the columns.
	all := Columns(trials(t))
	types := map[string]string{
		"string":    "STRING",
		"int64":     "INT(64,true)",
		"double":    "DOUBLE",
		"bool":      "BOOLEAN",
		"timestamp": "TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS)",
	}
	fields := file.Schema().Fields()
	require.Len(t, fields, len(all))
	for i, c := range all {
		assert.Equal(t, c.Name, fields[i].Name())
		assert.Equal(t, types[c.Kind], fields[i].Type().String(), c.Name)
		assert.True(t, fields[i].Optional(), c.Name)
	}

	rows := make([]parquet.Row, 2)
	n, _ := file.RowGroups()[0].Rows().ReadRows(rows)
	require.Equal(t, 2, n)
	for i, c := range all {
		values, told := want[c.Name]
		for row := range 2 {
			v := rows[row][i]
			switch {
			case c.Name == "started":
				assert.Equal(t, time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC).UnixMilli(),
					v.Int64())
			case !told:
			case values[row] == nil:
				assert.True(t, v.IsNull(), "%s of row %d: %v", c.Name, row, v)
			default:
				assert.Equal(t, values[row], goValue(v), "%s of row %d", c.Name, row)
			}
		}
	}
}

// A text that a spreadsheet would take for a formula is a text in CSV, and as it is elsewhere.
func TestFormulas(t *testing.T) {
	records := trials(t)[:1]
	records[0].Solver = "=1+1"
	records[0].Group = "-2"
	var b bytes.Buffer
	require.NoError(t, Export(&b, "csv", records))
	assert.Contains(t, b.String(), ",'=1+1,")
	assert.NotContains(t, b.String(), "'-2")
	b.Reset()
	require.NoError(t, Export(&b, "jsonl", records))
	assert.Contains(t, b.String(), `"solver":"=1+1"`)
}

// The plan of a board that is solved at the start is known: it has no moves.
func TestEmptyPlan(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Export(&b, "jsonl", records(1, 1)))
	assert.Contains(t, b.String(), `"moves":"","length":0`)
}

// goValue is a value as Go has it.
func goValue(v parquet.Value) any {
	switch v.Kind() {
	case parquet.Int64:
		return v.Int64()
	case parquet.Double:
		return v.Double()
	case parquet.Boolean:
		return v.Boolean()
	}
	return string(v.ByteArray())
}

// JSON Lines have the columns of the other formats, and histories besides.
func TestJSONLines(t *testing.T) {
	records := trials(t)
	records[0].History = []bench.Moment{{Evaluated: 200, Best: 7}}
	var b bytes.Buffer
	require.NoError(t, Export(&b, "jsonl", records))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	require.Len(t, lines, 2)
	for row, line := range lines {
		object := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(line), &object))
		last := -1
		for _, c := range Columns(records) {
			value, there := object[c.Name]
			require.True(t, there, c.Name)
			at := strings.Index(line, `"`+c.Name+`":`)
			assert.Greater(t, at, last, "%s stands in its place", c.Name)
			last = at
			if values, told := want[c.Name]; told {
				assert.EqualValues(t, values[row], value, "%s of row %d", c.Name, row)
			}
		}
		assert.Equal(t, row == 0, object["history"] != nil)
	}
	assert.Contains(t, lines[0], `"started":"2026-11-21T09:30:00Z"`)
	assert.Contains(t, lines[0], `"history":[{"evaluated":200,`)
}

func TestNoTrials(t *testing.T) {
	for _, format := range Formats {
		var b bytes.Buffer
		assert.NoError(t, Export(&b, format, nil), format)
	}
	err := Export(&bytes.Buffer{}, "xml", nil)
	assert.EqualError(t, err, `"xml" is not a format; expected one of csv, jsonl, parquet`)
}

var update = flag.Bool("update", false, "rewrite the table of columns in docs/store.md")

// The table of columns in docs/store.md is made from the columns.
func TestColumnsAreDocumented(t *testing.T) {
	const file = "../../docs/store.md"
	everything := bench.Record{Settings: bench.Values{}}
	for _, row := range solvers.Table() {
		everything.Settings[row.Name] = ""
	}
	for header, columns := range map[string][]Column{
		"| column | type | what it holds |\n|---|---|---|\n": Columns(
			[]bench.Record{everything}),
		"| column of a plan | type | what it holds |\n|---|---|---|\n": PlanColumns(),
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		before, rest, found := strings.Cut(string(text), header)
		require.True(t, found)
		_, after, _ := strings.Cut("\n"+rest, "\n\n")
		var table strings.Builder
		for _, c := range columns {
			fmt.Fprintf(&table, "| `%s` | %s | %s |\n", c.Name, c.Kind, c.About)
		}
		want := before + header + table.String() + "\n" + after
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
			continue
		}
		assert.Equal(t, want, string(text), "run go test ./bench/store -update")
	}
}

// The table in docs/store.md of the statistics that not every solver reports is made from the
// registry.
func TestReportedStatisticsAreDocumented(t *testing.T) {
	const file = "../../docs/store.md"
	const header = "| column | solvers that report it |\n|---|---|\n"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), header)
	require.True(t, found)
	_, after, _ := strings.Cut("\n"+rest, "\n\n")
	var table strings.Builder
	for _, row := range search.Statistics {
		var reporting []string
		for _, name := range solvers.Names() {
			if solvers.Reports(name, row.Name) {
				reporting = append(reporting, "`"+name+"`")
			}
		}
		if len(reporting) < len(solvers.Names()) {
			fmt.Fprintf(&table, "| `%s` | %s |\n", row.Name, strings.Join(reporting, ", "))
		}
	}
	want := before + header + table.String() + "\n" + after
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
		return
	}
	assert.Equal(t, want, string(text), "run go test ./bench/store -update")
}

// Each plan has a row, with the work until it was found. A trial without a plan has none.
func TestExportPlans(t *testing.T) {
	records := trials(t)
	other := records[0]
	other.Algorithm = "astar"
	other.Found = nil
	other.Generated = 77
	other.CPUSeconds = 0.2
	var b bytes.Buffer
	require.NoError(t, ExportPlans(&b, "csv", append(records, other)))
	assert.Equal(t, `key,experiment,solver,group,puzzle,repeat,states,seconds,cpu_seconds,length
0123456789abcdef,mine,"mine, mutating",3x3 walk 2,3,1,2000,0.125,0.0625,6
0123456789abcdef,mine,"mine, mutating",3x3 walk 2,3,1,100000,0.25,0.1875,2
0123456789abcdef,mine,"mine, mutating",3x3 walk 2,3,1,77,0.25,0.2,2
`, b.String())
	for _, format := range Formats {
		assert.NoError(t, ExportPlans(&bytes.Buffer{}, format, records))
	}
}

// What a solver takes no measure of is null, and 0 where it takes it.
func TestNullWhereNothingIsMeasured(t *testing.T) {
	at := func(algorithm, name string) any {
		r := trials(t)[0]
		r.Algorithm = algorithm
		r.Settings = solvers.Default(algorithm).Texts()
		var b bytes.Buffer
		require.NoError(t, Export(&b, "csv", []bench.Record{r}))
		rows, err := csv.NewReader(&b).ReadAll()
		require.NoError(t, err)
		at := slices.Index(rows[0], name)
		return at >= 0 && rows[1][at] != ""
	}
	for name, taken := range map[string]string{
		"expanded": "astar idastar bfs ga beam", "expanded_before_last_f": "astar idastar bfs",
		"generated": "astar idastar bfs ga beam",
		"evaluated": "ga", "generated_by_windows": "ga", "seed": "ga beam",
		"reopened": "astar bfs", "open": "astar bfs", "peak_open": "astar bfs",
		"peak_stored": "astar idastar bfs beam",
		"discarded":   "astar idastar bfs", "prune": "idastar",
	} {
		for _, algorithm := range []string{"astar", "idastar", "bfs", "ga", "beam"} {
			assert.Equal(
				t,
				slices.Contains(strings.Fields(taken), algorithm),
				at(algorithm, name),
				"%s of %s",
				name,
				algorithm,
			)
		}
	}
}

// The plans of a solver that evaluates none are their lengths alone.
func TestPlansWithoutEvaluations(t *testing.T) {
	r := trials(t)[0]
	r.Found = []search.Found{{Length: 6, Generated: 5}, {Length: 2, Generated: 9}}
	var b bytes.Buffer
	require.NoError(t, Export(&b, "jsonl", []bench.Record{r}))
	assert.Contains(t, b.String(), `"found":"6 2"`)
}

// Every setting has the type that its default value, or any value, has.
func TestSettingTypes(t *testing.T) {
	r := trials(t)[0]
	types := map[string]string{}
	for _, c := range Columns([]bench.Record{r}) {
		types[c.Name] = c.Kind
	}
	for name, want := range map[string]string{
		"population": "int64", "genes": "int64", "crossover": "double", "improve": "bool",
		"phase_mode": "string",
		"order":      "string", "seed": "int64",
	} {
		assert.Equal(t, want, types[name], name)
	}
	assert.NotContains(t, types, "weight", "which no trial has")
}

// A setting of another module may have the name of a column. It has a column of its own, and the
// value of the record stays.
func TestSettingWithTheNameOfAColumn(t *testing.T) {
	r := trials(t)[0]
	r.Settings = maps.Clone(r.Settings)
	r.Settings["length"] = "deep"
	for _, format := range Formats {
		require.NoError(t, Export(io.Discard, format, []bench.Record{r}))
	}
	var b bytes.Buffer
	require.NoError(t, Export(&b, "jsonl", []bench.Record{r}))
	var object map[string]any
	require.NoError(t, json.Unmarshal(b.Bytes(), &object))
	assert.Equal(t, float64(*r.Length), object["length"])
	assert.Equal(t, "deep", object["setting_length"])
}

// A record of another program whose settings have names that no solver can have is damaged. In an
// export, they would be parts of a tag.
func TestNamesOfSettingsAreChecked(t *testing.T) {
	for _, name := range []string{"", "e,xpanded", "-", "a b", `a"b`, "1", "a_b"} {
		r := trials(t)[0]
		r.Settings = bench.Values{name: "1"}
		assert.ErrorContains(t, r.Check(), "expected letters, digits and hyphens", name)
	}
}

// A failed trial has no results: every column of search.Stats is null.
func TestFailedTrialsHaveNoCounts(t *testing.T) {
	r := trials(t)[1]
	require.NotEmpty(t, r.Error)
	for _, r.Algorithm = range []string{"astar", "idastar", "ga"} {
		var b bytes.Buffer
		require.NoError(t, Export(&b, "jsonl", []bench.Record{r}))
		var object map[string]any
		require.NoError(t, json.Unmarshal(b.Bytes(), &object))
		for _, row := range search.Statistics {
			value, there := object[row.Name]
			assert.True(t, there && value == nil, "%s of %s", row.Name, r.Algorithm)
		}
	}
}
