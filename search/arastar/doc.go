// Package arastar implements ARA*, an anytime search that repairs its own work (Likhachev, Gordon
// and Thrun 2003, "ARA*: Anytime A* with provable bounds on sub-optimality").
//
//	w = weight; open = {start}
//	repeat
//	    improve: while a state in open has an f = g + w*h below the cost of the best plan
//	        expand the state with the smallest f, at most once in this iteration
//	        a state that gets a smaller g after its expansion waits for the next iteration
//	    report the plan; it costs at most w times as much as a cheapest one
//	    stop if it is proven cheapest
//	    reduce w; open = open and the waiting states, with the new f; no state is expanded
//
// The first iteration is weighted A*, so there is a plan soon. Each further iteration uses the
// states and path costs of those before. It expands only states whose f is below the cost of the
// best plan. With w = 1, it is A*, so the last plan is optimal if the heuristic is admissible. If the
// heuristic is not consistent, iterations with w = 1 follow one another until no waiting state can
// lead to a cheaper plan.
//
// At the end of an iteration, no plan costs less than the smallest g + h of a state that is open or
// waits. Within an iteration, the lower bound stays that of the last one. States are kept in a map,
// and take as much memory as those of A* in its textbook form.
package arastar
