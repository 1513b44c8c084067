import MocoaCore

extension Int {
  /// The number with thousands separated: `1 000`.
  package var grouped: String {
    if (0..<1_000).contains(self) { return String(self) }
    guard self > 0 else { return TextNumber.grouped(String(self)) }
    // Of short strings, which need no memory: a position is shown at each key.
    var text = (self / 1_000).grouped
    text += " "
    text.append(contentsOf: String(1_000 + self % 1_000).dropFirst())
    return text
  }

  /// Returns the number with a noun: `1 row`, `1 000 rows`; a plural that is not given has an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? "\(one)s")"
  }
}
