#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The files that must not outlive the program. A handler may read a path while another thread
// removes it from the table, so paths are not freed: they are few and short.

enum { FILE_COUNT = 16 };
static _Atomic(char *) files[FILE_COUNT];
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pid_t owner;  // a forked child must not remove its parent's files

static const int ending_signals[] = {
    SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGUSR1, SIGUSR2,
    SIGALRM, SIGPROF, SIGXCPU, SIGVTALRM, SIGXFSZ, SIGPOLL,
};

// Async-signal-safe: atomics without locks, unlink, getpid.
static void remove_files(void) {
  if (owner != getpid()) return;
  for (int i = 0; i < FILE_COUNT; i++) {
    char *path = atomic_exchange(&files[i], NULL);
    if (path != NULL) unlink(path);
  }
}

// The disposition is the default one again; the signal is delivered when the handler returns.
static void on_ending(int number) {
  remove_files();
  raise(number);
}

static void prepare(void) {
  owner = getpid();
  atexit(remove_files);
}

void cprocess_remove_file_at_end(const char *path) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  pthread_mutex_lock(&table);
  for (int i = 0; i < FILE_COUNT; i++) {
    if (atomic_load(&files[i]) != NULL) continue;
    atomic_store(&files[i], strdup(path));
    break;
  }
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++) {
    struct sigaction action;
    if (sigaction(ending_signals[i], NULL, &action) != 0) continue;
    if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_ending;
    action.sa_flags = (int)SA_RESETHAND;
    sigfillset(&action.sa_mask);
    sigaction(ending_signals[i], &action, NULL);
  }
  pthread_mutex_unlock(&table);
}

void cprocess_keep_file(const char *path) {
  pthread_mutex_lock(&table);
  for (int i = 0; i < FILE_COUNT; i++) {
    char *file = atomic_load(&files[i]);
    if (file == NULL || strcmp(file, path) != 0) continue;
    atomic_store(&files[i], NULL);
  }
  pthread_mutex_unlock(&table);
}
