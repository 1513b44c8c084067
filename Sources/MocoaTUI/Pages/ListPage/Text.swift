import MocoaCore

/// A text of a row: a value of it, with a format and a style.
///
/// ```swift
/// ListPage("Pods", pods).row {
///   Text(\.name).bold()
///   Spacer()
///   Badge(\.phase) { $0 == "Running" ? .success : .error }
/// }
/// ```
/// A member without a value is an empty text, which takes no room. If the closure throws an error,
/// its description is displayed in the place of the text.
@MainActor
public struct Text<Model> {
  /// Returns the text of a row, and the style of its value.
  private(set) var content: @MainActor (Model) -> (text: String, style: StyleName?)
  /// The style of texts whose value has none.
  private(set) var style = StyleName.body
  /// The attributes over the style in all rows.
  private var attributes: TextAttributes = []
  /// Returns the attributes over the style in a row.
  private var rowAttributes: ((Model) -> TextAttributes)?
  private var columns: Int?
  private var alignment = TextAlignment.leading
  /// A Boolean value that indicates whether a text has a space on either side.
  private var isBadge = false

  /// Creates a text of a value.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a row, or nil; often a key path.
  ///   - format: The format of values.
  ///   - width: The width in columns; nil for as many as the text needs.
  ///   - style: Returns the style of a value; nil for the style of the text.
  public init<Value>(
    _ value: @escaping (Model) throws -> Value?, format: ColumnFormat<Value> = .standard,
    width: Int? = nil, style: ((Value) -> StyleName)? = nil
  ) {
    columns = width
    content = { model in
      do {
        guard let value = try value(model) else { return ("", nil) }
        return (format.text(value), style?(value))
      } catch {
        return (error.displayText, .error)
      }
    }
  }

  /// Creates a text that is the same in all rows.
  public init(_ text: String, width: Int? = nil) {
    columns = width
    content = { _ in (text, nil) }
  }

  /// Returns the text with a style.
  public func style(_ style: StyleName) -> Self {
    var text = self
    text.style = style
    return text
  }

  /// Returns the text with the style that a closure or a key path returns for a row.
  ///
  /// ```swift
  /// Text(\.name).style { $0.isFolder ? .title : .body }
  /// ```
  /// The style of the value, if it has one, takes precedence; nil is the style of the text.
  public func style(_ style: @escaping (Model) -> StyleName?) -> Self {
    var text = self
    text.content = { [content] model in
      let (text, own) = content(model)
      return (text, own ?? style(model))
    }
    return text
  }

  /// Returns the text in bold, in the rows for which a closure returns true, or in all.
  public func bold(_ isActive: ((Model) -> Bool)? = nil) -> Self { adding(.bold, isActive) }

  /// Returns the text dimmed, in the rows for which a closure returns true, or in all.
  public func dim(_ isActive: ((Model) -> Bool)? = nil) -> Self { adding(.dim, isActive) }

  /// Returns the text in italics, in the rows for which a closure returns true, or in all.
  public func italic(_ isActive: ((Model) -> Bool)? = nil) -> Self { adding(.italic, isActive) }

  /// Returns the text underlined, in the rows for which a closure returns true, or in all.
  public func underline(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    adding(.underline, isActive)
  }

  /// Returns the text struck through, in the rows for which a closure returns true, or in all; see
  /// ``TextAttributes/strikethrough``.
  public func strikethrough(_ isActive: ((Model) -> Bool)? = nil) -> Self {
    adding(.strikethrough, isActive)
  }

  /// Returns the text with a width in columns, so that those of all rows begin at one column.
  public func frame(width: Int, alignment: TextAlignment = .leading) -> Self {
    var text = self
    (text.columns, text.alignment) = (width, alignment)
    return text
  }

  func adding(_ attributes: TextAttributes, _ isActive: ((Model) -> Bool)? = nil) -> Self {
    var text = self
    if let isActive {
      let others = rowAttributes
      text.rowAttributes = { model in
        (others?(model) ?? []).union(isActive(model) ? attributes : [])
      }
    } else {
      text.attributes.formUnion(attributes)
    }
    return text
  }

  func badge() -> Self {
    var text = self
    text.isBadge = true
    return text
  }

  /// Returns the text and the style of a row, without attributes.
  func cell(of model: Model) -> (text: String, style: StyleName) {
    let (text, style) = content(model)
    return (text, style ?? self.style)
  }

  /// Returns a style with the attributes of a row over it.
  func attributed(_ style: StyleName, in model: Model) -> StyleName {
    guard rowAttributes != nil || !attributes.isEmpty else { return style }
    let own = attributes.union(rowAttributes?(model) ?? [])
    return style.overlaid(with: TextStyle(attributes: own))
  }

  typealias Drawing = @MainActor (Model, inout Canvas) -> Void

  /// Returns a closure that draws the text of a row beside the texts before.
  func drawing(at side: TextAlignment) -> Drawing {
    let cell = styled()
    guard columns != nil else {
      return { model, canvas in
        let (text, style) = cell(model)
        canvas.write(text, style: style, alignment: side)
      }
    }
    let run = run()
    return { $1.write([run($0)], alignment: side) }
  }

  /// Returns a closure that returns the text of a row as a run.
  func run() -> @MainActor (Model) -> TextRun {
    let (cell, columns, alignment) = (styled(), columns, alignment)
    return { model in
      let (text, style) = cell(model)
      return TextRun(text, style: style, columns: columns, alignment: alignment)
    }
  }

  /// Returns a closure that returns the text of a row and its style, with attributes.
  private func styled() -> @MainActor (Model) -> (text: String, style: StyleName) {
    let (content, style, isBadge) = (content, style, isBadge)
    let (attributes, rowAttributes) = (attributes, rowAttributes)
    let base = style.overlaid(with: TextStyle(attributes: attributes))
    guard let rowAttributes else {
      var styles: [StyleName: StyleName] = [:]
      return { model in
        var (text, own) = content(model)
        if isBadge, !text.isEmpty { text = " \(text) " }
        guard let plain = own else { return (text, base) }
        if attributes.isEmpty { return (text, plain) }
        own = styles[plain] ?? plain.overlaid(with: TextStyle(attributes: attributes))
        styles[plain] = own
        return (text, own ?? plain)
      }
    }
    return { model in
      let (text, own) = content(model)
      let look = TextStyle(attributes: attributes.union(rowAttributes(model)))
      return (isBadge && !text.isEmpty ? " \(text) " : text, (own ?? style).overlaid(with: look))
    }
  }
}
