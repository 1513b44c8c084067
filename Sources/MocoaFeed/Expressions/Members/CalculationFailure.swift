import Synchronization

/// The reason for which a calculation has no value in rows that have its members.
package struct CalculationFailure: Hashable, Sendable {
  /// The reason in the first of these rows.
  package let reason: String

  /// A Boolean value that indicates whether no evaluated row has a value.
  package let isInAllRows: Bool
}

/// Records whether a calculation has a value in the rows that have its members.
///
/// Rows may be evaluated on several threads.
final class CalculationTally: Sendable {
  private let hasValue = Atomic(false)
  private let hasFailed = Atomic(false)
  private let reason = Mutex<String?>(nil)

  var failure: CalculationFailure? {
    guard hasFailed.load(ordering: .relaxed) else { return nil }
    return reason.withLock { $0 }.map {
      CalculationFailure(reason: $0, isInAllRows: !hasValue.load(ordering: .relaxed))
    }
  }

  /// Adds a row without a value that is compared, as opposed to others.
  func add(_ fault: () -> String) {
    guard !hasFailed.load(ordering: .relaxed) else { return }
    let fault = fault()
    reason.withLock { $0 = $0 ?? fault }
    hasValue.store(true, ordering: .relaxed)
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Adds an evaluated row.
  func add(_ operand: Operand, _ row: UnsafeRawBufferPointer, hasValue isValue: Bool) {
    if isValue {
      if !hasValue.load(ordering: .relaxed) { hasValue.store(true, ordering: .relaxed) }
    } else if !hasFailed.load(ordering: .relaxed), let fault = operand.fault(in: row) {
      reason.withLock { $0 = $0 ?? fault }
      hasFailed.store(true, ordering: .relaxed)
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
    case .choice(let condition, let first, let second):
      return (condition.holds(for: row) ? first : second).fault(in: row)
    case .element(let operand, _): return operand.fault(in: row)
    case .calculation(let sign, let left, let right):
      return Self.fault(of: sign, left, right, in: row)
    default: return nil
    }
  }

  private static func fault(
    of sign: Arithmetic, _ left: Operand, _ right: Operand, in row: UnsafeRawBufferPointer
  ) -> String? {
    if let fault = left.fault(in: row) ?? right.fault(in: row) { return fault }
    return left.withValue(in: row) { left in
      right.withValue(in: row) { right in
        guard let left, let right, let first = left.kind, let second = right.kind,
          sign.result(left, right) == nil
        else { return nil }
        if left.number != nil, right.number != nil {
          return right.number == 0 && [.divided, .remainder].contains(sign)
            ? "division by zero" : "the result of \(sign.symbol) is too large"
        }
        let hint = sign == .plus && first == "a text" ? "; concat(a, b) joins texts" : ""
        return "\(sign.symbol) has no result for \(first) and \(second)\(hint)"
      }
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
