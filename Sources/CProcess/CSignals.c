#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // NSIG
#endif

#include "CProcess.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// A mask holds for one thread only, and the kernel delivers a signal to any thread without one: so
// the dispositions, which are those of the process, are changed.

static pthread_mutex_t holder = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction previous[NSIG];
static bool is_held[NSIG];
static volatile sig_atomic_t is_pending[NSIG];

static void on_held(int signal) { is_pending[signal] = 1; }

static bool can_be_held(int number) {
  switch (number) {
    case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT:
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGTRAP: case SIGABRT: case SIGSYS:
    case SIGCHLD: case SIGURG: case SIGWINCH:
      return false;
    default:
      return true;
  }
}

void cprocess_hold_signals(void) {
  pthread_mutex_lock(&holder);
  struct sigaction action = {.sa_handler = on_held, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    is_held[number] = false;
    if (!can_be_held(number) || sigaction(number, NULL, &previous[number]) != 0) continue;
    if (previous[number].sa_handler == SIG_IGN) continue;
    is_pending[number] = 0;
    is_held[number] = sigaction(number, &action, NULL) == 0;
  }
}

void cprocess_release_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    if (is_held[number]) sigaction(number, &previous[number], NULL);
  }
  for (int number = 1; number < NSIG; number++) {
    if (is_held[number] && is_pending[number]) kill(getpid(), number);
  }
  pthread_mutex_unlock(&holder);
}
