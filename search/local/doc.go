// Package local implements hill climbing and simulated annealing on the chromosomes of the genetic
// solver (package ga), as controls for it. The decoding, the fitness and the phases are those of
// the preset evolve; a single chromosome takes the place of the population:
//
//	repeat until a limit is reached, or Patience descents in a row find no shorter plan:
//	    descent: start from the problem's start, with no board recorded
//	        phase: c = a random chromosome
//	            repeat: mutate one gene of a copy; the copy replaces c if it is accepted
//	            until 240 mutants in a row are not better than the best one (hill climbing),
//	            or after 480 mutants (annealing)
//	        advance along the path of the phase's best chromosome; record its boards
//	        until the path ends at the goal
//
// Hill climbing accepts a mutant that is at least as fit. Simulated annealing (Kirkpatrick, Gelatt
// and Vecchi 1983) also accepts a worse one with probability exp(-d/T), where d is the difference
// of the fitness. The temperature T falls in each phase, from Temperature by a constant factor.
//
// There is no crossover, no selection and no population. So what the genetic solver does better at
// equal evaluations is what these parts add.
package local
