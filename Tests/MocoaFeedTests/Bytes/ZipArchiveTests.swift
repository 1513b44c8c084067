import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// 38-7: archives of zip.
@Suite struct ZipArchiveTests {
  private static let text = (0..<40_000).map { "{\"id\":\($0)}\n" }.joined()

  @Test(arguments: Archive.Method.allCases)
  func theOnlyFileIsRead(_ method: Archive.Method) throws {
    let file = try TemporaryFile(Archive.zip(["folder/": "", "a/rows.json": Self.text], method))
    let source = try ByteSources.file(file.path)
    #expect(source.name == "\(file.path)/a/rows.json")
    let indexed = Indexed(source)
    #expect(indexed.error == nil)
    #expect(indexed.model.numberOfRows == 40_000)
    #expect(indexed.rows.last?.json.text == "{\"id\":39999}")
  }

  @Test func severalFilesAreAList() throws {
    let file = try TemporaryFile(Archive.zip(["a.csv": "x,y\n1,2\n", "b/ä.json": "[3]", "c": ""]))
    let rows = Indexed(try ByteSources.file(file.path)).rows.map(\.json.text)
    #expect(
      rows
        == [("a.csv", 8), ("b/ä.json", 3), ("c", 0)].map { name, size in
          #"{"name":"\#(name)","kind":"file","size":\#(size),"modified":"2026-11-28T13:17:54","#
            + #""path":"\#(file.path)/\#(name)"}"#
        })
  }

  @Test("34: what macOS adds to an archive is no file of it")
  func attachmentsOfMacOS() throws {
    let file = try TemporaryFile(
      Archive.zip(["a.ndjson": "1\n2\n", ".DS_Store": "x", "__MACOSX/._a.ndjson": "x"]))
    let source = try ByteSources.file(file.path)
    #expect(source.name == "\(file.path)/a.ndjson")
    #expect(Indexed(source).rows.map(\.json.text) == ["1", "2"])
  }

  @Test("34: an archive that looks like data is said to be a list, also alone")
  func documentsAreArchives() throws {
    let sheet = try TemporaryFile(Archive.zip(["[Content_Types].xml": "", "xl/workbook.xml": ""]))
    let text = try TemporaryFile(Archive.zip(["META-INF/a": "", "b": ""]))
    func notes(_ name: String, _ path: String) throws -> [String] {
      let content = FeedSourceKind(try ByteSources.file(path)).contentList
      return ContentList.notes([(name: name, content: content)])
    }
    let rest = "; its rows are its files, not what is in them"
    #expect(
      try notes("a.xlsx", sheet.path)
        == ["a.xlsx: is a workbook\(rest); save its sheet as CSV"])
    #expect(try notes("a.docx", text.path) == ["a.docx: is a zip archive\(rest)"])
    #expect(ContentList(ofArchive: "a.ODS", files: []) == .workbook)
    let archive = ContentList(ofArchive: "a.zip", files: ["xl/workbook.xml"])
    #expect(archive == .archive && ContentList.notes([(name: "a", content: archive)]).isEmpty)
  }

  @Test func aPathLeadsIntoAnArchive() throws {
    let file = try TemporaryFile(Archive.zip(["a.csv": "x,y\n1,2\n", "b/c.json": "[3]"]))
    let rows = Indexed(try ByteSources.file("\(file.path)/b/c.json")).rows
    #expect(rows.map(\.json.text) == ["3"])
    #expect(throws: FeedError.self) { try ByteSources.file("\(file.path)/b") }
    let other = try TemporaryFile("text")
    #expect(throws: FeedError.self) { try ByteSources.file("\(other.path)/b") }
  }

  @Test func encryptedFilesAreErrors() throws {
    let file = try TemporaryFile(Archive.zip(["a": "[1]"], isEncrypted: true))
    let error = #expect(throws: FeedError.self) { try ByteSources.file(file.path) }
    #expect(error?.description.contains("encrypted") == true)
  }

  @Test func damageIsAnError() throws {
    var bytes = Archive.zip(["rows.json": "[1,2,3]"], .stored)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "2")))
    bytes[place] = UInt8(ascii: "7")
    let file = try TemporaryFile(bytes)
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.error?.description.contains("another checksum") == true)
  }

  /// A directory that lies is an error or other rows, and never a trap.
  @Test(arguments: 0..<40) func damagedArchivesDoNotTrap(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Archive.zip(["a.json": "[1,2,3]", "b.json": "[4]"])
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
