import Synchronization

/// The value of an expression, computed for each row and added to it.
final class DerivedEvaluation: Sendable {
  /// The expression.
  let expression: DerivedExpression

  /// The members that it depends on.
  let watches: [MemberWatch]

  /// A Boolean value that indicates whether one of them may not have been found.
  private let isWatching = Atomic(true)

  /// Whether rows that have these members have a value.
  let tally = CalculationTally()

  private let name: String

  /// The name as a JSON key, with its colon.
  private let key: [UInt8]
  private let path: MemberPath

  /// Creates an evaluation.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - name: The name of the member.
  ///   - watches: The members that rows should have.
  init(of expression: DerivedExpression, as name: String, _ watches: [MemberWatch]) {
    (self.expression, self.name, self.watches) = (expression, name, watches)
    path = MemberPath(keys: [name])
    key = DerivedMember.key(name)
  }

  /// The members of a row that are looked at; nil for all.
  var sources: [MemberPath]? { expression.members.map { $0 + watches.map(\.path) } }

  /// The tallies of the value and of the comparisons in it.
  var tallies: [CalculationTally] {
    switch expression {
    case .operand(let operand): [tally] + operand.tallies
    case .condition(let condition): condition.tallies
    case .number, .joined: []
    }
  }

  /// Appends the value for a row as JSON; returns `false`, with nothing appended, if there is none.
  func append(valueOf row: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    if isWatching.load(ordering: .relaxed) {
      for watch in watches { watch.look(in: row) }
      if watches.allSatisfy(\.wasFound) { isWatching.store(false, ordering: .relaxed) }
    }
    let hasValue = expression.append(row, to: &json)
    if hasValue {
      tally.addValue()
    } else if case .operand(let operand) = expression {
      tally.add(withoutValue: CollectionOfOne(operand), row)
    }
    return hasValue
  }

  /// Adds the member to an object, or replaces the member of the same name.
  ///
  /// - Parameters:
  ///   - json: The bytes, which end with the object.
  ///   - start: The offset of the object.
  ///   - isNew: A Boolean value that indicates whether the object has no member of the same name.
  ///   - scratch: Memory for the value.
  func insert(in json: inout [UInt8], from start: Int, isNew: Bool, _ scratch: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    let (hasValue, old) = json.withUnsafeBytes { json in
      let row = json[rebased: start..<json.count]
      return (append(valueOf: row, to: &scratch), isNew ? nil : path.range(in: row))
    }
    if let old {
      if case .joined(let rows, _) = expression { rows.didReplaceMember() }
      guard !hasValue else {
        json.replaceSubrange(start + old.lowerBound..<start + old.upperBound, with: scratch)
        return
      }
      json.replaceSubrange(start..., with: JSONBytes(Array(json[start...])).removing(name))
    } else if hasValue {
      json.removeLast()
      if json.last(where: { !$0.isJSONWhitespace }) != UInt8(ascii: "{") {
        json.append(UInt8(ascii: ","))
      }
      // Arrays that are appended are counted as references.
      key.withUnsafeBytes { json.append(contentsOf: $0) }
      scratch.withUnsafeBytes { json.append(contentsOf: $0) }
      json.append(UInt8(ascii: "}"))
    }
  }
}

/// The expression evaluated for each row.
enum DerivedExpression: Sendable {
  case operand(Operand)
  case condition(Condition)
  /// A number of any length, as JSON.
  case number([UInt8])
  /// The row of another feed whose key is that of members.
  case joined(JoinedRows, [MemberPath])

  /// The members that are looked at; nil for all.
  var members: [MemberPath]? {
    switch self {
    case .operand(let operand): operand.members
    case .condition(let condition): condition.members
    case .number: []
    case .joined(_, let paths): paths
    }
  }

  /// A Boolean value that indicates whether a regular expression exceeded its limit on a row.
  var hasFailedPattern: Bool {
    switch self {
    case .operand(let operand): operand.hasFailedPattern
    case .condition(let condition): condition.hasFailedPattern
    case .number, .joined: false
    }
  }

  /// Appends the value for a row as JSON; returns `false`, with nothing appended, if there is none.
  func append(_ row: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    switch self {
    case .number(let number):
      json += number
      return true
    case .joined(let rows, let paths): return rows.append(rowFor: row, by: paths, to: &json)
    case .condition(let condition):
      json += (condition.holds(for: row) ? "true" : "false").utf8
      return true
    case .operand(.member(let path)):
      guard let range = path.range(in: row) else { return false }
      json.append(contentsOf: row[rebased: range])
      return true
    case .operand(let operand):
      return operand.withValue(in: row) { value in
        value?.append(to: &json)
        return value != nil
      }
    }
  }
}
