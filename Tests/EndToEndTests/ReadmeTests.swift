import Foundation
import MocoaTestSupport
import Synchronization
import Testing

/// The lines that the README prints do what they say, as they are printed.
@Suite struct ReadmeTests {
  /// One line of the README, run by the shell in the folder of the sample feeds.
  struct Line: CustomTestStringConvertible, Sendable {
    var text: String
    var testDescription: String { text }

    /// Whether the line shows a list and waits for keys.
    var isInteractive: Bool {
      !["--csv", "--markdown", "--tsv", "--json", "--plain", "generate"].contains {
        text.contains($0)
      }
    }
  }

  /// The lines of the block below a heading, without what is said about them.
  static func lines(below heading: String) -> [Line] {
    let readme = Package.folder.appendingPathComponent("README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    guard let section = text.range(of: "## \(heading)\n") else { return [] }
    let blocks = text[section.upperBound...].components(separatedBy: "```")
    guard blocks.count > 1 else { return [] }
    return blocks[1].split(separator: "\n").dropFirst()
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let command = line.components(separatedBy: " # ")[0]
        return Line(text: command.trimmingCharacters(in: .whitespaces))
      }
  }

  static let dailyLines = lines(below: "Ten lines for every day")

  @Test func thereAreTenLines() {
    #expect(Self.dailyLines.count == 10)
  }

  /// What each line prints or shows at first, by the words that it has and no other line.
  static let results = [
    "--sort": [
      "id           type               actor     repo                 public  created_at ▼",
      "PullRequestEvent 10 rows",
      "40123456789  PullRequestEvent   chiara    BurntSushi/ripgrep   true    2026-11-20T23:00:00Z",
    ],
    "actor.login ~": [
      "40123452268  PushEvent          chiara    apple/swift          true    2026-11-19T14:51:00Z",
      "40123450213  PushEvent          grace     ratatui/ratatui      true    2026-11-18T23:36:00Z",
    ],
    "events.json log.ndjson": ["events.json 60 rows", "40123456789  PullRequestEvent   chiara"],
    "xargs": ["web-a0    default      2026-11-19T08:00:00Z  node-0    Pending  10.0.0.2"],
    "--watch 2": ["web-d1    default      2026-11-19T08:01:00Z  node-1    Running  10.0.0.3"],
    "--follow": ["error    connection reset by peer  scheduler         92.3"],
    "FEED_URL": ["Note 0: two herons"],
    "--csv": [],
    "--markdown": [
      "| type | repo.name |\n| --- | --- |\n| PullRequestEvent | BurntSushi/ripgrep |",
      "| PushEvent | junegunn/fzf |",
    ],
    "generate": [],
  ]

  /// What the files that lines write begin with, and the number of their lines.
  static let files = [
    "--csv": (
      "events.csv", "id,actor.login,repo.name\r\n40123456789,chiara,BurntSushi/ripgrep\r\n", 61
    ),
    "generate": (
      "Event.swift", "import Foundation\nimport MocoaFeedUI\n\nstruct Event: Decodable", 69
    ),
  ]

  private static func word(of line: Line) throws -> String {
    let words = results.keys.filter(line.text.contains)
    #expect(words.count == 1, "\(line.text): \(words)")
    return try #require(words.first)
  }

  @Test(arguments: dailyLines.filter { !$0.isInteractive })
  func aLineThatPrintsDoesSo(_ line: Line) async throws {
    let workshop = try Workshop()
    try await workshop.makeStandIns()
    let result = try await run(
      "/bin/sh", ["-c", line.text], environment: workshop.environment,
      directory: workshop.folder.path)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errorText.isEmpty)
    let word = try Self.word(of: line)
    for text in Self.results[word] ?? [] { #expect(result.outputText.contains(text), "\(text)") }
    guard let (name, start, count) = Self.files[word] else { return }
    let written = try String(
      contentsOf: workshop.folder.appendingPathComponent(name), encoding: .utf8)
    #expect(written.hasPrefix(start) && written.utf8.count { $0 == 0x0A } == count, "\(written)")
  }

  @Test(arguments: dailyLines.filter(\.isInteractive))
  func aLineThatShowsAListShowsItAndEndsWell(_ line: Line) async throws {
    let workshop = try Workshop()
    try await workshop.makeStandIns()
    let terminal = try await TmuxTerminal(
      shell: "\(line.text); echo \"ended: $?\"", columns: 100, rows: 12,
      environment: workshop.environment, directory: workshop.folder.path)
    let texts = Self.results[try Self.word(of: line)] ?? []
    // Rows of the feed are displayed until the filter has found its own.
    try await terminal.wait(for: texts.joined(separator: "\n")) { screen in
      Screen(screen).isComplete && texts.allSatisfy(screen.contains)
    }
    try await terminal.send(line.text.contains("--print") || line.text.contains("|") ? .enter : "q")
    let end = try await terminal.wait(for: "the end") { $0.contains("ended: ") }
    #expect(end.contains("ended: 0"), "\(end)")
  }

