/// An event from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed, or repeats.
  case key(Key)
  /// Text was pasted, with `\n` as line ends but otherwise unchanged; long texts arrive in parts.
  case paste(String)
  /// The mouse was moved or used.
  case mouse(MouseEvent)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The terminal was resized. Sent by the application's loop.
  case resize
  /// The terminal has reported its background in reply to a request (OSC 11).
  case background(isLight: Bool)

  /// A Boolean value that indicates whether the user has pressed a key or a button of the mouse,
  /// turned its wheel, or pasted text.
  var isIntended: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let event): event.action != .move
    case .focus, .resize, .background: false
    }
  }
}

/// An event of the mouse and its position.
public struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: UInt8, Hashable, Sendable {
    case left, middle, right
  }

  /// The direction of scrolling: `down` is towards the end.
  public enum Direction: UInt8, Hashable, Sendable {
    case up, down, left, right
  }

  /// The kind of mouse event.
  public enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// Moved with a button down.
    case drag(Button)
    /// Moved with no button down.
    case move
    /// The wheel was turned by one notch.
    case wheel(Direction)
  }

  /// The kind of event.
  public var action: Action

  /// The column on the screen, from 0.
  public var column: Int

  /// The row on the screen, from 0.
  public var row: Int

  /// The keys held down.
  public var modifiers: Key.Modifiers

  package init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
    (self.action, self.column, self.row, self.modifiers) = (action, column, row, modifiers)
  }
}
