import MocoaCore

/// Marking of rows by keys and the mouse; the marks are the selection of the list.
///
/// A cell is notified when it is unmarked, and when it is opened, but not when it is marked.
@MainActor
struct RowMarks {
  /// The row that was marked last, from which a range extends to the cursor.
  private(set) var anchor: ListIndexPath?

  /// The row on which the mouse was pressed, and the rows marked by dragging from there.
  private var drag: (start: ListIndexPath, marked: IndexPathSet)?

  mutating func toggle(_ path: ListIndexPath, in list: ListViewModel) {
    if list.isSelected(path) {
      list.deselectCells(at: [path])
    } else {
      list.select(at: path)
      anchor = path
    }
  }

  mutating func markRange(to path: ListIndexPath, in list: ListViewModel) {
    list.selectItems(at: list.indexPaths(from: anchor ?? path, through: path))
    anchor = path
  }

  /// Starts a drag at the row on which the mouse was pressed; nil outside of rows.
  mutating func beginDrag(at path: ListIndexPath?) { drag = path.map { ($0, []) } }

  /// Marks the rows from the start of the drag to a row, instead of those it has marked before.
  ///
  /// At the start of the drag, no row is marked.
  ///
  /// - Returns: `true` if there is a drag that marks rows.
  mutating func drag(to path: ListIndexPath, in list: ListViewModel) -> Bool {
    guard let (start, marked) = drag, list.selectionMode == .multiple, list.contains(start) else {
      return false
    }
    let rows = path == start ? [] : list.indexPaths(from: start, through: path)
    list.deselectCells(at: marked.subtracting(rows))
    let new = rows.subtracting(list.selectedIndexPaths)
    list.selectItems(at: new)
    drag = (start, marked.intersection(rows).union(new))
    return true
  }

  /// Sets the row from which ranges are marked.
  mutating func setAnchor(_ path: ListIndexPath) { anchor = path }

  /// Updates the row that was marked last after a change of the list, and ends a drag.
  mutating func move(to newPosition: (ListIndexPath) -> ListIndexPath?) {
    anchor = anchor.flatMap(newPosition)
    drag = nil
  }
}

/// What depends on the marks of a list, such as a page with rows that the list does not display.
@MainActor
package protocol MarkDelegate: AnyObject {
  /// Returns whether rows may be marked by keys now.
  func mayMark() -> Bool
  /// Called before all rows are unmarked.
  func willUnmarkAll()
  /// Called when all rows have been marked, or all but those that were.
  func didMarkAll()
}

extension RowMarks {
  /// The keys that mark rows, if several can be marked.
  static let bindings: [KeyBinding<ListView>] = [
    mark("toggle-mark", [.space], help: "Mark or unmark the row, and move down") {
      $0.toggleMark()
    },
    mark("mark-down", [Key(.down, .shift)], help: "Mark the row and the one below") {
      $0.mark(forward: true)
    },
    mark("mark-up", [Key(.up, .shift)], help: "Mark the row and the one above") {
      $0.mark(forward: false)
    },
    mark("mark-range", ["V"], help: "Mark from the last mark to this row") { $0.markRange() },
    mark("mark-all", [.control("a")], help: "Mark all rows") {
      $0.markAll { $0.selectAllItems() }
    },
    .init("mark-none", ["U"], help: "Unmark all rows", when: { $0.isMarking }) {
      $0.markDelegate?.willUnmarkAll()
      $0.list?.deselectCells(at: $0.list?.selectedIndexPaths ?? [])
    },
    mark("mark-inverse", ["*"], help: "Invert marks") {
      $0.markAll { $0.invertSelection() }
    },
  ]

  private static func mark(
    _ name: String, _ keys: [Key], help: String,
    _ body: @escaping @MainActor @Sendable (ListView) -> Bool
  ) -> KeyBinding<ListView> {
    .trying(name, keys, help: help, when: { $0.isMarking }) { list in
      list.markDelegate?.mayMark() == false || body(list)
    }
  }
}

extension ListView {
  var isMarking: Bool { list?.selectionMode == .multiple }

  fileprivate func toggleMark() -> Bool {
    withCursor { cursor, list in
      marks.toggle(cursor, in: list)
      move(forward: true, isAcross: true)
    }
  }

  /// Marks the row under the cursor and the next or previous one, to which the cursor moves.
  fileprivate func mark(forward: Bool) -> Bool {
    withCursor { cursor, list in
      move(forward: forward, isAcross: isHorizontal)
      let next = state.cursor ?? cursor
      list.selectItems(at: list.indexPaths(from: cursor, through: next))
      marks.setAnchor(next)
    }
  }

  /// Marks all rows, or all but those that are.
  ///
  /// - Returns: `false` if there are none.
  fileprivate func markAll(_ body: (ListViewModel) -> Void) -> Bool {
    guard let list, list.hasCells else { return false }
    body(list)
    markDelegate?.didMarkAll()
    return true
  }

  fileprivate func markRange() -> Bool {
    withCursor { cursor, list in marks.markRange(to: cursor, in: list) }
  }

  /// Calls a closure with the row under the cursor.
  ///
  /// - Returns: `false` if there is none.
  private func withCursor(_ body: (ListIndexPath, ListViewModel) -> Void) -> Bool {
    guard let list, let cursor = state.cursor, list.contains(cursor) else { return false }
    body(cursor, list)
    return true
  }
}
