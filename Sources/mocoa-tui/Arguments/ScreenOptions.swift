import ArgumentParser
import MocoaTUI

/// What the screen looks like, and what it reacts to.
struct ScreenOptions: ParsableArguments {
  @Option(help: "The colours: dark, light, high-contrast or monochrome.")
  var theme: ThemeName = .dark

  @Option(help: "Whether rows that have a name but no module are seen: show or hide.")
  var placeholders: PlaceholderVisibility = .default

  @Flag(help: "Leave the mouse to the terminal, for selecting text.")
  var noMouse = false
}
