import MocoaCore
import MocoaFeed
import MocoaTUI

/// A requested tree, whose members are as the user names them.
package struct TreeRequest: Sendable {
  /// How rows refer to their parents.
  package enum Kind: Sendable {
    /// By a member with the identity of the parent.
    case parent(String)
    /// By a member with a path.
    case path(String)
    /// By their place in the rows of their parents.
    case nested
  }

  package var kind: Kind

  /// The member that identifies rows; nil for one of the usual ones.
  package var id: String?

  /// The level to which rows are expanded at first; nil for all if they fit on the screen.
  package var level: Int?

  package init(_ kind: Kind, id: String?, level: Int?) {
    (self.kind, self.id, self.level) = (kind, id, level)
  }

  /// Returns the members by which rows refer to their parents.
  ///
  /// - Parameters:
  ///   - usual: The member that identifies rows if none is named.
  ///   - member: Returns the member with a name that was given for an option.
  /// - Returns: The members; nil if no member identifies the rows, although one is needed.
  /// - Throws: The error of a name.
  package func links<Failure: Error>(
    usual: MemberPath?,
    _ member: (_ name: String, _ option: String) throws(Failure) -> MemberPath
  ) throws(Failure) -> TreeLinks? {
    if case .path(let name) = kind { return .path(try member(name, "--tree-path")) }
    var identity = usual
    if let id { identity = try member(id, "--id") }
    guard case .parent(let name) = kind else { return .nested(id: identity) }
    let parent = try member(name, "--parent")
    return identity.map { .parent(parent, id: $0) }
  }
}

/// Rows as a tree.
extension FeedPage {
  /// The keys of a tree.
  ///
  /// While the column cursor is behind the first column, those of columns take their place.
  static let treeBindings: [KeyBinding<FeedPage>] = [
    .init(
      "expand", [.right, "l", "+"], help: "Expand the row, in the first column",
      when: { $0.isInTreeColumn }
    ) { $0.expandRow() },
    .init(
      "collapse", [.left, "h", "-"], help: "Collapse the row, or go to its parent",
      when: { $0.isInTreeColumn }
    ) { $0.collapseRow() },
    .init("expand-all", ["0"], help: "Expand all rows", when: { $0.rows?.tree != nil }) {
      $0.changeTree { $0.expandAll() }
    },
    .init("collapse-all", ["_"], help: "Collapse all rows", when: { $0.isInTreeColumn }) {
      $0.changeTree { $0.collapseAll() }
    },
    .init("expand-to-level", ["L"], help: "Expand to a level", when: { $0.isInTreeColumn }) {
      page in
      page.askForLevel { [weak page] level in page?.changeTree { $0.expand(toLevel: level) } }
    },
  ]

  // MARK: Requests

  /// Shows the rows as a tree as soon as the members that it names are known.
  package func showTree(_ request: TreeRequest) {
    treeRequest = request
    resolveTree()
  }

  func resolveTree() {
    guard let request = treeRequest, columns.sampledRows > 0 else { return }
    do throws(UnknownColumnError) {
      let usual = request.id == nil ? feed.listModel.usualIdentity : nil
      let links = try request.links(usual: usual) { name, _ throws(UnknownColumnError) in
        try catalog.memberPath(namedInAnyCase: name)
      }
      guard let links else {
        treeRequest = nil
        return status.show("no member identifies the rows; name it with --id", style: .warning)
      }
      treeRequest = nil
      source.setArrangement(.tree(RowTree(links, level: request.level)))
    } catch {
      if columns.isSampleOpen { return }
      treeRequest = nil
      status.show("\(error)", style: .warning)
    }
  }

  /// Makes room for the indentation.
  func measureTree() {
    columnController.indentation = rows?.tree.map { $0.indentation() + 2 } ?? 0
  }

  /// Unmarks the rows of a filtered tree that are shown for their descendants only.
  func unmarkAncestors() {
    guard let tree = rows?.tree, !filters.isEmpty else { return }
    let ancestors = tree.rows.indices.filter { !tree.rows[$0].isMatch }
    list.deselectCells(at: IndexPathSet(ancestors.map { ListIndexPath(section: 0, item: $0) }))
  }

  // MARK: Expanding

  /// A Boolean value that indicates whether the keys of a tree are not those of columns.
  private var isInTreeColumn: Bool {
    guard rows?.tree != nil, !isShowingCards else { return false }
    return table.currentColumnID == nil || table.currentColumnID == table.columns.first?.id
  }

  /// Returns whether a horizontal key expands or collapses rows.
  func canChangeTree(expanding: Bool) -> Bool {
    guard isInTreeColumn, let tree = rows?.tree, let item = cursor?.item else { return false }
    let row = tree.rows[item]
    return expanding ? row.hasChildren && !row.isExpanded : row.isExpanded || row.depth > 0
  }

  private func expandRow() {
    guard let item = cursor?.item else { return }
    changeTree { $0.expand(at: item) }
  }

  private func collapseRow() {
    guard let tree = rows?.tree, let item = cursor?.item else { return }
    if tree.rows[item].isExpanded {
      changeTree { $0.collapse(at: item) }
    } else if let parent = tree.rows.parent(of: item) {
      table.moveCursor(to: ListIndexPath(section: 0, item: parent))
    }
  }

  /// Expands the ancestors of a row that is not displayed.
  func revealRow(_ number: Int) {
    rows?.collapsedSection(ofRow: number).map { collapsedSections.expand($0) }
    guard let tree = rows?.tree, let (rows, changeset) = tree.revealing(number) else { return }
    show(tree.replacing(rows), by: changeset)
  }

  /// Expands or collapses rows; the cursor moves to the nearest ancestor that stays visible.
  private func changeTree(_ body: (inout RowTree.Rows) -> Changeset) {
    guard let tree = rows?.tree else { return }
    let items = sequence(first: cursor?.item) { $0.map { tree.rows.parent(of: $0) } }
    let numbers = items.prefix { $0 != nil }.compactMap { $0.map { tree.rows[$0].element } }
    var rows = tree.rows
    let changeset = body(&rows)
    let shown = tree.replacing(rows)
    show(shown, by: changeset)
    let path = numbers.lazy.compactMap { shown.indexPath(ofRow: Int($0)) }.first
    if let path, path != cursor { table.moveCursor(to: path) }
  }

  private func show(_ tree: TreeListModel, by changeset: Changeset) {
    let (known, marked) = (changes, markedNumbers)
    list.setModel(tree, by: changeset)
    changes = known
    if !marked.isEmpty {
      list.deselectAllItems()
      mark(marked)
    }
    source.setTreeRows(tree.rows, isOutdated: updateTask != nil)
    updateStatus()
    onShownRowsChange?(shownRows)
  }
}

extension TreeListModel {
  /// Returns the width by which the first column is widened for the indentation, of a maximum
  /// number of levels.
  func indentation(upTo levelCount: Int = 12) -> Int {
    2 * max(0, min(rows.levelCount, levelCount) - 1)
  }
}

extension TableColumn {
  /// Makes room for the indentation of rows in a tree, whose texts are at the left.
  mutating func indent(by columns: Int) {
    alignment = .leading
    width =
      switch width {
      case .content(let minimum, let maximum):
        .content(minimum: minimum + columns, maximum: maximum + columns)
      case .share(let weight, let minimum): .share(weight, minimum: minimum + columns)
      case .fixed(let width): .fixed(width + columns)
      }
  }
}

extension ColumnChoice {
  /// Makes room for the indentation of rows in a tree.
  mutating func indent(by columns: Int) {
    column.indent(by: columns)
    contentWidth += columns
  }
}
