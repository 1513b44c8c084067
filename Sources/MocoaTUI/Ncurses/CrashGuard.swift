internal import CTerminal

/// Puts a terminal back when the program crashes; one at a time is guarded.
@MainActor
struct CrashGuard {
  /// Guards a terminal from here on.
  ///
  /// - Parameters:
  ///   - device: the terminal.
  ///   - sequences: what is written to it in a crash.
  init(_ device: TerminalDevice, restoring sequences: String) {
    var sequences = sequences
    sequences.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = cterminal_guard_arm(device.descriptor, $0.baseAddress, $0.count, true)
      }
    }
  }

  /// Ends guarding; what was written to standard error meanwhile is written out.
  func end() { cterminal_guard_disarm(false) }
}
