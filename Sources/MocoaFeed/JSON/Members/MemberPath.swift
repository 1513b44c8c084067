import Synchronization

/// The path of a member of a row: `score`, `author.name`, `tags[0]`, `"odd name"`.
///
/// A name is a key of the row; if the row lacks it, dots lead through nested objects, and numbers,
/// in brackets or after a dot, to the elements of arrays, the last of which is `[-1]`. A quoted key
/// is literal: `labels."app.kubernetes.io/name"` or `labels["app.kubernetes.io/name"]`. A text that
/// starts with `/` is a JSON pointer (RFC 6901). `.` is the row itself, and `.score` is the member
/// `score`, and no other member for which that name is short.
package struct MemberPath: Sendable {
  /// The contents of a path, shared so that copies are cheap where rows are tested.
  private final class Storage: Sendable {
    let text: String
    let typed: String
    let keys: [String]
    let steps: [MemberStep]
    /// The first step, most often the only one, if there is one; those of an array, and optional
    /// ones, are counted as references.
    private let first: MemberStep
    /// The keys of the name as one key, which is looked for first.
    let wholeKeys: [String]?
    /// A Boolean value that indicates whether that name is short for `keys`.
    let isCompleted: Bool
    let whole: (steps: [MemberStep], name: ByteFinder)?
    let isRepeated = Atomic(false)
    let isMixed = Atomic(false)

    init(text: String, typed: String, keys: [String], wholeKeys: [String]?, isCompleted: Bool) {
      (self.text, self.typed, self.keys) = (text, typed, keys)
      (self.wholeKeys, self.isCompleted) = (wholeKeys, isCompleted)
      steps = keys.map { MemberStep($0) }
      first = steps.first ?? MemberStep("")
      whole = wholeKeys.map { keys in
        let finder = ByteFinder(JSONValue.string(keys.last ?? "").description, ignoresCase: false)
        let last = MemberStep(key: finder.needle.dropFirst().dropLast())
        return (keys.dropLast().map { MemberStep($0) } + [last], finder)
      }
    }

    /// Records it once: threads that write to the same place wait for one another.
    func noteMixture() {
      if !isMixed.load(ordering: .relaxed) { isMixed.store(true, ordering: .relaxed) }
    }

    func range(in bytes: UnsafeRawBufferPointer) -> (range: Range<Int>?, isRepeated: Bool) {
      if let whole, whole.name.first(in: bytes) != nil {
        var scanner = MemberScanner(bytes)
        if whole.steps.allSatisfy({ scanner.descend($0) }), let range = scanner.value() {
          if scanner.isRepeating { isRepeated.store(true, ordering: .relaxed) }
          if isCompleted { noteMixture() }
          return (range, scanner.isRepeating)
        }
      }
      var scanner = MemberScanner(bytes)
      if !steps.isEmpty, !scanner.descend(first) { return (nil, false) }
      for index in steps.indices.dropFirst() where !scanner.descend(steps[index]) {
        return (nil, false)
      }
      if scanner.isRepeating { isRepeated.store(true, ordering: .relaxed) }
      return (scanner.value(), scanner.isRepeating)
    }
  }

  private let storage: Storage

  /// The path as it was typed; a pointer is converted to the usual notation.
  package var text: String { storage.text }

  /// The path as it was typed, also a pointer.
  package var typed: String { storage.typed }

  /// The path as an expression of jq: `.tags[0]["odd name"]`.
  package var expression: String {
    let text = keys.reduce(into: "") { text, key in
      let isName = key.utf8.allSatisfy {
        $0.isDigit || $0.isASCIILetter || $0 == UInt8(ascii: "_")
      }
      if MemberStep.index(of: key) != nil {
        text += "[\(key)]"
      } else if isName, !key.isEmpty, key.utf8.first?.isDigit == false {
        text += ".\(key)"
      } else {
        text += "[\(JSONValue.string(key))]"
      }
    }
    return text.utf8.first == UInt8(ascii: ".") ? text : ".\(text)"
  }

  /// The keys and positions to follow from the row.
  package var keys: [String] { storage.keys }

  /// A Boolean value that indicates whether a row in which it was looked for has it more than once.
  var isRepeated: Bool { storage.isRepeated.load(ordering: .relaxed) }

  /// Records that a row has it more than once.
  func noteRepetition() { storage.isRepeated.store(true, ordering: .relaxed) }

  var steps: [MemberStep] { storage.steps }

  /// A Boolean value that indicates whether the path has no other meaning as one key.
  var isPlain: Bool { storage.whole == nil }

  /// The steps to the name as one key, if it has dots or is short for the path.
  var whole: [MemberStep]? { storage.whole?.steps }

  /// The paths that it may mean, each with one meaning, in the order in which they are looked for.
  package var meanings: [MemberPath] {
    ((storage.wholeKeys.map { [$0] } ?? []) + [keys]).map { MemberPath(keys: $0) }
  }

  /// Returns the path of the member in a member of rows.
  func below(_ parent: String) -> MemberPath {
    let keys = [parent] + keys
    return MemberPath(
      text: Self.text(of: keys), keys: keys, wholeKeys: storage.wholeKeys.map { [parent] + $0 })
  }

  var wholeName: String? { storage.wholeKeys?.first }

  /// A Boolean value that indicates whether the path is that of a short name, which is that of
  /// another member where a row has one.
  package var isCompleted: Bool { storage.isCompleted }

  /// The short name; nil for a path that was typed whole.
  var shortName: String? { isCompleted ? wholeName : nil }

  /// A Boolean value that indicates whether a row in which it was looked for has the member of the
  /// short name itself.
  var isMixed: Bool { storage.isMixed.load(ordering: .relaxed) }

  /// Records that a row has the member of the short name itself.
  func noteMixture() { storage.noteMixture() }

  /// A Boolean value that indicates whether it was typed as a pointer or with a dot in front, so
  /// that it is short for nothing.
  package var isExact: Bool {
    typed.utf8.first == UInt8(ascii: ".") && !keys.isEmpty
      || typed.utf8.first == UInt8(ascii: "/") && JSONPointer(typed) != nil
  }

  /// Parses a path; any text is one.
  package init(_ text: String) {
    if text.utf8.first == UInt8(ascii: "/"), let pointer = JSONPointer(text) {
      let keys = pointer.tokens
      self.init(text: Self.text(of: keys), keys: keys, wholeKeys: nil, typed: text)
      return
    }
    let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
    guard !name.isEmpty else {
      self.init(text: text, keys: [], wholeKeys: nil)
      return
    }
    var parser = MemberPathParser(name)
    let keys = parser.keys()
    let isPlain = keys.count < 2 || parser.isQuoted
    self.init(text: text, keys: keys, wholeKeys: isPlain ? nil : [name])
  }

  /// The name of a row that is no object: that of its column, and of its member in the object that
  /// it becomes where members are added to it.
  package static let nameOfValue = "value"

  /// Returns the path of the row itself for the name of rows none of which is an object; nil for
  /// other names and rows.
  package static func ofValue(named name: String, in sample: [JSONBytes]) -> MemberPath? {
    guard MemberPath(name).keys == [nameOfValue], !sample.isEmpty,
      !sample.contains(where: { $0.kind == .object })
    else { return nil }
    return MemberPath(".")
  }

  /// Creates a path from the keys and positions to follow.
  package init(keys: [String]) {
    self.init(text: Self.text(of: keys), keys: keys, wholeKeys: nil)
  }

  /// Creates the path of a member, or of the row's own member of a short name where it has one.
  init(keys: [String], named name: String) {
    self.init(text: Self.text(of: keys), keys: keys, wholeKeys: [name], isCompleted: true)
  }

  private init(
    text: String, keys: [String], wholeKeys: [String]?, typed: String? = nil,
    isCompleted: Bool = false
  ) {
    storage = Storage(
      text: text, typed: typed ?? text, keys: keys, wholeKeys: wholeKeys, isCompleted: isCompleted)
  }

  /// Returns whether a scalar can be part of an unquoted name.
  static func isNamePart(_ scalar: UnicodeScalar) -> Bool {
    if scalar.isASCII {
      let isLetter = "a"..."z" ~= scalar || "A"..."Z" ~= scalar
      return isLetter || "0"..."9" ~= scalar || "_-./$@:#%".unicodeScalars.contains(scalar)
    }
    return !scalar.properties.isWhitespace && !scalar.properties.isPatternSyntax
  }

  /// Returns keys in the notation of paths.
  private static func text(of keys: [String]) -> String {
    guard !keys.isEmpty else { return "." }
    return keys.enumerated().reduce(into: "") { text, step in
      let (position, key) = step
      if position > 0, JSONPointer.index(key) != nil {
        text += "[\(key)]"
        return
      }
      if position > 0 { text += "." }
      let isPlain =
        key.unicodeScalars.allSatisfy { Self.isNamePart($0) && $0 != "." }
        && !key.isEmpty && !(position == 0 && key.utf8.first == UInt8(ascii: "/"))
      text += isPlain ? key : quoted(key)
    }
  }

  /// Returns a key quoted for a path, or a text quoted for a filter.
  static func quoted(_ key: String) -> String {
    key.unicodeScalars.reduce(into: "\"") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    } + "\""
  }

  /// The path as the title of a column: `"x.y"` and `.now` are `x.y` and `now`.
  package var title: String {
    let isTyped = !text.contains("\"") && text.first != "." || keys.isEmpty
    return isTyped ? text : keys.joined(separator: ".")
  }

  /// Splits a list of paths at its unquoted commas, or at other separators that are not in quotes.
  package static func split(_ list: String, at separators: [String] = [","]) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    // Scalars, as a quote with a combining mark is another character.
    var rest = list.unicodeScalars[...]
    var (parts, start): ([Substring], String.Index) = ([], rest.startIndex)
    while let scalar = rest.first {
      if !isQuoted, let end = separators.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        parts.append(Substring(list.unicodeScalars[start..<rest.startIndex]))
        rest.removeFirst(end.unicodeScalars.count)
        start = rest.startIndex
      } else {
        rest.removeFirst()
        if scalar == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && scalar == "\\" && !isEscaped
      }
    }
    return parts + [Substring(list.unicodeScalars[start...])]
  }

  /// Returns the text of the member in a row, or nil if the row lacks it.
  ///
  /// - Complexity: O(n) for n bytes up to the end of the member; allocates nothing.
  package func value(in row: JSONBytes) -> JSONBytes? {
    row.withBytes { range(in: $0).map(row.cut) }
  }

  /// Returns the range of the member in the bytes of a row, or nil if the row lacks it.
  @inline(__always)
  func range(in bytes: UnsafeRawBufferPointer) -> Range<Int>? { storage.range(in: bytes).range }

  /// Returns the range of the member in the bytes of a row, and whether the row has it more than
  /// once, of which this is the last.
  func lastRange(
    in bytes: UnsafeRawBufferPointer
  ) -> (range: Range<Int>?, isRepeated: Bool) { storage.range(in: bytes) }

  /// Returns whether bytes of rows can contain the member; `false` is certain, `true` is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  func mayOccur(in bytes: UnsafeRawBufferPointer) -> Bool {
    whole != nil || steps.allSatisfy { $0.index != nil || $0.mayOccur(in: bytes) }
  }

  /// Returns the bytes of the member that identifies or groups rows; nil if it is missing or null.
  func identity(in row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let found = range(in: row), row[found.lowerBound] != UInt8(ascii: "n") else { return nil }
    return UnsafeRawBufferPointer(rebasing: row[found])
  }
}

