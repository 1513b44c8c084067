/// A value that is computed from rows in the background; a new request replaces the last.
@MainActor
package final class BackgroundResult<Value: Sendable> {
  package private(set) var result: Value

  package var status: QueryStatus { scan.status }

  /// Called on the main actor after each change.
  package var onChange: (() -> Void)?

  private let scan = BackgroundScan<Value?>(empty: nil)

  init(_ value: Value) {
    result = value
    scan.onDelivery = { [weak self] value, _ in
      guard let self else { return }
      result = value ?? result
      onChange?()
    }
  }

  /// Where a request reports the value so far.
  struct Report {
    fileprivate let mailbox: ScanMailbox<Value?>
    fileprivate var last = ContinuousClock.now

    /// Returns whether the value is no longer needed.
    var isCancelled: @Sendable () -> Bool { { [mailbox] in mailbox.isCancelled } }

    /// Reports the number of rows so far, and the value if it was not for some time, as making it
    /// may cost more than a step; returns whether to continue.
    mutating func callAsFunction(scanned count: Int, _ makeValue: () -> Value?) -> Bool {
      let value = last.duration(to: .now) > .milliseconds(100) ? makeValue() : nil
      if value != nil { last = .now }
      return mailbox.post(scanned: count) { $0 = value ?? $0 }
    }

    func end(_ value: Value) { _ = mailbox.post { $0 = value } }
  }

  /// Starts a request, with the value of no rows; `work` computes it, on any thread, and returns
  /// `false` only if it was cancelled.
  func start(
    of rowCount: Int, _ value: Value, _ work: @escaping @Sendable (inout Report) throws -> Bool
  ) {
    result = value
    scan.start(of: rowCount) { mailbox in
      var report = Report(mailbox: mailbox)
      return try work(&report)
    }
  }

  /// Cancels the request; the value so far remains.
  package func cancel() { scan.cancel() }

  /// Blocks until all rows have been scanned.
  package func wait() { scan.wait() }
}
