/// Human-readable numbers.
package enum TextNumber {
  /// Returns a number with thousands separated; text that is not a number is unchanged.
  package static func grouped(_ number: String) -> String {
    let sign = number.prefix { $0 == "-" }
    let digits = number.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    let rest = number.dropFirst(sign.count + digits.count)
    guard !digits.isEmpty, sign.count < 2, rest.isEmpty || rest.first == "." else { return number }
    var result = Array(digits)
    var index = result.count - 3
    while index > 0 {
      result.insert(" ", at: index)
      index -= 3
    }
    return sign + String(result) + rest
  }

  /// Returns a number with some fraction digits, at most 9.
  package static func decimal(_ number: Double, digits: Int) -> String {
    let digits = min(max(0, digits), 9)
    let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let whole = padded(Int(scaled), digits + 1)
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    return sign + whole.dropLast(digits) + "." + whole.suffix(digits)
  }

  /// Returns a number of bytes in units of 1000: `1.5 MB`.
  package static func bytes(_ count: Double) -> String {
    var count = count
    var units = ["B", "kB", "MB", "GB", "TB", "PB"][...]
    while count.magnitude >= 999.5, units.count > 1 {
      count /= 1_000
      units = units.dropFirst()
    }
    let hasFraction = units.first != "B" && count.magnitude < 99.95
    return decimal(count, digits: hasFraction ? 1 : 0) + " " + (units.first ?? "")
  }

  /// Returns seconds as hours, minutes and seconds, from a day on with units: `1:02:03`, `2:03`,
  /// `1d2h3s`.
  package static func duration(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e15 else { return "\(seconds)" }
    let total = Int(seconds.magnitude.rounded())
    let (hours, minutes) = (total / 3_600, total / 60 % 60)
    let sign = seconds < 0 && total > 0 ? "-" : ""
    guard total < 86_400 else {
      return sign + daysHoursMinutes(total) + (total % 60 > 0 ? "\(total % 60)s" : "")
    }
    let start = hours > 0 ? "\(hours):" + padded(minutes, 2) : "\(minutes)"
    return sign + start + ":" + padded(total % 60, 2)
  }

  /// Returns the whole minutes of a duration in units, of which those that are 0 are left out:
  /// `3d4h5m`.
  package static func daysHoursMinutes(_ seconds: Int) -> String {
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "m"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }

  /// Returns a number with leading zeros.
  package static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
