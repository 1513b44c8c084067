/// The severity that is a part of the number in front of a message of syslog: `<34>`.
enum SyslogSeverity {
  /// The largest such number: eight times the facility, and the severity.
  static let largestPriority = 191

  /// The key of the member for the level.
  static let key: StaticString = "\"level\":"

  private static let names: [StaticString] = [
    "emerg", "alert", "crit", "err", "warning", "notice", "info", "debug",
  ]

  /// The bytes of the names.
  static let texts = names.map { Array(UnsafeRawBufferPointer($0)) }

  /// Returns the number that digits are; nil if it is none of syslog.
  static func priority(_ digits: some Collection<UInt8>) -> Int? {
    guard 1...3 ~= digits.count, digits.allSatisfy(\.isDigit) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number <= largestPriority ? number : nil
  }

  /// Returns the name of the severity of a number.
  static func name(of priority: Int) -> StaticString { names[priority & 7] }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a text that is there as long as the program.
  init(_ text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }
}
