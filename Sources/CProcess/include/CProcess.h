#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Starts commands that cannot outlive the program.
//
// Each command has a supervisor: a small process that holds one end of a connection whose other end
// the program holds. When that end closes, however the program ends (SIGKILL included), the
// supervisor ends the command's process group: SIGTERM first, SIGKILL after a second. So no signal
// handler, no exit handler and no bookkeeping of process identifiers is needed. In C, since what
// runs between fork and exec must be async-signal-safe.

/// What the supervisor reports, one packet for each.
typedef struct {
  int32_t kind;   // one of CPROCESS_…
  int32_t value;  // the process, the error number, the status or the signal
} cprocess_report;

enum { CPROCESS_STARTED, CPROCESS_FAILED, CPROCESS_EXITED, CPROCESS_SIGNALLED };

/// Creates a pipe, or a temporary file, that programs which are started meanwhile do not inherit:
/// `pipe2` and `mkostemp`, which Swift does not import.
int cprocess_pipe(int ends[2]);
int cprocess_temporary(char *path);

/// Raises the limit of open files as far as the program may, for itself: commands have the limit that
/// it was started with. Call it before there are other threads.
void cprocess_raise_limit(void);

/// Starts a command in a session and a process group of its own, without a controlling terminal, with
/// default signal dispositions and the priority of the program's main thread.
///
/// The command inherits the given files and nothing else. Blocks until the command is executed.
///
/// @param arguments The name of the command, as a path or to be looked up in PATH, and its
///   arguments; ends with NULL.
/// @param environment Its environment; ends with NULL.
/// @param files What becomes its file descriptors 0, 1, 2 and so on; at most 8.
/// @param is_detached Whether the command goes on when the connection is closed.
/// @param supervisor Set to the process to be waited for when the connection has been closed.
/// @param command Set to the command, which is also its process group.
/// @return The connection (close-on-exec), or the negative error number: of the command's exec, too.
///   Shutting its writing side down ends the command; a byte written to it releases what is left of
///   the process group. The report of the command's end can be read from it.
int cprocess_start(
    char *const *arguments, char *const *environment, const int *files, int file_count,
    bool is_detached, pid_t *supervisor, pid_t *command);

/// Holds the signals that would end the program, or that it handles, whichever thread receives them,
/// until the same thread calls `cprocess_release_signals`, which delivers each of them once.
///
/// Faults, ignored signals and those that stop the program are not held. Other threads that call it
/// wait until the signals have been released.
void cprocess_hold_signals(void);
void cprocess_release_signals(void);

/// Removes a file when a signal ends the program, or when it exits, until `cprocess_keep_file` is
/// called with the same path. At most some files at a time; others remain.
///
/// Signals that the program ignores or handles keep their dispositions. The file need not exist.
void cprocess_remove_file_at_end(const char *path);
void cprocess_keep_file(const char *path);

#endif
