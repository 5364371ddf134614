package analysis

import (
	"slices"

	"npuzzle/bench"
)

// Machines says from which machines the times of trials come.
type Machines struct {
	Names []string // in order of first appearance

	// Scaled is true if there are several machines, and times of each are multiplied so that the
	// calibration search takes as long as on the first. If false, times of several machines are mixed.
	Scaled bool
}

// scaled returns records with comparable times: as they are if they come from one machine or if a machine
// has no calibration, and otherwise in seconds of the first machine.
func scaled(records []bench.Record) ([]bench.Record, Machines) {
	var m Machines
	calibrations := map[string][]float64{}
	for _, r := range records {
		if !slices.Contains(m.Names, r.Machine) {
			m.Names = append(m.Names, r.Machine)
		}
		if r.Calibration > 0 {
			calibrations[r.Machine] = append(calibrations[r.Machine], r.Calibration)
		}
	}
	if m.Scaled = len(m.Names) > 1 && len(calibrations) == len(m.Names); !m.Scaled {
		return records, m
	}
	factor := map[string]float64{}
	for _, name := range m.Names {
		factor[name] = Median(calibrations[m.Names[0]]) / Median(calibrations[name])
	}
	records = slices.Clone(records)
	for i := range records {
		r := &records[i]
		f := factor[r.Machine]
		r.Seconds, r.CPUSeconds, r.Found = r.Seconds*f, r.CPUSeconds*f, slices.Clone(r.Found)
		r.Calibration *= f // so that times are not scaled again
		for j := range r.Found {
			r.Found[j].Seconds *= f
		}
	}
	return records, m
}
