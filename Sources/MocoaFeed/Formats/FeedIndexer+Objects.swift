import MocoaCore

extension FeedIndexer {
  /// The length in bytes at which an array in a pipe is shown before the object is complete.
  private static let decisiveLengthInPipe = ByteCursor.capacity

  /// The same length for a file, which is read before the first screen would be late.
  private static let decisiveLengthInFile = 64 * 1024 * 1024

  /// The maximum number of bytes of a key, or of the text of a name, that are read.
  private static let longestKey = 4096

  /// The maximum length in bytes of the header of a JSON Feed.
  private static let longestHeader = 64 * 1024

  /// The maximum number of members of the header of a JSON Feed.
  private static let mostHeaderMembers = 256

  /// Records the rows of an object.
  func indexRootObject() throws {
    let start = cursor.offset
    // A pointer selects the rows: the members of this object, and not those inside one of them.
    if options.format == .members || isInside && options.format == nil {
      return try indexMembers(from: start)
    }
    document.isJSONFeed = options.format == .jsonFeed
    var hasMembers = false
    defer { describeLists() }
    do {
      try forEachMember { key, keyOffset in
        try indexRootMember(key)
        hasMembers = true
        document.furtherPages.add(key, count: cursor.offset - keyOffset) { [cursor] count in
          try cursor.source.bytes(in: keyOffset..<keyOffset + count)
        }
        if key != "items", document.otherMembers.count < Self.mostHeaderMembers {
          document.otherMembers.append(keyOffset..<cursor.offset)
        }
      }
    } catch let fault as Interruption {
      decide(on: document.best(ofByteCount: cursor.offset) ?? document.bestOfOthers)
      if !document.isDecided, hasMembers { try? indexMembers(from: start) }
      throw fault
    }
    let end = cursor.offset
    if !document.isDecided, options.format == nil, try isFollowedByValue() {
      // Nothing has been published yet: these are rows of a stream.
      let next = line(of: cursor.offset)
      let isLine = line(of: start) == line(of: end) && line(of: end) < next
      document = DocumentState()
      writer = RowWriter()
      cursor.seek(to: start)
      return try indexStream(isLine ? .lines : .values)
    }
    decide(on: document.best(ofByteCount: end - start))
    if document.isDecided {
      describeJSONFeed()
      if let (path, offset) = document.repeated.first(where: { $0.path == document.shownPath }) {
        throw Interruption.broken(.repeatedMember(path.last ?? ""), offset: offset)
      }
    } else {
      try indexMembers(from: start)
      if options.format == nil, hasMembers {
        index.noteChoice(
          "the members of the object are the rows"
            + (cursor.kind.converted == nil
              ? "; --format concatenated takes it for one row" : ""))
      }
    }
  }

  /// Returns whether another value follows the object; if it holds a list, does not wait for one.
  private func isFollowedByValue() throws -> Bool {
    let isAtEnd = cursor.bytes.allSatisfy(\.isJSONWhitespace)
    if isAtEnd, let best = document.best(ofByteCount: cursor.offset), best.isList, isIdle {
      return false
    }
    return try cursor.skipWhitespace()?.beginsValue == true
  }

  private func line(of offset: Int) -> Int {
    index.lines.position(of: offset, in: cursor.source).line
  }

  /// A Boolean value that indicates whether no bytes have arrived for some time.
  private var isIdle: Bool { cursor.source.isIdle(for: FormatSample.patience(for: cursor)) }

  /// Records the members of the object at an offset as the rows.
  private func indexMembers(from start: Int) throws {
    cursor.seek(to: start + 1)
    index.begin(.members, shape: .elements, coding: .member)
    writer.beginSection()
    try indexRows(until: UInt8(ascii: "}"))
  }

  // MARK: Members

  /// Moves into the array or object at the position, or past it if it is empty; returns `true`
  /// then.
  func passOpening(of close: UInt8) throws -> Bool {
    cursor.advance(1)
    guard try cursor.skipWhitespace() == close else { return false }
    cursor.advance(1)
    return true
  }

  /// Iterates over the members of the object at the position, through its end; `body` receives the
  /// key and its offset, and must consume the value at the position.
  private func forEachMember(_ body: (String, Int) throws -> Void) throws {
    if try passOpening(of: UInt8(ascii: "}")) { return }
    repeat {
      let (key, offset) = try readKey()
      try body(key, offset)
    } while try passComma()
  }

  /// Consumes a key and its colon, leaving the position at the value.
  func readKey() throws -> (key: String, offset: Int) {
    guard let byte = try cursor.skipWhitespace() else { throw fault(.truncated) }
    guard byte == UInt8(ascii: "\"") else {
      throw fault(.notJSON(.unexpected(byte: byte, expected: "a key")))
    }
    let offset = cursor.offset
    guard let key = try cursor.readString(limit: Self.longestKey) else { throw fault(.truncated) }
    guard try cursor.skipWhitespace() == UInt8(ascii: ":") else {
      throw fault(try problem(expected: "':'"))
    }
    cursor.advance(1)
    guard try cursor.skipWhitespace() != nil else { throw fault(.truncated) }
    return (JSONBytes(key).string ?? "", offset)
  }

