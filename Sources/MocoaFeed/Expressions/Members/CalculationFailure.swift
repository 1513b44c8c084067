import Synchronization

/// The reason for which a calculation has no value in rows that have its members.
package struct CalculationFailure: Hashable, Sendable {
  /// The reason in the first of these rows.
  package let reason: String

  /// A Boolean value that indicates whether no evaluated row has a value.
  package let isInAllRows: Bool

  /// The number of evaluations without a value: that of rows, if each is evaluated once.
  let count: Int

  /// The number of rows without a value; nil if no scan has evaluated all of them.
  let rowCount: Int?
}

/// Records whether a calculation has a value in the rows that have its members.
///
/// Rows may be evaluated on several threads.
final class CalculationTally: Sendable {
  private let hasValue = Atomic(false)
  private let count = Atomic(0)
  private let reason = Mutex<String?>(nil)
  private let absence = Mutex<String?>(nil)
  private let scans = Mutex(Scans())

  var failure: CalculationFailure? {
    reason.withLock { $0 }.map {
      CalculationFailure(
        reason: $0, isInAllRows: !hasValue.load(ordering: .relaxed),
        count: count.load(ordering: .relaxed), rowCount: scans.withLock { $0.rowCount })
    }
  }

  /// Why no row has a value although the calculation did not fail in any: the element that it takes
  /// is in none.
  var absenceInAllRows: String? {
    hasValue.load(ordering: .relaxed) || failure != nil ? nil : absence.withLock { $0 }
  }

  /// Forgets the rows, which are evaluated again.
  func removeAll() {
    reason.withLock { $0 = nil }
    absence.withLock { $0 = nil }
    count.store(0, ordering: .relaxed)
    hasValue.store(false, ordering: .relaxed)
  }

  /// Adds a row without a value that is compared, as opposed to others.
  func add(_ fault: () -> String) {
    if add() { reason.withLock { $0 = $0 ?? fault() } }
    addValue()
  }

  /// Records a row with a value once: threads that write to the same place wait for one another.
  func addValue() {
    if !hasValue.load(ordering: .relaxed) { hasValue.store(true, ordering: .relaxed) }
  }

  /// Counts a row without a value; returns whether it is the first one.
  private func add() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }

  /// Adds an evaluated row for which one of some operands has no value.
  func add(withoutValue operands: some Collection<Operand>, _ row: UnsafeRawBufferPointer) {
    if let fault = operands.lazy.compactMap({ $0.fault(in: row) }).first {
      if add() { reason.withLock { $0 = $0 ?? fault } }
    } else if !hasValue.load(ordering: .relaxed) {
      absence.withLock { absence in
        absence = absence ?? operands.lazy.compactMap { $0.absence(in: row) }.first
      }
    }
  }
}

// MARK: - Rows

// Rows are evaluated again by each scan, and where they are displayed, so that only those of a scan
// from the first row to the last one are counted.

extension CalculationTally {
  /// Scans of rows, and what was counted in them.
  fileprivate struct Scans {
    /// The number of scans that are running; several at once are not counted.
    var running = 0
    /// The row after the last one of a scan that can be continued, and what was counted up to it.
    var (end, count) = (0, 0)
    /// What was counted in the last scan of all rows; nil if one behind it is incomplete.
    var rowCount: Int?
    /// A Boolean value that indicates whether the scan that is running is counted.
    var isCounted = false
  }

  /// Begins a scan of rows, from their first one; nil if they are chosen.
  func beginScan(at row: Int?) {
    scans.withLock { scans in
      scans.running += 1
      scans.isCounted = scans.running == 1 && (row == 0 || row == scans.end)
      if row == 0 { scans.count = 0 }
      count.store(scans.isCounted ? scans.count : 0, ordering: .relaxed)
    }
  }

