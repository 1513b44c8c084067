/// Stretches of numbers whose bounds are short in decimal: 1, 2 or 5 times a power of ten long.
struct NumberStep: HistogramStep {
  let factor: Int
  let exponent: Int
  /// Ten to the power of the exponent without its sign.
  private let power: Double

  /// The most digits behind the point.
  private static let finestExponent = -15

  /// Numbers of this size are left out, as there are no powers of ten beyond them.
  private static let greatest = 1e300

  /// Whole numbers up to here are exact.
  private static let exactLimit = 9e15

  init(factor: Int = 1, exponent: Int) {
    (self.factor, self.exponent) = (factor, exponent)
    power = Double("1e\(abs(exponent))") ?? .infinity
  }

  var length: Double { bound(factor) }

  /// A whole number times the power of ten: what is read from it in decimal, as both are exact up
  /// to 10²² (Clinger, *How to read floating point numbers accurately*, 1990).
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

  /// Fine enough to tell neighbours apart that have nine digits in common.
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
