#include "AllocationCount.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// A sanitizer brings a malloc of its own, and is called before this one could work.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

// glibc lets a program bring its own malloc, and keeps its own under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Tests run beside each other, each on a thread.
static _Thread_local long allocations;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  allocations++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

// Swift asks for memory of plain values by this one.
int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations++;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

long allocation_count(void) { return allocations; }

#else

long allocation_count(void) { return -1; }

#endif
