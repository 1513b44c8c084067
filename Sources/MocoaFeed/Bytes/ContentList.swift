/// What a source has whose rows are a list of that, and not the data in it.
package enum ContentList: String, Sendable {
  case folder = "a folder"
  case archive = "a zip archive"
  case database = "a database"

  private var items: String { self == .database ? "tables" : "files" }

  /// Returns a note on each source that is a list among others that are data, with its name; none
  /// if all are lists.
  package static func notes(_ sources: [(name: String, content: ContentList?)]) -> [String] {
    guard sources.contains(where: { $0.content == nil }) else { return [] }
    return sources.compactMap { source in
      source.content.map { content in
        "\(source.name): is \(content.rawValue); its rows are its \(content.items), not what is in "
          + "them"
      }
    }
  }
}
