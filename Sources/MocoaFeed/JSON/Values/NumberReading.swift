/// The number that a string contains: a plain number, or one with a unit.
///
/// Filters, aggregates, summaries and sorting all read `"5"`, `" +5 "`, `"5M"`, `"31%"`, `"1h30m"`
/// and `"yesterday"` by it, so that a value is the same number for each of them.
struct NumberReading {
  /// What the number measures; empty for 0.
  let dimension: Measure.Dimensions

  /// What the unit measures; empty for a number without one.
  var unit: Measure.Dimensions { dimension.subtracting(.plain) }

  /// What the number measures, and how it is spelled, for results of several numbers.
  var spelled: Measure.Dimensions {
    if case .measure(let measure) = form { dimension.union(measure.spelling) } else { dimension }
  }

  private enum Form {
    case plain(UnsafeRawBufferPointer, Quantity)
    case measure(Measure)
  }

  private let form: Form

  /// Reads the number in an unescaped string, which must outlive it; nil for any other string.
  ///
  /// - Complexity: Allocates nothing for strings that do not begin like a number.
  init?(_ content: UnsafeRawBufferPointer) {
    var text = content[rebased: content.trimmed(from: 0, to: content.count)]
    let hasSign = text.first.map { "+-.".utf8.contains($0) } ?? false
    if text.first == UInt8(ascii: "+"), text.count > 1, text[1] != UInt8(ascii: "-") {
      text = text[rebased: 1..<text.count]
    }
    // A size that is somewhat less, as lvs writes it: `<4.00g`.
    let isBound = text.first == UInt8(ascii: "<")
    if isBound { text = text[rebased: 1..<text.count] }
    if !isBound, let quantity = Quantity(text) {
      dimension = quantity.double == 0 ? [] : .plain
      (form, beginsWithSign) = (.plain(text, quantity), hasSign)
    } else if let measure = Measure(text) {
      (dimension, form, beginsWithSign) = (measure.dimension, .measure(measure), false)
    } else {
      return nil
    }
  }

  /// The number, or that of bytes, percents or seconds; sizes are exact at any length.
  var quantity: Quantity {
    switch form {
    case .plain(_, let quantity): quantity
    case .measure(let measure): measure.quantity
    }
  }

  /// The digits behind the point of a plain number; nil without a point.
  var fractionLength: Int? {
    guard case .plain(let text, _) = form else { return nil }
    return text.firstIndex(of: UInt8(ascii: ".")).map { text.count - $0 - 1 }
  }

  /// A Boolean value that indicates whether the number may be a version, such as 1.10: it has a
  /// fraction that ends with a zero.
  var mayBeVersion: Bool {
    guard case .plain(let text, _) = form else { return false }
    return fractionLength != nil && text.last == UInt8(ascii: "0")
  }

  /// A Boolean value that indicates whether it is a plain number with a sign or a point in front.
  let beginsWithSign: Bool

  /// Calls a closure with the number as JSON, with all its digits.
  func withJSON<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch form {
    case .plain(let text, _): body(text)
    case .measure(let measure): measure.json.withUnsafeBytes(body)
    }
  }
}

extension QueryValue {
  /// A Boolean value that indicates whether the value stands for a missing one: null, a blank
  /// string, or a placeholder such as `-`.
  var isMissing: Bool {
    switch self {
    case .null: true
    case .text(let content):
      content.isEmpty
        || Self.mayBeMissing(content)
          && QueryValue.withText(content) {
            Measure.isPlaceholder($0) || $0.trimmed(from: 0, to: $0.count).isEmpty
          }
    case .number, .bool, .container: false
    }
  }

  /// A Boolean value that indicates whether the value is a text that stands for a missing value.
  var isPlaceholder: Bool {
    guard case .text(let content) = self, Self.mayBeMissing(content) else { return false }
    return QueryValue.withText(content, Measure.isPlaceholder)
  }

  /// Returns whether a string begins as one that stands for a missing value, or with an escape.
  @inline(__always)
  private static func mayBeMissing(_ content: UnsafeRawBufferPointer) -> Bool {
    content.first.map { $0 <= 0x20 || "-Nn<\\".utf8.contains($0) } ?? false
  }
}

extension JSONBytes {
  /// Returns whether a text is a number, with or without a unit.
  package static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    NumberReading(text) != nil
  }

  /// What a string is beside sizes and percentages in a column.
  package enum AmountForm: Sendable {
    /// A size or a percentage, as `5M` and `31%`.
    case withUnit
    /// A number without a unit, as `0`.
    case plain
    /// A placeholder such as `-`.
    case missing
  }

  /// What a string is beside sizes and percentages; nil for other texts and values.
  package var amountForm: AmountForm? {
    withBytes { bytes in
      guard let value = QueryValue(bytes), case .text(let content) = value else { return nil }
      if value.isMissing { return .missing }
      guard let number = QueryValue.withText(content, { NumberReading($0)?.unit }) else {
        return nil
      }
      return number.isEmpty ? .plain : number.contains(.duration) ? nil : .withUnit
    }
  }
}
