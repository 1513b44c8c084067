/// A column of rows that are written as text.
public struct OutputColumn: Hashable, Sendable {
  /// What stands above it, or its key in JSON.
  public var title: String

  /// The member that is in it.
  public var path: MemberPath

  /// What is in it in place of the member; nil for the member as it is.
  public var template: RowTemplate?

  /// Whether it is empty for rows in which the member is an object, whose members have columns of
  /// their own.
  var isLeaf = false

  /// The keys that lead to the member.
  public var keys: [String] { path.steps.map { String(decoding: $0.key, as: UTF8.self) } }

  /// Makes a column.
  public init(title: String, path: MemberPath, template: RowTemplate? = nil) {
    self.title = title
    self.path = path
    self.template = template
  }

  /// Makes a column that is called like its member.
  public init(_ path: MemberPath) {
    self.init(title: path.title, path: path)
  }

  /// Reads columns as they are typed: `ref,owner.login`.
  ///
  /// Where two members have one title, that of the second is its path.
  ///
  /// - Throws: Where a name is missing, or a member is named twice.
  public static func columns(parsing text: String) throws(FilterSyntaxError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    for part in MemberPath.split(text) {
      let name = part.trimmingSpaces
      guard !name.isEmpty else {
        throw FilterSyntaxError(
          "the name of a member is missing", at: part.endIndex..<part.endIndex, in: text)
      }
      var column = OutputColumn(MemberPath(name))
      guard
        !columns.contains(where: {
          $0.path.keys == column.path.keys && $0.path.isPlain == column.path.isPlain
        })
      else {
        throw FilterSyntaxError(
          "'\(column.title)' is named twice", at: part.startIndex..<part.endIndex, in: text)
      }
      if columns.contains(where: { $0.title == column.title }) { column.title = name }
      columns.append(column)
    }
    return columns
  }
}

extension Substring {
  /// The text without white space around it.
  var trimmingSpaces: String {
    var result = drop { $0.isWhitespace }
    while result.last?.isWhitespace ?? false { result.removeLast() }
    return String(result)
  }
}
