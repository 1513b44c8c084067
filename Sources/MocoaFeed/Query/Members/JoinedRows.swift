import Synchronization

/// The rows of a feed by the value of a member, to be joined with other rows.
///
/// Values are equal if they read alike: the numbers 7 and 7.0, and the text `"7"`, but not `"07"`.
/// Empty texts and null match nothing. Of rows with the same value, only the first is used.
package final class JoinedRows: Sendable {
  private let rows: [[UInt8]: JSONBytes]

  private let hasMissed = Atomic(false)
  private let firstMiss = Mutex<[UInt8]>([])

  /// The first value, as JSON, for which there was no row; nil if there was one for each.
  var valueWithoutRow: String? {
    guard hasMissed.load(ordering: .relaxed) else { return nil }
    return String(decoding: firstMiss.withLock { $0 }, as: UTF8.self)
  }

  /// The number of rows with the value of an earlier row.
  package let duplicateCount: Int

  /// The first row that cannot be read, and how many are left out; nil if all can be read.
  let fault: String?

  /// Creates a table of all rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows, in time and in memory.
  /// - Parameters:
  ///   - model: The feed.
  ///   - path: The member that identifies the rows.
  package init(of model: FeedListModel, by path: MemberPath) {
    var rows: [[UInt8]: JSONBytes] = [:]
    var duplicateCount = 0
    var broken = RowTally()
    for number in 0..<model.numberOfRows {
      let row = model.row(number)
      if row.problem != nil {
        broken.add(number)
        continue
      }
      guard
        let key = row.json.withBytes({ bytes in
          path.range(in: bytes).flatMap { Self.key(bytes[rebased: $0]) }
        })
      else { continue }
      if rows[key] == nil { rows[key] = row.json } else { duplicateCount += 1 }
    }
    (self.rows, self.duplicateCount) = (rows, duplicateCount)
    var faults = ResultFaults()
    faults.add(broken: broken, of: model) { model.row($0).problem }
    fault = faults.lines.first
  }

  /// Appends the row for a value; returns `false` if there is none.
  func append(_ value: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    guard let key = Self.key(value) else { return false }
    guard let row = rows[key] else {
      if !hasMissed.load(ordering: .relaxed) {
        firstMiss.withLock { if $0.isEmpty { $0 = Array(value) } }
        hasMissed.store(true, ordering: .relaxed)
      }
      return false
    }
    json.append(contentsOf: row.slice)
    return true
  }

  /// Returns a value in normalized form; nil for null, empty texts, arrays and objects.
  private static func key(_ value: UnsafeRawBufferPointer) -> [UInt8]? {
    switch QueryValue(value) {
    case .text(let content):
      content.isEmpty ? nil : QueryValue.withIdentity(content) { Array($0) }
    case .number(let number): number.rest.isEmpty ? DecimalSum.json(number.double) : Array(value)
    case .bool: Array(value)
    case .null, .container, nil: nil
    }
  }
}

extension DerivedMember {
  /// Creates a member that holds the row of another feed whose key is the value of a member.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - rows: The rows of the other feed.
  ///   - key: The member that is compared with their key.
  ///   - text: The text that was typed.
  package init(_ name: String, joining rows: JoinedRows, by key: MemberPath, text: String) {
    let error = FilterSyntaxError(
      "no row has a member '\(key.title)'", at: text.startIndex..<text.endIndex, in: text)
    self.init(
      name: name, text: text, expression: .joined(rows, key), watches: [MemberWatch(key, error)])
  }
}
