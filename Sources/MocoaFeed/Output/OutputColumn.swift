/// A column of rows that are output as text.
package struct OutputColumn: Hashable, Sendable {
  /// The title of the column, or its key in JSON.
  package var title: String

  /// The member that the column contains.
  package var path: MemberPath

  /// The template for the cells; nil for the member itself.
  var template: RowTemplate?

  /// A Boolean value that indicates whether rows in which the member is an object have no cell.
  var isLeaf = false

  /// The keys that lead to the member.
  package var keys: [String] { path.steps.map { String(decoding: $0.key, as: UTF8.self) } }

  /// Creates a column.
  package init(title: String, path: MemberPath, template: RowTemplate? = nil) {
    (self.title, self.path, self.template) = (title, path, template)
  }

  /// The column of rows that are no objects.
  package static let ofValue = OutputColumn(title: MemberPath.nameOfValue, path: ".")

  /// Creates a column with the title of its member.
  package init(_ path: MemberPath) {
    self.init(title: path.title, path: path)
  }

  /// Parses a list of columns: `ref,owner.login`.
  ///
  /// If two members have the same title, that of the second is its path.
  ///
  /// - Throws: A `FilterSyntaxError` if a name is missing, or a member is named twice.
  package static func columns(parsing text: String) throws(FilterSyntaxError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    var paths: [Bool: Set<[String]>] = [:]
    var titles: Set<String> = []
    for part in MemberPath.split(text) {
      let name = part.trimmingSpaces
      guard !name.isEmpty else {
        throw FilterSyntaxError(
          "the name of a member is missing", at: part.endIndex..<part.endIndex, in: text)
      }
      var column = OutputColumn(MemberPath(name))
      guard paths[column.path.isPlain, default: []].insert(column.path.keys).inserted else {
        throw FilterSyntaxError(
          "'\(column.title)' is named twice", at: part.startIndex..<part.endIndex, in: text)
      }
      if !titles.insert(column.title).inserted {
        column.title = name
        titles.insert(name)
      }
      columns.append(column)
    }
    return columns
  }
}
