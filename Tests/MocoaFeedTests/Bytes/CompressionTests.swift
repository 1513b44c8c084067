import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Compressed sources; no test needs a program that compresses (defect D1).
@Suite struct CompressionTests {
  enum Format: CaseIterable {
    case gzip, zstd, xz, bzip2

    func compress(_ text: String) -> [UInt8] {
      switch self {
      case .gzip: Compressed.gzip(Array(text.utf8))
      case .zstd: Compressed.zstd(Array(text.utf8))
      case .xz: Compressed.xz(Array(text.utf8))
      case .bzip2: Compressed.bzip2(Array(text.utf8))
      }
    }
  }

  private static let text = "[\((0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ","))]"

  private func indexed(_ bytes: some Sequence<UInt8>) throws -> Indexed {
    let file = try TemporaryFile(bytes)
    return try withExtendedLifetime(file) { Indexed(try ByteSources.file(file.path)) }
  }

  @Test(arguments: Format.allCases) func filesAreDecompressed(_ format: Format) throws {
    let indexed = try indexed(format.compress(Self.text))
    #expect(indexed.model.numberOfRows == 20_000)
    #expect(indexed.rows.last?.json.text == "{\"id\":19999}")
    #expect(indexed.error == nil)
  }

  @Test(arguments: Format.allCases, [1, 3, 5_000])
  func streamsAreDecompressed(_ format: Format, _ first: Int) throws {
    let bytes = format.compress(Self.text)
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    Thread.detachNewThread {
      try? pipe.write(bytes.prefix(first))
      usleep(20_000)
      try? pipe.write(bytes.dropFirst(first))
      try? pipe.close()
    }
    let indexed = Indexed(source)
    #expect(indexed.model.numberOfRows == 20_000)
    #expect(indexed.error == nil)
  }

  // defect S7
  @Test(arguments: Format.allCases)
  func allRowsOfACompressedCommandAreRead(_ format: Format) throws {
    let text = (0..<60_000).map { "{\"id\":\($0),\"name\":\"row \($0 &* 7919)\"}\n" }.joined()
    let file = try TemporaryFile(format.compress(text))
    let indexed = Indexed(try ByteSources.command(["cat", file.path]))
    #expect(indexed.model.numberOfRows == 60_000)
    #expect(indexed.error == nil)
  }

