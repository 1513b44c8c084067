import MocoaFeed
import MocoaTUI

extension FeedColumn {
  static let manifestKeys = ["member", "cell", "title", "width", "align", "pinned"]

  /// Reads a column: the name of a member, or a mapping.
  init(_ node: ManifestNode) throws(ManifestError) {
    (isAligned, isSized) = (false, false)
    guard node.isMapping else {
      column = Self.column(of: MemberPath(try node.string()), title: nil)
      return
    }
    let members = try node.members(Self.manifestKeys)
    let title = try members["title"]?.string()
    let name = try members["member"]?.string()
    let member = name.map { MemberPath($0) }
    if let cell = members["cell"] {
      let template = try cell.template()
      self.template = template
      if template.lineCount != 1 { throw cell.error("the cell of a column has one line") }
      // The member by which the column is sorted and filtered.
      let path = member ?? template.paths.first
      let id = path.map { JSONPointer(tokens: $0.keys).description } ?? template.text
      column = TableColumn(id: id, title: title ?? path?.text ?? id)
    } else if let member {
      column = Self.column(of: member, title: title)
    } else {
      throw node.error("one of 'member' and 'cell' is missing")
    }
    if let width = try members["width"]?.count() {
      isSized = true
      column.width = .fixed(width)
    }
    if let node = members["align"] {
      isAligned = true
      column.alignment =
        try node.word(of: ["left", "right"], "alignment") == "right" ? .trailing : .leading
    }
    column.isPinned = try members["pinned"]?.bool() ?? false
  }

  /// Reads columns, each with a unique `id`: a list, or a text like that of `--columns`.
  static func columns(_ node: ManifestNode?) throws(ManifestError) -> [FeedColumn] {
    guard let node else { return [] }
    if case .string(let text) = node.value.content {
      do {
        return try OutputColumn.columns(parsing: text).map {
          FeedColumn(column(of: $0.path, title: $0.title))
        }
      } catch { throw node.error("\(error)") }
    }
    let nodes = try node.list()
    var columns: [FeedColumn] = []
    var known: Set<String> = []
    for node in nodes {
      let column = try FeedColumn(node)
      if column.template == nil, !known.insert(column.column.id).inserted {
        throw node.error("duplicate column")
      }
      columns.append(column)
    }
    // A template represents its first member unless another column does.
    for (index, node) in nodes.enumerated() {
      guard let template = columns[index].template,
        !known.insert(columns[index].column.id).inserted
      else { continue }
      columns[index].column.id = template.text
      guard known.insert(template.text).inserted else {
        throw node.error("duplicate column")
      }
    }
    return columns
  }

  private static func column(of path: MemberPath, title: String?) -> TableColumn {
    TableColumn(id: JSONPointer(tokens: path.keys).description, title: title ?? path.text)
  }
}
