import Foundation
import MocoaTestSupport

/// The bytes of a source whose number of rows is known.
struct CountedSource: Sendable {
  /// The kinds of sources; each has members that all of its rows have.
  enum Kind: String, CaseIterable, Sendable {
    case array, object, sections, lines, concatenated, sequence, csv, tsv, logfmt, access, text
    case aligned, mixedLog, broken
  }

  let kind: Kind
  /// The name of a file with the bytes.
  let name: String
  var bytes: [UInt8]
  /// The number of rows, broken ones included.
  let count: Int
  /// The options that the source needs to be read for certain.
  let options: [String]
  /// The member to group by, and one to sort by.
  let members: (group: String, sort: String)
  /// A filter that every row matches.
  let filter: String
  /// The number of lines in a text of all rows that are titles of sections.
  var titles = 0

  /// Creates a source of some rows, whose contents depend on the seed.
  init(_ kind: Kind, rows count: Int, seed: UInt64) {
    self.kind = kind
    self.count = count
    var numbers = SeededGenerator(seed: seed &* 1_000 &+ UInt64(count))
    let isWide = Int.random(in: 0..<3, using: &numbers) == 0
    var rows: [String] = []
    switch kind {
    case .array, .object, .sections, .lines, .concatenated, .sequence, .broken:
      rows = (0..<count).map { Self.json($0, isWide: isWide, using: &numbers) }
      members = ("g", "id")
      filter = "id != -1"
    case .csv, .tsv:
      rows = (0..<count).map { Self.table($0, kind == .csv ? "," : "\t", isWide, using: &numbers) }
      members = ("g", "id")
      filter = "id != -1"
    case .logfmt:
      rows = (0..<count).map { "id=\($0) level=\(Self.level($0)) msg=\"a \($0) \\\"b\\\" é\"" }
      members = ("level", "id")
      filter = "id != -1"
    case .access:
      rows = (0..<count).map { index in
        "10.0.0.\(index % 250) - - [10/Oct/2023:13:\(Self.two(index / 60)):\(Self.two(index)) +0000]"
          + " \"GET /a/\(index)?q=%20 HTTP/1.1\" \(200 + index % 3) \(index) \"-\" \"agent\""
      }
      members = ("status", "path")
      filter = "status != 1"
    case .text:
      let words = ["one, two", "a | b", "“quoted”", "tab\there", "x: y", "{no json", "日本"]
      rows = (0..<count).map { "line \($0) \(words[Int.random(in: 0..<7, using: &numbers)])" }
      members = ("line", "line")
      filter = "line != \"nothing\""
    case .aligned:
      rows = (0..<count).map { index in
        "pod-\(100_000 + index)   \(index % 2)/1     \(index % 2 == 0 ? "Running" : "Pending")   3d"
      }
      members = ("STATUS", "NAME")
      filter = "NAME != \"nothing\""
    case .mixedLog:
      rows = (0..<count).map { index in
        "2024-01-01T00:\(Self.two(index / 60)):\(Self.two(index))Z \(Self.level(index)) a \(index)"
      }
      members = ("level", "time")
      filter = "line != \"nothing\""
    }
    let (ending, text, options) = Self.document(kind, rows, isWide: isWide)
    name = "feed.\(ending)"
    bytes = Array(text.utf8)
    self.options = options
    if kind == .sections { titles = count == 0 ? 0 : (count + 99) / 100 }
  }

