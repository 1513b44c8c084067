/// The conversion of documents of YAML to JSON, a line each.
///
/// Aliases are replaced by their values, and `<<` by the members of its mappings. Tags other than
/// those of the core schema are left out, which is said, and so are comments.
struct YAMLConversion {
  /// The documents as JSON, up to the first error.
  private(set) var json: [UInt8] = []

  /// The error at which the text cannot be read any further.
  private(set) var failure: YAMLParser.SyntaxError?

  private var anchors: [String: [UInt8]] = [:]
  private var tags: [String] = []
  private var documentCount = 0
  private var emptyCount = 0

  /// The maximum nesting depth.
  private static let deepest = 256

  /// The number of bytes to which aliases may expand.
  private static let largest = 256 << 20

  /// The maximum number of tags that are named.
  private static let mostTags = 8

  /// The prefix of the tags of the core schema.
  private static let core = "tag:yaml.org,2002:"

  /// Converts a text.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(YAMLParser.SyntaxError) {
        var parser = try YAMLParser(bytes)
        try convert(&parser)
      } catch {
        failure = error
      }
    }
    if documentCount > 1 { json.append(0x0A) }
    // One document is no line of JSON.
    if documentCount == 1, json.first == UInt8(ascii: "{") { json.insert(0x0A, at: 1) }
  }

  /// What was left out.
  var notes: [String] {
    var notes: [String] = []
    if emptyCount > 0, documentCount > 0 {
      let documents = emptyCount == 1 ? "1 empty document is" : "\(emptyCount) empty documents are"
      notes.append("\(documents) left out")
    }
    if !tags.isEmpty {
      let names = tags.prefix(Self.mostTags).joined(separator: ", ")
      notes.append("tags of YAML are left out: \(names)\(tags.count > Self.mostTags ? " …" : "")")
    }
    return notes
  }

  private mutating func convert(
    _ parser: inout YAMLParser
  ) throws(YAMLParser.SyntaxError) {
    while let event = try parser.next() {
      switch event.content {
      case .streamStart, .documentEnd: continue
      case .documentStart: anchors = [:]
      // Nothing is between two marks.
      case .scalar("", isPlain: true) where event.tag == nil: emptyCount += 1
      default:
        var document: [UInt8] = []
        try append(event, 0, &parser, to: &document)
        if documentCount > 0 { json.append(0x0A) }
        json += document
        documentCount += 1
      }
    }
  }

  /// Appends a value, whose first event has been read.
  private mutating func append(
    _ event: YAMLParser.Event, _ depth: Int, _ parser: inout YAMLParser, to json: inout [UInt8]
  ) throws(YAMLParser.SyntaxError) {
    guard depth < Self.deepest else { throw Self.failure("nested too deeply", event) }
    let start = json.count
    note(event.tag)
    switch event.content {
    case .scalar(let text, let isPlain): append(text, isPlain, event.tag, to: &json)
    case .listStart:
      json.append(UInt8(ascii: "["))
      var isFirst = true
      while let next = try parser.next() {
        if case .listEnd = next.content { break }
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        try append(next, depth + 1, &parser, to: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .mappingStart: try appendMembers(depth, &parser, to: &json)
    case .alias(let name):
      guard let value = anchors[name] else {
        throw Self.failure("there is no anchor '\(name)' before its alias", event)
      }
      json += value
    case .streamStart, .documentStart, .documentEnd, .listEnd, .mappingEnd:
      json += "null".utf8
    }
    guard self.json.count + json.count <= Self.largest else {
      throw Self.failure("aliases expand to more than \(Self.largest >> 20) MB", event)
    }
    if let anchor = event.anchor { anchors[anchor] = Array(json[start...]) }
  }

  private func append(
    _ text: String, _ isPlain: Bool, _ tag: String?, to json: inout [UInt8]
  ) {
    let isText = tag.map { $0 == Self.core + "str" || $0 == "!" } ?? !isPlain
    if !isText, let value = YAMLParser.json(ofPlain: text) {
      json += value.utf8
    } else {
      JSONText.quote(text, to: &json)
    }
  }

  /// Appends the members of a mapping; those that `<<` adds give way to its own.
  private mutating func appendMembers(
    _ depth: Int, _ parser: inout YAMLParser, to json: inout [UInt8]
  ) throws(YAMLParser.SyntaxError) {
    var own: [(key: [UInt8], value: [UInt8])] = []
    var merged: [(key: [UInt8], value: [UInt8])] = []
    while let next = try parser.next() {
      if case .mappingEnd = next.content { break }
      let key = try key(next, depth, &parser)
      guard let event = try parser.next() else { break }
      var value: [UInt8] = []
      try append(event, depth + 1, &parser, to: &value)
      if case .scalar("<<", isPlain: true) = next.content, let members = Self.members(of: value) {
        merged += members
      } else {
        own.append((key, value))
      }
    }
    var known = Set(own.map(\.key))
    let members = own + merged.filter { known.insert($0.key).inserted }
    json.append(UInt8(ascii: "{"))
    for (index, (key, value)) in members.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += key
      json.append(UInt8(ascii: ":"))
      json += value
    }
    json.append(UInt8(ascii: "}"))
  }

  /// Returns a key as a JSON string; one that is no text, as its JSON in a string.
  private mutating func key(
    _ event: YAMLParser.Event, _ depth: Int, _ parser: inout YAMLParser
  ) throws(YAMLParser.SyntaxError) -> [UInt8] {
    if case .scalar(let text, _) = event.content {
      let key = JSONText.quoted(text)
      if let anchor = event.anchor { anchors[anchor] = key }
      return key
    }
    var value: [UInt8] = []
    try append(event, depth + 1, &parser, to: &value)
    let isText = value.first == UInt8(ascii: "\"")
    return isText ? value : JSONText.quoted(String(decoding: value, as: UTF8.self))
  }

  /// Returns the members that the value of `<<` adds: of an object, or of the objects of an array,
  /// of which the first ones count.
  private static func members(of value: [UInt8]) -> [(key: [UInt8], value: [UInt8])]? {
    let json = JSONBytes(value)
    var objects: [JSONBytes] = []
    switch json.kind {
    case .object: objects = [json]
    case .array: objects = json.elements
    default: return nil
    }
    guard objects.allSatisfy({ $0.kind == .object }) else { return nil }
    return objects.flatMap(\.members).map { (JSONText.quoted($0), Array($1.slice)) }
  }

  private mutating func note(_ tag: String?) {
    guard let tag, !tag.hasPrefix(Self.core), tag != "!", !tags.contains(tag) else { return }
    if tags.count <= Self.mostTags { tags.append(tag) }
  }

  private static func failure(
    _ message: String, _ event: YAMLParser.Event
  ) -> YAMLParser.SyntaxError {
    YAMLParser.SyntaxError(message: message, line: event.line)
  }
}
