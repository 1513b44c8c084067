/// What a source has whose rows are a list of that, and not the data in it.
package enum ContentList: Sendable {
  case folder
  case archive
  /// An archive that is not named as one, such as a document of text.
  case container
  /// A spreadsheet, which is an archive.
  case workbook
  case database

  /// Returns what an archive is by its path and the names of its files.
  init(ofArchive path: String, files: [String]) {
    let name = path.lowercased()
    let isWorkbook = name.hasSuffix(".ods") || files.contains("xl/workbook.xml")
    self = name.hasSuffix(".zip") ? .archive : isWorkbook ? .workbook : .container
  }

  /// A Boolean value that indicates whether it looks like data.
  private var looksLikeData: Bool { self == .container || self == .workbook }

  private var description: String {
    let kind =
      switch self {
      case .folder: "a folder"
      case .archive, .container: "a zip archive"
      case .workbook: "a workbook"
      case .database: "a database"
      }
    let items = self == .database ? "tables" : "files"
    let hint = self == .workbook ? "; save its sheet as CSV" : ""
    return "is \(kind); its rows are its \(items), not what is in them\(hint)"
  }

  /// Returns a note on each source that is a list, with its name: among others that are data, or if
  /// it looks like data itself.
  package static func notes(_ sources: [(name: String, content: ContentList?)]) -> [String] {
    let hasData = sources.contains { $0.content == nil }
    return sources.compactMap { source in
      guard let content = source.content, hasData || content.looksLikeData else { return nil }
      return "\(source.name): \(content.description)"
    }
  }
}
