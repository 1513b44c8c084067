/// What must not be Swift: code that runs inside a signal handler.
///
/// A handler may interrupt any instruction of any thread, so it can only call async-signal-safe
/// functions and touch memory that was laid out beforehand. Swift promises neither (it may allocate,
/// retain, or take a lock at any point), so the handlers live here, and do as little as they can:
///
/// - an *event* signal (window size, suspend, interrupt, ...) becomes one byte in a pipe, which the
///   program's loop reads whenever it is ready (the "self-pipe trick");
/// - a *fatal* signal (a fault, or any other that ends a program that does not catch it) puts the terminal back the way it was, shows what was written to standard
///   error meanwhile, and hands over to whoever handled the signal before.
///
/// All state is process-wide, as signals are. Unless a function says otherwise it is meant for the
/// main thread, returns 0 or a file descriptor when it succeeds, and -1 with `errno` set when not.

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: - Environment

/// Makes other variables those of the program, without freeing what other threads may be reading.
void cterminal_use_environment(char **variables);

// MARK: - Wake pipe

/// The end of the wake pipe to poll and read; opened at the first call. Both ends are non-blocking
/// and are not inherited by programs that we start.
int cterminal_wake_descriptor(void);

/// Makes the wake pipe readable by writing `code` to it. Callable from any thread and from a signal
/// handler; keeps `errno`. If the pipe is full the byte is lost, which is harmless: the loop has
/// been woken by the ones before it, and looks at everything when it is.
void cterminal_wake(uint8_t code);

// MARK: - Event signals

/// How long a signal that ends the program is left to the loop, in seconds.
enum { CTERMINAL_ENDING_SECONDS = 2 };

/// From now on `signal` writes its number to the wake pipe instead of acting. Open the pipe first.
/// System calls that were interrupted are resumed, but for `poll` and its like, which never are.
///
/// With `ends`, the signal asks the program to end. If `cterminal_end_in_time` is not called within
/// CTERMINAL_ENDING_SECONDS, as in a loop that is blocked by a terminal that nobody reads, the crash
/// guard restores the terminal and the program ends by the signal.
int cterminal_catch(int signal, bool ends);

/// Reports that the terminal has been given back after a signal that ends the program.
void cterminal_end_in_time(void);

/// From now on `signal` does what it does by default.
int cterminal_default(int signal);

// MARK: - Crash guard

/// The longest restore string that `cterminal_guard_arm` takes, in bytes.
enum { CTERMINAL_RESTORE_LIMIT = 1024 };

/// Remembers how `terminal` is set now, and from here on puts it back if the program crashes: writes
/// the `length` bytes at `restore` (leave the alternate screen, show the cursor, ...), resets the
/// line discipline, and then lets the crash take its course, so that the backtrace, the core
/// dump, and the exit status are those that they would have been.
///
/// With `capture_error`, standard error goes to memory from here on, if it is a terminal: it would
/// be drawn across the interface, and then vanish with the alternate screen. It is written to
/// where it belongs when the guard is disarmed or acts.
///
/// Call it before anything changes the terminal's settings. Arming an armed guard does nothing.
/// Fails with `E2BIG` if `restore` is too long, and with `errno` of `tcgetattr` if `terminal` is
/// not a terminal; then nothing has been changed.
int cterminal_guard_arm(int terminal, const char *restore, size_t length, bool capture_error);

/// Ends what `cterminal_guard_arm` began: gives the fatal signals and standard error back, after
/// which everything that was captured is written out. With `restore`, the terminal is put back as
/// a crash would do it; leave it out where the interface has already done so in its own way.
/// Disarming twice is the same as once.
void cterminal_guard_disarm(bool restore);

// MARK: - Main queue

/// The descriptor that becomes readable when the main dispatch queue has work, or -1 if there is
/// none (then wake the loop by other means). It lets a loop around `poll` run what is sent to
/// the main queue and the main actor. Linux only; read its 8 bytes before draining the queue.
int cterminal_main_queue_descriptor(void);

/// Runs what is waiting in the main dispatch queue. Main thread only.
void cterminal_main_queue_drain(void);

#ifdef __cplusplus
}
#endif

#endif
