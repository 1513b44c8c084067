extension Changeset {
  /// A section or a row of both lists whose order has changed.
  ///
  /// Its position may be the same: of three rows, the second does not change its position when the
  /// first and the third are swapped, but two of the three move.
  public struct Move<Position: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The position in the old list.
    public var from: Position

    /// The position in the new list.
    public var to: Position

    /// Creates a move from a position in the old list to one in the new.
    package init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }
}

extension Changeset.Move: CustomStringConvertible {
  /// Both positions, separated by an arrow: `0.4→1.0`.
  public var description: String { "\(from)→\(to)" }
}

/// The position of a header, a footer or another supplementary part of a section.
public struct SupplementaryPath: Hashable, Sendable, Codable {
  /// The kind, such as header or footer.
  public var kind: String

  /// The position of the section in the list.
  public var section: Int

  /// The position among the section's parts of this kind, from 0.
  public var index: Int

  /// Creates a position from a kind, a section and an index in that section.
  public init(kind: String, section: Int, index: Int) {
    self.kind = kind
    self.section = section
    self.index = index
  }
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