  // MARK: Live

  /// The lines that are said to be live.
  static let liveLines = dailyLines.filter {
    $0.text.contains("--watch") || $0.text.contains("--follow")
  }

  @Test func threeLinesAreLive() {
    #expect(Self.liveLines.count == 3)
  }

  @Test(arguments: liveLines.filter { !$0.text.contains("FEED_URL") })
  func aLiveLineShowsWhatChanges(_ line: Line) async throws {
    let workshop = try Workshop()
    try await workshop.makeStandIns()
    let terminal = try await TmuxTerminal(
      shell: line.text, columns: 100, rows: 24, environment: workshop.environment,
      directory: workshop.folder.path)
    try await terminal.wait(for: "rows") { Screen($0).isComplete }
    try workshop.replace(#""phase": "Pending""#, by: #""phase": "Evicted""#, in: "pods.json")
    let row = #"{"level": "error", "message": "the newest of all", "logger": "Evicted"}"#
    try workshop.append(row + "\n", to: "log.ndjson")
    try await terminal.wait(for: "what has changed") { $0.contains("Evicted") }
  }

  @Test func theWatchedAddressIsRequestedAgain() async throws {
    let line = try #require(Self.liveLines.first { $0.text.contains("FEED_URL") })
    let workshop = try Workshop()
    // A minute is too long for a test.
    let command = line.text.replacingOccurrences(of: "--watch 60", with: "--watch 0.2")
    #expect(command != line.text)
    let terminal = try await TmuxTerminal(
      shell: command, columns: 100, rows: 24, environment: workshop.environment,
      directory: workshop.folder.path)
    try await terminal.wait(for: "rows") { Screen($0).isComplete }
    workshop.answer.set(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"News"}]}"#)
    try await terminal.wait(for: "what has changed") { $0.contains("News") }
  }
}

/// A text that a server reads on threads of its own.
private final class SharedText: Sendable {
  private let text: Mutex<String>

  init(_ value: String) { text = Mutex(value) }

  var value: String { text.withLock { $0 } }

  func set(_ value: String) { text.withLock { $0 = value } }
}

/// A folder with the feeds that the README speaks of, and a path with the program and with
/// stand-ins for the programs of others, which print what those would.
private final class Workshop {
  let folder: URL

  /// What the server answers.
  let answer: SharedText
  private let server: LocalServer

  init() throws {
    let answer = SharedText(Self.notes)
    self.answer = answer
    server = try LocalServer { _ in .init(answer.value) }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("readme-\(UInt64.random(in: 0...(.max)))")
    let programs = folder.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let feeds = [
      ("events.json", "events.json"), ("log.ndjson", "log.ndjson"), ("pods.json", "pods.json"),
    ]
    for (name, feed) in feeds {
      try FileManager.default.copyItem(
        atPath: "\(Package.feeds)/\(feed)", toPath: folder.appendingPathComponent(name).path)
    }
    let program = URL(fileURLWithPath: try builtProgram("mocoa-tui"))
    for name in ["mocoa-tui", "mocoa-fetch"] {
      try FileManager.default.createSymbolicLink(
        at: programs.appendingPathComponent(name),
        withDestinationURL: program.deletingLastPathComponent().appendingPathComponent(name))
    }
  }

  /// Makes what stands in for the programs of others.
  ///
  /// A process of its own does it: what this one has open for writing, a program that another test
  /// starts meanwhile would have open too, and the script could not be executed.
  func makeStandIns() async throws {
    let script = """
      for name in kubectl:pods gh:events; do
        printf '#!/bin/sh\\ncat "%s/%s.json"\\n' "$1" "${name#*:}" > "bin/${name%:*}"
        chmod +x "bin/${name%:*}"
      done
      """
    let result = try await run(
      "/bin/sh", ["-c", script, "sh", folder.path], directory: folder.path)
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Replaces a text in a file, as others do it: by another file of that name.
  func replace(_ text: String, by new: String, in name: String) throws {
    let file = folder.appendingPathComponent(name)
    let content = try String(contentsOf: file, encoding: .utf8)
    #expect(content.contains(text))
    try Data(content.replacingOccurrences(of: text, with: new).utf8)
      .write(to: file, options: .atomic)
  }

  /// Adds text at the end of a file.
  func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: folder.appendingPathComponent(name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  var environment: [String: String] {
    [
      "PATH": "\(folder.appendingPathComponent("bin").path):/usr/bin:/bin",
      "FEED_URL": server.url("/feed.json"),
    ]
  }

  private static var notes: String {
    (try? String(contentsOfFile: "\(Package.feeds)/notes.feed.json", encoding: .utf8)) ?? ""
  }
}
