// What Swift cannot import from ncurses, as stateless inline functions.
//
// Variadic functions and function-like macros are invisible to Swift, and WINDOW is a struct on
// Linux but opaque on macOS. Keep state out of this header: a static variable here becomes one copy
// for each module that imports it, or fails to link. What needs state lives in CTerminal.

#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

// Debian's header declares the wide-character functions only when asked.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
// ncurses 5.7, which macOS ships, asks for this one instead.
#if defined(__APPLE__) && !defined(_XOPEN_SOURCE_EXTENDED)
#define _XOPEN_SOURCE_EXTENDED 1
#endif

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <wchar.h>

// The attributes are casts in macros; as enumerators Swift sees them as UInt32.
enum : unsigned {
  CN_BOLD = A_BOLD,
  CN_DIM = A_DIM,
  CN_UNDERLINE = A_UNDERLINE,
  CN_REVERSE = A_REVERSE,
#ifdef A_ITALIC
  CN_ITALIC = A_ITALIC,
#else
  CN_ITALIC = 0u,
#endif
};

// The globals are `var` in Swift, which its concurrency checking refuses; these read them.
static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline WINDOW *cn_curscr(void) { return curscr; }
static inline int cn_colors(void) { return COLORS; }

// Fills a cell of up to five scalars (a base and what combines with it), with attributes and a
// colour pair of any number.
static inline int cn_set_cell(
    cchar_t *out, const wchar_t *scalars, unsigned attributes, int pair) {
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
  return setcchar(out, scalars, attributes, (short)(pair > 255 ? 255 : pair), &pair);
#else
  return setcchar(out, scalars, attributes, (short)pair, (void *)0);
#endif
}

// A colour pair for a foreground and a background (-1: the terminal's own), made once for each
// combination. The caller must have checked that the terminal has colours: without them ncurses
// dereferences null here.
static inline int cn_color_pair(int foreground, int background) {
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
  return alloc_pair(foreground, background);
#else
  (void)foreground;
  (void)background;
  return 0;
#endif
}

// Hidden by the X/Open macros that ncurses is compiled without here.
extern int wcwidth(wchar_t);

#endif
