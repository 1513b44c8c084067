import Synchronization

/// Counts the tested rows whose time is of a date with which it is compared for equality, but not
/// its midnight, which a date alone is.
final class DateWatch: Sendable {
  private let value: Operand

  private let dates: [Operand]

  /// What is said where such rows were tested, in front of their number.
  private let text: String

  private let count = Atomic(0)

  /// Creates a watch of a comparison with dates, as it is typed; nil if none of the operands is
  /// one.
  init?(
    of value: Operand, and operands: [(operand: Operand, text: Substring)],
    texts: (value: Substring, rest: Substring)
  ) {
    let dates = operands.filter { $0.operand.isDate(typedAs: $0.text) }
    guard let first = dates.first, !value.isConstant else { return nil }
    (self.value, self.dates) = (value, dates.map(\.operand))
    let subject = if case .today = first.operand { "today is a" } else { "a date alone is its" }
    text = "\(subject) midnight; truncate(\(texts.value), 1d) \(texts.rest) compares days"
  }

  /// What is said of the tested rows; nil if there is none of such a date.
  var note: String? {
    let count = count.load(ordering: .relaxed)
    guard count > 0 else { return nil }
    return "\(text) (\(count == 1 ? "1 row is" : "\(count) rows are") of it)"
  }

  /// Forgets the rows, which are tested again.
  func removeAll() { count.store(0, ordering: .relaxed) }

  /// Counts a row whose time is of one of the dates; returns `true`.
  func look(in row: UnsafeRawBufferPointer) -> Bool {
    let isOfDate = value.withValue(in: row) { value in
      guard let time = value?.instant else { return false }
      return dates.contains { date in
        date.withValue(in: row) { date in
          guard let start = date?.time, time != start, abs(time.seconds - start.seconds) < 100_000
          else { return false }
          return time.truncated(to: 86_400) == start
        }
      }
    }
    if isOfDate { count.add(1, ordering: .relaxed) }
    return true
  }
}

extension Operand {
  /// Returns whether a constant is a date without the time of a day, by the text that was typed.
  fileprivate func isDate(typedAs text: Substring) -> Bool {
    switch self {
    case .time: Timestamp(String(text)) != nil && text.utf8.count == 10
    case .text(let text): text.escaped.count == 10 && Timestamp(text.plain) != nil
    case .today(let seconds): seconds.remainder(dividingBy: 86_400) == 0
    default: false
    }
  }
}
