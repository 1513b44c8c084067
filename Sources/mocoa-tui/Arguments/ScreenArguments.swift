import ArgumentParser
import MocoaFeedUI

/// The command-line options of the screen.
struct ScreenArguments: ParsableArguments {
  @Option(
    help: """
      The colours: dark (default), light (default where the terminal reports a light background), \
      high-contrast or monochrome.
      """)
  var theme: ThemeName?

  @Option(help: "Show or hide rows whose name has no registered module.")
  var placeholders: PlaceholderVisibility = .default

  @Flag(help: "Leave the mouse to the terminal, to select text.")
  var noMouse = false

  @Flag(help: "Keep the terminal's cursor on the current row, for screen readers and braille.")
  var showCursor = false

  @Flag(help: "Show the name of the feed in the title of the terminal's window.")
  var windowTitle = false

  @Option(
    help: ArgumentHelp(
      "Use this many rows below the prompt (12), or this part of the screen (40%).",
      valueName: "rows"))
  var height: InlineHeight?

  /// The parsed options.
  var options: ScreenOptions {
    ScreenOptions(
      theme: theme, placeholders: placeholders, noMouse: noMouse, showCursor: showCursor,
      windowTitle: windowTitle, height: height)
  }
}

extension InlineHeight: ExpressibleByArgument {
  /// Parses a height.
  public init?(argument: String) { self.init(argument) }
}

extension ThemeName: ExpressibleByArgument {}

extension PlaceholderVisibility: ExpressibleByArgument {}
