import Testing

/// The rows of Documentation/Parity.md that a test proves.
public struct ParityTrait: TestTrait {
  /// The numbers of the rows.
  let rows: [String]
}

extension Trait where Self == ParityTrait {
  /// The rows of Documentation/Parity.md that a test proves; `ParityTests` verifies that each row
  /// names the tests that carry its number.
  public static func parity(_ rows: String...) -> Self { ParityTrait(rows: rows) }
}
