/// A result builder of the sections of a list.
@resultBuilder public enum SectionBuilder {
  /// Sections, which can be read on any thread if each of them can.
  public struct Contents {
    private(set) var sections: [any SectionModel]
    /// The same sections; nil if one of them cannot be read on any thread.
    private(set) var sendable: [any SectionModel & Sendable]?

    init(_ sections: [any SectionModel]) {
      self.sections = sections
      sendable = sections.isEmpty ? [] : nil
    }

    init(sendable: [any SectionModel & Sendable]) {
      (sections, self.sendable) = (sendable, sendable)
    }

    init(joining parts: [Contents]) {
      sections = parts.flatMap(\.sections)
      let sendable = parts.compactMap(\.sendable)
      self.sendable = sendable.count == parts.count ? sendable.flatMap(\.self) : nil
    }

    /// Exchanges the rows of a section; returns false if they are of another type.
    mutating func exchangeRows<Rows: RandomAccessCollection>(
      ofSection index: Int, _ rows: inout Rows
    ) -> Bool {
      let new = rows
      guard sections[index].exchangeRows(&rows) else { return false }
      var old = new
      _ = sendable?[index].exchangeRows(&old)
      return true
    }
  }

  /// Builds from one section.
  public static func buildExpression(_ section: any SectionModel) -> Contents {
    Contents([section])
  }

  /// Builds from one section that can be read on any thread.
  public static func buildExpression(_ section: any SectionModel & Sendable) -> Contents {
    Contents(sendable: [section])
  }

  /// Joins the sections of consecutive statements.
  public static func buildBlock(_ parts: Contents...) -> Contents { Contents(joining: parts) }

  /// Joins the sections of a loop.
  public static func buildArray(_ parts: [Contents]) -> Contents { Contents(joining: parts) }

  /// Builds from the sections of an `if` without `else`.
  public static func buildOptional(_ part: Contents?) -> Contents { part ?? Contents([]) }

  /// Builds from the sections of an `if` branch.
  public static func buildEither(first part: Contents) -> Contents { part }

  /// Builds from the sections of an `else` branch.
  public static func buildEither(second part: Contents) -> Contents { part }
}
