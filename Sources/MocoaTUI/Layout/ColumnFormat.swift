import MocoaCore

/// The format of the values of a ``Column``, a ``Text`` or a ``Chart``.
///
/// ```swift
/// Column("CREATED", \.date, format: ColumnFormat { $0.formatted(.iso8601) })
/// ```
public struct ColumnFormat<Value> {
  let text: (Value) -> String

  /// Creates a format from a closure that returns the text of a value.
  public init(_ text: @escaping (Value) -> String) { self.text = text }

  /// Texts as they are, durations as hours, minutes and seconds, and other values as their
  /// descriptions.
  public static var standard: Self {
    let texts: [Any] = [
      { (text: String) in text }, { (number: Int) in String(number) },
      ColumnFormat<Duration>.duration.text,
    ]
    return Self(texts.lazy.compactMap { $0 as? (Value) -> String }.first ?? { "\($0)" })
  }
}

extension ColumnFormat where Value: BinaryInteger {
  /// A number of bytes in units of 1000: `1.5 MB`.
  public static var byteCount: Self { Self { TextNumber.bytes(Double($0)) } }

  /// Digits in groups of three: `12 345`.
  public static var grouped: Self { Self { TextNumber.grouped("\($0)") } }
}

extension ColumnFormat where Value: BinaryFloatingPoint {
  /// A number with a fixed number of fraction digits, at most 9.
  public static func decimal(digits: Int) -> Self {
    Self { TextNumber.decimal(Double($0), digits: digits) }
  }

  /// About three digits that count: `1234`, `12.3`, `0.123`; a whole number has no fraction.
  public static var short: Self {
    Self { value in
      let value = Double(value)
      let digits =
        value == value.rounded() || value.magnitude >= 100 ? 0 : value.magnitude < 1 ? 3 : 1
      return value.isFinite ? TextNumber.decimal(value, digits: digits) : "\(value)"
    }
  }

  /// A number of bytes in units of 1000: `1.5 MB`.
  public static var byteCount: Self { Self { TextNumber.bytes(Double($0)) } }
}

extension ColumnFormat<Duration> {
  /// Hours, minutes and seconds, from a day on behind the days: `2:03`, `1:02:03`, `1d 02:00:03`.
  public static var duration: Self {
    Self { duration in
      let seconds = (duration / .seconds(1)).rounded()
      guard 86_400..<1e15 ~= seconds.magnitude else { return TextNumber.duration(seconds) }
      let total = Int(seconds.magnitude)
      let parts = [total / 3_600 % 24, total / 60 % 60, total % 60]
      let time = parts.map { TextNumber.padded($0, 2) }.joined(separator: ":")
      return "\(seconds < 0 ? "-" : "")\(total / 86_400)d \(time)"
    }
  }
}
