/// A row as two numbers: who it is, and what it shows.
public struct RowFingerprint: Identifiable, Hashable, Sendable {
  /// Who the row is.
  public var id: UInt64

  /// What the row shows.
  public var content: UInt64

  /// Makes a fingerprint from two hashes that are good in all their bits.
  @inlinable
  public init(id: UInt64, content: UInt64) {
    self.id = id
    self.content = content
  }
}
