/// The name of how text is drawn, such as `.title` or `.secondary`.
///
/// Views draw with names; a ``Theme`` says what a name looks like, and only when a frame is
/// presented. So themes change without touching a view, and colour pairs exist in the backend only.
public struct Style: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Storage: Hashable, Sendable {
    case name(String)
    case look(Look)
  }

  let storage: Storage

  /// A hash that is worked out once: styles are looked up at each drawing.
  let hash: Int

  /// Makes a style from its name in the theme.
  public init(_ name: String) {
    storage = .name(name)
    hash = name.hashValue
  }

  /// Makes a style from its name in the theme.
  public init(stringLiteral name: String) { self.init(name) }

  /// A style that no theme names: the look itself, for colours that come from data.
  public static func custom(_ look: Look) -> Style { Style(look) }

  private init(_ look: Look) {
    storage = .look(look)
    hash = look.hashValue
  }

  /// Whether two styles have the same name, or the same look.
  public static func == (first: Style, second: Style) -> Bool {
    first.hash == second.hash && first.storage == second.storage
  }

  /// Feeds the hash that is there.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension Style {
  /// Plain text.
  public static let body = Style("body")
  /// The text by which a row is known.
  public static let title = Style("title")
  /// Text that matters less than the title.
  public static let secondary = Style("secondary")
  /// Text that is there for completeness.
  public static let tertiary = Style("tertiary")
  /// A number.
  public static let number = Style("number")
  /// A date or a time.
  public static let date = Style("date")
  /// `true`, `false`, `null`.
  public static let keyword = Style("keyword")
  /// A string in JSON text.
  public static let string = Style("string")
  /// A member's name in JSON text.
  public static let key = Style("key")
  /// A link.
  public static let link = Style("link")
  /// A section's header.
  public static let sectionHeader = Style("section-header")
  /// The titles of the columns.
  public static let columnHeader = Style("column-header")
  /// Lines and boxes.
  public static let border = Style("border")
  /// The status bar.
  public static let statusBar = Style("status-bar")
  /// What the status bar stresses.
  public static let statusBarStrong = Style("status-bar-strong")
  /// A message that something went well.
  public static let success = Style("success")
  /// A message that something may be wrong.
  public static let warning = Style("warning")
  /// A message that something is wrong.
  public static let error = Style("error")
  /// A word that is set off as a badge.
  public static let badge = Style("badge")
  /// A placeholder for a module that is missing.
  public static let placeholder = Style("placeholder")

  /// Laid over the row that the cursor is on.
  public static let cursorRow = Style("cursor-row")
  /// Laid over the cursor's row while another view has the focus.
  public static let inactiveCursorRow = Style("inactive-cursor-row")
  /// Laid over rows that are selected.
  public static let selectedRow = Style("selected-row")
  /// Laid over the row that the cursor is on where that row is selected.
  public static let selectedCursorRow = Style("selected-cursor-row")
  /// Laid over rows that have just changed.
  public static let changedRow = Style("changed-row")
  /// Laid over text that a search has found.
  public static let match = Style("match")
}