  private static func document(
    _ kind: Kind, _ rows: [String], isWide: Bool
  ) -> (ending: String, text: String, options: [String]) {
    let lines = rows.map { $0 + "\n" }.joined()
    switch kind {
    case .array: return ("json", "[\(rows.joined(separator: ",\n"))]", [])
    case .object:
      return ("json", "{\"total\":\(rows.count),\"rows\":[\(rows.joined(separator: ","))]}", [])
    case .sections:
      let sections = stride(from: 0, to: rows.count, by: 100).map { start in
        let items = rows[start..<min(start + 100, rows.count)].joined(separator: ",")
        return "{\"header\":{\"title\":\"T\(start)\"},\"items\":[\(items)]}"
      }
      return ("json", "{\"sections\":[\(sections.joined(separator: ","))]}", [])
    case .lines: return ("ndjson", lines, [])
    case .concatenated: return ("json", rows.joined(), ["--format", "concatenated"])
    case .sequence: return ("jsonseq", rows.map { "\u{1E}\($0)\n" }.joined(), [])
    case .csv: return ("csv", header(",", isWide) + lines, [])
    case .tsv: return ("tsv", header("\t", isWide) + lines, [])
    case .logfmt: return ("log", lines, ["--format", "logfmt"])
    case .access: return ("log", lines, ["--format", "access-log"])
    case .text: return ("txt", lines, ["--format", "text"])
    case .aligned:
      return ("txt", "NAME         READY   STATUS    AGE\n" + lines, ["--format", "aligned"])
    case .mixedLog: return ("log", lines, ["--format", "mixed-log"])
    case .broken:
      let broken = rows.enumerated().map { $0 % 5 == 3 ? "{\"id\":\($0),broken}\n" : "\($1)\n" }
      return ("ndjson", broken.joined(), [])
    }
  }

  // MARK: Rows

  private static let texts = [
    "plain", "", "a,b", "c\\\"d", "e\\nf", "g\\th", "\\u00e9\\ud83d\\ude00", "日本 é", "| x |", " ",
    "1,5", "\\r", "\\u2028", "-",
  ]

  private static func json(
    _ index: Int, isWide: Bool, using numbers: inout SeededGenerator
  ) -> String {
    var members = ["\"id\":\(index)", "\"g\":\"\(texts[index % texts.count])\""]
    members.append("\"t\":\"\(texts[Int.random(in: 0..<texts.count, using: &numbers)])\"")
    let values = [
      "null", "true", "-1.5e3", "[]", "{}", "[1,[2,{\"a\":\"b\"}]]", "{\"x\":{\"y\":1}}",
    ]
    let choice = Int.random(in: 0..<9, using: &numbers)
    if choice < values.count { members.append("\"v\":\(values[choice])") }
    if index >= 40, index % 7 == 0 { members.append("\"late\":\(index)") }
    if isWide { members += (0..<30).map { "\"column \($0)\":\(index + $0)" } }
    return "{\(members.joined(separator: ","))}"
  }

  private static func header(_ delimiter: String, _ isWide: Bool) -> String {
    (["id", "g", "name"] + (isWide ? (0..<30).map { "column\($0)" } : []))
      .joined(separator: delimiter) + "\n"
  }

  private static func table(
    _ index: Int, _ delimiter: String, _ isWide: Bool, using numbers: inout SeededGenerator
  ) -> String {
    let texts =
      delimiter == ","
      ? ["plain", "\"a,b\"", "\"c\nd\"", "\"e\"\"f\"", "日本", "x y"]
      : [
        "plain", "a,b", "é", "日本", "x y", "-",
      ]
    let text = texts[Int.random(in: 0..<texts.count, using: &numbers)]
    return (["\(index)", "g\(index % 5)", text] + (isWide ? (0..<30).map { "\($0)" } : []))
      .joined(separator: delimiter)
  }

  private static func level(_ index: Int) -> String { ["INFO", "WARN", "ERROR"][index % 3] }

  private static func two(_ number: Int) -> String {
    let text = "\(number % 60)"
    return text.count == 1 ? "0" + text : text
  }
}

/// Counts rows in what the program has written, by the rules of each format.
enum RowCounter {
  static func count(_ bytes: [UInt8], as format: String, titles: Int = 0) throws -> Int {
    let lines = bytes.count { $0 == 0x0A }
    switch format {
    case "jsonl": return lines
    case "groups":
      return try bytes.split(separator: 0x0A).reduce(0) { sum, line in
        let group = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        return sum + (group?["count"] as? Int ?? 0)
      }
    case "json":
      if bytes.isEmpty { return 0 }
      return try (JSONSerialization.jsonObject(with: Data(bytes)) as? [Any])?.count ?? -1
    case "csv": return max(0, records(bytes) - 1)
    case "tsv": return max(0, lines - 1)
    case "md": return max(0, lines - 2)
    default: return max(0, lines - 1 - titles)
    }
  }

  /// The number of records of a CSV (RFC 4180), the header included.
  private static func records(_ bytes: [UInt8]) -> Int {
    var (count, isQuoted) = (0, false)
    for byte in bytes {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { count += 1 }
    }
    return count
  }
}
