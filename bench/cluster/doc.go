// Package cluster runs the trials of experiments on many machines. Messages travel through NATS
// JetStream.
//
// # Terms
//
// A coordinator is the process that runs an experiment and writes the store. A worker is a process
// that runs trials for it. A batch is a message with trials that take about 0.2 s together, and
// with what they need: the program, the digests of the pattern databases, and the memory of a
// trial.
//
// # Data flow
//
// [Start] connects a coordinator, which starts a NATS server in its own process unless another one
// is named. [Coordinator.Run] is the field Elsewhere of a lab.Lab. It puts batches into the stream
// of work, from which each message is taken once, and keeps only as many trials there as the
// workers can soon begin. [Work] runs a worker. It takes a batch whenever one of its jobs is idle,
// runs the trials, publishes an answer with their results, and then acknowledges the batch. The
// answer also hands back the trials that the worker did not run, because it was interrupted or has
// too little memory. The coordinator puts those into new batches. It knows trials, not batches: it
// passes each result to the lab by the key of its trial. So a result that arrives twice is kept
// once.
//
// # Failures
//
//   - A worker reports progress to the server while it runs a batch. If the reports end, because
//     the worker died or was cut off, the server gives the batch to another worker. This worker
//     hands back the trials of the batch. The coordinator counts a death for each, and hands each
//     out alone. After two deaths, the trial runs in a process of its own. If this process dies,
//     the trial is set aside with an error. A worker that was only cut off sends its results when
//     it is connected again.
//   - A coordinator that is started again finds in the store which trials are missing. It takes
//     results that arrive for them from before.
//   - If no results come for 10 seconds and the server has no work, although trials have no result,
//     the server lost its streams or did not take a message. The coordinator makes the streams
//     again and hands out the trials again.
//   - A message that does not decode is counted and dropped. So is a result that cannot be right:
//     see below.
//
// # Trust
//
// A coordinator believes a worker as little as possible. An answer has only the fields of a
// bench.Answer, and bench.Trial.Accept checks it against the trial that the coordinator handed out.
// It must repeat the nonce of the request, which the coordinator computes from a secret, the key of
// the trial and the number of the attempt. The server of a coordinator lets a connection read its
// own inbox alone, so nobody else knows the nonce. What a worker says of itself is checked once,
// when it joins, and stays (member.go). The name of its connection identifies it: only the worker,
// the server and the coordinator know it. docs/machines.md says what someone with the token can
// still do.
//
// # Limits
//
// A server, or an account of it, has one coordinator at a time. Memory of the coordinator is
// proportional to the number of trials that are handed out, at most some 260,000. What workers send
// is limited in bytes: a message, a result, the streams, and what waits in the coordinator.
package cluster
