/// A row as two numbers: its identity and its content.
///
/// A feed can make them straight from a row's bytes, so that lists of millions of rows are compared
/// without making an object of any. Rows of the same identity are taken for the same row, and rows
/// of the same content for unchanged, on the word of these numbers alone: with good 64-bit hashes,
/// two among *n* rows share one by accident with odds of *n²* in 2^65, which is 1 in 37 million
/// for a million rows.
public struct RowFingerprint: Identifiable, Hashable, Sendable {
  /// The identity of the row.
  public var id: UInt64

  /// What the row shows.
  public var content: UInt64

  /// Creates a fingerprint from two hashes that are good in all their bits.
  @inlinable
  public init(id: UInt64, content: UInt64) {
    self.id = id
    self.content = content
  }
}
