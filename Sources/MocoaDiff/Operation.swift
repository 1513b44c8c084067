/// A section that is in both lists and is shown elsewhere.
public struct SectionMove: Hashable, Sendable, Codable {
  /// The section's position in the old list.
  public var from: Int

  /// The section's position in the new list.
  public var to: Int

  /// Makes a move from a position in the old list to one in the new.
  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }
}

/// A row that is in both lists and is shown elsewhere, in the same section or another.
public struct ItemMove: Hashable, Sendable, Codable {
  /// The row's position in the old list.
  public var from: ListIndexPath

  /// The row's position in the new list.
  public var to: ListIndexPath

  /// Makes a move from a position in the old list to one in the new.
  public init(from: ListIndexPath, to: ListIndexPath) {
    self.from = from
    self.to = to
  }
}

/// The position of a header, a footer or another supplementary part of a section.
public struct SupplementaryPath: Hashable, Sendable, Codable {
  /// The kind, such as header or footer.
  public var kind: String

  /// The position of the section in the list.
  public var section: Int

  /// The position among the section's parts of this kind, from 0.
  public var index: Int

  /// Makes a position from a kind, a section and an index in that section.
  public init(kind: String, section: Int, index: Int) {
    self.kind = kind
    self.section = section
    self.index = index
  }
}

extension SectionMove: CustomStringConvertible {
  /// Both positions with an arrow between them: `1→3`.
  public var description: String { "\(from)→\(to)" }
}

extension ItemMove: CustomStringConvertible {
  /// Both positions with an arrow between them: `0.4→1.0`.
  public var description: String { "\(from)→\(to)" }
}

extension SupplementaryPath: CustomStringConvertible {
  /// The kind, the section and the index: `header 2.0`.
  public var description: String { "\(kind) \(section).\(index)" }
}

extension SupplementaryPath: Comparable {
  /// Orders paths by section, then kind, then index.
  public static func < (first: SupplementaryPath, second: SupplementaryPath) -> Bool {
    (first.section, first.kind, first.index)
      < (second.section, second.kind, second.index)
  }
}
