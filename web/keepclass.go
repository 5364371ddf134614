package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"npuzzle/internal/files"
	"npuzzle/puzzle"
)

// A class is kept in a file, so that a server that was killed goes on where it was: with the same
// code and tokens, and with the class races. A server that ends as it should deletes the file.

// staleClass is the age at which a kept class is over.
const staleClass = 12 * time.Hour

// keptClass is a class in its file.
type keptClass struct {
	Code  string     `json:"code"`
	Token string     `json:"token"`
	Host  string     `json:"host"`
	Saved time.Time  `json:"saved"`
	Races []keptRace `json:"races"`
}

// keptRace is a class race in the file of a class.
type keptRace struct {
	Code   string       `json:"code"`
	Key    string       `json:"key"`
	Client string       `json:"client"`
	Seen   time.Time    `json:"seen"`
	Start  puzzle.Board `json:"start"`
	Goal   puzzle.Board `json:"goal"`
	Round  int          `json:"round"`
	Begins time.Time    `json:"begins"`
	Racers []keptRacer  `json:"racers"`
}

// keptRacer is a person in a kept race.
type keptRacer struct {
	Key    string    `json:"key"`
	Name   string    `json:"name"`
	Client string    `json:"client"`
	Place  racePlace `json:"place"`
}

// OpenClass returns the class that a server has kept in a file before it was killed, or a new one.
// Continued says which. The server keeps the class in the same file. It is an error if another
// server still does, because the one that ends first deletes the file.
func OpenClass(file string) (class *Class, continued bool, err error) {
	class = newClass(file)
	if err := class.acquire(); err != nil {
		return nil, false, err
	}
	continued, err = class.restore()
	if err != nil {
		class.lock.Close()
		return nil, false, err
	}
	return class, continued, nil
}

// restore reads the class that was kept in its file. It returns false if there is none.
func (c *Class) restore() (bool, error) {
	text, err := os.ReadFile(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("web: %w", err)
	}
	var kept keptClass
	if err := json.Unmarshal(text, &kept); err != nil {
		return false, fmt.Errorf("web: %s holds no class: %w; delete it", c.file, err)
	}
	if time.Since(kept.Saved) > staleClass {
		return false, nil
	}
	c.Code = kept.Code
	c.Token = kept.Token
	c.Host = kept.Host
	for _, race := range kept.Races {
		c.races = append(c.races, race.race())
	}
	return true, nil
}

// acquire locks a file beside that of the class, until the class is forgotten or the process ends.
// Where locks do not work, the class does without.
func (c *Class) acquire() error {
	if err := makeFolder(c.file); err != nil {
		return fmt.Errorf("web: %w", err)
	}
	c.lock = flock.New(c.file + ".lock")
	locked, err := c.lock.TryLock()
	if err == nil && !locked {
		return fmt.Errorf("web: another server has its class in %s; end that server, or use another "+
			"--store", c.file)
	}
	return nil
}

// makeFolder makes the folder of a class. It is the folder of the store, which is otherwise made
// with the first experiment.
func makeFolder(file string) error { return os.MkdirAll(filepath.Dir(file), 0o777) }

// race returns the race that was kept.
func (k keptRace) race() *classRace {
	race := &classRace{
		code: k.Code, key: k.Key, client: k.Client, seen: k.Seen, start: k.Start, goal: k.Goal,
		round: k.Round, begins: k.Begins,
	}
	for _, one := range k.Racers {
		race.racers = append(race.racers, &racer{
			key: one.Key, name: one.Name, client: one.Client, place: one.Place,
		})
	}
	return race
}

// kept returns the races in the form of the file.
func (c *classRaces) kept() []keptRace {
	c.lock.Lock()
	defer c.lock.Unlock()
	var races []keptRace
	for _, race := range c.races {
		kept := keptRace{
			Code: race.code, Key: race.key, Client: race.client, Seen: race.seen, Start: race.start,
			Goal: race.goal, Round: race.round, Begins: race.begins,
		}
		for _, one := range race.racers {
			kept.Racers = append(kept.Racers, keptRacer{
				Key: one.key, Name: one.name, Client: one.client, Place: one.place,
			})
		}
		races = append(races, kept)
	}
	return races
}

// keeping makes a method that keeps the class before it answers.
func keeping[P, R any](
	change func(*Server, context.Context, P) (R, error),
) func(*Server, context.Context, P) (R, error) {
	return func(s *Server, ctx context.Context, params P) (R, error) {
		answer, err := change(s, ctx, params)
		if err == nil {
			s.keepClass()
		}
		return answer, err
	}
}

// keepClass writes the class to its file, if it has one. The race goes on if that fails.
func (s *Server) keepClass() {
	if s.Class == nil || s.Class.file == "" {
		return
	}
	s.Class.saving.Lock()
	defer s.Class.saving.Unlock()
	kept := keptClass{
		Code: s.Class.Code, Token: s.Class.Token, Host: s.Class.Host, Saved: time.Now(),
		Races: s.classRaces.kept(),
	}
	if err := makeFolder(s.Class.file); err != nil { // somebody may have deleted it
		s.Log.Error("the class was not kept", "error", err)
		return
	}
	err := files.Write(s.Class.file, true, func(file *os.File) error {
		if err := file.Chmod(0o600); err != nil { // it has the tokens
			return err
		}
		return json.NewEncoder(file).Encode(kept)
	})
	if err != nil {
		s.Log.Error("the class was not kept", "error", err)
	}
}

// forgetClass deletes the file of the class.
func (s *Server) forgetClass() {
	if s.Class == nil || s.Class.file == "" {
		return
	}
	if err := os.Remove(s.Class.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.Log.Error("the class was not forgotten", "error", err)
	}
	s.Class.lock.Close()
}
