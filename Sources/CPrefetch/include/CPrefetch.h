#ifndef MOCOA_CPREFETCH_H
#define MOCOA_CPREFETCH_H

#include <stdint.h>

/// Begins to bring the line of memory at an address into the cache, and does not wait for it.
///
/// Any address will do: one that is not mapped does nothing. Swift has no such instruction, and a
/// load in its place would wait, and could trap.
static inline void mocoa_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address, /* for reading */ 0, /* in all levels */ 3);
}

#endif
