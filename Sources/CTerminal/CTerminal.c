#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // memfd_create, F_DUPFD_CLOEXEC
#endif

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

// MARK: - Environment

void cterminal_use_environment(char **variables) { environ = variables; }

// MARK: - Wake pipe

static int wake_pipe[2] = {-1, -1};

int cterminal_wake_descriptor(void) {
  if (wake_pipe[0] >= 0) return wake_pipe[0];
  return pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) == 0 ? wake_pipe[0] : -1;
}

void cterminal_wake(uint8_t code) {
  int saved = errno;
  ssize_t written = write(wake_pipe[1], &code, 1);
  (void)written;
  errno = saved;
}

// MARK: - Event signals

static void on_event(int signal) { cterminal_wake((uint8_t)signal); }

// The first signal that asked the program to end, or 0.
static volatile sig_atomic_t ending;

// A loop that is blocked by a terminal that nobody reads does not see the pipe: SIGALRM, which the
// crash guard handles, then ends the program.
static void on_ending(int signal) {
  if (ending == 0) {
    ending = signal;
    alarm(CTERMINAL_ENDING_SECONDS);
  }
  cterminal_wake((uint8_t)signal);
}

void cterminal_end_in_time(void) {
  if (ending == 0) return;
  alarm(0);
  ending = 0;
}

int cterminal_catch(int signal, bool ends) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = ends ? on_ending : on_event;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(signal, &action, NULL);
}

int cterminal_default(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL);
}

// MARK: - Crash guard
//
// Everything below that a handler reaches is async-signal-safe (POSIX.1-2008, XSH 2.4.3): write,
// pread, dup2, poll, tcflow, tcflush, tcsetattr, sigaction, raise, getpid. What it needs is stored
// before it is armed.

// The faults, then the other signals that end a program that does not catch them.
static const int fatal_signals[] = {
    SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,    SIGTRAP, SIGABRT, SIGSYS,  SIGUSR1,
    SIGUSR2, SIGALRM, SIGPROF, SIGVTALRM, SIGXCPU, SIGXFSZ, SIGPOLL,
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

static struct {
  atomic_bool armed;
  pid_t owner;  // a forked child must not restore its parent's terminal
  int terminal;
  struct termios settings;
  char restore[CTERMINAL_RESTORE_LIMIT];
  size_t restore_length;
  int error;     // where standard error went before it was captured, or -1
  int captured;  // what has been written to it since, or -1
  struct sigaction previous[FATAL_COUNT];
} guard = {.terminal = -1, .error = -1, .captured = -1};

// A crash by stack overflow leaves no room for its own handler. Per thread: this is the main one's.
static char handler_stack[64 * 1024];

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// What nobody reads would block: it is discarded, so that there is room.
static void make_room(int terminal) {
  struct pollfd writable = {.fd = terminal, .events = POLLOUT};
  if (ending == 0 && poll(&writable, 1, 250) != 0) return;
  tcflow(terminal, TCOON);
  tcflush(terminal, TCOFLUSH);
}

static void restore_terminal(void) {
  make_room(guard.terminal);
  write_all(guard.terminal, guard.restore, guard.restore_length);
  while (tcsetattr(guard.terminal, TCSANOW, &guard.settings) != 0 && errno == EINTR) continue;
}

static void release_error(void) {
  if (guard.error < 0) return;
  dup2(guard.error, STDERR_FILENO);
  char chunk[4096];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(guard.captured, chunk, sizeof chunk, offset)) > 0) {
    write_all(STDERR_FILENO, chunk, (size_t)count);
    offset += count;
  }
}

static void on_fatal(int signal, siginfo_t *information, void *context) {
  (void)context;
  if (guard.owner == getpid() && atomic_exchange(&guard.armed, false)) {
    restore_terminal();
    release_error();
  }
  if (signal == SIGALRM && ending != 0) {
    signal = ending;
    cterminal_default(signal);
  }
  for (int i = 0; i < FATAL_COUNT; i++) {
    if (fatal_signals[i] == signal) sigaction(signal, &guard.previous[i], NULL);
  }
  // A fault happens again as soon as we return, and is handled by the previous handler; every other
  // signal, and one that was sent (a code of 0 or less), is not.
  bool is_fault =
      signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
  if (!is_fault || information->si_code <= 0) raise(signal);
}

// A file that only its descriptor knows.
static int open_unnamed_file(void) {
#ifdef __linux__
  return memfd_create("standard error", MFD_CLOEXEC);
#else
  char path[] = P_tmpdir "/standard-error.XXXXXX";
  int descriptor = mkstemp(path);
  if (descriptor < 0) return -1;
  unlink(path);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

static void capture_standard_error(void) {
  if (!isatty(STDERR_FILENO)) return;
  int error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (error < 0) return;
  int captured = open_unnamed_file();
  if (captured < 0 || dup2(captured, STDERR_FILENO) < 0) {
    if (captured >= 0) close(captured);
    close(error);
    return;
  }
  guard.error = error;
  guard.captured = captured;
}

static void use_handler_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  stack_t ours;
  memset(&ours, 0, sizeof ours);
  ours.ss_sp = handler_stack;
  ours.ss_size = sizeof handler_stack;
  sigaltstack(&ours, NULL);
}

int cterminal_guard_arm(int terminal, const char *restore, size_t length, bool capture_error) {
  if (atomic_load(&guard.armed)) return 0;
  if (length > sizeof guard.restore) {
    errno = E2BIG;
    return -1;
  }
  if (tcgetattr(terminal, &guard.settings) != 0) return -1;
  guard.owner = getpid();
  guard.terminal = terminal;
  guard.restore_length = length;
  if (length > 0) memcpy(guard.restore, restore, length);
  if (capture_error) capture_standard_error();

  use_handler_stack();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fatal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  atomic_store(&guard.armed, true);
  for (int i = 0; i < FATAL_COUNT; i++) {
    sigaction(fatal_signals[i], &action, &guard.previous[i]);
    // What is ignored does not end the program, and need not be caught.
    if (guard.previous[i].sa_handler == SIG_IGN) {
      sigaction(fatal_signals[i], &guard.previous[i], NULL);
    }
  }
  return 0;
}

void cterminal_guard_disarm(bool restore) {
  if (!atomic_exchange(&guard.armed, false)) return;
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal_signals[i], &guard.previous[i], NULL);
  if (restore) restore_terminal();
  release_error();
  if (guard.error >= 0) close(guard.error);
  if (guard.captured >= 0) close(guard.captured);
  guard.error = -1;
  guard.captured = -1;
}

// MARK: - Main queue
//
// Private to libdispatch by name only: they are exported for the run loop of CoreFoundation, which
// uses them in the same way. Weak, so that a program that does without libdispatch still links.

#ifdef __linux__
extern int32_t _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *) __attribute__((weak));

int cterminal_main_queue_descriptor(void) {
  if (!_dispatch_get_main_queue_handle_4CF || !_dispatch_main_queue_callback_4CF) return -1;
  return _dispatch_get_main_queue_handle_4CF();
}

void cterminal_main_queue_drain(void) {
  if (_dispatch_main_queue_callback_4CF) _dispatch_main_queue_callback_4CF(NULL);
}
#else
int cterminal_main_queue_descriptor(void) { return -1; }
void cterminal_main_queue_drain(void) {}
#endif
