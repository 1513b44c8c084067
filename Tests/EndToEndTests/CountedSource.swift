import Foundation
import MocoaTestSupport

/// The bytes of a source whose number of rows is known.
struct CountedSource: Sendable {
  /// The kinds of sources; each has members that all of its rows have.
  enum Kind: String, CaseIterable, Sendable {
    case array, arrays, object, sections, members, comments, lines, concatenated, sequence, broken
    case jsonFeed, csv, tsv, semicolons, bars, headerless, aligned, listing
    case ruled, pairs, logfmt, access, log, labelledLog, mixedLog, text, yaml, brokenTable

    /// The format that the program takes it for.
    var format: String {
      switch self {
      case .lines, .broken: "ndjson"
      case .sequence: "json-seq"
      case .comments: "jsonc"
      case .semicolons, .bars, .headerless, .brokenTable: "csv"
      case .listing, .ruled: "aligned"
      case .pairs: "key-value"
      case .access: "access-log"
      case .labelledLog: "labelled-log"
      case .mixedLog: "mixed-log"
      case .jsonFeed: "jsonfeed"
      default: rawValue
      }
    }

    /// A Boolean value that indicates whether some rows cannot be read.
    var isBroken: Bool { self == .broken || self == .brokenTable }

    /// A Boolean value that indicates whether rows can be written as the lines that they are.
    var isLog: Bool { [.logfmt, .access, .log, .labelledLog, .mixedLog].contains(self) }

    /// The numbers of few rows from which the kind is seen: a header needs a row below it, and
    /// records need another one beside them.
    var few: [Int] {
      switch self {
      case .aligned, .listing, .ruled: [1, 2]
      case .pairs: [0, 2]
      default: [0, 1, 2]
      }
    }
  }

  let kind: Kind
  /// The name of a file with the bytes.
  let name: String
  var bytes: [UInt8]
  /// The number of rows, without broken ones.
  let count: Int
  /// The number of rows that cannot be read.
  var brokenCount = 0
  /// The number of members of all rows, and the columns that a table of them has.
  private(set) var memberCount = 0, columns: Set<String> = []
  /// The options that the source needs to be read for certain.
  let options: [String]
  /// The member to group by, and one to sort by.
  let members: (group: String, sort: String)
  /// A filter that every row matches.
  let filter: String
  /// The number of lines in a text of all rows that are titles of sections.
  var titles = 0

