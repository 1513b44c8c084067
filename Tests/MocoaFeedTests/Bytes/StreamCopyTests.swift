import Testing

@testable import MocoaFeed

@Suite struct StreamCopyTests {
  /// What is copied, again and again; of a prime length, so that no two blocks are alike.
  private static let pattern = (0..<8_191).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    let count = Self.pattern.count
    let first = range.lowerBound / count * count
    var bytes: [UInt8] = []
    while first + bytes.count < range.upperBound { bytes += Self.pattern }
    return Array(bytes[(range.lowerBound - first)..<(range.upperBound - first)])
  }

  private func append(_ count: Int, to copy: StreamCopy, at start: Int) throws {
    try bytes(start..<start + count).withUnsafeBytes { try copy.append($0) }
  }

  private func expectBytes(_ range: Range<Int>, of copy: StreamCopy) throws {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { try copy.read(into: $0, at: range.lowerBound) }
    #expect(count == range.count)
    #expect(bytes == self.bytes(range))
  }

  @Test func bytesAreReadAgainFromMemoryAndFromTheFile() throws {
    let copy = StreamCopy()
    let piece = 1_000_003
    for index in 0..<12 {
      try append(piece, to: copy, at: index * piece)
      try expectBytes(0..<100, of: copy)
      let end = (index + 1) * piece
      try expectBytes(end - 600_000..<end, of: copy)
    }
  }

  @Test func releasedBytesAreGoneAndTheOthersStay() throws {
    let copy = StreamCopy()
    let piece = 700_001
    for index in 0..<40 {
      try append(piece, to: copy, at: index * piece)
      copy.release(before: index * piece)
      try expectBytes(index * piece..<(index + 1) * piece, of: copy)
    }
    var rest = [UInt8](repeating: 0, count: 10)
    #expect(try rest.withUnsafeMutableBytes { try copy.read(into: $0, at: 0) } == 0)
  }

  @Test func theFileIsGivenUpWhenFewBytesAreLeft() throws {
    let copy = StreamCopy()
    let piece = 10_000_000
    try append(piece, to: copy, at: 0)
    copy.release(before: piece - 10)
    try append(1_000, to: copy, at: piece)
    try expectBytes(piece - 10..<piece + 1_000, of: copy)
    #expect(!copy.hasFile)
  }
}
