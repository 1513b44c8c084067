internal import CTerminal
import Glibc

/// The main dispatch queue as something to poll, so that work sent to the main actor runs between
/// two frames of the loop and on the main thread.
@MainActor
enum MainQueue {
  /// Becomes readable when work is waiting; -1 where the system offers none.
  static var descriptor: Int32 { cterminal_main_queue_descriptor() }

  /// Runs what is waiting.
  static func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    cterminal_main_queue_drain()
  }
}
