import MocoaCore

/// A control that performs an action when it is pressed by Enter, the space bar or the mouse.
///
/// A button with a command is enabled while the command is, and shows a spinner while the command
/// executes.
///
/// ```swift
/// let signIn = Button("Sign in", command: login.signIn) { login.credentials }
/// ```
@MainActor
public final class Button: Control {
  /// The title of the button.
  public var title: String {
    didSet { if title != oldValue { invalidateSize() } }
  }

  private let isReady: @MainActor () -> Bool
  private let isBusy: @MainActor () -> Bool
  private let onPress: @MainActor () -> Void
  private let spinner: Spinner

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The title of the button.
  ///   - isEnabled: Returns whether the button can be pressed, from observable properties; nil
  ///     means always.
  ///   - isExecuting: Returns whether to show the spinner, from observable properties; nil means
  ///     never.
  ///   - onPress: Called when the button is pressed.
  public init(
    _ title: String, isEnabled: (@MainActor () -> Bool)? = nil,
    isExecuting: (@MainActor () -> Bool)? = nil,
    onPress: @escaping @MainActor () -> Void
  ) {
    self.title = title
    isReady = isEnabled ?? { true }
    isBusy = isExecuting ?? { false }
    self.onPress = onPress
    spinner = Spinner(while: isBusy)
    super.init()
    addSubview(spinner)
  }

  /// Creates a button that executes a command, with the input at the time that it is pressed.
  public convenience init<Input, Output>(
    _ title: String, command: Command<Input, Output>, input: @escaping @MainActor () -> Input
  ) {
    self.init(
      title, isEnabled: { command.isEnabled }, isExecuting: { command.isExecuting },
      onPress: { _ = try? command.execute(input()) })
  }

  /// Creates a button that executes a command without an input.
  convenience init<Output>(_ title: String, command: Command<Void, Output>) {
    self.init(title, command: command, input: {})
  }

  /// A Boolean value that indicates whether the button can be pressed.
  public var isEnabled: Bool { isReady() }

  /// Presses the button, if it is enabled.
  ///
  /// - Returns: `true` if the button was pressed.
  @discardableResult
  public func press() -> Bool {
    guard isEnabled else { return false }
    onPress()
    return true
  }

  // MARK: Drawing

  override var face: Rect { face(in: frame.columns) }

  private func face(in columns: Int) -> Rect {
    let room = max(0, columns - 4)
    return Rect(
      column: 0, row: 0, columns: TextWidth.columns(of: title, upTo: room) + 4, rows: 1)
  }

  /// Returns the size of the button with its spinner.
  public override func sizeThatFits(_ available: Size) -> Size {
    let columns = face(in: available.columns).columns + 2
    return Size(columns: min(columns, available.columns), rows: min(1, available.rows))
  }

  public override func layoutSubviews() {
    let (_, rest) = bounds.split(face.columns + 1, from: .left)
    spinner.frame = rest.split(1, from: .top).strip
  }

  public override func draw(in canvas: inout Canvas) {
    let style: StyleName = isEnabled ? .body : .tertiary
    canvas.draw(
      [
        TextRun("[ ", style: style), TextRun(title, style: style, columns: face.columns - 4),
        TextRun(" ]", style: style),
      ], at: .zero)
    if let focusStyle { canvas.overlay(face, style: focusStyle) }
  }

  // MARK: Input

  /// `true` if the button is enabled, or executing, so that it keeps the focus meanwhile.
  public override var canBecomeFocused: Bool { isEnabled || isBusy() }

  static let buttonKeyMap = KeyMap(
    for: Button.self, title: "Button",
    [.init("press", [.enter, .space], help: "Press the button") { $0.press() }])

  public override var keyMap: KeyMap { Self.buttonKeyMap }

  override func press(at point: Point?) -> Bool { press() }
}
