/// A source that could not be opened.
final class FailedSource: ByteSource {
  let name: String
  var size: Int? { nil }
  private let error: FeedError

  init(_ error: FeedError, name: String) {
    (self.error, self.name) = (error, name)
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    throw error
  }

  func stop() {}
}