extension MemberPath: Hashable {
  /// Returns whether both have the same text and lead to the same member.
  package static func == (left: MemberPath, right: MemberPath) -> Bool {
    left.storage === right.storage
      || left.text == right.text && left.keys == right.keys
        && left.storage.wholeKeys == right.storage.wholeKeys
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension MemberPath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path as it was written.
  package var description: String { text }

  /// Parses a path.
  package init(stringLiteral value: String) { self.init(value) }
}

/// Splits a path into its keys.
private struct MemberPathParser {
  private var rest: Substring.UnicodeScalarView
  private let text: String

  /// A Boolean value that indicates whether a key was quoted.
  private(set) var isQuoted = false

  init(_ text: String) {
    self.text = text
    rest = text[...].unicodeScalars
  }

  /// Returns the keys; a path with an unclosed quotation or bracket is one key.
  mutating func keys() -> [String] {
    var keys: [String] = []
    while true {
      if rest.first == "\"" {
        guard let key = quotedKey() else { return [text] }
        keys.append(key)
      } else {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest[name.endIndex...]
        // `["a"]` and `a["b"]` have no name before the bracket.
        if !(name.isEmpty && rest.first == "[") { keys.append(String(name)) }
      }
      while rest.first == "[" {
        guard let key = bracket() else { return [text] }
        keys.append(key)
      }
      guard let next = rest.first else { return keys }
      guard next == "." else { return [text] }
      rest.removeFirst()
    }
  }

