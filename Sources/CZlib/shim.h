#include <zlib.h>

// A macro that Swift does not import.
static inline int czlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
