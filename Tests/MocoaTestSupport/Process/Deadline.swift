/// A point in time until which something may take.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(in timeout: Duration) { end = .now + timeout }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// What is left, in milliseconds as `poll` takes them; 0 when it has passed.
  var milliseconds: Int32 {
    let rest = ContinuousClock.now.duration(to: end)
    guard rest > .zero else { return 0 }
    let (seconds, attoseconds) = rest.components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
