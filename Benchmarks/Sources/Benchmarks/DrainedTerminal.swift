import BenchmarkSupport
import Glibc
import MocoaTUI

/// A pseudo-terminal that reads, and forgets, whatever is written to it.
struct DrainedTerminal {
  struct Failure: Error {}

  private let descriptor: Int32

  /// Opens a terminal of a size and begins to read from it.
  init(size: Size) throws {
    descriptor = open_drained_terminal(Int32(size.columns), Int32(size.rows))
    guard descriptor >= 0 else { throw Failure() }
  }

  /// Gives the terminal another size.
  func resize(to size: Size) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }

  /// Runs a body for which the terminal is standard input and output.
  func asStandardStreams(_ body: () throws -> Void) rethrows {
    let saved = [STDIN_FILENO, STDOUT_FILENO].map { dup($0) }
    for stream in [STDIN_FILENO, STDOUT_FILENO] { dup2(descriptor, stream) }
    setenv("TERM", "xterm-256color", 1)
    unsetenv("COLORTERM")
    defer {
      for (stream, copy) in zip([STDIN_FILENO, STDOUT_FILENO], saved) {
        dup2(copy, stream)
        close(copy)
      }
    }
    try body()
  }
}
