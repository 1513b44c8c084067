import MocoaCore

/// A view of the members of a value: the name of each at the left, and its text at the right.
///
/// ```swift
/// .detail { pod in Fields(of: pod) }
/// ```
/// Texts are wrapped. The members are those that `Mirror` reports, stored properties in order; one
/// without a value is blank, and elements and members of members are separated by commas. Of
/// elements that have members themselves, the number is displayed.
@MainActor
public final class Fields: View {
  private let fields: [(name: String, text: String)]

  /// Creates a view of the members of a value.
  public init(of value: Any) {
    let outer = type(of: value) is AnyClass ? [value as AnyObject] : []
    fields = Mirror(reflecting: value).children.enumerated().map { index, child in
      (child.label ?? "\(index)", Self.text(of: child.value, in: outer))
    }
    super.init()
  }

  /// Returns the text of a value; an object within itself is an ellipsis.
  private static func text(of value: Any, in outer: [AnyObject]) -> String {
    let mirror = Mirror(reflecting: value)
    var outer = outer
    func text(_ child: Mirror.Child) -> String { Self.text(of: child.value, in: outer) }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map(text) ?? ""
    case .collection, .set:
      if mirror.children.contains(where: { hasMembers($0.value) }) {
        return mirror.children.count.counted("value")
      }
      return list(mirror.children.map(text))
    case .dictionary:
      let entries = mirror.children.map { Array(Mirror(reflecting: $0.value).children) }
      if entries.contains(where: { $0.last.map { hasMembers($0.value) } ?? false }) {
        return entries.count.counted("value")
      }
      return list(entries.map { $0.map(text).joined(separator: ": ") }.sorted())
    case .struct, .class, .tuple:
      if let duration = value as? Duration { return ColumnFormat<Duration>.duration.text(duration) }
      if value is any CustomStringConvertible { return "\(value)" }
      if mirror.displayStyle == .class {
        let object = value as AnyObject
        if outer.contains(where: { $0 === object }) { return "…" }
        outer.append(object)
      }
      return list(mirror.children.map { "\($0.label ?? ""): " + text($0) })
    default: return "\(value)"
    }
  }

  /// Returns whether the text of a value would be that of several others.
  private static func hasMembers(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { hasMembers($0.value) } ?? false
    case .collection, .set, .dictionary: return true
    case .struct, .class, .tuple: return !(value is any CustomStringConvertible)
    default: return false
    }
  }

  private static func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }

  private func nameColumns(in columns: Int) -> Int {
    fields.map { TextWidth.columns(of: $0.name, upTo: columns / 3) }.max() ?? 0
  }

  /// Returns the places of the texts, from top to bottom.
  private func places(in size: Size) -> [Rect] {
    let left = nameColumns(in: size.columns) + 2
    let columns = max(1, size.columns - left)
    var top = 0
    return fields.map { field in
      let limit = max(1, size.rows.subtracting(clamping: top))
      let rows = TextWidth.lines(of: field.text, wrappedTo: columns, limit: limit).count
      defer { top += max(1, rows) }
      return Rect(column: left, row: top, columns: columns, rows: max(1, rows))
    }
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    let limit = Size(columns: available.columns, rows: min(available.rows, 1 << 20))
    let rows = places(in: limit).last?.bottom ?? 0
    return Size(columns: available.columns, rows: min(rows, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    for (field, place) in zip(fields, places(in: canvas.size)) where place.top < canvas.size.rows {
      canvas.draw(
        field.name, at: Point(column: 0, row: place.top), columns: place.left - 2,
        style: .secondary)
      canvas.drawWrapped(field.text, in: place)
    }
  }
}
