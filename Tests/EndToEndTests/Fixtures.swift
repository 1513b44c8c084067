import Foundation
import MocoaTUI
import MocoaTestSupport

/// Where the package's files are.
enum Package {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the sample feeds, by a short path, so that screens which show it do not depend
  /// on where the package lies.
  static let feeds: String = {
    let path = folder.appendingPathComponent("Examples/Feeds").path
    return (try? link(to: path, named: "Feeds")) ?? path
  }()

  /// The names of the sample feeds.
  static let feedNames = [
    "contacts.json", "events.json", "log.ndjson", "mixed.json",
    "named.json", "notes.feed.json", "numbers.json", "pods.json", "words.json",
  ]
}

/// A file that is there as long as the value is.
final class TemporaryFile: Sendable {
  let path: String

  /// The folder of its own that the file's name begins in.
  let root: String

  init(_ bytes: some Sequence<UInt8>, named name: String = "feed.json") throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UInt64.random(in: 0...(.max)))")
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    root = folder.path
    path = file.path
    try Data(bytes).write(to: file)
  }

  convenience init(_ text: String, named name: String = "feed.json") throws {
    try self.init(Array(text.utf8), named: name)
  }

  /// The folder, which holds nothing else.
  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// The name without the folder.
  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  deinit { try? FileManager.default.removeItem(atPath: root) }
}

extension TmuxTerminal {
  /// Starts the program on a feed in a folder, and waits for its first complete screen.
  static func showing(
    _ feed: String, in folder: String = Package.feeds, arguments: [String] = [],
    columns: Int = 100, rows: Int = 30
  ) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed] + arguments, columns: columns, rows: rows,
      directory: folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    return terminal
  }

  /// Presses keys and waits until the status bar shows that the cursor is on a row.
  func press(_ keys: Key..., reaching row: Int) async throws -> Screen {
    for key in keys { try await send(key) }
    let text = try await wait(for: "row \(row) after \(keys)") { Screen($0).position == row }
    return Screen(text)
  }
}

extension PseudoTerminal {
  /// Starts the program on a feed, and waits for its first complete frame.
  static func showing(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    input: [UInt8]? = nil, capturesOutput: Bool = false
  ) async throws -> (terminal: PseudoTerminal, start: [UInt8]) {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), arguments, columns: columns, rows: rows,
      environment: environment, input: input, capturesOutput: capturesOutput)
    // A frame of a few rows has no marks of synchronized output.
    let start = try await terminal.read("the first screen") {
      $0.text.contains("\u{1B}[?2026l") || $0.text.contains("? help")
    }
    return (terminal, start + (try await terminal.readUntilQuiet()))
  }
}

/// A screen of the program as text, and what its status bar says.
struct Screen {
  let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The last line that is not empty.
  var statusBar: String { lines.last { !$0.isEmpty } ?? "" }

  /// The lines above the status bar.
  var linesOfRows: [String] {
    Array(lines.prefix(lines.lastIndex { !$0.isEmpty } ?? 0))
  }

  /// Whether all rows have been found and their number is shown.
  var isComplete: Bool { count != nil && !statusBar.hasSuffix("+") }

  /// The number of the cursor's row, from 1.
  var position: Int? { numbers?.position }

  /// The number of rows.
  var count: Int? { numbers?.count }

  private var numbers: (position: Int, count: Int)? {
    // The name of the feed may hold slashes too.
    let words = Array(statusBar.split(separator: "/").suffix(2))
    guard words.count == 2 else { return nil }
    // Thousands are set apart by a blank, other words by more than that.
    let before = words[0].split(separator: "  ").last ?? ""
    let position = before.filter(\.isNumber)
    // Of filtered rows, those of the feed follow: `12 of 57`.
    let count = words[1].prefix { $0 != "o" }.filter(\.isNumber)
    guard let position = Int(position), let count = Int(count) else { return nil }
    return (position, count)
  }
}

extension [UInt8] {
  /// The bytes as text.
  var text: String { String(decoding: self, as: UTF8.self) }
}
