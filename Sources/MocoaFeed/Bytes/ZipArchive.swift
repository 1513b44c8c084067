import CZlib
import MocoaSystem

/// The files in a zip archive, according to its central directory (PKWARE, *APPNOTE*, 4.3).
struct ZipArchive {
  /// A file in an archive.
  struct Entry: Sendable {
    /// The path in the archive; its bytes need not be UTF-8.
    fileprivate(set) var name: String
    fileprivate(set) var size: Int
    fileprivate(set) var packedSize: Int
    /// The day and the time of the last change, without a zone, in RFC 3339's notation.
    let modified: String
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let isEncrypted: Bool
    /// The position of the entry's header.
    fileprivate var offset: Int
  }

  private let file: FileDescriptor

  /// The files, in the order of the directory, without folders and what macOS adds.
  let entries: [Entry]

  /// The length of the record at the end of an archive, without its comment.
  private static let endLength = 22

  /// Reads the directory of an archive.
  ///
  /// - Returns: nil if a file does not begin as an archive does.
  /// - Throws: A `SystemError`, or a `FeedError.Reason` for a damaged directory.
  init?(_ file: FileDescriptor) throws {
    self.file = file
    guard try file.bytes(in: 0..<4) == Bytes.entry else { return nil }
    let size = Int(try file.status().st_size)
    let tailStart = max(0, size - Self.endLength - 0xFFFF)
    let tail = try file.bytes(in: tailStart..<size)
    guard let end = Self.end(in: tail) else { throw Self.damage("its directory is missing") }
    var (count, length, start) = (tail.number(at: end + 10, 2), tail.number(at: end + 12, 4), 0)
    start = tail.number(at: end + 16, 4)
    if count == 0xFFFF || length == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      guard end >= 20, tail[(end - 20)...].starts(with: Bytes.locator64) else {
        throw Self.damage("its directory is damaged")
      }
      let place = tail.number(at: end - 12, 8)
      let record = 0..<size ~= place ? try file.bytes(in: place..<place + 56) : []
      guard record.count == 56, record.starts(with: Bytes.end64) else {
        throw Self.damage("its directory is damaged")
      }
      (count, length) = (record.number(at: 32, 8), record.number(at: 40, 8))
      start = record.number(at: 48, 8)
    }
    guard start >= 0, length >= 0, length <= size, start <= size - length else {
      throw Self.damage("its directory is damaged")
    }
    entries = try Self.entries(in: file.bytes(in: start..<start + length), count)
  }

  /// Returns the position of the record at the end, behind which only its comment is.
  private static func end(in tail: [UInt8]) -> Int? {
    guard tail.count >= endLength else { return nil }
    return (0...tail.count - endLength).last {
      tail[$0] == 0x50 && tail[$0...].starts(with: Bytes.end)
        && $0 + endLength + tail.number(at: $0 + 20, 2) == tail.count
    }
  }

  private static func entries(in directory: [UInt8], _ count: Int) throws -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    for _ in 0..<count {
      guard directory.count - place >= 46, directory[place...].starts(with: Bytes.header) else {
        throw damage("its directory is damaged")
      }
      let lengths = [28, 30, 32].map { directory.number(at: place + $0, 2) }
      let next = place + 46 + lengths.reduce(0, +)
      guard next <= directory.count else { throw damage("its directory is damaged") }
      let name = directory[(place + 46)...].prefix(lengths[0])
      var entry = Entry(
        name: String(decoding: name, as: UTF8.self), size: directory.number(at: place + 24, 4),
        packedSize: directory.number(at: place + 20, 4),
        modified: time(
          date: directory.number(at: place + 14, 2), time: directory.number(at: place + 12, 2)),
        method: directory.number(at: place + 10, 2),
        checksum: UInt32(directory.number(at: place + 16, 4)),
        isEncrypted: directory[place + 8] & 1 == 1, offset: directory.number(at: place + 42, 4))
      entry.extend(with: Array(directory[(place + 46 + lengths[0])...].prefix(lengths[1])))
      let isFile = name.last != UInt8(ascii: "/") && !isAttachment(entry.name)
      if isFile { entries.append(entry) }
      place = next
    }
    return entries
  }

  /// Returns whether macOS has added a file to those that were packed, as its attributes.
  private static func isAttachment(_ name: String) -> Bool {
    name.hasPrefix("__MACOSX/") || name.split(separator: "/").last == ".DS_Store"
  }

  private static func time(date: Int, time: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = [date >> 5 & 0xF, date & 0x1F].map(digits).joined(separator: "-")
    let clock = [time >> 11, time >> 5 & 0x3F, time & 0x1F * 2].map(digits)
    return "\(1980 + date >> 9)-\(day)T\(clock.joined(separator: ":"))"
  }

  /// Opens a file of the archive.
  ///
  /// - Throws: A `SystemError`, or a `FeedError.Reason` if it is encrypted, damaged, or compressed
  ///   in a way that is not read.
  func open(_ entry: Entry, name: String) throws -> any ByteSource {
    guard !entry.isEncrypted else { throw FeedError.Reason.unreadable("it is encrypted") }
    let header =
      entry.offset < 0 || entry.offset > .max - 30
      ? [] : try file.bytes(in: entry.offset..<entry.offset + 30)
    guard header.count == 30, header.starts(with: Bytes.entry) else {
      throw Self.damage("the header of \(entry.name) is missing")
    }
    let start = entry.offset + 30 + header.number(at: 26, 2) + header.number(at: 28, 2)
    lseek(file.number, start, SEEK_SET)
    return try StreamSource(
      file, name: name, isFile: true,
      makeDecoder: { () throws(FeedError.Reason) in
        ZipEntryDecoder(entry, try entry.makeDecoder())
      })
  }

  fileprivate static func damage(_ detail: String) -> FeedError.Reason { .corrupt("zip", detail) }

  /// The first bytes of the records.
  private enum Bytes {
    static let entry: [UInt8] = [0x50, 0x4B, 3, 4]
    static let header: [UInt8] = [0x50, 0x4B, 1, 2]
    static let end: [UInt8] = [0x50, 0x4B, 5, 6]
    static let end64: [UInt8] = [0x50, 0x4B, 6, 6]
    static let locator64: [UInt8] = [0x50, 0x4B, 6, 7]
  }
}

