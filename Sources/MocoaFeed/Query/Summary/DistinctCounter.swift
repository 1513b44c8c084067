import MocoaSystem

/// Counts distinct values: exactly up to some thousands, and then within about one percent.
///
/// The estimate is HyperLogLog's (Flajolet, Fusy, Gandouet, Meunier, 2007) with 2¹⁴ registers, in
/// 16 kilobytes; with hashes of 64 bits it needs no correction for large counts.
struct DistinctCounter {
  private static let exactLimit = 10_000
  private static let indexBits = 14

  private var hashes: Set<UInt64> = []
  private var registers = [UInt8](repeating: 0, count: 1 << indexBits)

  /// A Boolean value that indicates whether the count is exact, except for hash collisions.
  private(set) var isExact = true

  mutating func add(_ hash: UInt64) {
    let index = Int(hash >> UInt64(64 - Self.indexBits))
    let rank = UInt8((hash << UInt64(Self.indexBits) | 1).leadingZeroBitCount + 1)
    registers[index] = max(registers[index], rank)
    guard isExact else { return }
    hashes.insert(hash)
    guard hashes.count > Self.exactLimit else { return }
    isExact = false
    hashes = []
  }

  /// The number of distinct values.
  var count: Int {
    if isExact { return hashes.count }
    let size = Double(registers.count)
    var sum = 0.0
    var zeros = 0
    for register in registers {
      sum += Double(sign: .plus, exponent: -Int(register), significand: 1)
      zeros += register == 0 ? 1 : 0
    }
    let bias = 0.7213 / (1 + 1.079 / size)
    let estimate = bias * size * size / sum
    guard estimate <= 2.5 * size, zeros > 0 else { return Int(estimate.rounded()) }
    return Int((size * log(size / Double(zeros))).rounded())
  }
}
