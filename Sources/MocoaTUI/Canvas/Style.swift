/// The name of a text style, such as `.title` or `.secondary`.
///
/// Views draw with names; a ``Theme`` defines the look of a name when a frame is presented. So
/// themes change without touching views, and color pairs exist only in the backend.
public struct Style: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Storage: Hashable, Sendable {
    case name(String)
    case look(Look)
    case overlaid(name: String, Look)
  }

  let storage: Storage

  /// The hash, computed once: styles are looked up for each drawing operation.
  let hash: Int

  /// Creates a style from its name in the theme.
  public init(_ name: String) {
    storage = .name(name)
    hash = name.hashValue
  }

  /// Creates a style from its name in the theme.
  public init(stringLiteral name: String) { self.init(name) }

  /// Returns a style with its own look, for colors that come from data.
  public static func custom(_ look: Look) -> Style { Style(look) }

  /// Returns the style with a look over it, for colors in text that has a style of its own.
  func overlaid(with look: Look) -> Style {
    switch storage {
    case _ where look == Look(): self
    case .look(let own): Style(own.overlaid(with: look))
    case .name(let name): Style(storage: .overlaid(name: name, look))
    case .overlaid(let name, let own):
      Style(storage: .overlaid(name: name, own.overlaid(with: look)))
    }
  }

  private init(_ look: Look) {
    storage = .look(look)
    hash = look.hashValue
  }

  private init(storage: Storage) {
    self.storage = storage
    hash = storage.hashValue
  }

  /// Returns whether both have the same name, or the same look.
  public static func == (first: Style, second: Style) -> Bool {
    first.hash == second.hash && first.storage == second.storage
  }

  /// Feeds the precomputed hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension Style {
  /// Plain text.
  public static let body = Style("body")
  /// The main text of a row.
  public static let title = Style("title")
  /// Less important text than the title.
  public static let secondary = Style("secondary")
  /// The least important text.
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
  /// Emphasized text in the status bar.
  public static let statusBarStrong = Style("status-bar-strong")
  /// A success message.
  public static let success = Style("success")
  /// A warning.
  public static let warning = Style("warning")
  /// An error message.
  public static let error = Style("error")
  /// A badge.
  public static let badge = Style("badge")
  /// A placeholder for a missing module.
  public static let placeholder = Style("placeholder")

  /// Overlay of the current row.
  public static let cursorRow = Style("cursor-row")
  /// Overlay of the current row while another view has the focus.
  public static let inactiveCursorRow = Style("inactive-cursor-row")
  /// Overlay of selected rows.
  public static let selectedRow = Style("selected-row")
  /// Overlay of the current row if it is selected.
  public static let selectedCursorRow = Style("selected-cursor-row")
  /// Overlay of rows that have just changed.
  public static let changedRow = Style("changed-row")
  /// Overlay of search matches.
  public static let match = Style("match")
}
