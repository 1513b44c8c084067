import MocoaFeed

/// A JSON value in full, indented and coloured, to scroll through.
@MainActor
public final class JSONTextView: PagerView {
  private let lines: [Substring]

  /// Whether the value is so large that only its beginning is shown.
  public let isCut: Bool

  /// How much of a value is shown, in bytes.
  public static let byteLimit = 8 << 20

  /// Makes a view of a value.
  ///
  /// - Complexity: O(bytes), at most ``byteLimit``.
  public init(_ bytes: JSONBytes) {
    isCut = bytes.count > Self.byteLimit
    let text = isCut ? bytes.prefixText(Self.byteLimit) : bytes.pretty()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    super.init()
  }

  public override var lineCount: Int { lines.count }

  public override func line(at index: Int) -> [TextRun] {
    // A line of minified text may be long; what cannot be scrolled to is not looked at.
    Self.runs(of: lines[index].prefix(100_000))
  }

  /// The pieces of a line of indented JSON: blanks, key, value, comma.
  static func runs(of line: Substring) -> [TextRun] {
    var runs: [TextRun] = []
    var rest = line
    let blanks = rest.prefix { $0 == " " }
    if !blanks.isEmpty { runs.append(TextRun(String(blanks))) }
    rest = rest.dropFirst(blanks.count)
    if let end = endOfKey(rest) {
      runs.append(TextRun(String(rest[..<end]), style: .key))
      runs.append(TextRun(": "))
      rest = rest[end...].dropFirst(2)
    }
    let comma = rest.hasSuffix(",") ? "," : ""
    let value = rest.dropLast(comma.count)
    runs.append(TextRun(String(value), style: style(of: value)))
    if !comma.isEmpty { runs.append(TextRun(comma)) }
    return runs
  }

  /// The end of a string that a colon follows.
  private static func endOfKey(_ text: Substring) -> Substring.Index? {
    guard text.first == "\"" else { return nil }
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == "\"" {
        let next = text.index(after: index)
        return text[next...].hasPrefix(": ") ? next : nil
      }
    }
    return nil
  }

  private static func style(of value: Substring) -> Style {
    switch value.first {
    case "\"": .string
    case "t", "f", "n": .keyword
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": .number
    default: .body
    }
  }
}
