/// A column of a list page: its title, the text of each value, and how it is displayed.
///
/// ```swift
/// Column("NAME", \.name).style(.title)
/// Column("STATUS", \.phase) { $0 == "Running" ? .success : .error }
/// Column("IMAGE", \.image).style { $0.isPaused ? .tertiary : .body }.bold(\.isNew)
/// Column("SIZE", \.size, format: .byteCount).sortable()
/// Column("OWNER") { file in try owner(of: file) }
/// ```
/// A member without a value is an empty text. If the closure throws an error, its description is
/// displayed in the place of the text.
@MainActor
public struct Column<Model> {
  var column: TableColumn
  private var text: Text<Model>
  private(set) var keys: ([Model]) -> any ColumnKeys
  private(set) var isSortable = false

  /// Creates a column of values in an order, such as texts, numbers and durations.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - value: Returns the value of a row, or nil; often a key path.
  ///   - format: The format of values.
  ///   - alignment: The alignment; nil for that of the type, at which numbers are at the right.
  ///   - width: The width: that of the contents within limits, a fixed one, or a share.
  ///   - style: Returns the style of a value; nil for the style of the column.
  public init<Value: Comparable & Sendable>(
    _ title: String, _ value: @escaping (Model) throws -> Value?,
    format: ColumnFormat<Value> = .standard, alignment: TextAlignment? = nil,
    width: Extent = .content(minimum: 4, maximum: 40), style: ((Value) -> StyleName)? = nil
  ) {
    self.init(
      title: title, value: value, format: format, alignment: alignment, width: width, style: style
    ) { models in
      ValueKeys(values: models.map { try? value($0) })
    }
  }

  /// Creates a column of values without an order, such as Boolean values; its rows are sorted by
  /// their texts.
  public init<Value>(
    _ title: String, _ value: @escaping (Model) throws -> Value?,
    format: ColumnFormat<Value> = .standard, alignment: TextAlignment? = nil,
    width: Extent = .content(minimum: 4, maximum: 40), style: ((Value) -> StyleName)? = nil
  ) {
    self.init(
      title: title, value: value, format: format, alignment: alignment, width: width, style: style
    ) { models in
      ValueKeys(values: models.map { try? value($0).map(format.text) })
    }
  }

  private init<Value>(
    title: String, value: @escaping (Model) throws -> Value?, format: ColumnFormat<Value>,
    alignment: TextAlignment?, width: Extent, style: ((Value) -> StyleName)?,
    keys: @escaping ([Model]) -> any ColumnKeys
  ) {
    let isNumber = Value.self is any Numeric.Type || Value.self == Duration.self
    column = TableColumn(
      id: title, width: width, alignment: alignment ?? .standard(ofNumbers: isNumber),
      style: isNumber ? .number : .body)
    text = Text(value, format: format, style: style)
    self.keys = keys
  }

  /// Returns the column with a style of its texts.
  public func style(_ style: StyleName) -> Self {
    var column = self
    column.column.style = style
    return column
  }

  /// Returns the column with the style that a closure or a key path returns for a row.
  ///
  /// The style of the value, if it has one, takes precedence; nil is the style of the column.
  public func style(_ style: @escaping (Model) -> StyleName?) -> Self {
    changing { $0.style(style) }
  }

  /// Returns the column in bold, in the rows for which a closure returns true, or in all.
  public func bold(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    changing { $0.bold(isActive) }
  }

  /// Returns the column dimmed, in the rows for which a closure returns true, or in all.
  public func dim(_ isActive: ((Model) -> Bool)? = nil) -> Self { changing { $0.dim(isActive) } }

  /// Returns the column in italics, in the rows for which a closure returns true, or in all.
  public func italic(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    changing { $0.italic(isActive) }
  }

  /// Returns the column underlined, in the rows for which a closure returns true, or in all.
  public func underline(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    changing { $0.underline(isActive) }
  }

  /// Returns the column struck through, in the rows for which a closure returns true, or in all;
  /// see ``TextAttributes/strikethrough``.
  public func strikethrough(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    changing { $0.strikethrough(isActive) }
  }

  private func changing(_ change: (Text<Model>) -> Text<Model>) -> Self {
    var column = self
    column.text = change(text)
    return column
  }

  /// Returns the column that sorts rows by its values, with a click on its title or with keys.
  public func sortable() -> Self {
    var column = self
    column.isSortable = true
    return column
  }

  /// Returns the column that sorts rows by another value of them.
  public func sortable<Key: Comparable & Sendable>(
    by key: @escaping (Model) throws -> Key?
  ) -> Self {
    var column = sortable()
    column.keys = { models in ValueKeys(values: models.map { try? key($0) }) }
    return column
  }

  /// Returns the text of a row in the column.
  func text(of model: Model) -> String { text.content(model).text }

  /// Returns the text and the style of a row in the column.
  func cell(of model: Model) -> (text: String, style: StyleName) {
    let (string, style) = text.content(model)
    return (string, text.attributed(style ?? column.style, in: model))
  }

  /// The columns of the terminal that the title needs, with the arrow of the sort order.
  var titleColumns: Int { TextWidth.columns(of: column.title) + (isSortable ? 2 : 0) }
}

extension Column where Model: Sendable {
  /// Returns the column that sorts rows by a comparison, which is called off the main actor if
  /// there are many rows.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first row precedes the second one in
  ///   ascending order.
  /// - Returns: The column.
  public func sortable(
    by areInIncreasingOrder: @escaping @Sendable (Model, Model) -> Bool
  ) -> Self {
    var column = sortable()
    column.keys = { ComparedKeys(models: $0, areInIncreasingOrder: areInIncreasingOrder) }
    return column
  }
}

/// A result builder of columns.
@resultBuilder public enum ColumnBuilder<Model>: ArrayBuilder {
  public typealias Part = Column<Model>
}
