// Values of operands, and what functions read and make of them.

extension OperandValue {
  /// Calls a closure with a text, given by its bytes.
  static func with<Result>(
    _ text: some Sequence<UInt8>, _ body: (OperandValue?) -> Result
  ) -> Result {
    var json: [UInt8] = []
    Array(text).withUnsafeBytes { JSONText.quote($0, to: &json) }
    return json.withUnsafeBytes { body(.json(.text($0[rebased: 1..<$0.count - 1]))) }
  }

  /// Calls a closure with the value as an unescaped text; nil for null, arrays and objects.
  func withText<Result>(_ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    switch self {
    case .json(.text(let content)): return QueryValue.withText(content) { body($0) }
    case .json(.null), .json(.container): return body(nil)
    case .number, .measure, .time, .duration, .json(.number), .json(.bool):
      var json: [UInt8] = []
      append(to: &json)
      let isQuoted = json.first == UInt8(ascii: "\"")
      return json.withUnsafeBytes { body(isQuoted ? $0[rebased: 1..<$0.count - 1] : $0) }
    }
  }

  /// The name of the kind of value; nil if it stands for a missing value.
  var kind: String? {
    switch self {
    case .number, .json(.number): "a number"
    case .measure(_, let unit): unit.kind
    case .time: "a time"
    case .duration: "a duration"
    case .json(.text): isMissing ? nil : "a text"
    case .json(.bool): "a Boolean"
    case .json(.null): nil
    case .json(.container(let bytes)):
      bytes.first == UInt8(ascii: "{") ? "an object" : "an array"
    }
  }

  /// The name of the kind of value, or of what a text contains.
  var contentKind: String {
    guard case .json(.text(let content)) = self else { return kind ?? "null" }
    return QueryValue.withText(content) { content in
      Timestamp(content) == nil ? NumberReading(content)?.unit.kind ?? "a text" : "a time"
    }
  }

  /// The name of the type, as the function `type` returns it.
  var typeName: String {
    switch self {
    case .number, .measure, .json(.number): "number"
    case .time: "time"
    case .duration: "duration"
    case .json(.text): "text"
    case .json(.bool): "boolean"
    case .json(.null): "null"
    case .json(.container(let bytes)): bytes.first == UInt8(ascii: "{") ? "object" : "array"
    }
  }

  /// A Boolean value that indicates whether the value is a text of a row.
  var isText: Bool { if case .json(.text) = self { true } else { false } }

  /// Returns whether the value is a text that seems to be of another kind than a constant with
  /// which it is not comparable: one that begins with no letter beside a time or a number with a
  /// unit, and a duration beside a number.
  func isText(unlike constant: OperandValue) -> Bool {
    guard case .json(.text(let content)) = self, let first = content.first else { return false }
    switch constant {
    case .time, .duration: return !first.isLetterOfText
    case .measure(_, let unit) where !unit.isEmpty: return !first.isLetterOfText
    case .number, .measure, .json(.number):
      if case .duration = withUnit { return constant.number != 0 }
      return false
    case .json: return false
    }
  }

  /// Returns whether the value is a text such as `TRUE` or `False`, and another one a truth value,
  /// to which it is not equal.
  func isTruth(unlike other: OperandValue) -> Bool {
    guard case (.json(.text(let content)), .json(.bool)) = (self, other) else { return false }
    return QueryValue.withText(content) { $0.truth != nil && !$0.isTruth }
  }

  /// Returns a truth value as a text in the capitals of another one: `"TRUE"` beside `"FALSE"`.
  func truth(writtenAs text: OperandValue) -> String {
    let areCapitals = text.shown == text.shown.uppercased()
    let word = areCapitals ? shown.uppercased() : shown.prefix(1).uppercased() + shown.dropFirst()
    return "\"\(word)\""
  }

  /// A Boolean value that indicates whether the value is a text with a duration that may be a time
  /// of day.
  var mayBeTimeOfDay: Bool {
    guard case .json(.text(let content)) = self, 5...40 ~= content.count else { return false }
    return QueryValue.withText(content) { Measure.mayBeTimeOfDay($0) }
  }

  /// Returns how a text that may be a time of day is one, or a duration, behind a semicolon.
  func clockHint(_ name: String?) -> String {
    "; \(shown) \(Measure.clockHint(name ?? shown))"
  }

  /// A Boolean value that indicates whether the value is a number or a duration, and no text.
  var isNumberOrDuration: Bool {
    switch self {
    case .number, .duration, .json(.number): true
    case .measure, .time, .json: false
    }
  }

  /// A Boolean value that indicates whether the value is a time, and no text with one.
  var isTime: Bool { if case .time = self { true } else { false } }

  /// A Boolean value that indicates whether the value is a percentage, or a text with one.
  var isPercentage: Bool {
    switch self {
    case .measure(_, let unit): unit == .percentage
    case .json(.text): measure?.unit == .percentage
    case .number, .time, .duration, .json: false
    }
  }

  /// The value as JSON, cut where it is long.
  var shown: String {
    var json: [UInt8] = []
    append(to: &json)
    let text = String(decoding: json, as: UTF8.self)
    return text.count > 40 ? "\(text.prefix(39))…" : text
  }

  /// A Boolean value that indicates whether the value stands for a missing one.
  var isMissing: Bool { if case .json(let value) = self { value.isMissing } else { false } }