  /// Creates a source of some rows, whose contents depend on the seed.
  init(_ kind: Kind, rows total: Int, seed: UInt64) throws {
    self.kind = kind
    var numbers = SeededGenerator(seed: seed &* 1_000 &+ UInt64(total))
    let isWide = Int.random(in: 0..<3, using: &numbers) == 0
    let rows = (0..<total).map { Self.row(kind, $0, isWide: isWide, using: &numbers) }
    members = Self.members(of: kind)
    filter =
      switch kind {
      case .access: "status != 1"
      case .log: "message != \"nothing\""
      case .labelledLog: "time != \"nothing\""
      case .text, .mixedLog: "line != \"nothing\""
      default: "\(members.sort) != \"nothing\""
      }
    let document = Self.document(kind, rows, isWide: isWide)
    name = "feed.\(document.ending)"
    bytes = Array(document.text.utf8)
    options = document.options + (rows.isEmpty ? Self.optionsWithoutRows(kind) : [])
    titles = kind == .sections ? (total + 99) / 100 : kind == .jsonFeed ? 1 : 0
    // Lines of text have no title above them.
    if kind == .text { titles = -1 }
    brokenCount = kind.isBroken ? (total + 1) / 5 : 0
    count = total - brokenCount
    if let names = Self.columns(of: kind, isWide: isWide) {
      (columns, memberCount) = (Set(names), names.count * count)
    } else {
      for (index, row) in rows.enumerated() where !kind.isBroken || index % 5 != 3 {
        let value = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any] ?? [:]
        memberCount += kind == .members ? 2 : value.count
        columns.formUnion(Self.paths(in: value, below: kind == .members ? "value." : ""))
      }
      if kind == .members, !rows.isEmpty { columns.insert("key") }
    }
  }

  /// Creates a source that has the rows of others.
  init(joining parts: [CountedSource]) {
    kind = parts[0].kind
    (name, bytes, options) = ("", [], [])
    count = parts.reduce(0) { $0 + $1.count }
    brokenCount = parts.reduce(0) { $0 + $1.brokenCount }
    memberCount = parts.reduce(0) { $0 + $1.memberCount }
    columns = parts.reduce(into: []) { $0.formUnion($1.columns) }
    members = parts[0].members
    filter = parts[0].filter
    titles = parts.reduce(0) { $0 + max(0, $1.titles) }
  }

  /// Creates a table whose rows have all columns, one of them `id` and one `g`.
  init(_ name: String, columns: [String], rows: Int) {
    kind = .csv
    self.name = name
    (bytes, options, count) = ([], [], rows)
    (self.columns, memberCount) = (Set(columns), columns.count * rows)
    members = Self.members(of: .csv)
    filter = "id != -1"
  }

  /// What cannot be seen without a row.
  private static func optionsWithoutRows(_ kind: Kind) -> [String] {
    switch kind {
    case .lines, .broken: ["--format", "ndjson"]
    case .sequence: ["--format", "json-seq"]
    case .csv, .semicolons, .bars, .brokenTable: ["--format", "csv"]
    case .tsv: ["--format", "tsv"]
    default: []
    }
  }

  private static func members(of kind: Kind) -> (group: String, sort: String) {
    switch kind {
    case .members: ("value.g", "value.id")
    case .jsonFeed: ("title", "id")
    case .headerless: ("column_2", "column_1")
    case .aligned: ("STATUS", "NAME")
    case .listing: ("owner", "name")
    case .logfmt: ("level", "id")
    case .access: ("status", "path")
    case .mixedLog, .log: ("level", "time")
    case .labelledLog: ("source", "time")
    case .text: ("line", "line")
    default: ("g", "id")
    }
  }

  /// The columns of a kind whose rows all have the same members.
  private static func columns(of kind: Kind, isWide: Bool) -> [String]? {
    let more = isWide ? 30 : 0
    return switch kind {
    case .jsonFeed: ["id", "title", "content_text"]
    case .csv, .tsv, .semicolons, .bars, .brokenTable:
      ["id", "g", "name"] + (0..<more).map { "column\($0)" }
    case .ruled, .pairs, .yaml: ["id", "g", "name"]
    case .log: ["time", "level", "logger", "message"]
    case .labelledLog: ["source", "time", "level", "message"]
    case .headerless: (1...3 + more).map { "column_\($0)" }
    case .aligned: ["NAME", "READY", "STATUS", "AGE"]
    case .listing: ["mode", "links", "owner", "group", "size", "time", "name"]
    case .logfmt: ["id", "level", "msg"]
    case .access:
      ["host", "time", "method", "path", "protocol", "status", "bytes", "agent"]
    case .mixedLog: ["time", "level", "line"]
    case .text: ["line"]
    default: nil
    }
  }

  /// The paths of the values in an object that are no objects with members.
  private static func paths(in object: [String: Any], below prefix: String) -> [String] {
    object.flatMap { name, value in
      guard let inner = value as? [String: Any], !inner.isEmpty else { return [prefix + name] }
      return paths(in: inner, below: prefix + name + ".")
    }
  }

  private static func document(
    _ kind: Kind, _ rows: [String], isWide: Bool
  ) -> (ending: String, text: String, options: [String]) {
    let lines = rows.map { $0 + "\n" }.joined()
    let list = "[\(rows.joined(separator: ",\n"))]"
    let parts = stride(from: 0, to: rows.count, by: 100).map { start in
      rows[start..<min(start + 100, rows.count)].joined(separator: ",")
    }
    switch kind {
    case .array: return ("json", list, [])
    case .arrays:
      let text = parts.map { "[\($0)]" }.joined(separator: ",")
      return ("json", "[\(text)]", ["--format", "arrays"])
    case .object: return ("json", "{\"total\":\(rows.count),\"rows\":\(list)}", [])
    case .sections:
      let sections = parts.enumerated().map { index, items in
        "{\"header\":{\"title\":\"T\(index)\"},\"items\":[\(items)]}"
      }
      return ("json", "{\"sections\":[\(sections.joined(separator: ","))]}", [])
    case .members:
      let members = rows.enumerated().map { "\"key \($0)\":\($1)" }.joined(separator: ",")
      return ("json", "{\(members)}", ["--format", "members"])
    case .comments: return ("jsonc", "// rows\n\(list) /* end */\n", ["--format", "jsonc"])
    case .lines: return ("ndjson", lines, [])
    case .concatenated: return ("json", rows.joined(), ["--format", "concatenated"])
    case .sequence: return ("jsonseq", rows.map { "\u{1E}\($0)\n" }.joined(), [])
    case .broken:
      let broken = rows.enumerated().map { $0 % 5 == 3 ? "{\"id\":\($0),broken}\n" : "\($1)\n" }
      return ("ndjson", broken.joined(), [])
    case .jsonFeed:
      let version = "\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"rows\""
      return ("json", "{\(version),\"items\":\(list)}", ["--format", "jsonfeed"])
    case .csv: return ("csv", header(kind, isWide) + lines, [])
    case .brokenTable:
      let broken = rows.enumerated().map { $0 % 5 == 3 ? $1 + ",more\n" : $1 + "\n" }
      return ("csv", header(kind, isWide) + broken.joined(), ["--format", "csv"])
    case .ruled:
      let rule = "+--------+----+--------+\n"
      return ("txt", "\(rule)|     id | g  | name   |\n\(rule)\(lines)\(rule)", [])
    case .pairs: return ("txt", lines, ["--format", "key-value"])
    case .yaml: return ("yaml", rows.isEmpty ? "[]\n" : lines, ["--format", "yaml"])
    case .tsv: return ("tsv", header(kind, isWide) + lines, [])
    case .semicolons: return ("csv", header(kind, isWide) + lines, ["--delimiter", ";"])
    case .bars: return ("csv", header(kind, isWide) + lines, ["--delimiter", "|"])
    case .headerless: return ("csv", lines, ["--header-row", "no", "--format", "csv"])
    case .aligned:
      return ("txt", "NAME         READY   STATUS    AGE\n" + lines, ["--format", "aligned"])
    case .listing: return ("txt", "total 12\n" + lines, ["--format", "aligned"])
    case .logfmt: return ("log", lines, ["--format", "logfmt"])
    case .access: return ("log", lines, ["--format", "access-log"])
    case .log: return ("log", lines, ["--format", "log"])
    case .labelledLog: return ("log", lines, ["--format", "labelled-log"])
    case .mixedLog: return ("log", lines, ["--format", "mixed-log"])
    case .text: return ("txt", lines, ["--format", "text"])
    }
  }

  // MARK: Rows

  private static func row(
    _ kind: Kind, _ index: Int, isWide: Bool, using numbers: inout SeededGenerator
  ) -> String {
    switch kind {
    case .array, .arrays, .object, .sections, .members, .comments, .lines, .concatenated,
      .sequence, .broken:
      return json(index, isWide: isWide, using: &numbers)
    case .jsonFeed:
      let text = texts[Int.random(in: 0..<texts.count, using: &numbers)]
      return "{\"id\":\"\(index)\",\"title\":\"t\(index % 5)\",\"content_text\":\"\(text)\"}"
    case .csv, .tsv, .semicolons, .bars, .headerless, .brokenTable:
      return table(index, kind, isWide, using: &numbers)
    case .aligned:
      let state = index % 2 == 0 ? "Running" : "Pending"
      return "pod-\(100_000 + index)   \(index % 2)/1     \(state)   3d"
    case .listing:
      let owner = ["ada ", "root"][index % 2]
      return
        "-rw-r--r-- 1 \(owner) staff \(100_000 + index) Mar  \(1 + index % 9) 2024 file \(index)"
    case .logfmt: return "id=\(index) level=\(level(index)) msg=\"a \(index) \\\"b\\\" é\""
    case .access:
      return "10.0.0.\(index % 250) - - [10/Oct/2023:13:\(two(index / 60)):\(two(index)) +0000]"
        + " \"GET /a/\(index)?q=%20 HTTP/1.1\" \(200 + index % 3) \(index) \"-\" \"agent\""
    case .ruled: return "| \(100_000 + index) | g\(index % 5) | name \(index % 7) |"
    case .pairs: return "id: \(index)\ng: g\(index % 5)\nname: name \(index)\n"
    case .yaml: return "- id: \(index)\n  g: g\(index % 5)\n  name: \"a, \(index): é\""
    case .log:
      return "2024-01-01 00:\(two(index / 60)):\(two(index)),123 \(level(index)) a.b: text \(index)"
    case .labelledLog:
      let time = "2024-01-01T00:\(two(index / 60)):\(two(index))Z"
      return "\(index % 2 == 0 ? "web-1" : "db-1 ")  | \(time) \(level(index)) a \(index)"
    case .mixedLog:
      return "2024-01-01T00:\(two(index / 60)):\(two(index))Z \(level(index)) a \(index)"
    case .text:
      let words = ["one, two", "a | b", "“quoted”", "tab\there", "x: y", "{no json", "日本"]
      return "line \(index) \(words[Int.random(in: 0..<7, using: &numbers)])"
    }
  }

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

  private static func delimiter(of kind: Kind) -> String {
    switch kind {
    case .tsv: "\t"
    case .semicolons: ";"
    case .bars: "|"
    default: ","
    }
  }

  private static func header(_ kind: Kind, _ isWide: Bool) -> String {
    (columns(of: kind, isWide: isWide) ?? []).joined(separator: delimiter(of: kind)) + "\n"
  }

  private static func table(
    _ index: Int, _ kind: Kind, _ isWide: Bool, using numbers: inout SeededGenerator
  ) -> String {
    let texts =
      kind == .tsv
      ? ["plain", "a,b", "é", "日本", "x y", "-"]
      : ["plain", "\"a,b;c|d\"", "\"c\nd\"", "\"e\"\"f\"", "日本", "x y"]
    let text = texts[Int.random(in: 0..<texts.count, using: &numbers)]
    return (["\(index)", "g\(index % 5)", text] + (isWide ? (0..<30).map { "\($0)" } : []))
      .joined(separator: delimiter(of: kind))
  }

  private static func level(_ index: Int) -> String { ["INFO", "WARN", "ERROR"][index % 3] }

  private static func two(_ number: Int) -> String {
    let text = "\(number % 60)"
    return text.count == 1 ? "0" + text : text
  }
}
