import MocoaFeed

/// A JSON value in full, indented and coloured, to scroll through.
@MainActor
public final class JSONTextView: PagerView {
  private var lines: [Substring] = []

  /// Whether the value is so large that only its beginning is shown.
  public private(set) var isCut = false

  /// How much of a value is shown, in bytes.
  public static let byteLimit = 8 << 20

  /// Makes a view of a value.
  ///
  /// - Complexity: O(bytes), at most ``byteLimit``.
  public convenience init(_ bytes: JSONBytes) {
    self.init()
    show(bytes)
  }

  /// Shows another value, from its start.
  ///
  /// - Parameters:
  ///   - bytes: the value; nil shows nothing.
  ///   - limit: how much of it is shown, in bytes.
  public func show(_ bytes: JSONBytes?, limit: Int = byteLimit) {
    isCut = bytes.map { $0.count > limit } ?? false
    let text = bytes.map { isCut ? $0.prefixText(limit) : $0.pretty() } ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    scrollToStart()
    setNeedsDisplay()
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
