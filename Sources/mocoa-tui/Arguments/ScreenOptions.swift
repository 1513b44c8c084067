import ArgumentParser
import MocoaTUI

/// What the screen looks like, and what it reacts to.
struct ScreenOptions: ParsableArguments {
  @Option(help: "The colours: dark (what is there by itself), light, high-contrast or monochrome.")
  var theme: ThemeName?

  @Option(help: "Whether rows that have a name but no module are seen: show or hide.")
  var placeholders: PlaceholderVisibility = .default

  @Flag(help: "Leave the mouse to the terminal, for selecting text.")
  var noMouse = false

  /// The colours: of the arguments, else of a manifest; what a manifest says of single styles is
  /// added.
  func theme(of manifest: Manifest?) -> Theme {
    guard var changes = manifest?.theme else { return (theme ?? .dark).theme }
    if theme != nil { changes.base = nil }
    return changes.theme(over: (theme ?? .dark).theme)
  }
}
