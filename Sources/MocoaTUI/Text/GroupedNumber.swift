import MocoaCore

extension Int {
  /// The number with thousands separated: `1 000`.
  package var grouped: String {
    (0..<1_000).contains(self) ? String(self) : TextNumber.grouped(String(self))
  }
}
