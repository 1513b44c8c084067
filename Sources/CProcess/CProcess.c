#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // execvpe, ppoll, vfork
#endif

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FILE_LIMIT = 8, GRACE_MILLISECONDS = 1000, STEP_MILLISECONDS = 10 };

// The limit that the program was started with; unknown unless it was raised.
static struct rlimit first_limit;
static bool is_limit_raised;

void cprocess_raise_limit(void) {
  if (is_limit_raised || getrlimit(RLIMIT_NOFILE, &first_limit) != 0) return;
  struct rlimit limit = {.rlim_cur = first_limit.rlim_max, .rlim_max = first_limit.rlim_max};
  is_limit_raised = setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

int cprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cprocess_temporary(char *path) { return mkostemp(path, O_CLOEXEC); }

static void send_report(int connection, int kind, int value) {
  cprocess_report report = {kind, value};
  while (send(connection, &report, sizeof report, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0) return;
#endif
  struct rlimit limit = {.rlim_cur = 1024};
  getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur > 65536 ? 65536 : (int)limit.rlim_cur;
  for (int number = first; number < end; number++) close(number);
}

// Makes the files 0, 1, 2 and so on, the connection the one after them, and closes all others.
static int arrange_files(const int *files, int count, int connection) {
  int copies[FILE_LIMIT + 1];
  for (int i = 0; i <= count; i++) {
    copies[i] = fcntl(i < count ? files[i] : connection, F_DUPFD_CLOEXEC, count + 1);
    if (copies[i] < 0) return -1;
  }
  for (int i = 0; i <= count; i++) {
    if (dup2(copies[i], i) < 0) return -1;
  }
  fcntl(count, F_SETFD, FD_CLOEXEC);
  close_from(count + 1);
  return count;
}

static void on_child(int signal) { (void)signal; }

// Nothing of the program's signal handling must reach the command.
static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

static void report_end(int connection, const siginfo_t *end) {
  int kind = end->si_code == CLD_EXITED ? CPROCESS_EXITED : CPROCESS_SIGNALLED;
  send_report(connection, kind, end->si_status);
}

// Whether the command has ended. It is not reaped, so that its process group keeps its identifier.
static bool has_ended(pid_t command, siginfo_t *end) {
  end->si_pid = 0;
  return waitid(P_PID, (id_t)command, end, WEXITED | WNOWAIT | WNOHANG) == 0 && end->si_pid != 0;
}

// SIGTERM for the whole group, and SIGKILL for what is left of it a second later.
static void end_group(int connection, pid_t command, bool is_reported) {
  siginfo_t end = {0};
  bool is_reaped = false;
  kill(-command, SIGTERM);
  kill(-command, SIGCONT);
  for (long deadline = milliseconds() + GRACE_MILLISECONDS; milliseconds() < deadline;) {
    if (!is_reaped && has_ended(command, &end)) {
      if (!is_reported) report_end(connection, &end);
      is_reported = true;
      waitpid(command, NULL, 0);
      is_reaped = true;
    }
    if (is_reaped && kill(-command, 0) != 0) return;
    poll(NULL, 0, STEP_MILLISECONDS);
  }
  kill(-command, SIGKILL);
  if (is_reaped) return;
  waitid(P_PID, (id_t)command, &end, WEXITED);
  if (!is_reported) report_end(connection, &end);
}

static void watch(int connection, pid_t command, bool is_detached) {
  sigset_t unblocked;
  sigfillset(&unblocked);
  sigdelset(&unblocked, SIGCHLD);
  struct sigaction action = {.sa_handler = on_child};
  sigaction(SIGCHLD, &action, NULL);
  siginfo_t end = {0};
  bool is_reported = false;
  while (true) {
    if (!is_reported && has_ended(command, &end)) {
      report_end(connection, &end);
      is_reported = true;
    }
    struct pollfd input = {.fd = connection, .events = POLLIN};
    if (ppoll(&input, 1, NULL, &unblocked) <= 0) continue;
    char release;
    ssize_t count = recv(connection, &release, 1, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0 && !is_detached) end_group(connection, command, is_reported);
    return;
  }
}

__attribute__((noreturn)) static void supervise(
    char *const *arguments, char *const *environment, const int *files, int file_count,
    bool is_detached, int connection, int priority) {
  setsid();
  setpriority(PRIO_PROCESS, 0, priority);
  // Who kills the program by its name does not mean the one that ends its commands.
  prctl(PR_SET_NAME, "supervise");
  strncpy(program_invocation_name, "supervise", strlen(program_invocation_name));
  int number = arrange_files(files, file_count, connection);
  if (number < 0) {
    send_report(connection, CPROCESS_FAILED, errno);
    _exit(1);
  }
  if (is_limit_raised) setrlimit(RLIMIT_NOFILE, &first_limit);
  // Shared with the command until it is executed.
  volatile int failure = 0;
  pid_t command = vfork();
  if (command == 0) {
    setpgid(0, 0);
    if (!is_detached) prctl(PR_SET_PDEATHSIG, SIGKILL);
    reset_signals();
    execvpe(arguments[0], arguments, environment);
    failure = errno;
    _exit(127);
  }
  if (command < 0) failure = errno;
  if (failure != 0) {
    send_report(number, CPROCESS_FAILED, failure);
    _exit(1);
  }
  for (int i = 0; i < file_count; i++) close(i);
  send_report(number, CPROCESS_STARTED, command);
  watch(number, command, is_detached);
  _exit(0);
}

int cprocess_start(
    char *const *arguments, char *const *environment, const int *files, int file_count,
    bool is_detached, pid_t *supervisor, pid_t *command) {
  int ends[2];
  if (file_count > FILE_LIMIT) return -EINVAL;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  // Of the main thread: threads of queues may have another one.
  int priority = getpriority(PRIO_PROCESS, (id_t)getpid());
  // The program's handlers must not run in the supervisor, nor a signal for the program end it.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t identifier = fork();
  if (identifier == 0) {
    supervise(arguments, environment, files, file_count, is_detached, ends[1], priority);
  }
  int failure = errno;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  close(ends[1]);
  if (identifier < 0) {
    close(ends[0]);
    return -failure;
  }
  cprocess_report report = {CPROCESS_FAILED, ECHILD};
  while (recv(ends[0], &report, sizeof report, 0) < 0 && errno == EINTR) continue;
  if (report.kind == CPROCESS_STARTED) {
    *supervisor = identifier;
    *command = report.value;
    return ends[0];
  }
  close(ends[0]);
  while (waitpid(identifier, NULL, 0) < 0 && errno == EINTR) continue;
  return -report.value;
}
