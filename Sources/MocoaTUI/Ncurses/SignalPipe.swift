internal import CTerminal
import MocoaSystem

/// The signals that a full-screen program handles, as bytes in a pipe.
///
/// The handlers are written in C and only write; the reader of the pipe does the rest. They are
/// installed before ncurses starts, which handles only signals without a handler.
@MainActor
struct SignalPipe {
  let descriptor: Int32

  private static let caught = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  static func open() -> SignalPipe? {
    let descriptor = cterminal_wake_descriptor()
    guard descriptor >= 0 else { return nil }
    for signal in caught {
      _ = cterminal_catch(signal, TerminalSignal(number: signal)?.endsProgram ?? false)
    }
    return SignalPipe(descriptor: descriptor)
  }

  /// The signals that arrived, in order.
  func drain() -> [TerminalSignal] {
    takeAll().compactMap { TerminalSignal(number: Int32($0)) }
  }

  /// A Boolean value that indicates whether a terminating signal is pending, in the pipe.
  var hasEnd: Bool {
    let numbers = takeAll()
    for number in numbers { cterminal_wake(number) }
    return numbers.contains { TerminalSignal(number: Int32($0))?.endsProgram ?? false }
  }

  private func takeAll() -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes[..<max(0, count)]
  }

  /// Removes the handlers; the terminal must have been restored before.
  func close() {
    cterminal_end_in_time()
    for signal in Self.caught { _ = cterminal_default(signal) }
  }

  /// Stops the job, as Ctrl-Z does, and returns when it continues in the foreground.
  ///
  /// A job that continues in the background waits for the foreground, or ends silently. The system
  /// never stops one that no shell could continue, so there is a limit.
  ///
  /// - Returns: `false` if a terminating signal is pending.
  func stopJob(on device: TerminalDevice) -> Bool {
    stop()
    return waitForForeground(on: device)
  }

  /// Stops the job repeatedly while it continues in the background.
  ///
  /// - Returns: `false` if a terminating signal is pending.
  func waitForForeground(on device: TerminalDevice) -> Bool {
    for _ in 0..<64 {
      if hasEnd { return false }
      if device.isInForeground { break }
      stop()
    }
    return true
  }

  private func stop() {
    // When this returns, the job is known to continue.
    for signal in [SIGTSTP, SIGCONT] { _ = cterminal_default(signal) }
    kill(0, SIGTSTP)
    for signal in [SIGTSTP, SIGCONT] { _ = cterminal_catch(signal, false) }
  }
}

extension TerminalSignal {
  fileprivate var endsProgram: Bool {
    if case .end = self { true } else { false }
  }

  fileprivate init?(number: Int32) {
    switch number {
    case SIGWINCH: self = .resize
    case SIGTSTP: self = .stop
    case SIGCONT: self = .resume
    case SIGINT, SIGTERM, SIGHUP, SIGQUIT: self = .end(number)
    default: return nil
    }
  }
}
