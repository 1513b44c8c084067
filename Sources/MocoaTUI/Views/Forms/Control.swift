import MocoaCore

/// A view that can be pressed: by the space bar while it has the focus, or by the mouse.
@MainActor
open class Control: View {
  /// A Boolean value that indicates whether the mouse was pressed on the control and not released.
  private var isHeld = false

  /// The area that can be clicked.
  var face: Rect { bounds }

  /// Called when the control is pressed.
  ///
  /// - Parameter point: The position of the mouse; nil for a key.
  /// - Returns: `true` if the press had an effect.
  func press(at point: Point?) -> Bool { false }

  /// The style that is overlaid on the control, or nil while it does not have the focus.
  var focusStyle: StyleName? { application?.focusedView === self ? .cursorRow : nil }

  open override var observesDrawing: Bool { true }

  open override var canBecomeFocused: Bool { true }

  open override func focusDidChange(isFocused: Bool) { setNeedsDisplay() }

  /// The keys of a control; buttons bind Enter, too.
  static let defaultKeyMap = KeyMap(
    for: Control.self, title: "Control",
    [.init("press", [.space], help: "Press or toggle") { _ = $0.press(at: nil) }])

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  /// Selects the next or previous option of a control that has some.
  ///
  /// - Returns: `false` if there is no such option.
  func move(by step: Int) -> Bool { false }

  /// Presses the control when the mouse is released within it.
  open override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .press(.left) where face.contains(mouse.point):
      isHeld = true
      if canBecomeFocused { application?.focus(self) }
    case .release(.left) where isHeld:
      isHeld = false
      if face.contains(mouse.point) { _ = press(at: mouse.point) }
    default: return false
    }
    return true
  }
}

/// A check box with a title: `[x] Done`.
@MainActor
public final class Toggle: Control {
  private let title: String
  private let isOn: ValueBinding<Bool>

  /// Creates a toggle of a bound value.
  public init(_ title: String = "", isOn: ValueBinding<Bool>) {
    self.title = title
    self.isOn = isOn
    super.init()
  }

  override func press(at point: Point?) -> Bool {
    isOn.value.toggle()
    setNeedsDisplay()
    return true
  }

  private var line: Line {
    [
      TextRun(isOn.value ? "[x]" : "[ ]", overlay: focusStyle),
      TextRun(title.isEmpty ? "" : " " + title),
    ]
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: line.columns(upTo: available.columns), rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) { canvas.write(line) }
}

/// A control that selects one of several values: in a row, `‹ high ›`, or as radio buttons.
@MainActor
public final class Picker<Value: Hashable>: Control {
  private let options: [Value]
  private let title: (Value) -> String
  private let selection: ValueBinding<Value>
  private let showsAll: Bool

  /// Creates a picker of a bound value.
  ///
  /// - Parameters:
  ///   - options: The values to select from.
  ///   - selection: The selected value; none is displayed as selected if it is not an option.
  ///   - showsAll: Whether all options are displayed, as radio buttons.
  ///   - title: Returns the title of an option.
  public init(
    _ options: [Value], selection: ValueBinding<Value>, showsAll: Bool = false,
    title: @escaping (Value) -> String = { "\($0)" }
  ) {
    (self.options, self.selection) = (options, selection)
    (self.showsAll, self.title) = (showsAll, title)
    super.init()
  }

  private var index: Int? { options.firstIndex(of: selection.value) }

  private var lines: [Line] {
    guard showsAll else {
      let text = index.map { title(options[$0]) } ?? "none"
      return [["‹ ", TextRun(text, overlay: focusStyle), " ›"]]
    }
    return options.indices.map { place in
      let isPicked = place == index
      return [
        TextRun(
          isPicked ? "(•)" : "( )", overlay: isPicked || place == (index ?? 0) ? focusStyle : nil),
        TextRun(" " + title(options[place])),
      ]
    }
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    let widest = options.map { TextWidth.columns(of: title($0), upTo: available.columns) }.max()
    return Size(
      columns: min((widest ?? 4).adding(clamping: 4), available.columns),
      rows: min(showsAll ? options.count : 1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    for line in lines {
      canvas.write(line)
      canvas.newLine()
    }
  }

  /// Selects the next or previous option; only a picker in a row wraps around at the ends.
  override func move(by step: Int) -> Bool {
    guard !options.isEmpty else { return false }
    let next = index.map { $0 + step } ?? 0
    if showsAll, !options.indices.contains(next) { return false }
    selection.value = options[(next + options.count) % options.count]
    setNeedsDisplay()
    return true
  }

  override func press(at point: Point?) -> Bool {
    guard showsAll else { return move(by: point?.column == 0 ? -1 : 1) }
    guard let row = point?.row, options.indices.contains(row) else { return false }
    selection.value = options[row]
    setNeedsDisplay()
    return true
  }

  public override var keyMap: KeyMap { showsAll ? .radioButtons : .picker }
}

extension KeyMap {
  fileprivate static let radioButtons = options(next: [.down, .right], previous: [.up, .left])
  fileprivate static let picker = options(next: [.right, .space], previous: [.left])

  private static func options(next: [Key], previous: [Key]) -> KeyMap {
    KeyMap(
      for: Control.self, title: "Options",
      [
        .trying("next-option", next, help: "Next option") { $0.move(by: 1) },
        .trying("previous-option", previous, help: "Previous option") { $0.move(by: -1) },
      ])
  }
}
