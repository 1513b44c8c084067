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

  @Option(
    help: ArgumentHelp(
      "Use so many rows below the prompt, 12, or a part of the screen, 40%, instead of all of it.",
      valueName: "rows"))
  var height: InlineHeight?

  /// What the interface is shown on.
  @MainActor var terminal: any Terminal { height.map(InlineTerminal.init) ?? NcursesTerminal() }

  /// The colours: of the arguments, else of a manifest; what a manifest says of single styles is
  /// added.
  func theme(of manifest: Manifest?) -> Theme {
    guard var changes = manifest?.theme else { return (theme ?? .dark).theme }
    if theme != nil { changes.base = nil }
    return changes.theme(over: (theme ?? .dark).theme)
  }
}

extension InlineHeight: ExpressibleByArgument {
  /// The height that a text says.
  public init?(argument: String) { self.init(argument) }
}
