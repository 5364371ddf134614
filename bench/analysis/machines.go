package analysis

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/stats"
)

// Machines says from which machines the times of trials come.
type Machines struct {
	Names []string // in order of first appearance; "" for trials that name none

	// Scaled is true if there are several machines, and times of each are multiplied so that the
	// calibration search takes as long as on the first. If it is false and there are several
	// machines, their times are mixed.
	Scaled bool
}

// mostMachines is the largest number of machines that a warning names.
const mostMachines = 5

// Warning returns a sentence about the times of trials that come from several machines, or "" if
// they come from one.
func (m Machines) Warning() string {
	var machines []string
	for _, name := range m.Names {
		if name != "" {
			machines = append(machines, name)
		}
	}
	if len(machines) < 2 {
		return ""
	}
	shown := machines[:min(len(machines), mostMachines)]
	if more := len(machines) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %d others", more))
	}
	times := "Averages mix their times, so times cannot be compared."
	if m.Scaled {
		times = "Times are ratios to a calibration search that each machine ran, in seconds of " +
			"the first machine."
	}
	names := strings.Join(shown, "; ")
	return fmt.Sprintf("The trials come from %d machines: %s. %s", len(machines), names, times)
}

// scaled returns records with comparable times: as they are if they come from one machine or if a
// machine has no calibration, and otherwise in seconds of the first machine.
func scaled(records []bench.Record) ([]bench.Record, Machines) {
	var m Machines
	calibrations := map[string][]float64{}
	for i := range records {
		r := &records[i]
		if !slices.Contains(m.Names, r.Machine) {
			m.Names = append(m.Names, r.Machine)
		}
		if r.Calibration > 0 {
			calibrations[r.Machine] = append(calibrations[r.Machine], r.Calibration)
		}
	}
	m.Scaled = len(m.Names) > 1 && len(calibrations) == len(m.Names)
	if !m.Scaled {
		return records, m
	}
	factor := map[string]float64{}
	for _, name := range m.Names {
		factor[name] = stats.Median(calibrations[m.Names[0]]) / stats.Median(calibrations[name])
	}
	records = slices.Clone(records)
	for i := range records {
		r := &records[i]
		f := factor[r.Machine]
		r.Seconds *= f
		r.CPUSeconds *= bench.Figure(f)
		r.Calibration *= f // the factor of these records is 1 from now on
		r.Found = slices.Clone(r.Found)
		for j := range r.Found {
			r.Found[j].Seconds *= f
			r.Found[j].CPUSeconds *= f
		}
	}
	return records, m
}
