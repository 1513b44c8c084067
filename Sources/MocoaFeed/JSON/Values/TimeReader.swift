/// A reader of the parts of a date or a time, from left to right.
protocol TimeReader {
  var bytes: UnsafeRawBufferPointer { get }

  /// The offset behind what was read.
  var end: Int { get set }
}

extension TimeReader {
  /// Reads a number of as many digits; nil, without a move, if there are fewer.
  mutating func number(_ count: Int) -> Int? { digits(count...count) }

  /// Reads a number of some digits.
  mutating func digits(_ count: ClosedRange<Int>) -> Int? {
    var result = 0
    let start = end
    while end < bytes.count, end - start < count.upperBound, bytes[end].isDigit {
      result = result * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    guard end - start >= count.lowerBound else {
      end = start
      return nil
    }
    return result
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard end < bytes.count, bytes[end] == byte else { return false }
    end += 1
    return true
  }

  mutating func take(_ bytes: StaticString) -> UInt8? {
    let allowed = UnsafeRawBufferPointer(start: bytes.utf8Start, count: bytes.utf8CodeUnitCount)
    guard end < self.bytes.count, allowed.contains(self.bytes[end]) else { return nil }
    end += 1
    return self.bytes[end - 1]
  }

  /// Skips up to a number of blanks; returns `false` if there is none.
  mutating func skipBlanks(_ count: Int) -> Bool {
    let start = end
    while end < bytes.count, end - start < count, bytes[end] == 0x20 { end += 1 }
    return end > start
  }
}
