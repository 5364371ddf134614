package cluster

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/heuristics/pdb"
	"npuzzle/search"
)

// Options are the parameters of a coordinator or a worker.
type Options struct {
	Access

	// Lab runs the trials of this process: Jobs at the same time, which divide Bytes.
	Lab    *lab.Lab
	Notify func(string) // receives remarks for the user

	// The following fields are those of a coordinator. With HandsOutOnly, its process runs no trials
	// itself. Listen is the address of a server in this process, or "" to use the server at
	// Access.URL. Folder is that of the server in this process and of what the next coordinator must
	// know, or "" for none.
	HandsOutOnly bool
	Listen       string
	Folder       string

	// Idle is the time without trials after which a worker ends; 0 for never.
	Idle time.Duration

	// Tests replace these. For wait, see ackWait. The function solve stands for bench.Trial.Run.
	wait  time.Duration
	solve func(bench.Trial, context.Context) (bench.Trial, error)
}

// Coordinator hands the trials of experiments to workers. Run is the field Elsewhere of a lab.Lab.
type Coordinator struct {
	Options
	js      jetstream.JetStream
	server  *server.Server // nil if the server is another process
	work    jetstream.Stream
	results jetstream.ConsumeContext
	answers chan jetstream.Msg
	ctx     context.Context    // of the worker of this process and of the messages
	stop    context.CancelFunc // ends it
	ended   chan error         // of the worker; nil if there is none

	secret []byte // from which the nonces of requests are made

	mu      sync.Mutex
	status  Status            // without workers
	members map[string]member // by ID, also those that are gone
}

// Limits of the memory of a coordinator. A worker whose answer is not taken tries again.
const (
	maxPayload     = 1 << 20         // size of the largest message in bytes
	maxResult      = maxPayload / 2  // of the largest result; batchBytes of others may precede it
	waitingAnswers = 8               // messages with results that wait in this process
	streamBytes    = 64 * maxPayload // size of each stream
)

// secretFile is the name of the file with the secret of a coordinator. A coordinator that is
// started again after it was killed has the same secret, so it takes results of its predecessor.
const secretFile = "secret"

// nonce returns the nonce of a request. Only the coordinator can make it, and it makes it for each
// attempt of each trial, so an answer with this nonce comes from one that got the request.
func (c *Coordinator) nonce(key string, attempt int) string {
	sum := hmac.New(sha256.New, c.secret)
	fmt.Fprintf(sum, "%s %d", key, attempt)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// ackWait is the time after which a worker that has not reported progress counts as dead.
const ackWait = 10 * time.Second

// Start starts a coordinator, and its server if Listen is set.
func Start(ctx context.Context, o Options) (_ *Coordinator, err error) {
	if err := search.CheckWorkers("jobs", o.Lab.Jobs); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	c := &Coordinator{
		Options: o,
		members: map[string]member{},
		answers: make(chan jetstream.Msg, waitingAnswers),
	}
	c.ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.wait = cmp.Or(c.wait, ackWait)
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	secret := rand.Text()
	if o.Folder != "" {
		secret, err = keptSecret(filepath.Join(o.Folder, secretFile))
	}
	if err != nil {
		return nil, err
	}
	c.secret = []byte(secret)
	var options []nats.Option
	access := c.Access
	if o.Listen != "" {
		owner := rand.Text()
		if c.server, err = c.serve(o.Listen, o.Folder, owner); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(c.server))
		access = Access{Token: owner} // a connection within the process is not encrypted
	}
	if c.js, err = access.connect(ctx, options...); err != nil {
		return nil, err
	}
	if _, err := c.js.Conn().Request(statusSubject, nil, time.Second/2); err == nil {
		return nil, fault(nil, "another run uses %s; expected a server or an account of its own",
			c.place())
	}
	if err = c.makeStreams(ctx); err == nil {
		err = c.work.Purge(ctx)
	}
	if err != nil {
		return nil, fault(err, "%s: %v", c.place(), err)
	}
	for subject, answer := range map[string]func(text []byte) any{
		statusSubject: func([]byte) any { return c.Status() },
		helloSubject:  c.hello,
		tableSubject:  func(name []byte) any { return c.upload(string(name)) },
	} {
		if err := c.respond(subject, answer); err != nil {
			return nil, err
		}
	}
	// Without the flush, a worker that asks at once may find nobody who answers.
	if err := c.js.Conn().Flush(); err != nil {
		return nil, fault(err, "%s: %v", c.place(), err)
	}
	if !o.HandsOutOnly {
		w := &worker{Options: c.Options, js: c.js}
		c.ended = make(chan error, 1)
		go func() { c.ended <- w.run(c.ctx) }()
	}
	return c, nil
}

