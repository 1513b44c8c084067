/// The elements of a member, each as a row of its own with the other members of its row.
///
/// The member is replaced by the element; the key of a member of an object is added as `key`. A
/// path with `*` leads through several containers: `paths.*.*` gives a row for each method of each
/// path, with the keys as `key` and `key_2`.
package struct Unnesting: Hashable, Sendable {
  /// The text that was typed.
  package let text: String

  /// The containers from the outside in; each path begins at an element of the one before.
  private let containers: [MemberPath]

  /// Creates the elements of a member.
  ///
  /// - Parameter text: Its path, in which `*` stands for any element.
  package init(_ text: String) {
    self.text = text
    var keys = MemberPath(text).keys
    if keys.last == "*" { keys.removeLast() }
    containers = keys.split(separator: "*", omittingEmptySubsequences: false).map {
      MemberPath(keys: Array($0))
    }
  }

  /// Appends the rows for the elements of a row, which must be JSON, each as a line.
  ///
  /// A value that is no container is the only element. A row without elements gives none.
  ///
  /// - Complexity: O(n) for n bytes of the row, and of the rows that are appended.
  /// - Returns: `true` if there are elements.
  func append(_ row: UnsafeRawBufferPointer, to lines: inout [UInt8]) -> Bool {
    guard let whole = containers[0].range(in: row) else { return false }
    var keys: [Range<Int>] = []
    return append(whole, 0, of: row, replacing: whole, &keys, to: &lines)
  }

  private func append(
    _ container: Range<Int>, _ level: Int, of row: UnsafeRawBufferPointer,
    replacing whole: Range<Int>, _ keys: inout [Range<Int>], to lines: inout [UInt8]
  ) -> Bool {
    var scanner = MemberScanner(row[rebased: container])
    let isObject = scanner.enter(UInt8(ascii: "{"))
    guard isObject || scanner.enter(UInt8(ascii: "[")) else {
      appendLine(container, of: row, replacing: whole, keys, to: &lines)
      return true
    }
    var hasElements = false
    while true {
      if isObject {
        guard let key = scanner.nextKey() else { break }
        keys.append(key.shifted(by: container.lowerBound))
      }
      guard let found = scanner.nextValue() else { break }
      let element = found.shifted(by: container.lowerBound)
      if level + 1 == containers.count {
        appendLine(element, of: row, replacing: whole, keys, to: &lines)
        hasElements = true
      } else if let next = containers[level + 1].range(in: row[rebased: element]) {
        let inner = next.shifted(by: element.lowerBound)
        if append(inner, level + 1, of: row, replacing: whole, &keys, to: &lines) {
          hasElements = true
        }
      }
      if isObject { keys.removeLast() }
    }
    return hasElements
  }

  /// Appends a row in which a value is replaced by an element, with the keys that led to it.
  private func appendLine(
    _ element: Range<Int>, of row: UnsafeRawBufferPointer, replacing whole: Range<Int>,
    _ keys: [Range<Int>], to lines: inout [UInt8]
  ) {
    let start = lines.count
    lines.append(contentsOf: row[rebased: 0..<whole.lowerBound])
    lines.append(contentsOf: row[rebased: element])
    lines.append(contentsOf: row[rebased: whole.upperBound..<row.count])
    // Line ends are blanks between values.
    for index in start..<lines.count where lines[index] == 0x0A || lines[index] == 0x0D {
      lines[index] = 0x20
    }
    if !keys.isEmpty, let end = lines[start...].lastIndex(where: { !$0.isJSONWhitespace }),
      lines[end] == UInt8(ascii: "}")
    {
      lines.removeSubrange(end...)
      let isEmpty = lines[start...].last { !$0.isJSONWhitespace } == UInt8(ascii: "{")
      for (index, key) in keys.enumerated() {
        if index > 0 || !isEmpty { lines.append(UInt8(ascii: ",")) }
        lines += (index == 0 ? "\"key\":\"" : "\"key_\(index + 1)\":\"").utf8
        lines.append(contentsOf: row[rebased: key])
        lines += "\"}".utf8
        if index + 1 < keys.count { lines.removeLast() }
      }
    }
    lines.append(0x0A)
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}
