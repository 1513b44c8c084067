import MocoaCore

/// Something to be pressed: by Enter or the space bar while it has the focus, or by the mouse.
///
/// A button of a command follows it: it can be pressed while the command is enabled, and turns a
/// spinner while the command executes.
///
/// ```swift
/// let signIn = Button("Sign in", command: login.signIn) { login.credentials }
/// ```
@MainActor
public final class Button: Control {
  /// What the button says.
  public var title: String {
    didSet { if title != oldValue { invalidateSize() } }
  }

  private let isReady: @MainActor () -> Bool
  private let isBusy: @MainActor () -> Bool
  private let onPress: @MainActor () -> Void
  private let spinner: Spinner

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: what the button says.
  ///   - isEnabled: whether it can be pressed, read from observable properties; nil is always.
  ///   - isExecuting: whether what it has begun goes on, read from observable properties; nil is
  ///     never.
  ///   - onPress: what it does.
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

  /// Makes a button that executes a command, with what the input is when it is pressed.
  public convenience init<Input, Output>(
    _ title: String, command: Command<Input, Output>, input: @escaping @MainActor () -> Input
  ) {
    self.init(
      title, isEnabled: { command.isEnabled }, isExecuting: { command.isExecuting },
      onPress: { _ = try? command.execute(input()) })
  }

  /// Makes a button that executes a command without an input.
  convenience init<Output>(_ title: String, command: Command<Void, Output>) {
    self.init(title, command: command, input: {})
  }

  /// Whether the button can be pressed.
  public var isEnabled: Bool { isReady() }

  /// Does what the button is for; nothing while it is not enabled.
  ///
  /// - Returns: whether it was done.
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

  /// The button, with room for the spinner.
  public override func sizeThatFits(_ available: Size) -> Size {
    let columns = face(in: available.columns).columns + 2
    return Size(columns: min(columns, available.columns), rows: min(1, available.rows))
  }

  public override func layoutSubviews() {
    let (_, rest) = bounds.split(face.columns + 1, from: .left)
    spinner.frame = rest.split(1, from: .top).strip
  }

  public override func draw(in canvas: inout Canvas) {
    let style: Style = isEnabled ? .body : .tertiary
    canvas.draw(
      [
        TextRun("[ ", style: style), TextRun(title, style: style, columns: face.columns - 4),
        TextRun(" ]", style: style),
      ], at: .zero)
    if let focusStyle { canvas.overlay(face, style: focusStyle) }
  }

  // MARK: Input

  /// While the command that it has begun executes it keeps the focus, though it cannot be pressed.
  public override var canBecomeFocused: Bool { isEnabled || isBusy() }

  /// The keys of a button.
  static let buttonKeyMap = KeyMap(
    [.init(.press, [.enter, .space], help: "Press the button")], title: "Button")

  public override var keyMap: KeyMap { Self.buttonKeyMap }

  override func press(at point: Point?) -> Bool { press() }
}
