/// Splits a line of a log into fields.
struct LogFields {
  private var rest: Slice<UnsafeRawBufferPointer>
  private let start: Int

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")

  init(_ line: UnsafeRawBufferPointer, start: Int) {
    rest = line[...]
    self.start = start
  }

  // MARK: logfmt

  /// Appends the pairs of a line; returns `false`, with a part appended, for another form.
  ///
  /// - Parameters:
  ///   - isKnown: A Boolean value that indicates whether the line is one of pairs, so that signs at
  ///     the end of values are parts of them; otherwise, half of them divide the values.
  ///   - json: The destination.
  /// - Returns: `true` if the line has two pairs or more.
  mutating func appendPairs(isKnown: Bool = false, to json: inout [UInt8]) -> Bool {
    if rest.contains(0x09), appendLabels(to: &json) { return true }
    var (count, dividedCount) = (0, 0)
    while true {
      // Records of auditd have a separator in front of the names of users.
      rest = rest.drop { $0 == Self.blank || $0 == 0x09 || $0 == 0x1D }
      guard !rest.isEmpty else { return count > 1 && (isKnown || dividedCount * 2 < count) }
      let name = rest.prefix { $0 > Self.blank && $0 != UInt8(ascii: "=") && $0 != Self.quote }
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == UInt8(ascii: "="), Self.isName(name, isKnown: isKnown)
      else { return false }
      rest.removeFirst()
      // `:id=>1` is written by Ruby.
      guard rest.first != UInt8(ascii: ">") else { return false }
      if appendAudit(to: &json) || appendInner(as: .init(rebasing: name), to: &json) {
        count += 1
        continue
      }
      appendKey(UnsafeRawBufferPointer(rebasing: name), to: &json)
      if rest.first == Self.quote {
        guard let value = quoted() else { return false }
        append(value, to: &json)
        guard rest.first ?? Self.blank <= Self.blank else { return false }
      } else {
        let value = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 > Self.blank })
        if value.last.map({ ",;".utf8.contains($0) }) == true { dividedCount += 1 }
        guard isKnown || !Self.isClosed(value) else { return false }
        rest = rest.dropFirst(value.count)
        // Arguments in records of auditd are hexadecimal.
        let isHexadecimal = name.count == 2 && name.first == UInt8(ascii: "a")
        if isHexadecimal, name.last?.isDigit == true {
          append(value, to: &json)
        } else {
          FieldType.unknown.append(value, to: &json)
        }
      }
      count += 1
    }
  }

  /// Returns whether a byte is in no name: `Point(x=1`, `app.log:level=info`.
  private static func isNoName(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ":", ",", ";", "(", ")", "[", "]", "{", "}", "<", ">", "!", "?", "&", "|", "*", "+": true
    default: false
    }
  }

  /// Returns whether a name has no such byte, or brackets at its end if the line is one of pairs:
  /// `mem(mb)`, `tags[0]`.
  private static func isName(_ name: Slice<UnsafeRawBufferPointer>, isKnown: Bool) -> Bool {
    guard isKnown, let last = name.last, ")]".utf8.contains(last) else {
      return !name.contains(where: isNoName)
    }
    let open = UInt8(ascii: last == UInt8(ascii: ")") ? "(" : "[")
    let parts = name.dropLast().split(
      separator: open, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: isNoName) }
  }

  /// Returns whether a bracket around pairs is at the end of a value: `(x=1 y=2)`.
  private static func isClosed(_ value: UnsafeRawBufferPointer) -> Bool {
    guard let last = value.last else { return false }
    func lacks(_ open: Unicode.Scalar) -> Bool { !value.contains(UInt8(ascii: open)) }
    return switch Unicode.Scalar(last) {
    case ")": lacks("(")
    case "]": lacks("[")
    case "}": lacks("{")
    case ">": lacks("<")
    default: false
    }
  }

  /// Appends the time and the number of a record of auditd, `audit(1364481363.243:24287):`; returns
  /// `false` if the value is another one.
  private mutating func appendAudit(to json: inout [UInt8]) -> Bool {
    guard rest.first == UInt8(ascii: "a"), rest.starts(with: "audit(".utf8) else { return false }
    let value = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 > Self.blank })
    guard let time = LogTime(value, at: 6), time.isNumber, time.end < value.count,
      value[time.end] == UInt8(ascii: ":")
    else { return false }
    let number = value[(time.end + 1)...].prefix { $0.isDigit }
    guard !number.isEmpty, value[number.endIndex...].elementsEqual("):".utf8) else { return false }
    appendKey("time", to: &json)
    json.append(Self.quote)
    time.append(RecentDate(), to: &json)
    json.append(Self.quote)
    appendKey("serial", to: &json)
    FieldType.unknown.append(.init(rebasing: number), to: &json)
    rest = rest.dropFirst(value.count)
    return true
  }

  /// Appends what is between apostrophes: pairs as members of the record, unless it has one of
  /// their names, or else a text; returns `false` if the value has none.
  private mutating func appendInner(
    as name: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) -> Bool {
    let apostrophe = UInt8(ascii: "'")
    guard rest.first == apostrophe else { return false }
    let end = rest.indices.dropFirst().first { index in
      rest[index] == apostrophe
        && (index + 1 == rest.endIndex || rest[index + 1] <= Self.blank)
    }
    guard let end else { return false }
    let text = UnsafeRawBufferPointer(rebasing: rest[(rest.startIndex + 1)..<end])
    rest = rest[(end + 1)...]
    var inner: [UInt8] = []
    var fields = LogFields(text, start: 0)
    let record = JSONBytes(Array(json[start...]) + (json.count > start ? [] : [0x7B]) + [0x7D])
    var hasOtherNames = fields.appendPairs(to: &inner)
    if hasOtherNames {
      let members = JSONBytes(inner + [0x7D]).members
      hasOtherNames = members.allSatisfy { record.member($0.key) == nil }
    }
    guard hasOtherNames else {
      appendKey(name, to: &json)
      append(text, to: &json)
      return true
    }
    inner[0] = json.count == start ? UInt8(ascii: "{") : UInt8(ascii: ",")
    json += inner
    return true
  }

  /// Appends the values of LTSV, `host:10.0.0.1`, between tabs; returns `false` for another form.
  private mutating func appendLabels(to json: inout [UInt8]) -> Bool {
    let fields: [Slice<UnsafeRawBufferPointer>] = rest.split(separator: 0x09)
    let areLabels = fields.allSatisfy { field in
      let label = field.prefix { $0.isPartOfWord || ".-".utf8.contains($0) }
      return label.first.map { !$0.isDigit } == true && label.endIndex < field.endIndex
        && field[label.endIndex] == UInt8(ascii: ":")
    }
    guard fields.count > 1, areLabels else { return false }
    let labels = Set(fields.map { field in Array(field.prefix { $0 != UInt8(ascii: ":") }) })
    guard labels.count == fields.count else { return false }
    // `Topic: a`: no blank behind a label is part of a value.
    let areSpaced = fields.allSatisfy { field in
      field.drop { $0 != UInt8(ascii: ":") }.dropFirst().first.map { $0 == Self.blank } ?? true
    }
    for field in fields {
      let label = field.prefix { $0 != UInt8(ascii: ":") }
      appendKey(UnsafeRawBufferPointer(rebasing: label), to: &json)
      let value = UnsafeRawBufferPointer(
        rebasing: field[(label.endIndex + 1)...].drop { areSpaced && $0 == Self.blank })
      let isEnclosed = value.count > 1 && value.first == UInt8(ascii: "[")
      let time = isEnclosed ? value[rebased: 1..<value.count - 1] : value
      if !appendTime(time, to: &json) { FieldType.unknown.append(value, to: &json) }
    }
    return true
  }

  // MARK: Web servers

  private static func mayBeHost(_ name: UnsafeRawBufferPointer) -> Bool {
    name.contains(where: \.isASCIILetter)
      && name.allSatisfy { $0.isPartOfWord || ".-:".utf8.contains($0) } && Timestamp(name) == nil
  }

  private static func isAddress(_ name: UnsafeRawBufferPointer) -> Bool {
    name.addressEnd(from: 0) == name.count
  }

  private static func isDash(_ text: some Sequence<UInt8>) -> Bool {
    text.elementsEqual(CollectionOfOne(UInt8(ascii: "-")))
  }

  /// Returns whether a text begins as the name of a client: `curl/8`.
  private static func isAgent(_ text: UnsafeRawBufferPointer) -> Bool {
    let name = text.prefix { $0.isPartOfWord || ".-".utf8.contains($0) }
    return !name.isEmpty && name.endIndex + 1 < text.count
      && text[name.endIndex] == UInt8(ascii: "/") && text[name.endIndex + 1].isDigit
  }

  mutating func appendRequest(to json: inout [UInt8]) -> Bool {
    guard appendClient(to: &json), skip("["), let time = prefix(26) else { return false }
    appendKey("time", to: &json)
    guard appendTime(time, to: &json), skip("] \""), let request = quoted(isOpen: true),
      skip(" "), let status = word(), status.isStatus
    else { return false }
    let byteCount = rest.prefix { $0 != Self.blank }
    rest = rest[byteCount.endIndex...]
    guard Self.isDash(byteCount) || byteCount.first?.isDigit == true else { return false }
    let parts = request.split(separator: Self.blank)
    let isMethod = parts.first?.allSatisfy { 0x41...0x5A ~= $0 || "-_".utf8.contains($0) }
    if parts.count > 1, isMethod == true {
      appendMember("method", .init(rebasing: parts[0]), to: &json)
      let end = parts.count > 2 ? parts[parts.count - 1].startIndex - 1 : request.endIndex
      appendMember("path", .init(rebasing: request[parts[1].startIndex..<end]), to: &json)
      if parts.count > 2 {
        appendMember("protocol", .init(rebasing: parts[parts.count - 1]), to: &json)
      }
    } else {
      appendMember("request", request, to: &json)
    }
    appendKey("status", to: &json)
    json.append(contentsOf: status)
    appendKey("bytes", to: &json)
    if byteCount.first == UInt8(ascii: "-") {
      json.append(contentsOf: "null".utf8)
    } else {
      FieldType.unknown.append(.init(rebasing: byteCount), to: &json)
    }
    guard appendQuotes(to: &json) else { return false }
    if rest.contains(where: { $0 != Self.blank }) {
      appendMember("rest", .init(rebasing: rest.dropFirst()), to: &json)
    }
    return true
  }

  /// Appends what is in front of the time; returns `false` if the meaning of a field is not known.
  private mutating func appendClient(to json: inout [UInt8]) -> Bool {
    guard var host = word() else { return false }
    // `1.2.3.4, 10.0.0.9`: the client, and the proxies that the request came by.
    let list = rest.startIndex
    var last = host
    while last.last == UInt8(ascii: ",") {
      guard let next = word() else { return false }
      last = next
    }
    let proxies = rest.base[rebased: list..<max(list, rest.startIndex - 1)]
    if !proxies.isEmpty { host = host[rebased: 0..<host.count - 1] }
    guard var identity = word(), var user = textBeforeTime() else { return false }
    var virtualHost: UnsafeRawBufferPointer?
    var request: UnsafeRawBufferPointer?
    if !Self.isDash(identity) {
      if let end = user.firstIndex(of: Self.blank) {
        // The virtual host comes first in some logs.
        (virtualHost, host, identity) = (host, identity, user[rebased: 0..<end])
        user = user[rebased: end + 1..<user.count]
        guard virtualHost.map(Self.mayBeHost) == true, !Self.isAddress(identity) else {
          return false
        }
      } else if Self.isAddress(identity), Self.mayBeHost(host) {
        (virtualHost, host, identity) = (host, identity, user[rebased: 0..<0])
      } else if Self.isAddress(identity)
        || Self.isAddress(host) && identity.contains(UInt8(ascii: ".")) && Self.mayBeHost(identity)
      {
        // lighttpd has it behind the client.
        (virtualHost, identity) = (identity, identity[rebased: 0..<0])
      }
    }
    let words = user.split(separator: Self.blank)
    if words.count == 2, virtualHost != nil, Self.isDash(identity),
      Self.isDash(words[0]) || words[0].contains(where: \.isDigit)
    {
      request = UnsafeRawBufferPointer(rebasing: words[0])
      user = UnsafeRawBufferPointer(rebasing: words[1])
    } else if words.count > 1, words.contains(where: Self.isDash) {
      return false
    }
    guard host.contains(where: { !$0.isDigit }), host.mayBeHost, virtualHost?.mayBeHost ?? true
    else { return false }
    if let virtualHost { appendMember("vhost", virtualHost, to: &json) }
    appendMember("host", host, to: &json)
    if !proxies.isEmpty { appendMember("proxies", proxies, to: &json) }
    if !identity.isEmpty { appendMember("identity", identity, to: &json) }
    if let request { appendMember("request_id", request, to: &json) }
    appendMember("user", user, to: &json)
    return true
  }

  /// Appends the referer and the agent, which are known by how they begin where they have other
  /// places.
  private mutating func appendQuotes(to json: inout [UInt8]) -> Bool {
    var texts: [UnsafeRawBufferPointer] = []
    while texts.count < 2, skip(" \"") {
      guard let text = quoted(isOpen: true) else { return false }
      texts.append(text)
    }
    var names = ["referer", "agent"]
    if let first = texts.first {
      let second = texts.count > 1 ? texts[1] : nil
      if Self.isAgent(first), second.map({ !Self.isAgent($0) }) ?? true { names.reverse() }
      if second != nil, Self.mayBeHost(first), skip(" \"") {
        guard let third = quoted(isOpen: true) else { return false }
        texts.append(third)
        names.insert("vhost", at: 0)
      }
    }
    for (name, text) in zip(names, texts) { appendMember(name, text, to: &json) }
    return true
  }

  /// Appends a time such as `10/Oct/2000:13:55:36 -0700` in the form of RFC 3339; returns `false`
  /// for another text.
  private func appendTime(_ text: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    guard text.count == 26, zip([2, 6, 11, 20], "//: ".utf8).allSatisfy({ text[$0] == $1 }),
      let time = LogTime(text, at: 0), time.end == text.count
    else { return false }
    json.append(Self.quote)
    time.append(.unwritten, to: &json)
    json.append(Self.quote)
    return true
  }

  // MARK: Pieces

  private mutating func skip(_ text: StaticString) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  private mutating func prefix(_ count: Int) -> UnsafeRawBufferPointer? {
    guard rest.count > count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// Consumes the bytes up to the next blank, and the blank; returns nil if there is none.
  private mutating func word() -> UnsafeRawBufferPointer? {
    guard let end = rest.firstIndex(of: Self.blank), end > rest.startIndex else { return nil }
    defer { rest = rest[(end + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }

  /// Consumes the text in front of a time in brackets, such as the name of a user, which may have
  /// blanks, and the blank behind it; returns nil if there is none.
  private mutating func textBeforeTime() -> UnsafeRawBufferPointer? {
    let end = rest.indices.first { position in
      rest[position] == Self.blank && position > rest.startIndex && position + 2 < rest.endIndex
        && rest[position + 1] == UInt8(ascii: "[") && rest[position + 2].isDigit
    }
    guard let end else { return nil }
    defer { rest = rest[(end + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }

  /// Consumes a quoted text; returns it with its escapes, or nil if it is not closed.
  ///
  /// - Parameter isOpen: A Boolean value that indicates whether the opening quote was consumed.
  /// - Returns: The bytes.
  private mutating func quoted(isOpen: Bool = false) -> UnsafeRawBufferPointer? {
    let first = isOpen ? rest.startIndex : rest.startIndex + 1
    var position = first
    while position < rest.endIndex, rest[position] != Self.quote {
      position += rest[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < rest.endIndex else { return nil }
    defer { rest = rest[(position + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[first..<position])
  }

  // MARK: Members

  private func appendKey(_ name: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    json.append(json.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONText.quote(name, to: &json)
    json.append(UInt8(ascii: ":"))
  }

  private func appendKey(_ name: String, to json: inout [UInt8]) {
    var name = name
    name.withUTF8 { appendKey(UnsafeRawBufferPointer($0), to: &json) }
  }

  /// Appends a member, unless its value is a dash.
  private func appendMember(
    _ name: String, _ value: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) {
    guard !value.elementsEqual("-".utf8) else { return }
    appendKey(name, to: &json)
    append(value, to: &json)
  }

  /// Appends quoted bytes as a string.
  private func append(_ value: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    LogPattern.append(quoted: value, to: &json)
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether a number is a status of HTTP: other numbers have its
  /// place in some logs.
  var isStatus: Bool {
    guard count == 3, allSatisfy(\.isDigit) else { return false }
    return switch reduce(0, { $0 * 10 + Int($1 - 0x30) }) {
    case 100...103, 200...208, 226, 300...308, 400...499, 500...511, 520...530, 598, 599: true
    default: false
    }
  }
}
