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
#include <panel.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <wchar.h>

// The attributes are casts in macros; as enumerators Swift sees them as UInt32.
enum : unsigned {
  CN_BOLD = A_BOLD,
  CN_DIM = A_DIM,
  CN_UNDERLINE = A_UNDERLINE,
  CN_REVERSE = A_REVERSE,
  CN_PROTECT = A_PROTECT,
#ifdef A_ITALIC
  CN_ITALIC = A_ITALIC,
#else
  CN_ITALIC = 0u,
#endif
};

// The globals are `var` in Swift, which its concurrency checking refuses; these read them.
static inline WINDOW *cn_curscr(void) { return curscr; }
static inline WINDOW *cn_newscr(void) { return newscr; }
static inline int cn_colors(void) { return COLORS; }

// What the entry of a terminal in the database says.
typedef struct {
  int colors;
  // Blanks that are erased have the color of the background.
  bool erasesWithBackground;
  // Text can be struck through.
  bool strikesThrough;
  // ESC ( B makes ASCII the character set G0.
  bool selectsASCII;
} CNEntry;

static inline bool cn_has(const char *capability, const char *sequence) {
  const char *text = tigetstr((char *)capability);
  return text != NULL && text != (const char *)-1 && strstr(text, sequence) != NULL;
}

static inline CNEntry cn_entry(const char *name, int descriptor) {
  CNEntry entry = {0, false, false, false};
  int error = 0;
  if (setupterm((char *)name, descriptor, &error) != OK) return entry;
  // Those that have no italics may draw the sequence in another way.
  entry.strikesThrough = cn_has("smxx", "") && cn_has("sitm", "");
  entry.selectsASCII = cn_has("rmacs", "\033(B") || cn_has("enacs", "\033(B");
  entry.erasesWithBackground = tigetflag((char *)"bce") == 1;
  entry.colors = tigetnum((char *)"colors");
  del_curterm(cur_term);
  return entry;
}

// Hidden by the X/Open macros that ncurses is compiled without here.
extern int wcwidth(wchar_t);

#endif
