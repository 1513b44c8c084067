// What benchmarks need from C: ncurses used directly, to compare with, a terminal to write to, and a
// count of allocations.

#ifndef BENCHMARK_SUPPORT_H
#define BENCHMARK_SUPPORT_H

// A run of text in one look.
struct plain_run {
  const char *text;
  int column;
  int is_bold;
  int foreground;  // a colour of the palette, or -1 for the terminal's own
};

// Draws rows of runs on the present screen and shows them, with nothing between us and ncurses.
void plain_draw(const struct plain_run *runs, int rows, int runs_per_row);

// Opens a pseudo-terminal from which a thread reads whatever is written to it; -1 on failure.
int open_drained_terminal(int columns, int rows);

// How many bytes have come from that terminal so far.
long drained_bytes(void);

// How often memory was allocated since the start; -1 where that cannot be counted.
long allocation_count(void);

#endif