  private func problem(expected: String) throws -> FeedError.Reason {
    guard let byte = try cursor.peek() else { return .truncated }
    return .notJSON(.unexpected(byte: byte, expected: expected))
  }

  /// Consumes the value at the position.
  func skipValue() throws {
    let first = try cursor.skipWhitespace()
    let start = cursor.offset
    if first?.beginsValueOfItsOwn == false {
      let word = try cursor.readScalar()
      do { try JSONBytes(word).check() } catch {
        if !word.isEmpty {
          let fault = Interruption.broken(.notJSON(error.reason), offset: start + error.offset)
          skippedFault = skippedFault ?? fault
        }
      }
    } else {
      guard try cursor.skipValue() else { throw fault(.truncated) }
    }
    if cursor.offset == start { throw fault(try problem(expected: "a value")) }
  }

  private func allows(_ format: FeedFormat) -> Bool {
    options.format == nil || options.format == format
  }

  private func indexRootMember(_ key: String) throws {
    let byte = try cursor.peek()
    switch (key, byte) {
    case (_, UInt8(ascii: "[")) where document.isDecided: try countElements([key])
    case (_, UInt8(ascii: "{")) where document.isDecided: try indexInnerObject([key])
    case _ where document.isDecided: try skipScalar([key])
    case ("sections", UInt8(ascii: "[")) where try allows(.sections) && holdsSections():
      index.begin(.sections, shape: .elements)
      document.isDecided = true
      cursor.advance(1)
      try indexSections()
    case ("version", UInt8(ascii: "\"")) where allows(.jsonFeed):
      document.addScalar([key])
      guard let text = try cursor.readString(limit: Self.longestKey) else {
        throw fault(.truncated)
      }
      document.isJSONFeed =
        options.format == .jsonFeed
        || JSONBytes(text).string?.hasPrefix("https://jsonfeed.org/version/") ?? false
    case ("items", UInt8(ascii: "[")) where document.isJSONFeed:
      index.begin(.jsonFeed, shape: .elements)
      document.isDecided = true
      document.shownPath = [key]
      writer.beginSection()
      describeJSONFeed()
      let start = cursor.offset
      cursor.advance(1)
      defer { addShownList(from: start) }
      try indexRows(until: UInt8(ascii: "]"))
    case (_, UInt8(ascii: "[")): try indexCandidate([key])
    case (_, UInt8(ascii: "{")): try indexInnerObject([key])
    default: try skipScalar([key])
    }
  }

  private func skipScalar(_ path: [String]) throws {
    let isNull = try cursor.peek() == UInt8(ascii: "n")
    if !isNull || path.count == 1 && DocumentState.isMainKey(path[0]) { document.addScalar(path) }
    try skipValue()
  }

  /// The maximum number of levels at which arrays are searched for.
  private static let deepestLevel = 24

  /// The number of members of an object in which arrays are searched for: others are of a map.
  private static let mostSearchedMembers = 16

  /// Searches for arrays in an object that is a member.
  private func indexInnerObject(_ outer: [String]) throws {
    let start = cursor.offset
    var objectCount = 0
    try forEachMember { key, _ in
      let path = outer + [key]
      switch try cursor.peek() {
      case UInt8(ascii: "["):
        try document.isDecided ? countElements(path) : indexCandidate(path)
      case UInt8(ascii: "{")
      where objectCount < Self.mostSearchedMembers && path.count < Self.deepestLevel:
        objectCount += 1
        try indexInnerObject(path)
      case UInt8(ascii: "{"): try skipValue()
      default: try skipScalar(path)
      }
    }
    let range = start..<cursor.offset
    if outer.count == 1, range.count > document.largestObject.count {
      document.largestObject = range
    }
  }

  // MARK: Candidates

  /// Records the rows of an array as candidates for the rows of the feed.
  private func indexCandidate(_ path: [String]) throws {
    let start = cursor.offset
    writer = RowWriter()
    writer.beginSection()
    isTentative = true
    var rowKind = DocumentState.Candidate.RowKind.scalar
    defer {
      isTentative = false
      if document.isDecided {
        addShownList(from: start)
      } else {
        let range = start..<cursor.offset
        document.propose(
          DocumentState.Candidate(writer: writer, path: path, range: range, rowKind: rowKind),
          areErrors: options.pointer == nil && ReportedError.isKey(path[0]))
        document.add(path, rowCount: writer.rowCount, range: range)
        writer = RowWriter()
      }
    }
    cursor.advance(1)
    let first = try cursor.skipWhitespace()
    if first == UInt8(ascii: "{") { rowKind = .object }
    if first == UInt8(ascii: "[") { rowKind = .array }
    try indexRows(until: UInt8(ascii: "]")) {
      guard !document.isDecided else { return }
      let isList = rowKind == .object && writer.rowCount >= FormatProbe.rowsOfList
      let isDecisive = cursor.offset - start >= decisiveLength(ofLevel: path.count, from: start)
      guard isDecisive || isList && isIdle else { return }
      document.isDecided = true
      document.shownPath = path
      isTentative = false
      index.begin(.object, shape: .elements)
    }
  }

