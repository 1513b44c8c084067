extension Timestamp {
  /// Returns the time a number of seconds later, or earlier, to nanoseconds; nil outside of the
  /// years 0 to 9999.
  func advanced(by seconds: Quantity, isBack: Bool = false) -> Timestamp? {
    let double = seconds.double
    guard !seconds.isShort || double.ulp >= 1e-10 && double.rounded() != double,
      let nanoseconds = ExactDecimal(seconds)?.nanoseconds
    else { return advanced(bySeconds: isBack ? -double : double) }
    let second = 1_000_000_000 as Int128
    let change = isBack ? -nanoseconds : nanoseconds
    let (count, rest) = change.quotientAndRemainder(dividingBy: second)
    // Both are added: the rest has the sign of the change.
    guard let whole = Int(exactly: count) else { return nil }
    let sum = attoseconds + Int(rest) * 1_000_000_000
    let carry = sum < 0 ? -1 : sum / 1_000_000_000_000_000_000
    let (end, overflows) = self.seconds.addingReportingOverflow(whole)
    guard !overflows, end.magnitude < .max / 2 else { return nil }
    return Timestamp(
      seconds: end + carry, attoseconds: sum - carry * 1_000_000_000_000_000_000
    ).ofWritableYear
  }

  /// Returns the number of seconds since another time.
  func seconds(since other: Timestamp) -> Quantity {
    let nearest = Double(seconds) - Double(other.seconds)
    if attoseconds == other.attoseconds, nearest.magnitude < 1e15 {
      return Quantity(short: nearest)
    }
    let whole = Int128(seconds) - Int128(other.seconds)
    let (part, rest) = (attoseconds - other.attoseconds)
      .quotientAndRemainder(dividingBy: 1_000_000_000_000)
    let microseconds = whole * 1_000_000 + Int128(part)
    // Two exact numbers: their quotient is the one that is nearest.
    if rest == 0, microseconds.magnitude < 1_000_000_000_000_000 {
      return Quantity(short: Double(Int(microseconds)) / 1e6)
    }
    let sum = whole * 1_000_000_000_000_000_000 + Int128(attoseconds - other.attoseconds)
    return ExactDecimal(attoseconds: sum).quantity ?? Quantity(short: nearest)
  }
}

extension Measure {
  /// Returns a duration in days, hours, minutes and seconds, rounded to nanoseconds.
  static func text(of seconds: Quantity) -> String {
    guard !seconds.isShort || seconds.double.ulp >= 1e-10,
      let exact = ExactDecimal(seconds)?.rounded(toDigits: 9, .toNearestOrAwayFromZero)?.quantity
    else { return text(ofSeconds: seconds.double) }
    return text(ofSeconds: exact.json)
  }
}
