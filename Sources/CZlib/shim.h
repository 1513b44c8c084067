#include <zlib.h>

// A macro that Swift does not import: a decoder of gzip streams with the largest window.
static inline int czlib_inflate_init_gzip(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}
