/// The name of a text style, such as `.title` or `.secondary`.
///
/// Views draw with names; a ``Theme`` defines the look of a name when a frame is presented. So
/// themes change without touching views, and color pairs exist only in the backend.
public struct StyleName: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Storage: Hashable, Sendable {
    case name(String)
    case look(TextStyle)
    case overlaid(name: String, TextStyle)
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
  public static func custom(_ look: TextStyle) -> StyleName { StyleName(look) }

  /// Returns the style with a look over it, for colors in text that has a style of its own.
  func overlaid(with look: TextStyle) -> StyleName {
    switch storage {
    case _ where look == TextStyle(): self
    case .look(let own): StyleName(own.overlaid(with: look))
    case .name(let name): StyleName(storage: .overlaid(name: name, look))
    case .overlaid(let name, let own):
      StyleName(storage: .overlaid(name: name, own.overlaid(with: look)))
    }
  }

  private init(_ look: TextStyle) {
    storage = .look(look)
    hash = look.hashValue
  }

  private init(storage: Storage) {
    self.storage = storage
    hash = storage.hashValue
  }

  /// Returns whether both have the same name, or the same look.
  public static func == (first: StyleName, second: StyleName) -> Bool {
    first.hash == second.hash && first.storage == second.storage
  }

  /// Feeds the precomputed hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension StyleName {
  /// Plain text.
  public static let body = StyleName("body")
  /// The main text of a row.
  public static let title = StyleName("title")
  /// Less important text than the title.
  public static let secondary = StyleName("secondary")
  /// The least important text.
  public static let tertiary = StyleName("tertiary")
  /// A number.
  public static let number = StyleName("number")
  /// A date or a time.
  public static let date = StyleName("date")
  /// `true`, `false`, `null`.
  public static let keyword = StyleName("keyword")
  /// A string in JSON text.
  public static let string = StyleName("string")
  /// A member's name in JSON text.
  public static let key = StyleName("key")
  /// A link.
  public static let link = StyleName("link")
  /// A section's header.
  public static let sectionHeader = StyleName("section-header")
  /// The titles of the columns.
  public static let columnHeader = StyleName("column-header")
  /// Lines and boxes.
  public static let border = StyleName("border")
  /// The status bar.
  public static let statusBar = StyleName("status-bar")
  /// Emphasized text in the status bar.
  public static let statusBarStrong = StyleName("status-bar-strong")
  /// A success message.
  public static let success = StyleName("success")
  /// A warning.
  public static let warning = StyleName("warning")
  /// An error message.
  public static let error = StyleName("error")
  /// A badge.
  public static let badge = StyleName("badge")
  /// A placeholder for a missing module.
  public static let placeholder = StyleName("placeholder")

  /// Overlay of the current row.
  public static let cursorRow = StyleName("cursor-row")
  /// Overlay of the current row while another view has the focus.
  public static let inactiveCursorRow = StyleName("inactive-cursor-row")
  /// Overlay of selected rows.
  public static let markedRow = StyleName("marked-row")
  /// Overlay of the current row if it is selected.
  public static let markedCursorRow = StyleName("marked-cursor-row")
  /// Overlay of rows that have just changed.
  public static let changedRow = StyleName("changed-row")
  /// Overlay of search matches.
  public static let match = StyleName("match")
}

/// The former name of ``StyleName``.
@available(*, deprecated, renamed: "StyleName") public typealias Style = StyleName