  private mutating func bracket() -> String? {
    rest.removeFirst()
    var key: String?
    if rest.first == "\"" || rest.first == "'" {
      key = quotedKey()
    } else {
      let sign = rest.prefix(1).prefix { $0 == "-" }
      let digits = rest[sign.endIndex...].prefix { "0"..."9" ~= $0 }
      rest = rest[digits.endIndex...]
      key = digits.isEmpty ? nil : String(sign) + String(digits)
    }
    guard rest.first == "]" else { return nil }
    rest.removeFirst()
    return key
  }

  /// Parses a quoted key, in which a backslash escapes the quote and itself.
  private mutating func quotedKey() -> String? {
    guard let quote = rest.popFirst() else { return nil }
    isQuoted = true
    var key = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(key) }
      if scalar == "\\", let next = rest.first, next == quote || next == "\\" {
        key.append(next)
        rest.removeFirst()
      } else {
        key.append(scalar)
      }
    }
    return nil
  }
}

extension MemberPath {
  /// The number of a word of a line that the path denotes if rows are lines of text; 0 is none.
  package var wordNumber: Int? {
    keys.count == 1 ? Int(keys[0]).flatMap { $0 == 0 ? nil : $0 } : nil
  }
}

extension JSONPointer {
  /// Creates a pointer from its text, or from a path as of JSONPath or jq: `/items/0`, `items[0]`,
  /// `.items[0]`, `$.items[*].x`; nil for anything else.
  package init?(path text: String) {
    if text.isEmpty || text.first == "/" {
      self.init(text)
      return
    }
    var path = (text.first == "$" ? String(text.dropFirst()) : text)
      .replacing("[*]", with: ".*").replacing("[].", with: ".*.")
    if path.hasSuffix("[]") { path.removeLast(2) }
    if path.isEmpty || path == "." {
      self.init(tokens: [])
      return
    }
    self.init(tokens: MemberPath(path).keys)
  }
}
