import Foundation
import MocoaCore
import Testing

@testable import MocoaFeed

/// What is shown of a source that is still being written.
@MainActor
@Suite struct OpenPipeTests {
  private static func rows(_ numbers: Range<Int>) -> String {
    numbers.map { "{\"id\":\($0)}" }.joined(separator: ",")
  }

  /// A feed of a pipe into which something has been written.
  private func feed(
    _ text: String, options: FeedOptions = FeedOptions()
  ) throws -> (Feed, TestPipe) {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    try pipe.write(text)
    return (Feed(source: source, options: options), pipe)
  }

  @Test(arguments: [
    "{\"kind\":\"List\",\"items\":[", "{\n  \"kind\": \"List\",\n  \"items\": [",
    "{\"data\":{\"children\":[", "{\"tags\":[1,2],\"items\":[",
  ]) func theRowsOfAnObjectAreThereWhileItIsWritten(_ start: String) throws {
    let (feed, pipe) = try feed(start + Self.rows(0..<40) + ",")
    #expect(feed.wait(forRows: 40, timeout: .seconds(10)))
    #expect(feed.listModel.format == .object)
    #expect(feed.status.isLoading)
    try pipe.write(Self.rows(40..<41) + "]" + (start.contains("data") ? "}}" : "}"))
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed) == (0...40).map { "{\"id\":\($0)}" })
  }

  @Test func aListIsShownWhileThePipeStaysOpen() throws {
    let (feed, pipe) = try feed("{\"items\":[\(Self.rows(0..<20))],\"next\":null}\n")
    #expect(feed.wait(forRows: 20, timeout: .seconds(10)))
    #expect(feed.status.isLoading)
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(feed.listModel.numberOfRows == 20)
  }

  @Test func linesThatComeInPartsAreLines() async throws {
    let (feed, pipe) = try feed("{\"id\":1,\"tags\":[")
    #expect(!feed.wait(forRows: 1, timeout: .milliseconds(300)))
    try pipe.write("{\"a\":1},{\"a\":2}],\"n")
    #expect(!feed.wait(forRows: 1, timeout: .milliseconds(300)))
    try pipe.write("\":1}\n{\"id\":2}\nnonsense\n{\"id\":3}\n")
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(feed.listModel.format == .lines)
    #expect(feed.listModel.numberOfRows == 4)
    #expect(feed.listModel.row(2).problem?.line == 3)
    #expect(feed.listModel.row(3).json.text == "{\"id\":3}")
  }

  /// `tail -f` of a log that does not grow: no JSON after the lines is waited for in vain.
  @Test func linesOfTextAreRowsWhileThePipeStaysOpen() throws {
    var options = FeedOptions()
    options.acceptsText = true
    let (feed, pipe) = try feed("INFO one\nINFO two\n", options: options)
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    #expect(feed.listModel.format == .text && feed.status.isLoading)
    try pipe.close()
  }

  @Test(
    "F9: the format does not depend on how fast the bytes arrive",
    arguments: [
      "{\"level\":\"info\"}\nGET / 200\n[worker] ready\nstarting up\n{\"level\":\"warn\"}\n",
      "id,name\n1,a\n2,b\n3,c\n4,d\n", "id,name\n1,a\n2,b\n3,c\n4\n",
      "NAME   AGE\na      1\nb      22\n", "[worker] ready\n[1] done\n",
    ])
  func theFormatDoesNotDependOnTheTime(_ text: String) throws {
    var options = FeedOptions()
    options.acceptsText = true
    let whole = Indexed(text, options: options)
    let (feed, pipe) = try feed("", options: options)
    feed.start()
    for character in text {
      try pipe.write(String(character))
      if character == " " || character == "\n" { usleep(20_000) }
    }
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(feed.listModel.format == whole.progress.format)
    #expect(texts(feed) == whole.rows.map(\.json.text))
  }

  @Test(
    "37: an array is read alike however late the rest of its line, or the next one, arrives",
    arguments: [
      ["[1,2]\n", "[3]\n"], ["[1,", "2]\n[3]\n"], ["[]\n", "[1]\n"],
      ["[{\"a\":1}]\n", "{\"b\":1}\n"], ["[{\"a\":1}]\n", "[{\"a\":2}]\n"], ["[1,2]\n", ""],
    ])
  func anArrayDoesNotDependOnTheTime(_ parts: [String]) throws {
    let whole = Indexed(parts.joined())
    let (feed, pipe) = try feed(parts[0])
    feed.start()
    usleep(400_000)
    try pipe.write(parts[1])
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(feed.listModel.format == whole.progress.format)
    #expect(texts(feed) == whole.rows.map(\.json.text))
  }

  @Test("38: the first lines of a fast pipe are rows without a wait for a whole sample")
  func linesDoNotWaitForASample() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let (feed, pipe) = try feed((0..<300).map { "{\"id\":\($0)}\n" }.joined())
    #expect(feed.wait(forRows: 300, timeout: .seconds(10)))
    #expect(clock.now - start < FormatSample.patience)
    try pipe.write("{\"id\":300} {\"id\":301}\n")
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(feed.listModel.numberOfRows == 301)
  }

  @Test func aFewBytesAreARow() throws {
    let (feed, pipe) = try feed("3\n")
    try pipe.write("4")
    #expect(feed.wait(forRows: 1, timeout: .seconds(10)))
    #expect(texts(feed) == ["3"])
    try pipe.close()
  }

  @Test func aPartOfADocumentIsThereWhileTheRestIsWritten() throws {
    let pointer = try #require(JSONPointer("/data/rows"))
    let (feed, pipe) = try feed(
      "{\"meta\":{\"a\":[1]},\"data\":{\"rows\":[{\"id\":1},{\"id\":2},{",
      options: FeedOptions(pointer: pointer))
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    #expect(texts(feed) == ["{\"id\":1}", "{\"id\":2}"])
    try pipe.write("\"id\":3}]")
    #expect(feed.wait(forRows: 3, timeout: .seconds(10)))
    try pipe.close()
  }

  @Test func aFollowedFileOfOneLineHasARow() throws {
    let file = try TemporaryFile("{\"id\":1}\n")
    let feed = try Feed(.followedFile(file.path))
    #expect(feed.wait(forRows: 1, timeout: .seconds(10)))
    #expect(feed.listModel.format == .lines)
    feed.stop()
  }
}
