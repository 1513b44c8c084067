import MocoaCore

extension Int {
  /// The number with thousands separated: `1 000`.
  package var grouped: String {
    (0..<1_000).contains(self) ? String(self) : TextNumber.grouped(String(self))
  }

  /// Returns the number with a noun: `1 row`, `1 000 rows`; a plural that is not given has an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? "\(one)s")"
  }
}
