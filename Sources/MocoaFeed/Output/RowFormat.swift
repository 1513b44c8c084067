import MocoaCore

/// A text format of rows.
package enum RowFormat: Hashable, Sendable {
  /// Comma-separated values (RFC 4180), with CR LF line ends.
  case csv([OutputColumn])
  /// Tab-separated values, with `\t`, `\n`, `\r` and `\\` as escapes.
  case tsv([OutputColumn])
  /// A Markdown table (GitHub's dialect).
  case markdown([OutputColumn])
  /// A page of HTML with a table.
  case html([OutputColumn])
  /// One line of compact JSON per row: an object of the columns, or the whole row.
  case json([OutputColumn]?)
  /// A JSON array of such rows, one on each line.
  case array([OutputColumn]?)
  /// A template for each row, and a terminator.
  case template(RowTemplate, terminator: String = "\n")

  /// The columns, or nil if whole rows are output.
  var columns: [OutputColumn]? {
    switch self {
    case .csv(let columns), .tsv(let columns), .markdown(let columns), .html(let columns): columns
    case .json(let columns), .array(let columns): columns
    case .template: nil
    }
  }

  /// The members that are output; nil for whole rows.
  var paths: [MemberPath]? {
    guard let columns, columns.allSatisfy({ $0.template == nil }) else { return nil }
    return columns.map(\.path)
  }

  /// The maximum number of columns of brief rows.
  private static let briefColumnCount = 8

  /// A Boolean value that indicates whether output rows are short enough to be kept in memory.
  var isBrief: Bool {
    paths.map { $0.count <= Self.briefColumnCount } ?? false
  }

  /// A Boolean value that indicates whether rows are written as JSON.
  var isJSON: Bool {
    switch self {
    case .json, .array: true
    case .csv, .tsv, .markdown, .html, .template: false
    }
  }

  /// The text before the first row, in UTF-8.
  package var header: [UInt8] {
    guard let columns, !isJSON else { return [] }
    if case .html = self {
      var page = Array("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<table>\n<tr>".utf8)
      for column in columns {
        page += Array("<th>".utf8)
        Array(column.title.utf8).withUnsafeBytes { appendCell($0, to: &page) }
        page += Array("</th>".utf8)
      }
      return page + Array("</tr>\n".utf8)
    }
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

  /// The text behind the last row, but for that of an array.
  var footer: [UInt8] { if case .html = self { Array("</table>\n".utf8) } else { [] } }

  /// The text before the first cell of a line.
  var lineStart: [UInt8] {
    switch self {
    case .markdown: Array("| ".utf8)
    case .html: Array("<tr><td>".utf8)
    case .csv, .tsv, .json, .array, .template: []
    }
  }

  /// The text between two cells.
  var separator: [UInt8] {
    switch self {
    case .tsv: [0x09]
    case .markdown: Array(" | ".utf8)
    case .html: Array("</td><td>".utf8)
    case .csv, .json, .array, .template: [UInt8(ascii: ",")]
    }
  }

  /// The text after the last cell of a line.
  var lineEnd: [UInt8] {
    switch self {
    case .csv: [0x0D, 0x0A]
    case .markdown: Array(" |\n".utf8)
    case .html: Array("</td></tr>\n".utf8)
    case .tsv, .json, .array, .template: [0x0A]
    }
  }

  /// Appends quotes to an empty CSV line, which most readers would skip.
  func appendEmptyCell(to output: inout [UInt8], from start: Int) {
    guard output.count == start, case .csv(let columns) = self, columns.count == 1 else { return }
    output.append(contentsOf: "\"\"".utf8)
  }

  /// Appends the text of a cell, quoted as the format requires.
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
      var syntax = MarkdownSyntax()
      for (index, byte) in text.enumerated() {
        switch byte {
        case UInt8(ascii: "|"): output.append(contentsOf: "\\|".utf8)
        // In front of another sign it would be an escape.
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: break
        case 0x0A, 0x0D: output.append(contentsOf: "<br>".utf8)
        case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "`"):
          if syntax.isMarkup(text[index...]) { output.append(UInt8(ascii: "\\")) }
          output.append(byte)
        default: output.append(byte)
        }
      }
    case .html:
      for (index, byte) in text.enumerated() {
        switch byte {
        case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
        case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: break
        case 0x0A, 0x0D: output.append(contentsOf: "<br>".utf8)
        default: output.append(byte)
        }
      }
    case .json, .array, .template: output.append(contentsOf: text)
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
