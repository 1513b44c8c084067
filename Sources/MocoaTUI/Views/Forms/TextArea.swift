import MocoaCore

/// A text input of several lines, wrapped at the width of the view, which scrolls vertically.
///
/// Enter starts a new line; arrow keys at the first and last row are left to the superviews.
@MainActor
public final class TextArea: TextInput {
  /// The minimum and maximum number of rows of the view.
  private let rows: ClosedRange<Int>

  private var firstRow = 0

  /// The column that the cursor returns to after a short row.
  private var goal: Int?

  /// Creates a text area that edits a bound text.
  ///
  /// - Parameters:
  ///   - binding: The text.
  ///   - prompt: The text that is displayed while the input is empty.
  ///   - rows: The minimum and maximum number of rows.
  public init(
    text binding: ValueBinding<String>, prompt: String = "", rows: ClosedRange<Int> = 3...8
  ) {
    self.rows = rows
    super.init(text: binding, prompt: prompt, allowsLineEnds: true)
  }

  /// Creates a text area that stores its text.
  public convenience init(
    text: String = "", prompt: String = "", rows: ClosedRange<Int> = 3...8
  ) {
    self.init(text: ValueBinding(storing: text), prompt: prompt, rows: rows)
  }

  // MARK: Layout

  /// Returns the characters of each row: as many of a line as fit, up to a blank if possible.
  private func layout(_ text: [Character], columns: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    // Room for the cursor after the last character.
    let room = max(1, columns - 1)
    var (start, blank, used) = (0, 0, 0)
    for (index, character) in text.enumerated() {
      guard character != "\n" else {
        rows.append(start..<index)
        (start, blank, used) = (index + 1, index + 1, 0)
        continue
      }
      let width = TextWidth.columns(of: String(character))
      // A blank may be beyond the edge.
      if used + width > room, index > start, character != " " {
        let end = blank > start ? blank : index
        rows.append(start..<end)
        start = end
        used = TextWidth.columns(of: String(text[start..<index]))
      }
      used += width
      if character == " " { blank = index + 1 }
    }
    return rows + [start..<text.count]
  }

  private func place(of cursor: Int, in rows: [Range<Int>], _ text: [Character]) -> Point {
    let row = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
    let before = String(text[rows[row].lowerBound..<min(cursor, rows[row].upperBound)])
    return Point(column: TextWidth.columns(of: before), row: row)
  }

  /// The characters, the rows, and the position of the cursor.
  private var layout: (text: [Character], rows: [Range<Int>], cursor: Point) {
    let editor = current
    let text = Array(editor.text)
    let rows = layout(text, columns: frame.columns)
    return (text, rows, place(of: editor.cursor, in: rows, text))
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    let count = layout(Array(binding.value), columns: available.columns).count
    let wanted = min(max(count, rows.lowerBound), rows.upperBound)
    return Size(columns: available.columns, rows: min(wanted, available.rows))
  }

  override func editorDidChange() {
    goal = nil
    invalidateSize()
  }

  /// Returns the first visible row, scrolled as little as possible to show the cursor.
  private func scrolled(to row: Int, of count: Int) -> Int {
    max(0, min(max(firstRow, row - frame.rows + 1), row, max(0, count - frame.rows)))
  }

  // MARK: Drawing

  public override func draw(in canvas: inout Canvas) {
    let (text, rows, cursor) = layout
    guard !text.isEmpty else {
      return canvas.drawWrapped(prompt, in: bounds, style: .textFieldPrompt)
    }
    firstRow = scrolled(to: cursor.row, of: rows.count)
    let selection = current.selection ?? 0..<0
    for (row, range) in rows.dropFirst(firstRow).prefix(frame.rows).enumerated() {
      let origin = Point(column: 0, row: row)
      canvas.draw(String(text[range]), at: origin, style: isEnabled ? style : .secondary)
      let part = selection.clamped(to: range)
      guard !part.isEmpty else { continue }
      canvas.overlay(
        Rect(
          column: TextWidth.columns(of: String(text[range.lowerBound..<part.lowerBound])), row: row,
          columns: TextWidth.columns(of: String(text[part])), rows: 1), style: .textSelection)
    }
  }

  public override var textCursor: Point? {
    let (_, rows, cursor) = layout
    let row = cursor.row - scrolled(to: cursor.row, of: rows.count)
    return Point(column: min(cursor.column, max(0, frame.columns - 1)), row: row)
  }

  override func character(at point: Point) -> Int {
    let (text, rows, _) = layout
    let row = max(0, min(firstRow + point.row, rows.count - 1))
    return character(at: point.column, of: rows[row], in: text)
  }

  private func character(at column: Int, of row: Range<Int>, in text: [Character]) -> Int {
    row.lowerBound + TextWidth.prefix(of: String(text[row]), fitting: max(0, column)).count
  }

  // MARK: Keys

  static let areaKeyMap = KeyMap(
    for: TextArea.self, title: "Text",
    [
      .trying("text-up", [.up, .control("p")], help: "Move up") { $0.move(by: -1) },
      .trying("text-down", [.down, .control("n")], help: "Move down") { $0.move(by: 1) },
      .init("text-select-up", [Key(.up, .shift)], help: "Select upwards") {
        _ = $0.move(by: -1, selecting: true)
      },
      .init("text-select-down", [Key(.down, .shift)], help: "Select downwards") {
        _ = $0.move(by: 1, selecting: true)
      },
      .init("text-new-line", [.enter], help: "Begin another line") { $0.type { $0.insert("\n") } },
    ]
  ).appending(editingKeyMap)

  public override var keyMap: KeyMap { isEnabled ? Self.areaKeyMap : .empty }

  override func moveToStart() { moveInRow { $0.lowerBound } }

  override func moveToEnd() {
    // The position after the last character of a wrapped row is the start of the next row.
    let starts = Set(layout.rows.map(\.lowerBound))
    moveInRow {
      starts.contains($0.upperBound) ? max($0.lowerBound, $0.upperBound - 1) : $0.upperBound
    }
  }

  private func moveInRow(_ place: (Range<Int>) -> Int) {
    let (_, rows, cursor) = layout
    edit { $0.move(to: place(rows[cursor.row])) }
  }

  /// Moves the cursor to the row above or below.
  ///
  /// - Returns: `true` if there is such a row.
  private func move(by step: Int, selecting: Bool = false) -> Bool {
    let (text, rows, cursor) = layout
    let row = cursor.row + step
    guard rows.indices.contains(row) else { return false }
    let column = goal ?? cursor.column
    let target = character(at: column, of: rows[row], in: text)
    edit { editor in
      if selecting {
        editor.extendSelection { $0.move(to: target) }
      } else {
        editor.move(to: target)
      }
    }
    goal = column
    return true
  }
}
