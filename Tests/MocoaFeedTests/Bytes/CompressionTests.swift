import Foundation
import Testing

@testable import MocoaFeed

@Suite struct CompressionTests {
  private static let text = "[\((0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ","))]"

  /// The text as a tool of the system compresses it.
  private func compressed(_ text: String, by tool: String) throws -> [UInt8] {
    let file = try TemporaryFile(text)
    let (process, output) = try ChildProcess.start(
      [tool, "-c"], input: .open(readOnly: file.path))
    let source = try StreamSource(output, name: tool, process: process, isPlain: true)
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
    defer { buffer.deallocate() }
    while case let count = try source.readNext(into: buffer), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  @Test(arguments: ["gzip", "zstd"]) func filesAreUncompressed(_ tool: String) throws {
    let file = try TemporaryFile(try compressed(Self.text, by: tool))
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.model.numberOfRows == 20_000)
    #expect(indexed.rows.last?.json.text == "{\"id\":19999}")
    #expect(indexed.error == nil)
  }

  @Test(arguments: ["gzip", "zstd"], [1, 3, 100_000])
  func streamsAreUncompressed(_ tool: String, _ first: Int) throws {
    let bytes = try compressed(Self.text, by: tool)
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

  @Test func whatOnlyBeginsLikeItIsNotCompressed() throws {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    try pipe.write("(")
    try pipe.close()
    #expect(Indexed(source).error == "pipe: line 1, column 1: found '(' where a value is expected")
  }

  @Test func brokenCompressionIsAnError() throws {
    let bytes = try compressed(Self.text, by: "gzip")
    let file = try TemporaryFile(bytes.prefix(bytes.count / 2))
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.model.numberOfRows > 0)
    #expect(indexed.error?.contains("gzip") == true)
  }

  @Test func stoppingEndsTheWaitForACompressedStream() throws {
    let bytes = try compressed(Self.text, by: "gzip")
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
