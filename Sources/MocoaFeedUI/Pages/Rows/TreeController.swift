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

/// The feature of rows as a tree, which are expanded and collapsed.
@MainActor
package final class TreeController: FeedFeature {
  /// While the column cursor is behind the first column, the keys of columns take their place.
  package static let bindings: [KeyBinding<TreeController>] =
    OutlineKeys.bindings(
      expandHelp: "Expand the row of a tree, in the first column", expandAll: ["0"]
    )
    .map { $0.within { $0.keys } }

  /// The requested tree, until the members that it names are known.
  private var request: TreeRequest?

  private unowned let page: any FeedContext
  private let columns: ColumnController
  private let updater: RowUpdater

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext, columns: ColumnController, updater: RowUpdater) {
    (self.page, self.columns, self.updater) = (page, columns, updater)
    updater.reveal = { [weak self] in self?.reveal($0) }
    page.table.leavesSideways = { [weak self] in self?.keys.canChange(expanding: $0) ?? false }
    page.source.screenRowCount = { [weak table = page.table] in
      table.map { $0.frame.rows - ($0.columns.isEmpty ? 0 : 1) } ?? 0
    }
  }

  private var tree: TreeListModel? { page.rows?.tree }

  // MARK: Requests

  /// Shows the rows as a tree as soon as the members that it names are known.
  package func show(_ request: TreeRequest) {
    self.request = request
    resolve()
  }

  func feedDidChange(_ change: FeedChange) { resolve() }

  private func resolve() {
    guard let request, page.columns.sampledRows > 0 else { return }
    do throws(UnknownColumnError) {
      let usual = request.id == nil ? page.feed.listModel.usualIdentity : nil
      let links = try request.links(usual: usual) { name, _ throws(UnknownColumnError) in
        try page.catalog.memberPath(namedInAnyCase: name)
      }
      self.request = nil
      guard let links else {
        let fault = "no member identifies the rows; name it with --id"
        return page.status.show(fault, style: .warning)
      }
      page.source.setArrangement(.tree(RowTree(links, level: request.level)))
    } catch {
      if page.columns.isSampleOpen { return }
      self.request = nil
      page.status.show("\(error)", style: .warning)
    }
  }

  /// Makes room for the indentation.
  package func rowsDidChange() { columns.indentation = tree.map { $0.indentation() + 2 } ?? 0 }

  // MARK: Expanding

  /// A Boolean value that indicates whether the keys of a tree are not those of columns.
  private var isInTreeColumn: Bool {
    guard tree != nil, !page.isShowingCards else { return false }
    let id = page.table.currentColumnID
    return id == nil || id == page.table.columns.first?.id
  }

  private lazy var keys = OutlineKeys(
    page: page, entersChildren: false,
    isAvailable: { [weak self] in self?.isInTreeColumn ?? false },
    rows: { [weak self] in self?.tree?.rows },
    show: { [weak self] rows, changeset, _ in
      guard let self, let tree = self.tree else { return }
      updater.show(tree.replacing(rows), by: changeset)
    })

  /// Expands the ancestors of a row that is not displayed.
  private func reveal(_ number: Int) {
    guard let tree, let (rows, changeset) = tree.revealing(number) else { return }
    updater.show(tree.replacing(rows), by: changeset)
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
    (alignment, width) = (.leading, width.mapped { $0 + columns })
  }
}

extension FeedColumn {
  /// Makes room for the indentation of rows in a tree.
  mutating func indent(by columns: Int) {
    column.indent(by: columns)
    contentWidth += columns
  }
}
