// A count of the allocations of memory, for tests of what shall not allocate.

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

// How often memory was allocated on this thread; -1 where that cannot be counted, as under a sanitizer.
long allocation_count(void);

#endif