// respond answers the requests on a subject: with the answer in JSON, or with the text of an error.
func (c *Coordinator) respond(subject string, answer func(text []byte) any) error {
	_, err := c.js.Conn().Subscribe(subject, func(m *nats.Msg) {
		a := answer(m.Data)
		if err, failed := a.(error); failed {
			a = err.Error()
		}
		text, _ := json.Marshal(a) // plain data
		m.Respond(text)
	})
	return err
}

// makeStreams makes the streams that the server lacks, and receives results. The streams of a
// server in this process are in memory: after a restart, the store tells what is missing.
func (c *Coordinator) makeStreams(ctx context.Context) error {
	storage := jetstream.FileStorage
	if c.server != nil {
		storage = jetstream.MemoryStorage
	}
	consumers := map[string]jetstream.Consumer{}
	subjects := map[string]string{workStream: workSubject, resultsStream: resultsSubject}
	for name, subject := range subjects {
		s, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name:      name,
			Subjects:  []string{subject},
			Retention: jetstream.WorkQueuePolicy,
			Storage:   storage,
			Discard:   jetstream.DiscardNew,
			MaxBytes:  streamBytes,
		})
		if err == nil {
			consumers[name], err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
				Durable:       consumer,
				AckWait:       c.wait,
				MaxAckPending: -1,
				MaxWaiting:    1 << 16,
			})
		}
		if err != nil {
			return err
		}
	}
	if c.results != nil {
		c.results.Stop()
	}
	var err error
	take := func(m jetstream.Msg) {
		select {
		case c.answers <- m:
		case <-c.ctx.Done():
		}
	}
	c.results, err = consumers[resultsStream].Consume(take,
		jetstream.PullMaxBytes(waitingAnswers*maxPayload))
	if err == nil {
		c.work, err = c.js.Stream(ctx, workStream)
	}
	return err
}

// Close ends the worker of this process and the server. Workers of other processes stay. A second
// Close does nothing.
func (c *Coordinator) Close() (err error) {
	c.stop()
	if c.ended != nil {
		err = <-c.ended
		c.ended <- err // for the next call
	}
	if c.js != nil {
		c.js.Conn().Close()
	}
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
		os.RemoveAll(filepath.Join(c.Folder, "jetstream"))
		c.forgetToken()
	}
	if c.secret != nil && c.Folder != "" {
		os.Remove(filepath.Join(c.Folder, secretFile)) // results that come later belong to no run
		os.Remove(c.Folder)                            // unless it holds a token
	}
	return err
}

// Ask returns the status of the run that uses a server.
func Ask(ctx context.Context, a Access) (s Status, err error) {
	js, err := a.connect(ctx)
	if err != nil {
		return s, err
	}
	defer js.Conn().Close()
	m, err := ask(ctx, js.Conn(), statusSubject, nil, startTimeout)
	if err != nil {
		return s, fault(err, "no run uses %s; expected one", a.place())
	}
	return s, json.Unmarshal(m.Data, &s)
}

// change changes the status.
func (c *Coordinator) change(set func(*Status)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	set(&c.status)
}

// capacity returns the number of trials that workers can run at the same time, and why one refuses
// if one does.
func (c *Coordinator) capacity() (jobs int, refused string) {
	for _, w := range c.Status().Workers {
		if w.Refused == "" {
			jobs += w.Jobs
		}
		refused = cmp.Or(refused, w.Refused)
	}
	return jobs, refused
}

// upload puts the file of a table into the bucket, unless it is there.
func (c *Coordinator) upload(table string) error {
	path, err := tablePath(c.Lab.PDBDir, table)
	if err != nil {
		return err
	}
	digest, err := pdb.Inspect(path).Digest()
	if err != nil {
		return err
	}
	bucket, err := c.js.CreateOrUpdateObjectStore(c.ctx,
		jetstream.ObjectStoreConfig{Bucket: tablesBucket})
	if err != nil {
		return err
	}
	info, err := bucket.GetInfo(c.ctx, table)
	if err == nil && info.Metadata[digestKey] == digest {
		return nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = bucket.Put(c.ctx,
		jetstream.ObjectMeta{Name: table, Metadata: map[string]string{digestKey: digest}}, file)
	return err
}

// digestKey is the key of a table's digest in the metadata of its object.
const digestKey = "digest"

// tablePath returns the path of a pattern database in a folder, where "" stands for the usual
// folder.
func tablePath(folder, name string) (string, error) {
	if name != filepath.Base(name) {
		return "", fmt.Errorf("%.60q is not the name of a pattern database", name)
	}
	store, err := pdb.NewStore(folder)
	if err != nil {
		return "", err
	}
	return filepath.Join(store.Dir, name), nil
}
