/// The part of the screen that an ``InlineTerminal`` uses.
package enum InlineHeight: Hashable, Sendable {
  case rows(Int)
  case percentage(Int)

  /// Parses `12` or `40%`; nil for anything else.
  package init?(_ text: String) {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let number = Int(digits), number > 0, digits.allSatisfy(\.isNumber) else { return nil }
    guard text.hasSuffix("%") else {
      self = .rows(min(number, 10_000))
      return
    }
    guard number <= 100 else { return nil }
    self = .percentage(number)
  }

  /// The minimum number of rows in which a list is usable.
  private static let leastRows = 3

  /// Returns the number of rows to use of a screen.
  func rows(of screenRows: Int) -> Int {
    let wanted =
      switch self {
      case .rows(let rows): rows
      case .percentage(let percentage): screenRows * percentage / 100
      }
    return min(max(wanted, Self.leastRows), screenRows)
  }
}
