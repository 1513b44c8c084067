import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Passes that find the lines behind the last row of a file themselves.
@Suite struct OpenListTests {
  /// A file whose reading stops when it is six megabytes ahead of the rows that are waited for.
  private final class Reading {
    let file: TemporaryFile
    let reading: FeedReading
    private let isEnded = Monitor(false)

    init(_ text: String, format: FeedFormat? = nil) throws {
      file = try TemporaryFile(text)
      var options = FeedOptions(format: format)
      options.isPaced = true
      reading = FeedReading(source: try ByteSources.file(file.path), options: options)
      reading.start { [isEnded] in isEnded.withLock { $0 = true } }
    }

    deinit {
      reading.stop()
      _ = isEnded.wait { $0 ? () : nil }
    }

    /// Scans the rows as a command without an interface does, in as many scans as needed.
    ///
    /// - Returns: The rows, with their numbers; and how many of them passes have found.
    func rows(
      jobs: Int = 2, condition: Condition = .constant(true),
      betweenBlocks: () throws -> Void = {}
    ) throws -> (rows: [Int: String], count: Int, foundCount: Int) {
      var rows: [Int: String] = [:]
      var (next, foundCount) = (0, 0)
      while true {
        reading.index.wait(forRows: next + 1)
        var model = reading.model
        let isComplete = reading.index.progress.isFinished
        model.isOpen = true
        let known = next..<max(next, model.numberOfRows)
        next = known.upperBound
        try RowScan(over: model, condition: condition, jobs: jobs).run(known, empty: [String]()) {
          number, row, found in
          found.append("\(number) " + String(decoding: row, as: UTF8.self))
        } step: { numbers, found in
          for row in found {
            let parts = row.split(separator: " ", maxSplits: 1)
            rows[numbers.lowerBound + (Int(parts[0]) ?? 0)] = String(parts.last ?? "")
          }
          #expect(numbers.lowerBound <= next)
          foundCount += max(0, numbers.upperBound - next)
          next = max(next, numbers.upperBound)
          try betweenBlocks()
          return true
        }
        if isComplete { return (rows, next, foundCount) }
      }
    }

    /// The lines that are rows, as reading the whole file at once gives them.
    static func expected(_ text: String, format: FeedFormat? = nil) -> [Int: String] {
      expected(Indexed(text, options: FeedOptions(format: format)))
    }

    static func expected(_ whole: Indexed) -> [Int: String] {
      Dictionary(uniqueKeysWithValues: whole.rows.enumerated().map { ($0, $1.json.text) })
    }
  }

  private static func line(_ number: Int, _ random: inout SeededGenerator) -> String {
    let length = [300, 400, 9_000].randomElement(using: &random) ?? 0
    return #"{"id":\#(number),"text":"\#(String(repeating: "x", count: length))"}"#
  }

  private static func text(_ random: inout SeededGenerator, bytes: Int) -> String {
    var text = ""
    var number = 0
    while text.utf8.count < bytes {
      text += line(number, &random) + "\n"
      if number % 7 == 0 { text += [" \n", "\n\n", "\r\n"].randomElement(using: &random) ?? "" }
      number += 1
    }
    return text
  }

  @Test(arguments: [1, 2, 5])
  func rowsAreOfOneReading(jobs: Int) throws {
    var random = SeededGenerator(seed: UInt64(jobs))
    var text = Self.text(&random, bytes: 9 << 20)
    // A last line without an end, which is for the thread that reads the file.
    if jobs > 1 { text += #"{"id":"last"}"# }
    let reading = try Reading(text)
    let (rows, count, foundCount) = try reading.rows(jobs: jobs)
    let whole = Indexed(text)
    let expected = Reading.expected(whole)
    #expect(count == expected.count)
    #expect(rows == expected)
    #expect(foundCount > count / 4)
    // The index is the same too: rows are found again by it, and errors have their lines.
    let model = reading.reading.model
    for number in stride(from: 0, to: count, by: 997) {
      #expect(model.row(number).json.text == expected[number])
    }
    let index = reading.reading.index
    let (start, wholeIndex) = (text.utf8.count - 3, whole.model.parts[0].store.index)
    #expect(
      index.lines.position(of: start, in: reading.reading.source).line
        == wholeIndex.lines.position(of: start, in: reading.reading.source).line)
    #expect(index.progress.byteCount == text.utf8.count)
  }

