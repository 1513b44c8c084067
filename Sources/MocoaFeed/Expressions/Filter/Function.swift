/// A function that expressions can call.
enum Function: String, CaseIterable, Sendable {
  case concat, lower, upper, trim, length, substr, split, replace, extract, text
  case round, floor, ceil, abs, min, max, number
  case time, truncate, format
  case coalesce, type, json

  /// The numbers of arguments that it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .lower, .upper, .trim, .length, .text, .floor, .ceil, .abs, .number, .time, .type, .json:
      1...1
    case .round: 1...2
    case .split, .truncate, .format: 2...2
    case .substr, .extract: 2...3
    case .replace: 3...3
    case .concat, .min, .max, .coalesce: 2...100
    }
  }

  /// A call, as messages display it.
  var form: String {
    switch self {
    case .concat, .min, .max, .coalesce: "\(self)(a, b)"
    case .lower, .upper, .trim, .length, .text, .number, .time, .type: "\(self)(value)"
    case .floor, .ceil, .abs: "\(self)(number)"
    case .json: "json(text)"
    case .round: "round(number, digits)"
    case .split: #"split(text, ",")"#
    case .truncate: "truncate(time, 1h)"
    case .format: #"format(time, "%Y-%m-%d")"#
    case .substr: "substr(text, start, length)"
    case .extract: "extract(text, /expression/, group)"
    case .replace: "replace(text, old, new)"
    }
  }

  /// A Boolean value that indicates whether its result is a text whatever its arguments are.
  var isText: Bool {
    switch self {
    case .concat, .lower, .upper, .trim, .substr, .replace, .extract, .text, .format, .type: true
    default: false
    }
  }

  /// A Boolean value that indicates whether its second argument may be a regular expression.
  var takesPattern: Bool { [.extract, .replace, .split].contains(self) }
}
