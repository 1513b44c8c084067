import CZlib
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// 38-7: archives of zip.
@Suite struct ZipArchiveTests {
  enum Method: UInt16, CaseIterable {
    case stored = 0
    case deflated = 8
    case bzip2 = 12
    case zstd = 93
    case xz = 95

    func compress(_ bytes: [UInt8]) -> [UInt8] {
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

  /// Returns an archive of files, with a comment at its end.
  static func archive(
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

  private static let text = (0..<40_000).map { "{\"id\":\($0)}\n" }.joined()

  @Test(arguments: Method.allCases) func theOnlyFileIsRead(_ method: Method) throws {
    let file = try TemporaryFile(Self.archive(["folder/": "", "a/rows.json": Self.text], method))
    let source = try ByteSources.file(file.path)
    #expect(source.name == "\(file.path)/a/rows.json")
    let indexed = Indexed(source)
    #expect(indexed.error == nil)
    #expect(indexed.model.numberOfRows == 40_000)
    #expect(indexed.rows.last?.json.text == "{\"id\":39999}")
  }

  @Test func severalFilesAreAList() throws {
    let file = try TemporaryFile(Self.archive(["a.csv": "x,y\n1,2\n", "b/ä.json": "[3]", "c": ""]))
    let rows = Indexed(try ByteSources.file(file.path)).rows.map(\.json.text)
    #expect(
      rows
        == [("a.csv", 8), ("b/ä.json", 3), ("c", 0)].map { name, size in
          #"{"name":"\#(name)","kind":"file","size":\#(size),"modified":"2026-11-28T13:17:54","#
            + #""path":"\#(file.path)/\#(name)"}"#
        })
  }

  @Test func aPathLeadsIntoAnArchive() throws {
    let file = try TemporaryFile(Self.archive(["a.csv": "x,y\n1,2\n", "b/c.json": "[3]"]))
    let rows = Indexed(try ByteSources.file("\(file.path)/b/c.json")).rows
    #expect(rows.map(\.json.text) == ["3"])
    #expect(throws: FeedError.self) { try ByteSources.file("\(file.path)/b") }
    let other = try TemporaryFile("text")
    #expect(throws: FeedError.self) { try ByteSources.file("\(other.path)/b") }
  }

  @Test func encryptedFilesAreErrors() throws {
    let file = try TemporaryFile(Self.archive(["a": "[1]"], isEncrypted: true))
    let error = #expect(throws: FeedError.self) { try ByteSources.file(file.path) }
    #expect(error?.description.contains("encrypted") == true)
  }

  @Test func damageIsAnError() throws {
    var bytes = Self.archive(["rows.json": "[1,2,3]"], .stored)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "2")))
    bytes[place] = UInt8(ascii: "7")
    let file = try TemporaryFile(bytes)
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.error?.description.contains("another checksum") == true)
  }

  /// A directory that lies is an error or other rows, and never a trap.
  @Test(arguments: 0..<40) func damagedArchivesDoNotTrap(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Self.archive(["a.json": "[1,2,3]", "b.json": "[4]"])
    for _ in 0..<20 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 4..<bytes.count, using: &random)
        bytes[place] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 1..<bytes.count - 4, using: &random))
      }
      let file = try TemporaryFile(bytes)
      for name in ["", "/a.json", "/b.json"] {
        guard let source = try? ByteSources.file(file.path + name) else { continue }
        _ = Indexed(source).rows
      }
    }
  }
}
