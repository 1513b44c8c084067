import MocoaTestSupport
import Testing

/// The terminal is asked for its background, and never gets in the way of keys.
@Suite struct BackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  private func start(_ arguments: [String] = [], _ environment: [String: String] = [:])
    async throws -> (terminal: PseudoTerminal, start: [UInt8])
  {
    try await PseudoTerminal.showing(
      arguments + [Package.feeds + "/events.json"], environment: environment)
  }

  /// The replies come between keys, none of which is lost, and the theme is the light one.
  @Test func aLightBackgroundIsDetected() async throws {
    let (terminal, start) = try await start()
    #expect(start.text.contains(Self.question))
    terminal.write("j\u{1B}]11;rgb:ffff/fafa/f0f0\u{1B}\\j\u{1B}[?62;22cj")
    let light = try await terminal.readUntilQuiet()
    terminal.write("q")
    #expect(try await terminal.readToEnd().0 == .exited(0))
    let (asked, frame) = try await self.start(["--theme", "light"])
    #expect(!frame.text.contains(Self.question))
    asked.write("jjjq")
    _ = try await asked.readToEnd()
    let (dark, darkFrame) = try await self.start(["--theme", "dark"])
    dark.write("q")
    _ = try await dark.readToEnd()
    // The whole screen is redrawn in the colors of the light theme.
    func colors(_ bytes: [UInt8]) -> Set<String> {
      Set(
        bytes.text.split(separator: "\u{1B}[").compactMap { part in
          part.firstIndex(of: "m").map { String(part[..<$0]) }
        }.filter { $0.contains("38") || $0.contains("48") })
    }
    #expect(colors(darkFrame) != colors(frame))
    #expect(!colors(frame).subtracting(colors(darkFrame)).isDisjoint(with: colors(light)))
    #expect(light.text.contains("4/"))
  }

  @Test(
    arguments: [
      ([], ["COLORFGBG": "0;15"]), ([], ["NO_COLOR": "1"]), (["--theme", "monochrome"], [:]),
    ] as [([String], [String: String])])
  func whereColorsAreKnownNothingIsAsked(
    _ arguments: [String], _ environment: [String: String]
  ) async throws {
    let (terminal, start) = try await start(arguments, environment)
    #expect(!start.text.contains("]11;?"))
    terminal.write("q")
    #expect(try await terminal.readToEnd().0 == .exited(0))
  }

  /// A reply that comes after the program's end would be typed into the shell.
  @Test func whoLeavesAtOnceWaitsForTheReplies() async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [Package.feeds + "/events.json"])
    terminal.write("q")
    terminal.write("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?1;2c")
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(0) && bytes.text.contains("\u{1B}[?1049l"))
    #expect(terminal.settings == terminal.initialSettings)
  }
}
