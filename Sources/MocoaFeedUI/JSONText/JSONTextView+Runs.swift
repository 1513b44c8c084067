import MocoaFeed
import MocoaTUI

/// Syntax highlighting of indented JSON.
extension JSONTextView {
  /// Returns the spans of a row of the screen.
  static func runs(of row: JSONLines.Row, in lines: JSONLines) -> Line {
    let line = lines.lines[row.line]
    guard row.indentation == 0 else {
      let blanks = String(repeating: " ", count: row.indentation)
      let text = TextWidth.resumed(row.text, in: line)
      return [TextRun(blanks), TextRun(text, style: valueStyle(of: line))]
    }
    // A line of minified text may be long; text beyond the scrollable part is not processed.
    var runs = runs(of: row.text.prefix(100_000), style: valueStyle(of: line.prefix(100_000)))
    if let count = row.foldedCount {
      let end = lines.range(of: row.line).map { lines.lines[$0.upperBound] } ?? ""
      let closing = end.drop { $0 == " " }
      let noun = line.utf8.last == UInt8(ascii: "{") ? "member" : "element"
      runs.runs.append(TextRun(" \(count.counted(noun)) ", style: .tertiary))
      runs.runs.append(TextRun(String(closing)))
    }
    return runs
  }

  /// Returns the spans of a line of indented JSON: indentation, key, value, comma.
  static func runs(of line: Substring, style: StyleName? = nil) -> Line {
    var runs = Line()
    var rest = line
    let blanks = rest.prefix { $0 == " " }
    if !blanks.isEmpty { runs.runs.append(TextRun(String(blanks))) }
    rest = rest.dropFirst(blanks.count)
    if let end = endOfKey(rest) {
      runs.runs.append(TextRun(String(rest[..<end]), style: .key))
      runs.runs.append(TextRun(": "))
      rest = rest[end...].dropFirst(2)
    }
    let comma = rest.hasSuffix(",") ? "," : ""
    let value = rest.dropLast(comma.count)
    runs.runs.append(TextRun(String(value), style: style ?? self.style(of: value)))
    if !comma.isEmpty { runs.runs.append(TextRun(comma)) }
    return runs
  }

  private static func valueStyle(of line: Substring) -> StyleName {
    var rest = line.drop { $0 == " " }
    if let end = endOfKey(rest) { rest = rest[end...].dropFirst(2) }
    return style(of: rest.hasSuffix(",") ? rest.dropLast() : rest)
  }

  /// Returns the end of a string that is followed by a colon.
  nonisolated static func endOfKey(_ text: Substring) -> Substring.Index? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
    var json = text
    let length = json.withUTF8 { MemberScanner.endOfString(in: UnsafeRawBufferPointer($0)) }
    let end = text.utf8.index(text.startIndex, offsetBy: length)
    return text[end...].utf8.starts(with: ": ".utf8) ? end : nil
  }

  private static func style(of value: Substring) -> StyleName {
    switch value.first {
    case "\"": styleOfString(String(value.dropFirst().prefix(64)))
    case "t", "f", "n": .keyword
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": .number
    default: .body
    }
  }

  /// Links are recognized by their prefix, and times if they are whole.
  private static func styleOfString(_ text: String) -> StyleName {
    if JSONDisplayText.isLink(text) { return .link }
    return String(text.prefix { $0 != "\"" }).isTime ? .date : .string
  }
}
