/// A result builder of the sections of a list.
@resultBuilder public enum SectionBuilder {
  /// Builds from one section.
  public static func buildExpression(_ section: any SectionModel) -> [any SectionModel] {
    [section]
  }

  /// Joins the sections of consecutive statements.
  public static func buildBlock(_ parts: [any SectionModel]...) -> [any SectionModel] {
    parts.flatMap(\.self)
  }

  /// Joins the sections of a loop.
  public static func buildArray(_ parts: [[any SectionModel]]) -> [any SectionModel] {
    parts.flatMap(\.self)
  }

  /// Builds from the sections of an `if` without `else`.
  public static func buildOptional(_ part: [any SectionModel]?) -> [any SectionModel] {
    part ?? []
  }

  /// Builds from the sections of an `if` branch.
  public static func buildEither(first part: [any SectionModel]) -> [any SectionModel] { part }

  /// Builds from the sections of an `else` branch.
  public static func buildEither(second part: [any SectionModel]) -> [any SectionModel] { part }
}
