import MocoaFeedUI

/// What the screen looks like, and what it reacts to.
struct ScreenOptions {
  /// The colours, or nil for those of the manifest.
  var theme: ThemeName?

  /// Whether rows that have a name but no module are seen.
  var placeholders: PlaceholderVisibility = .default

  /// Whether the mouse is left to the terminal.
  var noMouse = false

  /// Whether the terminal's cursor is on the current row.
  var showCursor = false

  /// How many rows below the prompt are used, or nil for the whole screen.
  var height: InlineHeight?

  /// What the interface is shown on.
  @MainActor var terminal: any Terminal { height.map(InlineTerminal.init) ?? NcursesTerminal() }

  /// The colours: of the arguments, else of a manifest; what a manifest says of single styles is
  /// added.
  func theme(of manifest: Manifest?) -> Theme {
    let base = (theme ?? .ofTerminal).theme
    guard var changes = manifest?.theme else { return base }
    if theme != nil { changes.base = nil }
    return changes.theme(over: base)
  }
}
