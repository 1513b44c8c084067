import Foundation

/// Counts rows, members and columns in what the program has written, by the rules of each format.
struct RowCounter: Equatable {
  /// The number of rows; in groups, of those that are counted.
  var rows = 0
  /// The number of members of all rows, where these are JSON.
  var members: Int?
  /// The number of columns, where there is a header.
  var columns: Int?

  /// Counts bytes in a format; `titles` is the number of lines in a text that are titles.
  init(_ bytes: [UInt8], as format: String, titles: Int = 0) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = bytes.count { $0 == 0x0A }
    let header = text.prefix { $0 != "\n" && $0 != "\r\n" }
    switch format {
    case "jsonl", "groups", "json":
      let values = try Self.values(in: bytes, areLines: format != "json")
      let objects = values.map { $0 as? [String: Any] ?? [:] }
      rows =
        format == "groups"
        ? objects.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } : values.count
      members = format == "groups" ? nil : objects.reduce(0) { $0 + $1.count }
    case "count": rows = Int(header) ?? -1
    case "lines": rows = lines
    case "csv":
      rows = max(0, Self.records(bytes) - 1)
      columns = header.split(separator: ",", omittingEmptySubsequences: false).count
    case "tsv":
      rows = max(0, lines - 1)
      columns = header.split(separator: "\t", omittingEmptySubsequences: false).count
    case "md":
      rows = max(0, lines - 2)
      columns = header.split(separator: "|", omittingEmptySubsequences: false).count - 2
    default:
      rows = max(0, lines - 1 - titles)
      columns = header.components(separatedBy: "  ").count { !$0.allSatisfy(\.isWhitespace) }
    }
  }

  private static func values(in bytes: [UInt8], areLines: Bool) throws -> [Any] {
    guard areLines else {
      return try JSONSerialization.jsonObject(with: Data(bytes)) as? [Any] ?? []
    }
    return try bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      try JSONSerialization.jsonObject(with: Data($0), options: .fragmentsAllowed)
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