extension ZipArchive.Entry {
  /// Reads numbers of 64 bits, which follow in the order of those that are too large.
  fileprivate mutating func extend(with extra: [UInt8]) {
    var place = 0
    while place + 4 <= extra.count {
      let end = place + 4 + extra.number(at: place + 2, 2)
      guard extra.number(at: place, 2) == 1, end <= extra.count else {
        place = end
        continue
      }
      place += 4
      for member in [\Self.size, \.packedSize, \.offset] where self[keyPath: member] == 0xFFFF_FFFF
      {
        guard place + 8 <= end else { return }
        self[keyPath: member] = extra.number(at: place, 8)
        place += 8
      }
      return
    }
  }

  fileprivate func makeDecoder() throws(FeedError.Reason) -> (any StreamDecoder)? {
    switch method {
    case 0: nil
    case 8: try InflateDecoder(.raw)
    case 12: try Bzip2Decoder()
    case 93: try ZstdDecoder()
    case 95: try XZDecoder()
    default: throw .unreadable("its compression \(method) is not known; unzip -p may read it")
    }
  }
}

/// Decodes one file of an archive, and checks its size and its checksum.
final class ZipEntryDecoder: StreamDecoder {
  let format = "zip"
  private let entry: ZipArchive.Entry
  private let decoder: (any StreamDecoder)?
  private var packedRest: Int
  private var size = 0
  private var checksum: uLong = 0

  /// - Parameters:
  ///   - entry: The file.
  ///   - decoder: The decoder of its bytes; nil if they are not compressed.
  fileprivate init(_ entry: ZipArchive.Entry, _ decoder: (any StreamDecoder)?) {
    (self.entry, self.decoder, packedRest) = (entry, decoder, entry.packedSize)
  }

  private var isWhole: Bool {
    size == entry.size && UInt32(truncatingIfNeeded: checksum) == entry.checksum
  }

  var isComplete: Bool { packedRest == 0 && isWhole }
  var hasEnded: Bool { packedRest == 0 }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    var packed = input.prefix(packedRest)
    let before = packed.count
    let count: Int
    if let decoder {
      count = try decoder.decode(&packed, into: output)
    } else {
      count = min(packed.count, output.count)
      output.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed.prefix(count)))
      packed = packed.dropFirst(count)
    }
    packedRest -= before - packed.count
    // What is behind the file is not its own.
    input = packedRest == 0 ? input[input.endIndex...] : input.dropFirst(before - packed.count)
    size += count
    checksum = crc32(
      checksum, output.assumingMemoryBound(to: Bytef.self).baseAddress, uInt(count))
    if packedRest == 0, count < output.count, !isWhole {
      throw ZipArchive.damage("\(entry.name) has another checksum")
    }
    return count
  }
}

extension [UInt8] {
  /// Returns a number, its lowest byte first.
  fileprivate func number(at place: Int, _ count: Int) -> Int {
    Int(
      truncatingIfNeeded: self[place..<place + count].reversed().reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      })
  }
}
