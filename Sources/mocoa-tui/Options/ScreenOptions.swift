import MocoaFeedUI

/// The options of the screen, the mouse and the keys.
struct ScreenOptions {
  /// The theme, or nil for that of the manifest.
  var theme: ThemeName?

  /// The visibility of rows with an unregistered name.
  var placeholders: PlaceholderVisibility = .default

  /// A Boolean value that indicates whether the mouse is left to the terminal.
  var noMouse = false

  /// A Boolean value that indicates whether the terminal's cursor is on the current row.
  var showCursor = false

  /// A Boolean value that indicates whether the window has the name of the feed as its title.
  var windowTitle = false

  /// The number of rows below the prompt to use, or nil for the whole screen.
  var height: InlineHeight?

  /// The theme for the background that the terminal has reported.
  var background: ThemeName?

  /// A Boolean value that indicates whether the terminal is queried for its background.
  ///
  /// It is not if an option or the environment determines the theme, or if colors are disabled.
  var asksForBackground: Bool {
    theme == nil && ThemeName.ofEnvironment == nil && !Output.isColorRefused
  }

  /// The terminal that displays the interface.
  @MainActor var terminal: any Terminal { height.map(InlineTerminal.init) ?? NcursesTerminal() }

  /// Returns the theme of the arguments, else of a manifest, with the manifest's changes of styles.
  func theme(of manifest: Manifest?) -> Theme {
    let base = (theme ?? background ?? .ofEnvironment ?? .dark).theme
    guard var changes = manifest?.theme else { return base }
    if theme != nil { changes.base = nil }
    return changes.theme(over: base)
  }
}
