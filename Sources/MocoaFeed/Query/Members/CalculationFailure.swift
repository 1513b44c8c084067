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
  fileprivate func fault(in row: UnsafeRawBufferPointer) -> String? {
    guard case .calculation(let sign, let left, let right) = self else { return nil }
    if let fault = left.fault(in: row) ?? right.fault(in: row) { return fault }
    return left.withValue(in: row) { left in
      right.withValue(in: row) { right in
        guard let left, let right, let first = left.kind, let second = right.kind,
          sign.result(left, right) == nil
        else { return nil }
        if left.number != nil, right.number != nil {
          return right.number == 0
            ? "division by zero" : "the result of \(sign.symbol) is too large"
        }
        return "\(sign.symbol) has no result for \(first) and \(second)"
      }
    }
  }
}

extension OperandValue {
  /// The name of the kind of value; nil if it stands for a missing value.
  fileprivate var kind: String? {
    switch self {
    case .number, .json(.number): "a number"
    case .time: "a time"
    case .duration: "a duration"
    case .json(.text(let content)):
      content.isEmpty || Measure.isPlaceholder(content) ? nil : "a text"
    case .json(.bool): "a Boolean"
    case .json(.null): nil
    case .json(.container(let bytes)):
      bytes.first == UInt8(ascii: "{") ? "an object" : "an array"
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
