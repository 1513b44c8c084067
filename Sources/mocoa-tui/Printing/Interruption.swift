import MocoaFeedUI
import MocoaSystem
import Synchronization

/// The request to end the output of rows that has no other end, by Ctrl-C or `kill`.
///
/// What is to be reported is written before the program ends as the signal demands; a second signal
/// ends it at once.
enum Interruption {
  /// The number of the signal; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// A Boolean value that indicates whether the program is to end.
  static var isRequested: Bool { signal.load(ordering: .relaxed) != 0 }

  /// Returns whether followed rows end, with which it was reported at once what is wrong with them.
  static func ends(_ source: SourceOptions) -> Bool { isRequested && source.follow }

  /// Begins to wait for signals, except for those that are ignored.
  ///
  /// A file of some of the rows would replace another one, so a signal ends that at once.
  static func begin(_ output: OutputOptions) {
    guard output.file == nil else { return }
    _ = isRequested  // The handler must not be the first to use it.
    for number in [SIGINT, SIGTERM] {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0,
        unsafeBitCast(old.__sigaction_handler.sa_handler, to: UInt.self)
          == unsafeBitCast(SIG_DFL, to: UInt.self)
      else { continue }
      var action = sigaction()
      action.sa_flags = SA_RESTART | CInt(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { number in
        Interruption.signal.store(number, ordering: .relaxed)
      }
      sigaction(number, &action, nil)
    }
  }

  /// Reports what is missing, and ends the program by the signal, if there was one.
  static func end(reporting faults: ResultFaults) {
    guard isRequested else { return }
    if !faults.isWhole { _ = Output.report(faults) }
    let number = signal.load(ordering: .relaxed)
    MocoaSystem.signal(number, SIG_DFL)
    raise(number)
  }
}
