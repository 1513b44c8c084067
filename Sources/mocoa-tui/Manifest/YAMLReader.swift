import CLibYAML
import MocoaFeedUI

/// Parses YAML, and thus JSON, into values with line numbers.
///
/// Plain scalars are interpreted by the core schema of YAML 1.2: `true`, `false`, `null`, numbers;
/// `yes`, `on` and the like are strings. Anchors and aliases are refused: a few lines of them can
/// expand to any size.
struct YAMLReader {
  /// The parser, which contains pointers to itself and must not move.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)

  /// The maximum nesting depth.
  private static let depthLimit = 64

  /// Parses a text.
  ///
  /// - Returns: Its value; an empty text has no content.
  /// - Throws: The error and its line.
  static func read(_ text: String) throws(ManifestError) -> ManifestValue {
    var reader = YAMLReader()
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(ManifestError) in try reader.read(bytes) }
    }
    return try result.get()
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(ManifestError) -> ManifestValue {
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) != 0 else { throw error("out of memory", at: 0) }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    var result: ManifestValue?
    while let event = try next() {
      switch event.content {
      case .stream: break
      case .documentEnd: continue
      default:
        guard result == nil else { throw error("there is a second document", at: event.line) }
        result = try value(event, depth: 0)
      }
    }
    return result ?? ManifestValue(.null, line: 1)
  }

  /// An event of the parser, without the memory that it owns.
  private struct Event {
    enum Content {
      case stream, documentEnd, alias
      case scalar(String, isPlain: Bool)
      case listStart, listEnd, mappingStart, mappingEnd
    }
    var content: Content
    var line: Int
    var hasAnchor = false
  }

  /// Returns the next event; nil at the end of the text.
  private mutating func next() throws(ManifestError) -> Event? {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw syntaxError }
    defer { yaml_event_delete(&event) }
    let line = Int(event.start_mark.line) + 1
    switch event.type {
    case YAML_NO_EVENT, YAML_STREAM_END_EVENT: return nil
    case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT:
      return Event(content: .stream, line: line)
    case YAML_DOCUMENT_END_EVENT: return Event(content: .documentEnd, line: line)
    case YAML_ALIAS_EVENT: return Event(content: .alias, line: line)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return Event(
        content: .scalar(
          String(decoding: bytes, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        line: line, hasAnchor: scalar.anchor != nil)
    case YAML_SEQUENCE_START_EVENT:
      return Event(
        content: .listStart, line: line, hasAnchor: event.data.sequence_start.anchor != nil)
    case YAML_MAPPING_START_EVENT:
      return Event(
        content: .mappingStart, line: line, hasAnchor: event.data.mapping_start.anchor != nil)
    case YAML_SEQUENCE_END_EVENT: return Event(content: .listEnd, line: line)
    default: return Event(content: .mappingEnd, line: line)
    }
  }

  private var syntaxError: ManifestError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read"
    let context = parser.pointee.context.map { String(cString: $0) + ": " } ?? ""
    return error(context + problem, at: Int(parser.pointee.problem_mark.line) + 1)
  }

  private func error(_ message: String, at line: Int) -> ManifestError {
    ManifestError(line: line, path: "", message: message)
  }
}

extension YAMLReader {
  private mutating func value(_ event: Event, depth: Int) throws(ManifestError) -> ManifestValue {
    guard depth < Self.depthLimit else { throw error("nested too deeply", at: event.line) }
    if event.hasAnchor { throw error("anchors are not supported", at: event.line) }
    switch event.content {
    case .scalar(let text, let isPlain):
      return ManifestValue(isPlain ? Self.content(ofWord: text) : .string(text), line: event.line)
    case .listStart:
      var elements: [ManifestValue] = []
      while let next = try next() {
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

  private mutating func members(depth: Int) throws(ManifestError) -> [ManifestValue.Member] {
    var members: [ManifestValue.Member] = []
    while let next = try next() {
      if case .mappingEnd = next.content { break }
      guard case .scalar(let key, _) = next.content else {
        throw error("a key must be a string", at: next.line)
      }
      guard let event = try self.next() else { break }
      members.append(.init(key: key, line: next.line, value: try value(event, depth: depth + 1)))
    }
    return members
  }

  /// Interprets a plain scalar.
  private static func content(ofWord word: String) -> ManifestValue.Content {
    switch word {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default:
      let isNumber = word.first.map { $0.isASCII && $0.isNumber || "+-.".contains($0) } ?? false
      return isNumber && Double(word) != nil ? .number(word) : .string(word)
    }
  }
}
