import MocoaCore

/// The keys that expand and collapse the rows of an outline, and move the cursor in it.
@MainActor
package final class OutlineKeys {
  private unowned let page: any ListContext
  private let isAvailable: () -> Bool
  private let entersChildren: Bool
  private let hasRows: () -> Bool
  /// Returns the place of a row, and the position of its parent; nil if there is no row.
  private let row: (Int) -> (place: OutlinePlace, parent: Int?)?
  private let toggle: (Int) -> Void
  private let expandToLevel: (Int) -> Void

  /// Creates the keys; the page outlives them.
  ///
  /// The key that expands a row may also go to its first child. Where `←`, `→` and the like are not
  /// available, they may be keys of columns. Without rows there is no outline.
  package init<Element, ID>(
    page: any ListContext, entersChildren: Bool, isAvailable: @escaping () -> Bool,
    rows: @escaping () -> Outline<Element, ID>?,
    show: @escaping (_ rows: Outline<Element, ID>, _ by: Changeset, _ position: Int?) -> Void
  ) {
    (self.page, self.entersChildren, self.isAvailable) = (page, entersChildren, isAvailable)
    hasRows = { rows() != nil }
    row = { position in
      guard let rows = rows(), rows.indices.contains(position) else { return nil }
      return (rows[position].place, rows.parent(of: position))
    }
    toggle = { position in
      guard var rows = rows() else { return }
      let isExpanded = rows[position].isExpanded
      let changes = isExpanded ? rows.collapse(at: position) : rows.expand(at: position)
      show(rows, changes, position)
    }
    expandToLevel = { level in
      guard var rows = rows() else { return }
      let changes = rows.expand(toLevel: level)
      show(rows, changes, nil)
    }
  }

  package static func bindings(
    expandHelp: String, expandAll: [Key]
  ) -> [KeyBinding<OutlineKeys>] {
    [
      .init(
        "expand", [.right, "l", "+"], help: expandHelp, when: { $0.isAvailable() }
      ) { keys in keys.page.content.cursor.map { keys.expand(at: $0.item) } },
      .init(
        "collapse", [.left, "h", "-"], help: "Collapse the row of a tree, or go to its parent",
        when: { $0.isAvailable() }
      ) { keys in keys.page.content.cursor.map { keys.collapse(at: $0.item) } },
      .init("expand-all", expandAll, help: "Expand all rows of a tree", when: { $0.hasRows() }) {
        $0.expandAll(above: .max)
      },
      .init("collapse-all", ["_"], help: "Collapse all rows of a tree", when: { $0.isAvailable() })
      {
        $0.expandAll(above: 1)
      },
      .init("expand-to-level", ["L"], help: "Expand a tree to a level", when: { $0.isAvailable() })
      {
        keys in keys.page.askForLevel { [weak keys] in keys?.expandAll(above: $0) }
      },
    ]
  }

  /// Returns whether a horizontal key does something with the current row.
  package func canChange(expanding: Bool) -> Bool {
    guard isAvailable(), let item = page.content.cursor?.item, let row = row(item) else {
      return false
    }
    return expanding
      ? row.place.hasChildren && (entersChildren || !row.place.isExpanded)
      : row.place.isExpanded || row.parent != nil
  }

  /// Expands a row, or goes to its first child.
  func expand(at position: Int) {
    guard let place = row(position)?.place, place.hasChildren else { return }
    if !place.isExpanded {
      toggle(position)
    } else if entersChildren, let child = row(position + 1)?.place, child.depth > place.depth {
      moveCursor(to: position + 1)
    }
  }

  /// Collapses a row, or goes to its parent.
  func collapse(at position: Int) {
    guard let row = row(position) else { return }
    if row.place.isExpanded { toggle(position) } else { row.parent.map { moveCursor(to: $0) } }
  }

  /// Expands the rows above a level, and collapses others; the cursor stays on its row, or moves to
  /// the nearest ancestor that stays visible.
  private func expandAll(above level: Int) {
    let cursor = page.content.cursor?.item
    var item = cursor
    while let row = item.flatMap({ row($0) }), row.place.depth >= level { item = row.parent }
    if let item, item != cursor { moveCursor(to: item) }
    expandToLevel(level)
  }

  private func moveCursor(to item: Int) {
    page.content.moveCursor(to: ListIndexPath(section: 0, item: item))
  }
}
