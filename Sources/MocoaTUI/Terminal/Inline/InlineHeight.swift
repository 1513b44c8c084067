/// How much of the screen an ``InlineTerminal`` uses.
public enum InlineHeight: Hashable, Sendable {
  /// So many rows.
  case rows(Int)
  /// So much of the screen, in percent.
  case percentage(Int)

  /// Reads `12` or `40%`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let number = Int(digits), number > 0, digits.allSatisfy(\.isNumber) else { return nil }
    guard text.hasSuffix("%") else {
      self = .rows(min(number, 10_000))
      return
    }
    guard number <= 100 else { return nil }
    self = .percentage(number)
  }

  /// The fewest rows in which a list can be used.
  private static let leastRows = 3

  /// The rows that are used of a screen with so many.
  func rows(of screenRows: Int) -> Int {
    let wanted =
      switch self {
      case .rows(let rows): rows
      case .percentage(let percentage): screenRows * percentage / 100
      }
    return min(max(wanted, Self.leastRows), screenRows)
  }
}
