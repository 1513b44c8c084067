import MocoaFeed
import MocoaFeedUI

/// Parses YAML, and thus JSON, into values with line numbers.
///
/// Plain scalars are interpreted by the core schema of YAML 1.2: `true`, `false`, `null`, numbers;
/// `yes`, `on` and the like are strings. Anchors and aliases are refused: a few lines of them can
/// expand to any size.
struct YAMLReader: ~Copyable {
  private var parser: YAMLParser

  /// The maximum nesting depth.
  private static let depthLimit = 64

  /// Parses a text; an empty one has no content.
  static func read(_ text: String) throws(ManifestError) -> ManifestValue {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(ManifestError) in
        do throws(YAMLParser.SyntaxError) {
          var reader = YAMLReader(parser: try YAMLParser(bytes))
          return try reader.document()
        } catch {
          throw ManifestError(line: error.line, path: "", message: error.message)
        }
      }
    }
    return try result.get()
  }

  private mutating func document() throws(YAMLParser.SyntaxError) -> ManifestValue {
    var result: ManifestValue?
    while let event = try parser.next() {
      switch event.content {
      case .streamStart, .documentStart, .documentEnd: continue
      default:
        guard result == nil else { throw error("there is a second document", at: event.line) }
        result = try value(event, depth: 0)
      }
    }
    return result ?? ManifestValue(.null, line: 1)
  }

  private func error(_ message: String, at line: Int) -> YAMLParser.SyntaxError {
    YAMLParser.SyntaxError(message: message, line: line)
  }

  private mutating func value(
    _ event: YAMLParser.Event, depth: Int
  ) throws(YAMLParser.SyntaxError) -> ManifestValue {
    guard depth < Self.depthLimit else { throw error("nested too deeply", at: event.line) }
    if event.anchor != nil { throw error("anchors are not supported", at: event.line) }
    switch event.content {
    case .scalar(let text, let isPlain):
      return ManifestValue(isPlain ? Self.content(ofWord: text) : .string(text), line: event.line)
    case .listStart:
      var elements: [ManifestValue] = []
      while let next = try parser.next() {
        if case .listEnd = next.content { break }
        elements.append(try value(next, depth: depth + 1))
      }
      return ManifestValue(.list(elements), line: event.line)
    case .mappingStart:
      return ManifestValue(.mapping(try members(depth: depth)), line: event.line)
    case .alias: throw error("aliases are not supported", at: event.line)
    default: return ManifestValue(.null, line: event.line)
    }
  }

  private mutating func members(
    depth: Int
  ) throws(YAMLParser.SyntaxError) -> [ManifestValue.Pair] {
    var members: [ManifestValue.Pair] = []
    while let next = try parser.next() {
      if case .mappingEnd = next.content { break }
      guard case .scalar(let key, _) = next.content else {
        throw error("a key must be a string", at: next.line)
      }
      guard let event = try parser.next() else { break }
      members.append(.init(key: key, line: next.line, value: try value(event, depth: depth + 1)))
    }
    return members
  }

  /// Interprets a plain scalar.
  private static func content(ofWord word: String) -> ManifestValue.Content {
    if let constant = YAMLParser.constant(ofPlain: word) {
      return constant == "null" ? .null : .bool(constant == "true")
    }
    let isNumber = word.first.map { $0.isASCII && $0.isNumber || "+-.".contains($0) } ?? false
    return isNumber && Double(word) != nil ? .number(word) : .string(word)
  }
}