  @Test func aLongLineIsLeftToTheReading() throws {
    var random = SeededGenerator(seed: 7)
    let long = #"{"id":"long","text":"\#(String(repeating: "y", count: 3 << 20))"}"# + "\n"
    let text =
      Self.text(&random, bytes: 8 << 20) + long + long + Self.text(&random, bytes: 8 << 20)
    let (rows, count, foundCount) = try Reading(text).rows()
    #expect(rows == Reading.expected(text))
    #expect(foundCount > count / 4)
  }

  @Test(arguments: [FeedFormat.text, .tsv])
  func linesThatAreNoJSONAreConverted(format: FeedFormat) throws {
    let filler = String(repeating: "x", count: 120)
    var text = "name\tnumber\n"
    for number in 0..<60_000 { text += "row \(number) \(filler)\t\(number % 10)\n" }
    let (rows, _, foundCount) = try Reading(text, format: format).rows()
    #expect(rows == Reading.expected(text, format: format))
    #expect(foundCount > 0)
  }

  @Test func aFileThatBecomesShorterIsAnError() throws {
    var random = SeededGenerator(seed: 3)
    let reading = try Reading(Self.text(&random, bytes: 12 << 20))
    var isCut = false
    let path = reading.file.path
    do {
      _ = try reading.rows {
        if !isCut { truncate(path, 9 << 20) }
        isCut = true
      }
      // The existing rows have been scanned; the source reports the error.
      #expect(reading.reading.failure != nil || reading.reading.source.hasChanged)
    } catch let error as FeedError {
      #expect(error.reason == .rowGone)
    }
  }

  @Test func whatIsAppendedMeanwhileIsNotRead() throws {
    var random = SeededGenerator(seed: 4)
    let text = Self.text(&random, bytes: 10 << 20)
    let reading = try Reading(text)
    let path = reading.file.path
    let (rows, _, _) = try reading.rows {
      let file = fopen(path, "a")
      fputs(#"{"id":"late"}"# + "\n", file)
      fclose(file)
    }
    #expect(rows == Reading.expected(text))
  }

  @Test(arguments: [1, 2])
  func cancellingGivesTheFileBack(jobs: Int) throws {
    var random = SeededGenerator(seed: 5)
    let text = Self.text(&random, bytes: 10 << 20)
    let reading = try Reading(text)
    let index = reading.reading.index
    index.wait(forRows: 1)
    var model = reading.reading.model
    model.isOpen = true
    let expected = Reading.expected(text).count
    let isDone = try RowScan(over: model, jobs: jobs).run(0..<model.numberOfRows, empty: 0) {
      _, _, count in
      count += 1
    } step: { rows, count in
      #expect(rows.count == count)
      return rows.upperBound < expected * 3 / 4
    }
    #expect(!isDone)
    index.wait(forRows: .max)
    #expect(reading.reading.model.numberOfRows == expected)
  }

  // MARK: Ends

  /// Of an index that has read so much ahead that a writing thread would wait.
  private static func indexAhead() -> RowIndex {
    let index = RowIndex()
    [UInt8](repeating: 0x20, count: 7 << 20).withUnsafeBytes { index.add($0) }
    return index
  }

  /// What a writing thread goes on with; the outer value is nil where it waits.
  private static func lend(of index: RowIndex, meanwhile: () -> Void) -> Int?? {
    let offset = Monitor(Int???.none)
    Thread.detachNewThread {
      var writer = RowWriter()
      let next = index.lend(&writer)
      offset.withLock { $0 = .some(.some(next)) }
    }
    meanwhile()
    return offset.wait(timeout: .seconds(10)) { $0 } ?? nil
  }

  @Test func aReadingThatWasStoppedOffersNothing() {
    let index = Self.indexAhead()
    index.offer()
    index.endPacing()
    // As the writing thread does behind the rows of a pass.
    index.offer()
    #expect(Self.lend(of: index) {} == .some(nil))
    #expect(index.borrowWriter() == nil)
  }

  @Test func rowsOfAPassAreTakenOverThoughTheReadingIsStopped() throws {
    let index = Self.indexAhead()
    index.offer()
    let offset = Self.lend(of: index) {
      guard let (writer, _) = index.borrowWriter() else { return }
      index.giveBack(writer)
      index.endPacing()
    }
    #expect(offset == .some(7 << 20))
  }
}
