/// How rows are written as text.
public enum RowFormat: Hashable, Sendable {
  /// Values with commas between them, as RFC 4180 has it: lines end with CR LF, and values with
  /// commas, quotes or line ends are quoted.
  case csv([OutputColumn])
  /// Values with tabs between them; tab, line feed, carriage return and backslash in values are
  /// written as `\t`, `\n`, `\r` and `\\`.
  case tsv([OutputColumn])
  /// A table of Markdown (GitHub's dialect).
  case markdown([OutputColumn])
  /// A line of compact JSON for each row: an object of the columns, or the row as it is.
  case json([OutputColumn]?)
  /// What a template makes of each row, and what ends it.
  case template(RowTemplate, terminator: String = "\n")

  /// The columns, or nil where rows are written as they are.
  var columns: [OutputColumn]? {
    switch self {
    case .csv(let columns), .tsv(let columns), .markdown(let columns): columns
    case .json(let columns): columns
    case .template: nil
    }
  }

  /// The most columns of rows that are brief.
  private static let briefColumnCount = 8

  /// Whether what is written of a row is little, so that it is kept rather than read again.
  var isBrief: Bool {
    columns.map { $0.count <= Self.briefColumnCount && $0.allSatisfy { $0.template == nil } }
      ?? false
  }

  /// What comes before the first row, in UTF-8.
  public var header: [UInt8] {
    guard let columns else { return [] }
    if case .json = self { return [] }
    var line = lineStart
    for (index, column) in columns.enumerated() {
      if index > 0 { line += separator }
      Array(column.title.utf8).withUnsafeBytes { appendCell($0, to: &line) }
    }
    appendEmptyCell(to: &line, from: lineStart.count)
    line += lineEnd
    if case .markdown = self {
      line += Array(("|" + String(repeating: " --- |", count: columns.count) + "\n").utf8)
    }
    return line
  }

  /// Appends a row, in UTF-8.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: False, with nothing appended, where the row is no JSON.
  public func append(_ row: JSONBytes, to output: inout [UInt8]) -> Bool {
    var formatter = RowFormatter(self)
    return row.withBytes { formatter.append($0, to: &output) }
  }

  /// What stands before the first cell of a line.
  var lineStart: [UInt8] {
    if case .markdown = self { Array("| ".utf8) } else { [] }
  }

  /// What stands between two cells.
  var separator: [UInt8] {
    switch self {
    case .tsv: [0x09]
    case .markdown: Array(" | ".utf8)
    case .csv, .json, .template: [UInt8(ascii: ",")]
    }
  }

  /// What stands behind the last cell of a line.
  var lineEnd: [UInt8] {
    switch self {
    case .csv: [0x0D, 0x0A]
    case .markdown: Array(" |\n".utf8)
    case .tsv, .json, .template: [0x0A]
    }
  }

  /// Appends quotes to a line of CSV of which nothing is there from an offset on: an empty line
  /// would be no row to most readers.
  func appendEmptyCell(to output: inout [UInt8], from start: Int) {
    guard output.count == start, case .csv(let columns) = self, columns.count == 1 else { return }
    output.append(contentsOf: "\"\"".utf8)
  }

  /// Appends the text of a cell, with what has a meaning in the format quoted.
  func appendCell(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    switch self {
    case .csv: Self.appendQuoted(text, to: &output)
    case .tsv:
      for byte in text {
        switch byte {
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        default: output.append(byte)
        }
      }
    case .markdown:
      for byte in text {
        switch byte {
        case UInt8(ascii: "|"): output.append(contentsOf: "\\|".utf8)
        case 0x0A: output.append(contentsOf: "<br>".utf8)
        case 0x0D: break
        default: output.append(byte)
        }
      }
    case .json, .template: output.append(contentsOf: text)
    }
  }

  private static func appendQuoted(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let hasQuotes = ByteSearch.contains(quote, in: text)
    guard
      hasQuotes || ByteSearch.contains(0x2C, in: text) || ByteSearch.contains(0x0A, in: text)
        || ByteSearch.contains(0x0D, in: text)
    else { return output.append(contentsOf: text) }
    output.append(quote)
    if hasQuotes {
      for byte in text {
        if byte == quote { output.append(quote) }
        output.append(byte)
      }
    } else {
      output.append(contentsOf: text)
    }
    output.append(quote)
  }
}
