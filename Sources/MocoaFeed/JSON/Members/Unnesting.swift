/// The elements of a member, each as a row of its own with the other members of its row.
///
/// The member is replaced by the element; the key of a member of an object is added as `key`, or as
/// `items.key` if the row has a member with that name. A path with `*` leads through several
/// containers: `paths.*.*` gives a row for each method of each path, with both keys, `key` and
/// `key_2`.
package struct Unnesting: Hashable, Sendable {
  /// The text that was typed.
  package let text: String

  /// The containers from the outside in; each path begins at an element of the one before.
  private var containers: [MemberPath]

  /// A Boolean value that indicates whether a row without elements stays as it is.
  private var keepsRows = false

  /// A Boolean value that indicates whether elements have elements of the same member, and each row
  /// is followed by a row for each.
  private(set) var isNested = false

  /// A Boolean value that indicates whether rows are the members of an object, with `key` and
  /// `value`, and become the values, as the elements below them are.
  private var unwrapsValues = false

  /// Creates the elements of a member; in its path, `*` stands for any element.
  package init(_ text: String) {
    self.text = text
    let path = MemberPath(text)
    var keys = path.keys
    // As elsewhere, `a.b` is a member of this name, if there is one.
    if !path.isPlain, !keys.contains("*") {
      containers = [path]
      return
    }
    if keys.last == "*" { keys.removeLast() }
    containers = keys.split(separator: "*", omittingEmptySubsequences: false).map { keys in
      path.isPlain || keys.count < 2
        ? MemberPath(keys: Array(keys)) : MemberPath(keys.joined(separator: "."))
    }
  }

  /// Creates the elements of a member that not all rows have; the others stay as they are.
  package init(optional member: String) {
    text = member
    containers = [MemberPath(keys: [member])]
    keepsRows = true
  }

  /// Creates the elements of a member of elements of this member: each row is followed by its
  /// elements, and has their number in place of them.
  package init(children text: String) {
    self.init(text)
    isNested = true
  }

  /// The member of a row that is divided, up to the first `*`.
  var member: MemberPath { containers[0] }

  /// Looks for the member in rows: if none has it, but one other member has a member with that
  /// name, as that of a column with this title, the path becomes that one's.
  ///
  /// The `*` of rows that are the members of an object, with `key` and `value`, stands for those of
  /// the value.
  ///
  /// - Complexity: O(bytes of the rows).
  mutating func find(in rows: [JSONBytes]) {
    if !isNested, text.first == "*", containers.allSatisfy(\.keys.isEmpty), !rows.isEmpty,
      rows.allSatisfy({ $0.kind == .object && $0.members.map(\.key) == ["key", "value"] })
    {
      containers[0] = MemberPath(keys: ["value"])
      return
    }
    guard let parent = containers[0].parent(in: rows) else { return }
    if isNested, parent == "value" { return unwrapsValues = true }
    containers[0] = containers[0].below(parent)
  }

  /// What is said if no row has the member, of which some have others.
  func error(in names: [String]) -> String {
    let near = NearestNames.hint(for: containers[0].text, among: names)
    let hint =
      near.isEmpty ? NearestNames.list(of: names, upTo: NearestNames.memberLimit) : near
    if isNested { return "--children: no row has a member '\(containers[0].title)'\(hint)" }
    let isCall = text.hasSuffix(")") && text.contains("(")
    return "--unnest: no row has a member '\(containers[0].title)'"
      + (isCall ? "; a value that is calculated has a name: --unnest 'x = \(text)'" : hint)
  }

  /// What a row has at the path.
  struct Content {
    /// A Boolean value that indicates whether the row has the member.
    var isFound = true
    /// The number of rows that were made of it.
    var rowCount = 0
    /// The number of elements on the way that have no elements themselves, and are left out.
    var emptyCount = 0
    /// A Boolean value that indicates whether a value that is neither an array nor an object took
    /// the place of an element.
    var isPlain = false
    /// A Boolean value that indicates whether null did.
    var isNull = false
    /// A Boolean value that indicates whether keys were added as `key`.
    var hasKeys = false
    /// A Boolean value that indicates whether a member `key` of the row gave them another name.
    var hasOwnKey = false
    /// A Boolean value that indicates whether there are several, and the elements of all but the
    /// last are left out.
    var isRepeated = false

    /// Adds what was found at a part of the path.
    mutating func range(of place: (range: Range<Int>?, isRepeated: Bool)) -> Range<Int>? {
      isRepeated = isRepeated || place.isRepeated
      return place.range
    }
  }

  /// Appends the rows for the elements of a row, which must be JSON, each as a line.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - lines: The rows that were made.
  ///   - depths: The number of ancestors of each row that was made, if elements are nested.
  /// - Complexity: O(n) for n bytes of the row, and of the rows that are appended; times the depth
  ///   if elements are nested.
  /// - Returns: What the row has.
  func append(
    _ row: UnsafeRawBufferPointer, to lines: inout [UInt8], depths: inout [UInt16]
  ) -> Content {
    if isNested { return appendNested(row, to: &lines, depths: &depths) }
    var content = Content()
    guard let whole = content.range(of: containers[0].lastRange(in: row)) else {
      if keepsRows { appendLine(0..<0, of: row, replacing: 0..<0, [], to: &lines, &content) }
      return Content(isFound: false)
    }
    var keys: [Range<Int>] = []
    append(whole, 0, of: row, replacing: whole, &keys, to: &lines, &content)
    return content
  }

  private func append(
    _ container: Range<Int>, _ level: Int, of row: UnsafeRawBufferPointer,
    replacing whole: Range<Int>, _ keys: inout [Range<Int>], to lines: inout [UInt8],
    _ content: inout Content
  ) {
    let rowCount = content.rowCount
    let emptyCount = content.emptyCount
    guard let elements = elements(of: container, in: row) else {
      // Elements of elements may be missing.
      guard level + 1 == containers.count else { return content.emptyCount += 1 }
      appendLine(container, of: row, replacing: whole, keys, to: &lines, &content)
      content.rowCount += 1
      content.isNull = row[container.lowerBound] == UInt8(ascii: "n")
      content.isPlain = !content.isNull
      return
    }
    for (element, key) in elements {
      if let key { keys.append(key) }
      if level + 1 == containers.count {
        appendLine(element, of: row, replacing: whole, keys, to: &lines, &content)
        content.rowCount += 1
      } else if let next = content.range(
        of: containers[level + 1].lastRange(in: row[rebased: element]))
      {
        let inner = next.shifted(by: element.lowerBound)
        append(inner, level + 1, of: row, replacing: whole, &keys, to: &lines, &content)
      } else {
        content.emptyCount += 1
      }
      if key != nil { keys.removeLast() }
    }
    let isEmpty = content.rowCount == rowCount && content.emptyCount == emptyCount
    if isEmpty { content.emptyCount += 1 }
  }

  /// Appends a row in which a value is replaced by an element, with the keys that led to it.
  private func appendLine(
    _ element: Range<Int>, of row: UnsafeRawBufferPointer, replacing whole: Range<Int>,
    _ keys: [Range<Int>], to lines: inout [UInt8], _ content: inout Content
  ) {
    let start = lines.count
    lines.append(contentsOf: row[rebased: 0..<whole.lowerBound])
    lines.append(contentsOf: row[rebased: element])
    lines.append(contentsOf: row[rebased: whole.upperBound..<row.count])
    endLine(from: start, of: row, keys, in: &lines, &content)
  }

  /// Appends a row, its elements, their elements and so on.
  private func appendNested(
    _ row: UnsafeRawBufferPointer, to lines: inout [UInt8], depths: inout [UInt16]
  ) -> Content {
    var content = Content(isFound: false)
    var rest: [(element: Range<Int>, key: Range<Int>?, depth: UInt16)] = [(0..<row.count, nil, 0)]
    if unwrapsValues, let value = MemberPath(keys: ["value"]).range(in: row),
      let key = MemberPath(keys: ["key"]).range(in: row), row[value.lowerBound] == UInt8(ascii: "{")
    {
      rest = [(value, key.dropFirst().dropLast(), 0)]
    }
    while let (element, key, depth) = rest.popLast() {
      let start = lines.count
      let place = content.range(of: containers[0].lastRange(in: row[rebased: element]))
      let inner = place.flatMap { elements(of: $0.shifted(by: element.lowerBound), in: row) }
      if let inner, let place = place?.shifted(by: element.lowerBound) {
        content.isFound = true
        lines.append(contentsOf: row[rebased: element.lowerBound..<place.lowerBound])
        lines += "\(inner.count)".utf8
        lines.append(contentsOf: row[rebased: place.upperBound..<element.upperBound])
        let below = depth == .max ? depth : depth + 1
        rest += inner.reversed().map { ($0.value, $0.key, below) }
      } else {
        lines.append(contentsOf: row[rebased: element])
      }
      endLine(from: start, of: row, key.map { [$0] } ?? [], in: &lines, &content)
      depths.append(depth)
      content.rowCount += 1
    }
    return content
  }

  /// Returns the elements of an array or an object, with their keys; nil for another value.
  private func elements(
    of container: Range<Int>, in row: UnsafeRawBufferPointer
  ) -> [(value: Range<Int>, key: Range<Int>?)]? {
    var scanner = MemberScanner(row[rebased: container])
    let isObject = scanner.enter(UInt8(ascii: "{"))
    guard isObject || scanner.enter(UInt8(ascii: "[")) else { return nil }
    var elements: [(Range<Int>, Range<Int>?)] = []
    while true {
      var key: Range<Int>?
      if isObject {
        guard let next = scanner.nextKey() else { break }
        key = next.shifted(by: container.lowerBound)
      }
      guard let value = scanner.nextValue() else { break }
      elements.append((value.shifted(by: container.lowerBound), key))
    }
    return elements
  }

  /// Ends a row that was appended, with the keys that led to it.
  private func endLine(
    from start: Int, of row: UnsafeRawBufferPointer, _ keys: [Range<Int>],
    in lines: inout [UInt8], _ content: inout Content
  ) {
    // Line ends are blanks between values.
    for index in start..<lines.count where lines[index] == 0x0A || lines[index] == 0x0D {
      lines[index] = 0x20
    }
    if !keys.isEmpty, let end = lines[start...].lastIndex(where: { !$0.isJSONWhitespace }),
      lines[end] == UInt8(ascii: "}")
    {
      lines.removeSubrange(end...)
      let isEmpty = lines[start...].last { !$0.isJSONWhitespace } == UInt8(ascii: "{")
      func taken(_ name: String) -> Set<Int> {
        lines.withUnsafeBytes { MemberScanner.numbers(of: name, in: $0[rebased: start..<$0.count]) }
      }
      var name = "key"
      var numbers = taken(name)
      if numbers.contains(1) { content.hasOwnKey = true } else { content.hasKeys = true }
      if numbers.contains(1), let member = containers[0].keys.last {
        let quoted = JSONText.quoted(member + ".key")
        name = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        numbers = taken(name)
      }
      var number = 0
      for (index, key) in keys.enumerated() {
        repeat { number += 1 } while numbers.contains(number)
        if index > 0 || !isEmpty { lines.append(UInt8(ascii: ",")) }
        lines += (number == 1 ? "\"\(name)\":\"" : "\"\(name)_\(number)\":\"").utf8
        lines.append(contentsOf: row[rebased: key])
        lines.append(UInt8(ascii: "\""))
      }
      lines.append(UInt8(ascii: "}"))
    }
    lines.append(0x0A)
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}

extension MemberPath {
  /// Returns the only member of rows that has the member itself, if none of the rows has it.
  ///
  /// - Complexity: O(bytes of the rows).
  func parent(in rows: [JSONBytes]) -> String? {
    if rows.contains(where: { value(in: $0) != nil }) { return nil }
    var parents: Set<String> = []
    for row in rows where row.kind == .object {
      for (key, member) in row.members where member.kind == .object && value(in: member) != nil {
        parents.insert(key)
      }
    }
    return parents.count == 1 ? parents.first : nil
  }
}
