/// A file that has, or had, the name of a followed source, and how far it has been read.
struct FollowedFile {
  let file: FileDescriptor
  private(set) var position = 0
  var lastGrowth = ContinuousClock.now

  /// The first bytes, and the last ones before the position.
  private var (head, tail): ([UInt8], [UInt8]) = ([], [])
  private let samples = ByteSamples()

  /// The length of the head and the tail in bytes, and the number of samples that are compared.
  private static let (edgeLength, sampleCount) = (256, 64)

  init(file: FileDescriptor) { self.file = file }

  /// The last bytes before the position, as they were read.
  var lastBytes: [UInt8] { tail }

  /// The number of bytes that it has now.
  var size: Int { (try? file.status()).map { Int($0.st_size) } ?? 0 }

  /// Moves the position over bytes that were read there.
  mutating func advance(over bytes: UnsafeRawBufferPointer) {
    samples.add(bytes, at: position)
    head += bytes.prefix(max(0, Self.edgeLength - head.count))
    tail = Array((tail + bytes.suffix(Self.edgeLength)).suffix(Self.edgeLength))
    position += bytes.count
  }

  /// A Boolean value that indicates whether bytes that were read are still in the file, as far as
  /// its head, the bytes before the position, and samples in between show.
  var isIntact: Bool {
    has(head, at: 0) && has(tail, at: position - tail.count)
      && samples.matches(atMost: Self.sampleCount) { try file.read(into: $0, at: $1) }
  }

  private func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    // A file that cannot be read is not known to be overwritten.
    (try? file.bytes(in: offset..<offset + bytes.count)).map { $0 == bytes } ?? true
  }
}