  /// The value as a number: durations are seconds, and times seconds since 1970.
  var asNumber: OperandValue? {
    switch self {
    case .number, .json(.number): self
    case .measure(let number, _): .number(number)
    case .duration(let seconds): .json(.number(seconds))
    case .time(let time): .json(.number(time.seconds(since: Timestamp(seconds: 0))))
    case .json(.text(let content)):
      QueryValue.withText(content) { text -> OperandValue? in
        if Measure.mayBeTimeOfDay(text) { return nil }
        return NumberReading(text).map { .json(.number($0.quantity)) }
          ?? Timestamp(text).flatMap { OperandValue.time($0).asNumber }
      }
    case .json: nil
    }
  }

  /// The number of characters of a text, elements of an array, or members of an object.
  var length: Int? {
    switch self {
    case .json(.text(let content)):
      return QueryValue.withText(content) { String(decoding: $0, as: UTF8.self).count }
    case .json(.container(let bytes)): return MemberScanner.count(in: bytes)
    default: return nil
    }
  }

  /// The number with all its digits: that of bytes, percents or seconds if it has a unit; nil for a
  /// text with a duration.
  var exactNumber: Quantity? {
    switch self {
    case .number(let number), .measure(let number, _): Quantity(short: number)
    case .duration(let quantity), .json(.number(let quantity)): quantity
    case .json(.text(let content)): Self.number(content)
    case .time, .json: nil
    }
  }

  /// The number, if it has more digits than a floating-point number; nil for times, durations and
  /// percentages.
  var longNumber: Quantity? {
    if case .duration = self { return nil }
    return isPercentage ? nil : exactNumber.flatMap { $0.isShort ? nil : $0 }
  }

  /// Returns the value with its number, or its seconds or percents, transformed.
  func mapped(_ transform: (Double) -> Double) -> OperandValue? {
    if case .duration(let seconds) = withUnit {
      return .duration(Quantity(short: transform(seconds.double)))
    }
    guard let result = number.map(transform), result.isFinite else { return nil }
    return isPercentage ? .measure(result, .percentage) : .number(result)
  }

  /// Returns the JSON of an element of an array or of a member of an object.
  func element(at path: MemberPath) -> [UInt8]? {
    guard case .json(.container(let bytes)) = self else { return nil }
    return path.range(in: bytes).map { Array(bytes[$0]) }
  }
}

extension OperandValue {
  func append(to json: inout [UInt8]) {
    switch self {
    case .measure(let number, let unit) where unit == .percentage:
      json.append(UInt8(ascii: "\""))
      DecimalSum.append(number, to: &json)
      json += "%\"".utf8
    case .number(let number), .measure(let number, _): DecimalSum.append(number, to: &json)
    case .duration(let seconds): json += "\"\(Measure.text(of: seconds))\"".utf8
    case .time(let time): json += "\"\(time.localText)\"".utf8
    case .json(.number(let quantity)): json += quantity.json
    case .json(.text(let content)):
      json.append(UInt8(ascii: "\""))
      json.append(contentsOf: content)
      json.append(UInt8(ascii: "\""))
    case .json(.bool(let value)): json += (value ? "true" : "false").utf8
    case .json(.null): json += "null".utf8
    case .json(.container(let bytes)): json.append(contentsOf: bytes)
    }
  }
}

extension Measure.Dimensions {
  /// The name of the kind of value that has the unit.
  fileprivate var kind: String {
    switch self {
    case .size: "a size"
    case .percentage: "a percentage"
    case .duration: "a duration"
    default: "a number"
    }
  }
}

extension Operand {
  /// The member as it is typed; nil for others.
  var memberText: String? { if case .member(let path) = self { path.filterText } else { nil } }

  /// A Boolean value that indicates whether its value is a text in each row that has one.
  var isText: Bool {
    switch self {
    case .text: true
    case .call(let call): call.function.isText
    case .element(let operand, _): operand.isSplit
    case .choice(let choice): choice.first.isText && choice.second.isText
    default: false
    }
  }

  private var isSplit: Bool {
    if case .call(let call) = self { call.function == .split } else { false }
  }

  /// Calls a closure with the operand's value for a row as an unescaped text; numbers are as they
  /// are written.
  func withText<Result>(
    in row: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    if case .member(let path) = self, let range = path.range(in: row) {
      let bytes = row[rebased: range]
      if let value = QueryValue(bytes), case .number = value { return body(bytes) }
    }
    return withValue(in: row) { value in value.map { $0.withText(body) } ?? body(nil) }
  }
}

extension String {
  /// Returns the characters from a position; a negative one counts from the end.
  func part(from start: Int) -> Substring {
    start < 0 ? suffix(-start) : dropFirst(start)
  }

  /// Returns the parts between separators; the characters if there is none.
  func parts(separatedBy separator: String) -> [String] {
    separator.isEmpty
      ? map { String($0) }
      : split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension [String] {
  /// The texts as a JSON array.
  var json: [UInt8] {
    var json = [UInt8(ascii: "[")]
    for text in self {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      JSONText.quote(text, to: &json)
    }
    return json + [UInt8(ascii: "]")]
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a text that begins with the byte begins with a letter,
  /// as far as one byte shows: the signs `−`, `€` and `¥` do not.
  fileprivate var isLetterOfText: Bool {
    isASCIILetter || self >= 0x80 && self != 0xE2 && self != 0xC2
  }
}