  /// Ends a scan of rows in front of one; nil if it is incomplete.
  func endScan(at row: Int?, isLast: Bool) {
    scans.withLock { scans in
      scans.running -= 1
      guard scans.isCounted else { return }
      (scans.isCounted, scans.end) = (false, row ?? -1)
      guard row != nil else { return scans.rowCount = nil }
      scans.count = count.load(ordering: .relaxed)
      if isLast { scans.rowCount = scans.count }
    }
  }
}

extension Operand {
  /// Returns why a calculation has no value for a row.
  ///
  /// - Returns: nil if it has one, or if a member is missing, null or empty.
  func fault(in row: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .call(let call): return call.fault(in: row)
    case .choice(let choice): return choice.operand(in: row).fault(in: row)
    case .element(let operand, _): return operand.fault(in: row)
    case .calculation(let calculation): return calculation.fault(in: row)
    default: return nil
    }
  }

  /// Returns the element that a row does not have, which is not a fault unless no row has it.
  fileprivate func absence(in row: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .call(let call): call.arguments.lazy.compactMap { $0.absence(in: row) }.first
    case .choice(let choice): choice.operand(in: row).absence(in: row)
    case .calculation(let calculation):
      calculation.left.absence(in: row) ?? calculation.right.absence(in: row)
    case .element(let operand, let path):
      operand.withValue(in: row) { value in
        guard let value, value.kind != nil, value.element(at: path) == nil else { return nil }
        let noun = path.text.first == "[" ? "element" : "member"
        return "there is no \(noun) \(path.text) in \(value.shown)"
      } ?? operand.absence(in: row)
    default: nil
    }
  }

  /// What to type for a percentage next to a number.
  var percentageHint: String {
    let name = memberText ?? "p"
    return "; (\(name) / 100%) is the fraction, and number(\(name)) what is written"
  }

  /// What to type for a number next to a time or a duration.
  fileprivate var unitHint: String {
    if isConstant { return "; a duration has a unit, such as 30s or 2h" }
    let name = memberText ?? "a"
    return "; \(name) * 1s is a duration, and time(\(name)) a time"
  }
}

extension Operand.Calculation {
  /// Returns why the calculation has no value for a row; nil as for operands.
  func fault(in row: UnsafeRawBufferPointer) -> String? {
    if let fault = left.fault(in: row) ?? right.fault(in: row) { return fault }
    let operands = [left, right]
    return Operand.withValues(of: left, right, in: row) { left, right in
      guard let left, let right, left.kind != nil, right.kind != nil,
        sign.result(left, right) == nil
      else { return nil }
      let areAlike =
        left.isPercentage == right.isPercentage && !(left.isPercentage && sign == .times)
      let isByZero = right.number == 0 && [.divided, .remainder].contains(sign)
      if let left = left.measure, let right = right.measure, areAlike || isByZero,
        !left.unit.union(right.unit).areMixed || !sign.addsLike
      {
        return isByZero ? "division by zero" : "the result of \(sign.symbol) is too large"
      }
      let kinds = [left.contentKind, right.contentKind]
      let divisor = right.withUnit.secondsWithUnit?.double ?? right.number
      if sign == .divided, kinds[0] == "a duration", divisor == 0 { return "division by zero" }
      let clock = [left, right].firstIndex { $0.mayBeTimeOfDay }
      let percentage = areAlike ? nil : [left, right].firstIndex { $0.isPercentage }
      let hint =
        if let percentage {
          operands[percentage].percentageHint
        } else if let clock {
          [left, right][clock].clockHint(operands[clock].memberText)
        } else if let number = kinds.firstIndex(of: "a number"),
          ["a time", "a duration"].contains(kinds[1 - number])
        {
          operands[number].unitHint
        } else {
          sign == .plus && kinds[0] == "a text" ? "; concat(a, b) joins texts" : ""
        }
      return "\(sign.symbol) has no result for \(kinds[0]) and \(kinds[1])\(hint)"
    }
  }
}

extension Operand.Arithmetic {
  /// The sign as it is typed.
  fileprivate var symbol: String {
    switch self {
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .divided: "/"
    case .remainder: "%"
    }
  }
}
