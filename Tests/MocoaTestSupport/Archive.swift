import CZlib

/// Archives of files, so that tests need no program for it.
package enum Archive {
  /// How files are compressed, by the numbers of the format.
  package enum Method: UInt16, CaseIterable, Sendable {
    case stored = 0
    case deflated = 8
    case bzip2 = 12
    case zstd = 93
    case xz = 95

    fileprivate func compress(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .stored: bytes
      // Without the header and the checksum of gzip.
      case .deflated: Array(Compressed.gzip(bytes).dropFirst(10).dropLast(8))
      case .bzip2: Compressed.bzip2(bytes)
      case .zstd: Compressed.zstd(bytes)
      case .xz: Compressed.xz(bytes)
      }
    }
  }

  /// A zip archive of texts, with a comment at its end.
  package static func zip(
    _ files: KeyValuePairs<String, String>, _ method: Method = .deflated, isEncrypted: Bool = false
  ) -> [UInt8] {
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, text) in files {
      let bytes = Array(text.utf8)
      let packed = method.compress(bytes)
      let checksum = crc32(0, bytes, uInt(bytes.count))
      var traits = number(20, 2) + number(isEncrypted ? 1 : 0, 2) + number(Int(method.rawValue), 2)
      traits += number(0x6A3B, 2) + number(0x5D7C, 2) + number(Int(checksum), 4)
      traits += number(packed.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + traits + number(0, 12)
      directory += number(archive.count, 4) + Array(name.utf8)
      archive += [0x50, 0x4B, 3, 4] + traits + number(0, 2) + Array(name.utf8) + packed
    }
    let place = archive.count
    archive += directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(files.count, 2)
    archive += number(files.count, 2) + number(directory.count, 4) + number(place, 4)
    return archive + number(7, 2) + Array("comment".utf8)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
  }
}
