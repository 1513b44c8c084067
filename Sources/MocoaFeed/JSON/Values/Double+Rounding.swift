extension Double {
  /// Returns the nearest number of so many decimal digits, at most 15; the number itself if it is
  /// very large or small.
  func rounded(toSignificant count: Int) -> Double {
    guard let scale = scale(ofSignificant: count) else { return self }
    return (self * scale).rounded() / scale
  }

  /// Returns whether the number is so near to a half of the last of so many decimal digits that the
  /// one whose nearest number it is may be rounded to another one.
  func isNearHalf(ofSignificant count: Int) -> Bool {
    guard rounded() != self, let scale = scale(ofSignificant: count) else { return false }
    let scaled = (self * scale).magnitude
    return (scaled - scaled.rounded(.down) - 0.5).magnitude < 4 * scaled.ulp
  }

  /// Returns the power of ten by which the number has so many digits in front of the point.
  private func scale(ofSignificant count: Int) -> Double? {
    // The digits in front of the point, or one less: a power of two lies below the number.
    var whole = Int((Double(exponent) * 0.301_029_995_663_981_2).rounded(.down)) + 1
    if 0...15 ~= whole, magnitude >= Quantity.powersOfTen[whole] { whole += 1 }
    if -7..<0 ~= whole, magnitude * Quantity.powersOfTen[-whole] >= 1 { whole += 1 }
    let digits = count - whole
    return Quantity.powersOfTen.indices.contains(digits) ? Quantity.powersOfTen[digits] : nil
  }

  /// Returns the nearest number of so many decimal digits if it has the same first ones, at most
  /// 15; else the number itself.
  func rounded(toSignificant count: Int, within limit: Int) -> Double {
    let short = rounded(toSignificant: count)
    return short == rounded(toSignificant: limit) ? short : self
  }

  /// Returns the number rounded to a number of digits after the point, halves away from zero; to
  /// tens or hundreds if it is negative.
  func rounded(toDigits digits: Int) -> Double {
    guard digits >= 0 else {
      guard -digits < Quantity.powersOfTen.count else { return 0 }
      return (self / Quantity.powersOfTen[-digits]).rounded() * Quantity.powersOfTen[-digits]
    }
    guard digits <= 15, rounded() != self else { return self }
    // The shortest decimal decides: 1.005 is rounded to 1.01, although the number is a little less.
    let scaled = self * Quantity.powersOfTen[digits]
    guard scaled.magnitude < 0x1p52 else { return self }
    let nearest = (scaled + (scaled < 0 ? -1 : 1) * scaled.ulp).rounded()
    return nearest / Quantity.powersOfTen[digits]
  }
}
