/// A vertical arrangement of fields, each with a label.
///
/// Tab and shift-Tab move the focus to the next and previous field, wrapping around at the ends.
/// Enter moves it to the next field, too; if that is a button, it is pressed instead. A form that
/// is taller than its frame scrolls to the focused field.
///
/// ```swift
/// let form = FormView()
/// form.add(TextField(text: ValueBinding(login, \.phone)), label: "Phone")
/// form.add(TextField(text: ValueBinding(login, \.code)), label: "Code")
/// form.add(Button("Sign in", command: login.signIn))
/// ```
@MainActor
open class FormView: ScrollView {
  private let fields = FormFields()

  /// Creates an empty form.
  public init() { super.init(fields) }

  /// Appends a view to the column of fields, with the height that it needs.
  ///
  /// A hidden view takes no rows.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - label: The label at its left.
  ///   - problem: Returns the problem with its value, from observable properties, or nil; displayed
  ///     in the blank row below it.
  public func add(
    _ view: View, label: String = "", problem: (@MainActor () -> String?)? = nil
  ) {
    fields.add(view, label: label, problem: problem)
  }

  static let formKeyMap = KeyMap(
    for: FormView.self, title: "Form",
    [
      .init("next-field", [.tab, .down], help: "Next field") { $0.application?.moveFocus() },
      .init("previous-field", [Key(.tab, .shift), .up], help: "Previous field") {
        $0.application?.moveFocus(forward: false)
      },
      .init("submit-field", [.enter], help: "Next field; after the last one, press the button") {
        $0.submitField()
      },
    ]
  ).appending(defaultKeyMap.removing(["move-down", "move-up", "first-row", "last-row"]))

  open override var keyMap: KeyMap { Self.formKeyMap }

  private func submitField() {
    let shown = fields.shownViews
    let index = shown.firstIndex(where: \.containsFocus) ?? shown.count
    let next = shown.dropFirst(index + 1).first { !$0.focusOrder.isEmpty }
    if let button = next?.focusOrder.first as? Button, button.press() { return }
    application?.moveFocus()
  }
}

/// The fields of a form, with their labels at the left.
private final class FormFields: StackView, FocusContainer {
  private static let maximumFieldColumns = 40
  private var labels: [ObjectIdentifier: String] = [:]
  private var problems: [ObjectIdentifier: @MainActor () -> String?] = [:]

  init() { super.init(.vertical, spacing: 1) }

  func add(_ view: View, label: String, problem: (@MainActor () -> String?)?) {
    labels[ObjectIdentifier(view)] = label
    problems[ObjectIdentifier(view)] = problem
    addSubview(view)
  }

  private func label(of view: View) -> String { labels[ObjectIdentifier(view)] ?? "" }

  /// Returns the width of the labels in columns, with the gap between them and the fields.
  private func labelColumns(in columns: Int) -> Int {
    let limit = max(0, columns / 2 - 2)
    let widest = subviews.map { TextWidth.columns(of: label(of: $0), upTo: limit) }.max() ?? 0
    return widest == 0 ? 0 : widest + 2
  }

  private func fieldColumns(in columns: Int) -> Int {
    min(Self.maximumFieldColumns, max(0, columns - labelColumns(in: columns)))
  }

  override func sizeThatFits(_ available: Size) -> Size {
    let columns = fieldColumns(in: available.columns)
    let rows = super.sizeThatFits(Size(columns: columns, rows: available.rows)).rows
    return Size(columns: available.columns, rows: rows)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let left = labelColumns(in: frame.columns)
    let columns = fieldColumns(in: frame.columns)
    for view in subviews {
      view.frame = Rect(
        column: left, row: view.frame.top, columns: columns, rows: view.frame.rows)
    }
  }

  override func draw(in canvas: inout Canvas) {
    let columns = max(0, labelColumns(in: frame.columns) - 2)
    for view in shownViews {
      canvas.draw(
        label(of: view), at: Point(column: 0, row: view.frame.top), columns: columns,
        style: view.containsFocus ? .title : .secondary)
      if let problem = problems[ObjectIdentifier(view)]?() {
        let place = Point(column: view.frame.left, row: view.frame.bottom)
        canvas.draw(problem, at: place, style: .error)
      }
    }
  }

  override var observesDrawing: Bool { true }

  func focusDidMove() { setNeedsDisplay() }
}
