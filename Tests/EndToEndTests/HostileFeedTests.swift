import Foundation
import MocoaTestSupport
import Testing

/// No byte of a feed reaches the terminal as a command, on any page and in any printed form.
@Suite struct HostileFeedTests {
  /// What a terminal, or a reader of the text, would obey.
  private static let commands = [
    "\u{1B}]0;pwned\u{7}", "\u{1B}]52;c;cHduZWQ=\u{1B}\\", "\u{1B}[7777J", "\u{1B}[?7777h",
    "\u{1B}c",
    "\u{1B}P+q544e\u{1B}\\", "\u{1B}_Gi=1\u{1B}\\", "\u{9B}7777m", "\u{9D}0;pwned\u{9C}",
    "\u{90}x\u{9C}",
    "a\u{8}b", "a\rb", "bell\u{7}", "\u{7F}", "\u{E}shift", "\u{202E}right to left",
    "\u{2066}isolate",
    "\u{200F}mark", "\u{1B}", "\u{1B}[", "\u{1B}]8;;https://example.org\u{1B}\\link",
  ]

  /// Rows with the commands as names, values, in lists and deep inside, raw and escaped.
  private static var feed: [UInt8] {
    var lines: [UInt8] = []
    for (number, command) in commands.enumerated() {
      let escaped = command.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined()
      lines += Array(#"{"id":\#(number),"raw":"\#(command)"}"#.utf8) + [0x0A]
      lines += Array(#"{"id":"e","escaped":"\#(escaped)","\#(escaped)":1,"#.utf8)
      lines += Array(#""in":{"\#(escaped)":["\#(escaped)"]}}"#.utf8)
      lines.append(0x0A)
    }
    // Bytes that are not UTF-8, of which the C1 controls are some.
    lines +=
      Array(#"{"id":"bytes","raw":""#.utf8) + [0x9B, 0x33, 0xC2, 0x9D, 0xFF] + Array("\"}\n".utf8)
    return lines
  }

  private func expectHarmless(_ bytes: [UInt8], _ place: String) {
    #expect(bytes.foreignSequences == [], "\(place)")
    #expect(!bytes.text.contains(/\u{1B}\[\??7777/), "\(place)")
    // What turns the direction of the text behind it.
    let marks = bytes.text.unicodeScalars.filter {
      [0x200E, 0x200F].contains($0.value) || 0x202A...0x202E ~= $0.value
        || 0x2066...0x2069 ~= $0.value
    }
    #expect(marks.isEmpty, "\(place)")
  }

  @Test(arguments: [
    "", "v", "z", "j\r", "\t", "?", "C", "S", "F", "jjF", ":", "fraw == ", "/p", "i", "y",
  ])
  func thePagesOfTheInterface(_ keys: String) async throws {
    let file = try TemporaryFile(Self.feed, named: "hostile.ndjson")
    let (terminal, start) = try await PseudoTerminal.showing([file.path], columns: 200, rows: 50)
    terminal.write(keys)
    let bytes = start + (try await terminal.readUntilQuiet(for: .milliseconds(300)))
    // Copying is the one command that may hold text, as base64.
    let copy = /\u{1B}\]52;c;[A-Za-z0-9+\/=]*(\u{1B}\\|\u{7})/
    expectHarmless(Array(bytes.text.replacing(copy, with: "").utf8), keys)
    terminal.signal(SIGTERM)
    _ = try await terminal.readToEnd()
  }

  @Test("15: a first row that ends after the sample is JSON", arguments: [32_769, 50_000, 100_000])
  func deepRowsAreRows(_ depth: Int) async throws {
    let row = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let file = try TemporaryFile("[\(row),[1]]")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(result.status == .exited(0), "\(result.errorText.prefix(200))")
    #expect(result.outputText == "\(row.dropFirst().dropLast())\n1\n")
  }

  /// What is printed on a terminal is made harmless; a pipe gets the values as they are.
  @Test(arguments: ["--plain", "--csv", "--tsv", "--markdown", "--json"])
  func whatIsPrintedOnATerminal(_ option: String) async throws {
    let file = try TemporaryFile(Self.feed, named: "hostile.ndjson")
    let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), [option, file.path])
    let (_, bytes) = try await terminal.readToEnd()
    expectHarmless(bytes, option)
  }
}

/// Texts in prompts that are longer than any that a user types.
@Suite struct LongPromptTests {
  @Test(
    "11: a long text in a prompt is cut, which is reported",
    arguments: [("f", "filter:"), ("/", "/"), ("'", "section:"), ("s", "sort by:"), ("w", "to:")],
    [true, false])
  func longTexts(_ prompt: (key: String, label: String), _ isBracketed: Bool) async throws {
    let rows = (0..<200).map { "{\"a\":\($0),\"b\":\"\($0 % 5)\"}\n" }.joined()
    let feed = try TemporaryFile(rows, named: "feed.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path, "--fresh", "--section-by", "b"],
      columns: 140, rows: 12, directory: feed.folder)
    // Until the rows are in sections, there are none to choose, and nothing is written.
    try await terminal.wait(for: "the sections") {
      Screen($0).isComplete && $0.contains("40 rows")
    }
    try await terminal.sendText(prompt.key)
    // Otherwise the text would be keys of the list.
    try await terminal.wait(for: "the prompt") {
      $0.contains(prompt.label) && !$0.contains("q quit")
    }
    if isBracketed { try await terminal.sendBytes(Array("\u{1B}[200~".utf8)) }
    for _ in 0..<6 {
      try await terminal.sendBytes(Array(String(repeating: "abc ", count: 900).utf8))
    }
    if isBracketed { try await terminal.sendBytes(Array("\u{1B}[201~".utf8)) }
    try await terminal.wait(for: "the sentence") { $0.contains("bytes; the rest was left out") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("is limited to") }
  }
}
