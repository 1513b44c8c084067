#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "BenchmarkSupport.h"

void plain_draw(const struct plain_run *runs, int rows, int runs_per_row) {
  for (int row = 0; row < rows; row++) {
    for (int index = 0; index < runs_per_row; index++) {
      const struct plain_run *run = &runs[row * runs_per_row + index];
      int pair = run->foreground < 0 ? 0 : alloc_pair(run->foreground, -1);
      wattr_set(stdscr, run->is_bold ? A_BOLD : A_NORMAL, (short)pair, NULL);
      mvwaddnstr(stdscr, row, run->column, run->text, -1);
    }
  }
  wnoutrefresh(stdscr);
  doupdate();
}
