/// A column of rows that are written as text.
public struct OutputColumn: Hashable, Sendable {
  /// What stands above it, or its key in JSON.
  public var title: String

  /// The member that is in it.
  public var path: MemberPath

  /// What is in it in place of the member; nil for the member as it is.
  public var template: RowTemplate?

  /// Makes a column.
  public init(title: String, path: MemberPath, template: RowTemplate? = nil) {
    self.title = title
    self.path = path
    self.template = template
  }

  /// Makes a column that is called like its member.
  public init(_ path: MemberPath) {
    self.init(title: path.text, path: path)
  }

  /// Reads columns as they are typed: `ref,owner.login`.
  ///
  /// - Throws: Where a name is missing.
  public static func columns(parsing text: String) throws(FilterSyntaxError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmingSpaces
      guard !name.isEmpty else {
        throw FilterSyntaxError(
          "the name of a member is missing", at: part.endIndex..<part.endIndex, in: text)
      }
      columns.append(OutputColumn(MemberPath(name)))
    }
    return columns
  }
}

extension Substring {
  /// The text without white space around it.
  var trimmingSpaces: String {
    var result = drop { $0.isWhitespace }
    while result.last?.isWhitespace ?? false { result.removeLast() }
    return String(result)
  }
}

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
}

extension RowFormat {
  /// What comes before the first row, in UTF-8.
  public var header: [UInt8] {
    switch self {
    case .csv(let columns), .tsv(let columns):
      var line: [UInt8] = []
      for (index, column) in columns.enumerated() {
        if index > 0 { line.append(separator) }
        appendCell(Array(column.title.utf8), to: &line)
      }
      return line + lineEnd
    case .markdown(let columns):
      var line: [UInt8] = Array("|".utf8)
      for column in columns {
        line.append(contentsOf: " ".utf8)
        appendCell(Array(column.title.utf8), to: &line)
        line.append(contentsOf: " |".utf8)
      }
      let rule = "\n|" + String(repeating: " --- |", count: columns.count) + "\n"
      return line + Array(rule.utf8)
    case .json, .template: return []
    }
  }

  /// Appends a row, in UTF-8.
  ///
  /// - Complexity: O(n) for n bytes and each column.
  /// - Returns: False, with nothing appended, where the row is no JSON.
  public func append(_ row: JSONBytes, to output: inout [UInt8]) -> Bool {
    if case .json(let columns) = self { return appendJSON(row, columns, to: &output) }
    guard (try? row.check()) != nil else { return false }
    switch self {
    case .json: break
    case .csv(let columns), .tsv(let columns):
      for (index, column) in columns.enumerated() {
        if index > 0 { output.append(separator) }
        appendCell(text(of: column, in: row), to: &output)
      }
      output.append(contentsOf: lineEnd)
    case .markdown(let columns):
      output.append(UInt8(ascii: "|"))
      for column in columns {
        output.append(UInt8(ascii: " "))
        appendCell(text(of: column, in: row), to: &output)
        output.append(contentsOf: " |".utf8)
      }
      output.append(0x0A)
    case .template(let template, let terminator):
      template.append(row, to: &output)
      output.append(contentsOf: terminator.utf8)
    }
    return true
  }

  private func text(of column: OutputColumn, in row: JSONBytes) -> [UInt8] {
    var text: [UInt8] = []
    if let template = column.template {
      template.append(row, to: &text)
    } else if let value = column.path.value(in: row) {
      RowText.append(value, to: &text)
    }
    return text
  }

  private var separator: UInt8 {
    if case .tsv = self { UInt8(ascii: "\t") } else { UInt8(ascii: ",") }
  }

  private var lineEnd: [UInt8] {
    if case .csv = self { [0x0D, 0x0A] } else { [0x0A] }
  }

  private func appendCell(_ text: [UInt8], to output: inout [UInt8]) {
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

  private static func appendQuoted(_ text: [UInt8], to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard text.contains(where: { $0 == quote || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      output.append(contentsOf: text)
      return
    }
    output.append(quote)
    for byte in text {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private func appendJSON(
    _ row: JSONBytes, _ columns: [OutputColumn]?, to output: inout [UInt8]
  ) -> Bool {
    guard let line = try? row.withBytes({ try JSONFormatter.format($0, indentation: nil) }) else {
      return false
    }
    guard let columns else {
      output.append(contentsOf: line)
      output.append(0x0A)
      return true
    }
    let row = JSONBytes(Array(line))
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for column in columns {
      guard let value = column.path.value(in: row) else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.quote(column.title, to: &output)
      output.append(UInt8(ascii: ":"))
      output.append(contentsOf: value.slice)
    }
    output.append(contentsOf: "}\n".utf8)
    return true
  }
}
