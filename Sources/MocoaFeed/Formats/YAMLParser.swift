import CLibYAML

/// The parser of libyaml: the events of a text, one after the other.
package struct YAMLParser: ~Copyable {
  /// An event, without the memory that libyaml owns.
  package struct Event {
    /// What was found.
    package enum Content {
      case streamStart, documentStart, documentEnd
      case listStart, listEnd, mappingStart, mappingEnd
      /// A text; a plain one has no quotes and is no block.
      case scalar(String, isPlain: Bool)
      /// A value that has the name of an earlier one.
      case alias(String)
    }

    package var content: Content

    package var line: Int

    /// The name by which aliases refer to the value.
    package var anchor: String?

    /// The tag of the value, such as `!!str` in its long form.
    package var tag: String?
  }

  /// An error of syntax.
  package struct SyntaxError: Error {
    package var message: String
    package var line: Int

    package init(message: String, line: Int) { (self.message, self.line) = (message, line) }
  }

  /// The parser, which contains pointers to itself and must not move.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)

  /// Creates a parser of a text, which must not change or go away during its life.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SyntaxError) {
    guard yaml_parser_initialize(parser) != 0 else {
      parser.initialize(to: yaml_parser_t())
      throw SyntaxError(message: "out of memory", line: 1)
    }
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Returns the next event; nil at the end of the text.
  package mutating func next() throws(SyntaxError) -> Event? {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw failure }
    defer { yaml_event_delete(&event) }
    let line = Int(event.start_mark.line) + 1
    switch event.type {
    case YAML_NO_EVENT, YAML_STREAM_END_EVENT: return nil
    case YAML_STREAM_START_EVENT: return Event(content: .streamStart, line: line)
    case YAML_DOCUMENT_START_EVENT: return Event(content: .documentStart, line: line)
    case YAML_DOCUMENT_END_EVENT: return Event(content: .documentEnd, line: line)
    case YAML_ALIAS_EVENT:
      return Event(content: .alias(Self.text(event.data.alias.anchor) ?? ""), line: line)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return Event(
        content: .scalar(
          String(decoding: bytes, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        line: line, anchor: Self.text(scalar.anchor), tag: Self.text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      return Event(
        content: .listStart, line: line, anchor: Self.text(list.anchor), tag: Self.text(list.tag))
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      return Event(
        content: .mappingStart, line: line, anchor: Self.text(mapping.anchor),
        tag: Self.text(mapping.tag))
    case YAML_SEQUENCE_END_EVENT: return Event(content: .listEnd, line: line)
    default: return Event(content: .mappingEnd, line: line)
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  private var failure: SyntaxError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read"
    let context = parser.pointee.context.map { String(cString: $0) + ": " } ?? ""
    return SyntaxError(message: context + problem, line: Int(parser.pointee.problem_mark.line) + 1)
  }

  /// Returns a plain scalar as JSON by the core schema of YAML 1.2; nil for a text, which `yes`,
  /// `on` and the like are, and numbers that JSON does not have, such as `.inf`.
  static func json(ofPlain word: String) -> String? {
    constant(ofPlain: word) ?? decimal(ofPlain: word)
      ?? (Array(word.utf8).withUnsafeBytes { NumberForm($0) } == nil ? nil : word)
  }

  /// Returns a hexadecimal or octal number, such as `0x1F` or `0o17`, in decimal; nil for others.
  private static func decimal(ofPlain word: String) -> String? {
    let digits = word.dropFirst(2)
    guard digits.first?.isHexDigit == true else { return nil }
    let number =
      word.hasPrefix("0x")
      ? UInt64(digits, radix: 16) : word.hasPrefix("0o") ? UInt64(digits, radix: 8) : nil
    return number.map { "\($0)" }
  }

  /// Returns the constant that a plain scalar is, `null`, `true` or `false`; nil if it is none.
  package static func constant(ofPlain word: String) -> String? {
    switch word {
    case "", "~", "null", "Null", "NULL": "null"
    case "true", "True", "TRUE": "true"
    case "false", "False", "FALSE": "false"
    default: nil
    }
  }
}
