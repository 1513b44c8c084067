import MocoaCore

/// A text of a row with a background, such as a state; see ``Text``.
@MainActor
public struct Badge<Model> {
  private(set) var text: Text<Model>

  /// Creates a badge of a value.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a row, or nil for no badge; often a key path.
  ///   - format: The format of values.
  ///   - style: Returns the style of a value, whose color is that of the background; nil for that
  ///     of badges.
  public init<Value>(
    _ value: @escaping (Model) throws -> Value?, format: ColumnFormat<Value> = .standard,
    style: ((Value) -> StyleName)? = nil
  ) {
    let text = Text(value, format: format, style: style).badge()
    self.text = style == nil ? text.style(.badge) : text.adding(.reverse)
  }

  /// Returns the badge with a style, whose color is that of the background.
  public func style(_ style: StyleName) -> Self {
    var badge = self
    badge.text = text.style(style).adding(.reverse)
    return badge
  }

  /// Returns the badge with the style that a closure or a key path returns for a row.
  ///
  /// The style of the value, if it has one, takes precedence.
  public func style(_ style: @escaping (Model) -> StyleName) -> Self {
    var badge = self
    badge.text = text.style { style($0) }.adding(.reverse)
    return badge
  }
}

/// A line of a row with several lines.
///
/// ```swift
/// ListPage("Messages", messages).row {
///   RowLine { Text(\.sender).bold(); Spacer(); Text(\.time).style(.date) }
///   RowLine { Text(\.subject).style(.secondary) }
/// }
/// ```
@MainActor
public struct RowLine<Model> {
  let parts: [RowPart<Model>]

  /// Creates a line of texts and spacers.
  public init(@RowBuilder<Model> _ parts: () -> [RowPart<Model>]) { self.parts = parts() }
}

/// A part of a row: a text, a spacer, or a line.
public enum RowPart<Model> {
  /// A text, which is separated from the one before by a space.
  case text(Text<Model>)
  /// The room that is left.
  case spacer
  /// A line of its own.
  case line([RowPart])
}

/// A result builder of rows.
@resultBuilder @MainActor public enum RowBuilder<Model>: ArrayBuilder {
  public typealias Part = RowPart<Model>

  public static func buildExpression(_ text: Text<Model>) -> [RowPart<Model>] { [.text(text)] }
  public static func buildExpression(_ badge: Badge<Model>) -> [RowPart<Model>] {
    [.text(badge.text)]
  }
  public static func buildExpression(_ spacer: Spacer) -> [RowPart<Model>] { [.spacer] }
  public static func buildExpression(_ line: RowLine<Model>) -> [RowPart<Model>] {
    [.line(line.parts)]
  }
}

extension ListPage {
  /// Draws each row by its parts, from left to right.
  ///
  /// ```swift
  /// .row {
  ///   Text(\.name).bold()
  ///   Spacer()
  ///   Badge(\.phase)
  /// }
  /// ```
  /// Texts behind a ``Spacer`` are at the right edge, those between two are centered. If there is
  /// not enough room, those at the right take at most half of it, and the others end in an
  /// ellipsis. Parts are evaluated once; what differs between rows is given by closures and key
  /// paths. Search and filter compare with the texts.
  ///
  /// - Returns: The page.
  @discardableResult
  public func row(@RowBuilder<Model> _ parts: () -> [RowPart<Model>]) -> Self {
    let lines = RowDrawing.lines(of: parts())
    let newLine: Text<Model>.Drawing = { $1.newLine() }
    let draws = lines.map { [$0.draw] }.joined(separator: [newLine])
    (rowStyle.height, rowStyle.draw) = (max(1, lines.count), Text.chain(Array(draws)))
    rowStyle.texts = { model in lines.flatMap { $0.texts(of: model) } }
    return show([])
  }
}

/// A line of a row, whose parts are grouped by their alignment.
@MainActor
private struct RowDrawing<Model> {
  let draw: Text<Model>.Drawing
  private let parts: [Text<Model>]

  private init(_ parts: ArraySlice<RowPart<Model>>) {
    var groups: [[Text<Model>]] = [[]]
    for part in parts {
      if case .text(let text) = part {
        groups[groups.count - 1].append(text)
      } else {
        groups.append([])
      }
    }
    self.parts = groups.flatMap(\.self)
    let left = groups.removeFirst().map { $0.drawing(at: .leading) }
    // From right to left.
    let right = (groups.popLast() ?? []).reversed().map { $0.drawing(at: .trailing) }
    let center = groups.flatMap(\.self).map { $0.run() }
    let middle: Text<Model>.Drawing = { model, canvas in
      let runs = center.map { $0(model) }.filter { !$0.text.isEmpty }
      canvas.write(Line(Array(runs.map { [$0] }.joined(separator: [" "]))), alignment: .center)
    }
    draw = Text.chain(left + right + (center.isEmpty ? [] : [middle]))
  }

  /// Returns the lines of a row: those of its own, and one for the parts between two of them.
  static func lines(of parts: [RowPart<Model>]) -> [Self] {
    var lines: [Self] = []
    var rest = parts[...]
    while let first = rest.first {
      if case .line(let parts) = first {
        lines += Self.lines(of: parts)
        rest.removeFirst()
      } else {
        let line = rest.prefix { if case .line = $0 { false } else { true } }
        lines.append(Self(line))
        rest.removeFirst(line.count)
      }
    }
    return lines
  }

  /// Returns the texts of a row, from left to right.
  func texts(of model: Model) -> [String] { parts.map { $0.cell(of: model).text } }
}

extension Text {
  /// Returns a closure that calls others, one after the other.
  ///
  /// An array of them would be read for each row, by code that does not know its type.
  fileprivate static func chain(_ draws: [Drawing]) -> Drawing {
    guard var chain = draws.first else { return { _, _ in } }
    for draw in draws.dropFirst() {
      chain = { [chain] model, canvas in
        chain(model, &canvas)
        draw(model, &canvas)
      }
    }
    return chain
  }
}
