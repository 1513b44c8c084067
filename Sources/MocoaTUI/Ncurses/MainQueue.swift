internal import CTerminal
import MocoaSystem

/// The main dispatch queue as a descriptor to poll, so that work sent to the main actor runs
/// between two frames, on the main thread.
@MainActor
enum MainQueue {
  /// The descriptor that is readable while work is pending; -1 if the system offers none.
  static var descriptor: Int32 { cterminal_main_queue_descriptor() }

  /// Runs the pending work.
  static func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    cterminal_main_queue_drain()
  }
}
