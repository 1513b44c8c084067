import Testing

@testable import MocoaFeed

/// Rows that an engine gives once.
@Suite struct MaterializedRowsTests {
  /// Rows of many lengths, some of them longer than what is copied at once.
  private static let texts = (0..<1_000).map { number in
    let length = number % 300 == 7 ? 600_000 : number % 97
    return "{\"n\":\(number),\"t\":\"\(String(repeating: "x", count: length))\"}"
  }

  private func append(_ numbers: Range<Int>, to rows: MaterializedRows) throws -> [Int] {
    var counts: [Int] = []
    for text in Self.texts[numbers] {
      try rows.append(Array(text.utf8) + [0x0A]) { counts.append($0) }
    }
    return counts
  }

  /// Returns the numbers of the rows that are requested, whose texts are compared.
  private func numbers(_ request: RowRequest.Rows, of rows: MaterializedRows) throws -> [Int] {
    var numbers: [Int] = []
    try rows.forEachRow(RowRequest(request)) { number, bytes in
      numbers.append(number)
      let isSame = String(decoding: bytes, as: UTF8.self) == Self.texts[number]
      #expect(isSame, "row \(number)")
      return true
    }
    return numbers
  }

  @Test("37: rows of an answer are read by their numbers, as they were appended")
  func rowsAreReadAgain() throws {
    let rows = MaterializedRows()
    #expect(try append(0..<1_000, to: rows) == [256])
    var count = 0
    try rows.finish { count = $0 }
    #expect(count == 1_000 && rows.count == 1_000)
    #expect(try numbers(.all, of: rows) == Array(0..<1_000))
    #expect(try numbers(.range(63..<130), of: rows) == Array(63..<130))
    #expect(try numbers(.range(990..<2_000), of: rows) == Array(990..<1_000))
    #expect(try numbers(.range(5..<5), of: rows).isEmpty)
    let some = [0, 7, 8, 64, 306, 307, 308, 999]
    #expect(try numbers(.numbers(some), of: rows) == some)
  }

  @Test("37: rows of an answer can be read before the last of them has been appended")
  func rowsAreReadMeanwhile() throws {
    let rows = MaterializedRows()
    #expect(try numbers(.all, of: rows).isEmpty)
    #expect(try append(0..<300, to: rows) == [256])
    #expect(rows.count == 256)
    #expect(try numbers(.all, of: rows) == Array(0..<256))
    #expect(try append(300..<1_000, to: rows).isEmpty)
    try rows.finish { _ in }
    #expect(try numbers(.range(250..<310), of: rows) == Array(250..<310))
  }

  @Test("37: what reads rows of an answer can end that, and cancelling does")
  func readingEndsEarly() throws {
    let rows = MaterializedRows()
    _ = try append(0..<1_000, to: rows)
    try rows.finish { _ in }
    for request in [RowRequest.Rows.all, .numbers([0, 100, 200, 300])] {
      var count = 0
      try rows.forEachRow(RowRequest(request)) { _, _ in
        count += 1
        return count < 3
      }
      #expect(count == 3)
    }
    var count = 0
    let request = RowRequest(.numbers([0, 500, 999]), isCancelled: { count > 0 })
    try rows.forEachRow(request) { _, _ in
      count += 1
      return true
    }
    #expect(count == 1)
  }
}
