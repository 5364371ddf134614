// Package files opens the files that a user names, and writes new ones whole or not at all.
//
// Write and WriteFolder fill a temporary file or folder beside the one that is asked for, and
// give it the final name when it is complete. Of several processes that write one new name at
// the same time, exactly one succeeds. The others fail with fs.ErrExist.
//
// A process that is killed leaves its temporary file behind. Its name is random, so that it
// blocks nobody, and begins and ends as no other file's. The writer holds a lock on it as long
// as it lives. Sweep, which Write and WriteFolder call first, removes all temporary files of a
// folder that nobody holds.
package files
