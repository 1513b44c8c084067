/// Lists the sections of a list, with conditions and loops.
@resultBuilder public enum SectionBuilder {
  /// Takes one section.
  public static func buildExpression(_ section: any SectionModel) -> [any SectionModel] {
    [section]
  }

  /// Joins the sections of statements that follow each other.
  public static func buildBlock(_ parts: [any SectionModel]...) -> [any SectionModel] {
    parts.flatMap(\.self)
  }

  /// Joins the sections of a loop.
  public static func buildArray(_ parts: [[any SectionModel]]) -> [any SectionModel] {
    parts.flatMap(\.self)
  }

  /// Takes the sections of a condition that may not hold.
  public static func buildOptional(_ part: [any SectionModel]?) -> [any SectionModel] {
    part ?? []
  }

  /// Takes the sections where a condition holds.
  public static func buildEither(first part: [any SectionModel]) -> [any SectionModel] { part }

  /// Takes the sections where a condition does not hold.
  public static func buildEither(second part: [any SectionModel]) -> [any SectionModel] { part }
}