  /// Returns the length at which an array is chosen at once; in a file, at least that of its rest.
  private func decisiveLength(ofLevel level: Int, from start: Int) -> Int {
    guard cursor.kind.file != nil, let size = cursor.source.size else {
      return level > 2 ? max(Self.decisiveLengthInPipe, start) : Self.decisiveLengthInPipe
    }
    let rest = size - cursor.offset
    return max(
      Self.decisiveLengthInFile, level == 1 ? rest : rest * DocumentState.Candidate.depthFactor)
  }

  /// Skips an array that is not displayed, and adds it to the lists.
  private func countElements(_ path: [String]) throws {
    let start = cursor.offset
    cursor.advance(1)
    var count = try cursor.skipWhitespace() == UInt8(ascii: "]") ? 0 : 1
    let isWhole = try cursor.leaveContainer { count += 1 }
    document.add(path, rowCount: count, range: start..<cursor.offset)
    if !isWhole { throw fault(.truncated) }
  }

  /// Adds the array with the displayed rows to the lists.
  private func addShownList(from start: Int) {
    guard let path = document.shownPath else { return }
    document.add(path, rowCount: writer.rowCount, range: start..<cursor.offset)
  }

  private func describeLists() {
    let prefix = options.pointer?.tokens ?? []
    let lists = document.lists(below: prefix)
    // The header of a JSON Feed shows its other members.
    let scalars = index.progress.format == .object ? document.scalars : []
    let others = scalars.filter { $0 != document.shownPath }
      .map { JSONPointer(tokens: prefix + $0) }
    index.describe(lists, others)
    // The interface shows them all.
    let format = index.progress.format
    guard options.isPaced || options.isJoined, options.pointer == nil else { return }
    let note =
      switch format {
      case .sections: FeedList.note(onOthers: lists)
      case .object, .jsonFeed: FeedList.note(lists, options.isJoined ? [] : others)
      default: String?.none
      }
    // A source that is joined has no --at.
    note.map { index.note(options.isJoined ? "\($0) (with -o, a source of its own)" : $0) }
  }

  /// Chooses the rows of a candidate, unless rows have been chosen.
  private func decide(on best: DocumentState.Candidate?) {
    guard !document.isDecided, let best else { return }
    writer = best.writer
    document.isDecided = true
    document.shownPath = best.path
    index.begin(document.isJSONFeed ? .jsonFeed : .object, shape: .elements)
  }

  // MARK: JSON Feed

  /// Describes the JSON Feed: its header has all members except the items.
  private func describeJSONFeed() {
    guard document.isJSONFeed else { return }
    var header: [UInt8] = [UInt8(ascii: "{")]
    for range in document.otherMembers where range.count <= Self.longestHeader - header.count {
      guard let member = try? cursor.source.bytes(in: range) else { continue }
      if header.count > 1 { header.append(UInt8(ascii: ",")) }
      header.append(contentsOf: member)
    }
    header.append(UInt8(ascii: "}"))
    writer.describeSection(SectionDetails(header: .bytes(header)))
  }

  // MARK: Sections

  /// Returns whether the array at the position contains sections.
  private func holdsSections() throws -> Bool {
    if options.format == .sections { return true }
    while true {
      let text = JSONBytes(Array(cursor.bytes.prefix(Self.longestHeader)))
      var first: JSONBytes?
      text.forEachElement {
        first = $0
        return false
      }
      if first?.kind == .array { return true }
      if let first, Self.sectionKeys.contains(where: { first.member($0) != nil }) { return true }
      guard text.count < Self.longestHeader, try cursor.extend() else { return first == nil }
    }
  }

  /// The members that distinguish a section from other objects.
  private static let sectionKeys = ["items", "cells", "rows", "header", "mocoaName"]

  /// Records a section with name, header, rows and footer.
  func indexSectionObject() throws {
    var details = SectionDetails()
    var hasRows = false
    try forEachMember { key, _ in
      let byte = try cursor.peek()
      let start = cursor.offset
      switch key {
      case "items", "cells", "rows":
        guard !hasRows, byte == UInt8(ascii: "[") else {
          document.omittedOfSections.insert(key)
          return try skipValue()
        }
        hasRows = true
        cursor.advance(1)
        try indexRows(until: UInt8(ascii: "]"))
      case "mocoaName" where byte == UInt8(ascii: "\""):
        guard let text = try cursor.readString(limit: Self.longestKey) else {
          throw fault(.truncated)
        }
        details.name = ModuleName(rawValue: JSONBytes(text).string ?? "") ?? .default
      case "header":
        try skipValue()
        details.header = .range(start..<cursor.offset)
      case "footer":
        try skipValue()
        details.footer = .range(start..<cursor.offset)
      default:
        document.omittedOfSections.insert(key)
        return try skipValue()
      }
      writer.describeSection(details)
    }
  }

  /// Notes which members of sections are neither rows nor headers and footers.
  func describeSections() {
    let names = document.omittedOfSections.sorted()
    guard !names.isEmpty else { return }
    index.note("members of sections that are not shown: \(FeedList.listed(names))")
  }
}
