/// A text that is converted to JSON as a whole: JSON with comments, or YAML.
///
/// It is read at once and kept in memory, as such files are written by hand.
final class ConvertedSource: ByteSource {
  /// How a text is converted.
  enum Conversion: CaseIterable {
    /// JSON with comments and trailing commas (JSONC), which are replaced by blanks, so that
    /// positions in errors are those of the file.
    case comments
    /// Documents of YAML; several become lines of JSON.
    case yaml

    /// Returns the conversion that a source needs by the name of its file, or the format of an
    /// option; nil for none.
    static func needed(for source: any ByteSource, _ format: FeedFormat?) -> Conversion? {
      switch format {
      case nil: allCases.first { source.isNamed(StreamCoding.endings($0.extensions)) }
      case .commented: .comments
      case .yaml: .yaml
      default: nil
      }
    }

    private var extensions: [String] {
      switch self {
      case .comments: [".jsonc", ".json5", ".code-workspace"]
      case .yaml: [".yaml", ".yml"]
      }
    }

    fileprivate var name: String {
      switch self {
      case .comments: "JSON with comments"
      case .yaml: "YAML"
      }
    }
  }

  let name: String

  /// The source of the bytes before they are converted.
  let source: any ByteSource
  private let conversion: Conversion
  private let content = Monitor<Content?>(nil)

  private struct Content {
    var source: MemorySource
    /// The error behind the bytes.
    var failure: FeedError?
    var notes: [String] = []
  }

  /// The maximum number of bytes.
  private static let limit = 64 << 20

  /// Creates a source of the bytes of another one, converted to JSON.
  init(_ source: any ByteSource, _ conversion: Conversion) {
    (self.source, name, self.conversion) = (source, source.name, conversion)
  }

  /// A Boolean value that indicates whether positions are those in the file.
  var keepsOffsets: Bool { conversion == .comments }

  var fileName: String { source.fileName }
  var size: Int? { keepsOffsets ? source.size : nil }
  var hasChanged: Bool { source.hasChanged }
  var isOverwritten: Bool { source.isOverwritten }
  var canReadAgain: Bool { source.canReadAgain }
  var notices: [String] { (content.withLock { $0?.notes } ?? []) + source.notices }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let content = try readAll()
    let count = content.source.readNext(into: buffer)
    if count == 0, let failure = content.failure { throw failure }
    return count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    content.withLock { $0 }?.source.read(into: buffer, at: offset) ?? 0
  }

  func stop() { source.stop() }

  /// Reads everything, on the only thread that calls `readNext`.
  private func readAll() throws -> Content {
    if let content = content.withLock({ $0 }) { return content }
    if ByteSourceKind(source).followed != nil {
      throw FeedError(
        source: name,
        reason: .unreadable("\(conversion.name) is read as a whole, and cannot be followed"))
    }
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try source.readNext(into: buffer)
      if count == 0 { break }
      bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count])
      guard bytes.count <= Self.limit else {
        throw FeedError(
          source: name, reason: .unreadable("\(conversion.name) is read up to 64 MB only"))
      }
    }
    let content = converted(bytes)
    self.content.withLock { $0 = content }
    return content
  }

  private func converted(_ bytes: [UInt8]) -> Content {
    switch conversion {
    case .comments:
      var bytes = bytes
      Self.blank(&bytes)
      return Content(source: MemorySource(bytes, name: name))
    case .yaml:
      let yaml = YAMLConversion(bytes)
      let failure = yaml.failure.map {
        FeedError(source: name, line: $0.line, reason: .unreadable("no YAML: \($0.message)"))
      }
      return Content(
        source: MemorySource(yaml.json, name: name), failure: failure, notes: yaml.notes)
    }
  }

  /// Replaces comments and trailing commas by blanks.
  static func blank(_ bytes: inout [UInt8]) {
    var position = 0
    // The last comma, while only blanks and comments follow it.
    var comma: Int?
    while position < bytes.count {
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      switch bytes[position] {
      case UInt8(ascii: "\""):
        comma = nil
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          bytes[position] = 0x20
          position += 1
        }
        continue
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        guard let end = endOfComment(in: bytes, from: position + 2) else { return }
        for index in position..<end where bytes[index] != 0x0A && bytes[index] != 0x0D {
          bytes[index] = 0x20
        }
        position = end
        continue
      case UInt8(ascii: ","): comma = position
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { bytes[comma] = 0x20 }
        comma = nil
      case let byte where !byte.isJSONWhitespace: comma = nil
      default: break
      }
      position += 1
    }
  }

  /// Returns the position after a comment; nil if it is not closed.
  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position += 1
    }
    return nil
  }
}