  // defect S7
  @Test func theFailureOfTheCommandAndThatOfTheDataAreReported() throws {
    let bytes = Compressed.gzip(Array(Self.text.utf8))
    let file = try TemporaryFile(bytes.prefix(bytes.count / 2))
    let script = "cat \(file.path); echo oh no >&2; exit 3"
    let cut = Indexed(try ByteSources.command(["/bin/sh", "-c", script], name: "script"))
    #expect(cut.model.numberOfRows > 1_000)
    #expect(
      cut.error
        == "script: exited with status 3: oh no; the gzip data is damaged: it ends too early"
    )
    let whole = try TemporaryFile(bytes)
    let failed = Indexed(
      try ByteSources.command(["/bin/sh", "-c", "cat \(whole.path); exit 4"], name: "script"))
    #expect(failed.model.numberOfRows == 20_000)
    #expect(failed.error == "script: exited with status 4")
  }

  @Test(arguments: Format.allCases)
  func membersBehindOneAnotherAreOneSource(_ format: Format) throws {
    let indexed = try indexed(
      format.compress("1\n2\n") + format.compress("") + format.compress("3\n"))
    #expect(indexed.rows.map(\.json.text) == ["1", "2", "3"])
    #expect(indexed.error == nil)
  }

  @Test(arguments: Format.allCases)
  func whatFollowsTheDataIsAnErrorAndTheRowsStay(_ format: Format) throws {
    let indexed = try indexed(format.compress("1\n2\n") + Array("{\"a\":1}\n".utf8))
    #expect(indexed.rows.map(\.json.text) == ["1", "2"])
    #expect(indexed.error?.hasSuffix("data is damaged: other bytes follow it") == true)
  }

  @Test func zerosBehindGzipAreAccepted() throws {
    let indexed = try indexed(Compressed.gzip(Array("1\n".utf8)) + Array(repeating: 0, count: 512))
    #expect(indexed.rows.map(\.json.text) == ["1"])
    #expect(indexed.error == nil)
  }

  @Test(arguments: Format.allCases) func cutDataIsAnErrorAndTheRowsStay(_ format: Format) throws {
    let bytes = format.compress(Self.text)
    let indexed = try indexed(bytes.prefix(bytes.count - 5))
    #expect(indexed.model.numberOfRows > 1_000)
    #expect(indexed.error?.hasSuffix("data is damaged: it ends too early") == true)
  }

  // Where it was cut in a record of several lines, no row was found again.
  @Test("38: the records of a cut log are those that begin in it, wherever its end is")
  func cutRecords() throws {
    var random = SeededGenerator(seed: 38)
    var text = ""
    for record in 0..<200 {
      text += "2026-11-30 17:00:00 ERROR failed \(record)\n"
      for line in 0..<8 {
        text += "\tat a.b.C\(Int.random(in: 0..<1 << 60, using: &random))(C.java:\(line))\n"
      }
    }
    let bytes = Compressed.gzip(Array(text.utf8))
    for end in stride(from: bytes.count / 3, to: bytes.count - 8, by: bytes.count / 40) {
      let cut = try self.indexed(bytes.prefix(end))
      let lines = text.utf8.prefix(cut.progress.byteCount).split(separator: 0x0A)
      var rowCount = 0
      try cut.model.forEachRow { _, _ in
        rowCount += 1
        return true
      }
      #expect(rowCount == lines.count { $0.first == UInt8(ascii: "2") })
      #expect(cut.error?.hasSuffix("data is damaged: it ends too early") == true)
    }
  }

  @Test(arguments: Format.allCases) func changedBytesAreAnError(_ format: Format) throws {
    var bytes = format.compress(Self.text)
    for index in bytes.count / 2..<bytes.count / 2 + 50 { bytes[index] ^= 0x5A }
    #expect(try indexed(bytes).error?.contains("data is damaged") == true)
  }

  @Test func unsupportedFormatsAreNamedWithTheirCommand() throws {
    let indexed = try indexed([0x04, 0x22, 0x4D, 0x18, 0x5A, 0x00, 0x00])
    #expect(
      indexed.error?.hasSuffix(
        "is compressed with lz4; decompress it first: lz4 -dc FILE | mocoa-tui") == true)
  }

  @Test("38: UTF-16 is converted; what is no text in it is reported")
  func utf16() throws {
    let text = "[{\"a\":\"x\u{E9}\u{20AC}\u{1F600}\"}]\n"
    for isBigEndian in [false, true] {
      let units = [0xFEFF] + Array(text.utf16)
      let bytes = units.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
      let indexed = try indexed(bytes)
      #expect(indexed.rows.map(\.json.text) == [String(text.dropFirst().dropLast(2))])
      #expect(indexed.error == nil)
      let cut = try self.indexed(bytes.dropLast())
      #expect(cut.error?.hasSuffix("the UTF-16 data is damaged: it ends too early") == true)
      // Half of a pair: what comes is no UTF-8, which printing counts and says.
      let broken = try self.indexed(bytes.filter { $0 != 0xDE })
      #expect(broken.error != nil || broken.rows.allSatisfy { $0.problem != nil })
    }
  }

  @Test func whatOnlyBeginsLikeItIsNotCompressed() throws {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    try pipe.write("(")
    try pipe.close()
    #expect(
      Indexed(source).error
        == "pipe: line 1, column 1: these are lines of text, not JSON (found '(' where a value is expected); --format text prints them as rows, --format logfmt a log of key=value pairs"
    )
  }

  @Test func stoppingEndsTheWaitForACompressedStream() throws {
    let bytes = Compressed.gzip(Array(Self.text.utf8))
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    try pipe.write(bytes.prefix(100))
    Thread.detachNewThread {
      usleep(50_000)
      source.stop()
    }
    let indexed = Indexed(source)
    #expect(indexed.model.numberOfRows < 20_000)
  }
}
