/// Something that came from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed, or repeats.
  case key(Key)
  /// Text was pasted. Its line ends are `\n`; it is otherwise as it came, control characters and
  /// all. A very long one comes in parts.
  case paste(String)
  /// The mouse was moved or used.
  case mouse(MouseEvent)
  /// The terminal's window became the active one, or ceased to be it.
  case focus(Bool)
  /// The terminal has another size. Sent by the application's loop.
  case resize
}

/// A use of the mouse, and where.
public struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: UInt8, Hashable, Sendable {
    case left, middle, right
  }

  /// Where the content moves to see more of: `down` is what one scrolls towards the end with.
  public enum Direction: UInt8, Hashable, Sendable {
    case up, down, left, right
  }

  /// What the mouse did.
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

  /// What the mouse did.
  public var action: Action

  /// The column on the screen, from 0.
  public var column: Int

  /// The row on the screen, from 0.
  public var row: Int

  /// The keys held down meanwhile.
  public var modifiers: Key.Modifiers

  /// Makes a mouse event.
  public init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
