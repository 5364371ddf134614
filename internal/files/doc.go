// Package files opens the files that a user names. It writes new files either
// completely or not at all.
//
// Write and WriteFolder fill a temporary file or folder in the same directory, and
// give it the final name when it is complete. If several processes write a new file
// of the same name, exactly one succeeds. The others fail with fs.ErrExist.
//
// A process that is killed leaves its temporary file behind. The file has a random
// name, with a prefix and a suffix that other files do not have. So it does not
// block later writers. A process that writes a temporary file holds a lock on it.
// Write and WriteFolder first call Sweep, which removes all temporary files of a
// folder that no process has locked.
package files
