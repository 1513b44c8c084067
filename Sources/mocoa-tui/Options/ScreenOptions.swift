import MocoaFeedUI

/// The options of the screen, the mouse and the keys.
///
/// Those without a comment are described in ``CommandOption/screen``.
struct ScreenOptions {
  var theme: Theme?
  var placeholders = PlaceholderVisibility.show
  var noMouse = false
  var showCursor = false
  var windowTitle = false
  var startsAtEnd = false
  var firstRow: Int?
  var quitsIfOneScreen = false
  var height: InlineHeight?

  /// The theme for the background that the terminal has reported.
  var background: Theme?

  /// A Boolean value that indicates whether the terminal is queried for its background.
  ///
  /// It is not if an option or the environment determines the theme, or if colors are disabled.
  var asksForBackground: Bool {
    theme == nil && Theme.ofEnvironment == nil && !Output.isColorRefused
  }

  /// The terminal that displays the interface.
  @MainActor var terminal: any Terminal { height.map(InlineTerminal.init) ?? NcursesTerminal() }

  /// Returns the theme of the arguments, else of a manifest, with the manifest's changes of styles.
  func theme(of manifest: Manifest?) -> Theme {
    let base = theme ?? background ?? .ofEnvironment ?? .dark
    guard var changes = manifest?.theme else { return base }
    if theme != nil { changes.base = nil }
    return changes.theme(over: base)
  }
}

extension Theme {
  /// The theme for the background that the terminal reports in `COLORFGBG`; nil if it reports none.
  fileprivate static var ofEnvironment: Theme? {
    let background = UserFolder.value(of: "COLORFGBG")?.split(separator: ";").last.flatMap {
      Int($0)
    }
    return background.map { $0 == 7 || (9...15).contains($0) ? .light : .dark }
  }
}
