internal import CTerminal

/// Restores a terminal if the program crashes; only one at a time is guarded.
@MainActor
struct CrashGuard {
  /// Begins to guard a terminal, to which the escape sequences are written in a crash.
  init(_ device: TerminalDevice, restoring sequences: String) {
    var sequences = sequences
    sequences.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = cterminal_guard_arm(device.descriptor, $0.baseAddress, $0.count, true)
      }
    }
  }

  /// Stops guarding, and writes what standard error received meanwhile.
  func end() { cterminal_guard_disarm(false) }
}
