extension Action {
  public static let nextField: Action = "next-field"
  public static let previousField: Action = "previous-field"
  public static let submitField: Action = "submit-field"
}

/// Fields below one another, each with a label before it.
///
/// Tab and shift-Tab go from field to field, and from the last to the first. Enter goes on to the
/// next field as well, and before a button it presses the button. A form that is higher than its
/// place scrolls so that the field with the focus is in sight.
///
/// ```swift
/// let form = FormView()
/// form.add(TextField(text: ValueBinding(login, \.phone)), label: "Phone")
/// form.add(TextField(text: ValueBinding(login, \.code)), label: "Code")
/// form.add(Button("Sign in", command: login.signIn))
/// ```
@MainActor
open class FormView: View, FocusContainer {
  /// A field with its label.
  private struct Field {
    var label: String
    var view: View
    var rows: Int
  }

  /// The blank rows between two fields.
  public var spacing = 1 {
    didSet { if spacing != oldValue { setNeedsLayout() } }
  }

  /// How wide a field is at most, in columns.
  public var maximumFieldColumns = 40 {
    didSet { if maximumFieldColumns != oldValue { setNeedsLayout() } }
  }

  private var fields: [Field] = []

  /// How many rows are scrolled out of sight at the top.
  private var offset = 0

  /// Adds a view at the end, in the column of the fields.
  ///
  /// A hidden view takes no room.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - label: what stands before it.
  ///   - rows: how high it is.
  public func add(_ view: View, label: String = "", rows: Int = 1) {
    fields.append(Field(label: label, view: view, rows: max(1, rows)))
    addSubview(view)
    setNeedsLayout()
  }

  // MARK: Layout

  /// The room that labels take, with what stands between them and the fields.
  private var labelColumns: Int {
    let limit = max(0, frame.columns / 2 - 2)
    let widest = fields.map { TextWidth.columns(of: $0.label, upTo: limit) }.max() ?? 0
    return widest == 0 ? 0 : widest + 2
  }

  private var shownFields: [Field] { fields.filter { !$0.view.isHidden } }

  /// The first row of each field that is shown, and how many rows they take.
  private var places: (tops: [Int], rows: Int) {
    var tops: [Int] = []
    var next = 0
    for field in shownFields {
      tops.append(next)
      next += field.rows + spacing
    }
    return (tops, max(0, next - spacing))
  }

  open override func layoutSubviews() {
    let (tops, rows) = places
    offset = offset(for: tops, rows: rows)
    let left = labelColumns
    let columns = min(maximumFieldColumns, max(0, frame.columns - left))
    for (field, top) in zip(shownFields, tops) {
      field.view.frame = Rect(
        column: left, row: top - offset, columns: columns, rows: field.rows)
    }
  }

  /// The least change of the offset that shows all of the field with the focus.
  private func offset(for tops: [Int], rows: Int) -> Int {
    let limit = max(0, rows - frame.rows)
    let fields = shownFields
    guard let index = fields.firstIndex(where: \.view.containsFocus) else {
      return min(offset, limit)
    }
    let top = tops[index]
    let bottom = top + fields[index].rows
    return min(max(0, min(max(offset, bottom - frame.rows), top)), limit)
  }

  open override func draw(in canvas: inout Canvas) {
    let columns = max(0, labelColumns - 2)
    for (field, top) in zip(shownFields, places.tops) {
      canvas.draw(
        field.label, at: Point(column: 0, row: top - offset), columns: columns,
        style: field.view.containsFocus ? .title : .secondary)
    }
  }

  // MARK: Focus

  func focusDidMove() { setNeedsLayout() }

  /// The keys of a form.
  public static let defaultKeyMap = KeyMap(
    [
      .init(.nextField, [.tab, .down], help: "Next field"),
      .init(.previousField, [Key(.tab, .shift), .up], help: "Previous field"),
      .init(.submitField, [.enter], help: "Next field; after the last one, press the button"),
    ], title: "Form")

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  open override func perform(_ action: Action) -> Bool {
    switch action {
    case .nextField: application?.moveFocus()
    case .previousField: application?.moveFocus(forward: false)
    case .submitField: submitField()
    default: return false
    }
    return true
  }

  private func submitField() {
    let fields = shownFields
    let index = fields.firstIndex(where: \.view.containsFocus) ?? fields.count
    let next = fields.dropFirst(index + 1).first { !$0.view.focusOrder.isEmpty }
    if let button = next?.view as? Button, button.press() { return }
    application?.moveFocus()
  }
}
