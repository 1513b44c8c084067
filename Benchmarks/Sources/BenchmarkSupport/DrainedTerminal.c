#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "BenchmarkSupport.h"

static atomic_long drained;

static void *drain(void *argument) {
  static char bytes[1 << 16];
  ssize_t count;
  while ((count = read((int)(intptr_t)argument, bytes, sizeof bytes)) > 0) {
    atomic_fetch_add(&drained, count);
  }
  return NULL;
}

long drained_bytes(void) { return atomic_load(&drained); }

int open_drained_terminal(int columns, int rows) {
  int ours = posix_openpt(O_RDWR | O_NOCTTY);
  if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0) return -1;
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (ioctl(ours, TIOCSWINSZ, &size) != 0) return -1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, drain, (void *)(intptr_t)ours) != 0) return -1;
  return open(ptsname(ours), O_RDWR | O_NOCTTY);
}
