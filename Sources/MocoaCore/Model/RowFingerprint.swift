/// Hashes of the identity and the content of a row.
///
/// A feed can compute them from the bytes of a row, so that lists of millions of rows are compared
/// without creating objects. Rows with equal identity hashes are considered the same, and rows with
/// equal content hashes unchanged: with good 64-bit hashes, the probability of a collision among
/// *n* rows is *n²* / 2^65, which is 1 in 37 million for a million rows.
public struct RowFingerprint: Identifiable, Hashable, Sendable {
  /// The hash of the row's identity.
  public var id: UInt64

  /// The hash of the row's content.
  public var content: UInt64

  /// Creates a fingerprint from two hashes, whose bits must all be well distributed.
  @inlinable
  public init(id: UInt64, content: UInt64) {
    (self.id, self.content) = (id, content)
  }
}
