import Synchronization

/// What is to be written of rows that are being sorted, so that they need not be read again; given
/// up as soon as it takes more than a fixed amount of memory.
struct SortedTexts: Sendable {
  /// The most bytes that are kept.
  private static let limit = 48 * 1024 * 1024

  private final class Size: Sendable {
    let bytes = Atomic(0)
  }

  private var formatter: RowFormatter
  private let size = Size()
  private var bytes: [UInt8] = []
  private(set) var numbers = RowNumbers()
  /// Where the text of each row ends, from 0 for the first.
  private var ends: [Int32] = [0]
  private(set) var broken: [Int] = []

  /// Makes room for the texts of rows in a format.
  init(_ formatter: RowFormatter) { self.formatter = formatter }

  /// Whether the texts of all rows are there.
  var isComplete: Bool { size.bytes.load(ordering: .relaxed) <= Self.limit }

  /// Adds a row.
  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard isComplete else { return }
    if !formatter.append(row, to: &bytes) { broken.append(number) }
    numbers.append(number)
    // Besides the text, some twelve bytes.
    let length = bytes.count - Int(ends[ends.count - 1]) + 12
    size.bytes.wrappingAdd(length, ordering: .relaxed)
    ends.append(Int32(bytes.count))
  }

  /// Adds what there is of later rows.
  mutating func append(_ other: SortedTexts?) {
    guard let other, isComplete else {
      bytes = []
      return
    }
    let start = Int32(bytes.count)
    bytes += other.bytes
    for number in other.numbers { numbers.append(number) }
    for end in other.ends.dropFirst() { ends.append(start + end) }
    broken += other.broken
  }

  /// Appends the text of a row that was added.
  func write(_ number: Int, to output: inout [UInt8]) {
    // Of all rows of a feed, each is at its number.
    let isThere = number < numbers.count && numbers[number] == number
    guard let place = isThere ? number : numbers.position(ofAscending: number) else { return }
    output += bytes[Int(ends[place])..<Int(ends[place + 1])]
  }
}
