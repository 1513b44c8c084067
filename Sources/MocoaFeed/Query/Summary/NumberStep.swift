/// Number ranges with short decimal bounds: their length is 1, 2 or 5 times a power of ten.
struct NumberStep: HistogramStep {
  let factor: Int
  let exponent: Int
  /// Ten to the power of the absolute exponent.
  private let power: Double

  /// The maximum number of fraction digits.
  private static let finestExponent = -15

  /// Larger numbers are skipped, as there are no powers of ten beyond them.
  private static let greatest = 1e300

  /// Integers up to here are exact.
  private static let exactLimit = 9e15

  init(factor: Int = 1, exponent: Int) {
    (self.factor, self.exponent) = (factor, exponent)
    power = Double("1e\(abs(exponent))") ?? .infinity
  }

  var length: Double { bound(factor) }

  /// Returns an integer times the power of ten, exact up to 10²² (Clinger, 1990).
  private func bound(_ number: Int) -> Double {
    switch exponent {
    case 0...22: Double(number) * power
    case -22..<0: Double(number) / power
    default: Double("\(number)e\(exponent)") ?? .infinity
    }
  }

  func index(of value: Double) -> Int? {
    let quotient = exponent < 0 ? value * power : value / power
    guard quotient.magnitude < Self.exactLimit else { return nil }
    // The quotient is rounded, and the bounds are not.
    var number = Int(quotient.rounded(.down))
    if bound(number + 1) <= value { number += 1 }
    if bound(number) > value { number -= 1 }
    return number >= 0 ? number / factor : (number + 1) / factor - 1
  }

  func start(of index: Int) -> Double { bound(index * factor) }

  /// Returns a step that separates neighbors with nine common digits.
  static func first(for value: Double) -> NumberStep? {
    guard value.isFinite, value.magnitude < greatest else { return nil }
    let digits = Int(Double(value.exponent) * 0.30103)
    return NumberStep(
      exponent: value == 0 ? finestExponent : max(finestExponent, min(digits, 300) - 12))
  }

  var coarser: NumberStep? { exponent < 308 ? NumberStep(exponent: exponent + 1) : nil }

  var multiples: [NumberStep] {
    (exponent...308).flatMap { exponent in
      [1, 2, 5].map { NumberStep(factor: $0, exponent: exponent) }
    }
  }

  static var longestGrain: NumberStep { NumberStep(exponent: 0) }

  var finerGrain: NumberStep? {
    exponent > Self.finestExponent ? NumberStep(exponent: exponent - 1) : nil
  }

  func text(of value: Double) -> String {
    String(decoding: DecimalSum.json(value), as: UTF8.self)
  }

  var title: String { text(of: length) }
}
