/// The abbreviated English names of months.
enum MonthName {
  private static let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

  /// Returns the number of a month by its name, from 1.
  static func number(_ name: some Collection<UInt8>) -> Int? {
    let names = UnsafeRawBufferPointer(start: names.utf8Start, count: 36)
    return (1...12).first { name.elementsEqual(names[$0 * 3 - 3..<$0 * 3]) }
  }
}
