import Foundation
import Testing

@testable import MocoaTUI

@Suite struct TerminalDeviceTests {
  /// The shell may read input that was announced while the program was stopped.
  @Test("34: reading input that another program has taken does not block")
  func readingDoesNotBlock() async throws {
    let pipe = Pipe()
    let device = TerminalDevice(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var bytes: [UInt8] = []
    #expect(device.read(into: &bytes) == .nothing && bytes.isEmpty)
    try pipe.fileHandleForWriting.write(contentsOf: Data("j".utf8))
    #expect(device.read(into: &bytes) == .bytes && bytes == Array("j".utf8))
    #expect(device.read(into: &bytes) == .nothing)
    // Other readers of the same pipe, or the shell of the same terminal, are not affected.
    let flags = fcntl(pipe.fileHandleForReading.fileDescriptor, F_GETFL)
    #expect(flags & O_NONBLOCK == 0)
    #expect(fcntl(device.input, F_GETFL) & O_NONBLOCK != 0)
    try pipe.fileHandleForWriting.close()
    // Programs that other tests are starting hold the end of the pipe until they run.
    var last = device.read(into: &bytes)
    for _ in 0..<500 where last == .nothing {
      try await Task.sleep(for: .milliseconds(10))
      last = device.read(into: &bytes)
    }
    #expect(last == .end)
  }
}
