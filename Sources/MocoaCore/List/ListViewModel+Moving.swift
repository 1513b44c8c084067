extension ListViewModel {
  /// Puts sections, cells and the selection where a changeset says, without telling anybody.
  ///
  /// - Parameters:
  ///   - changeset: what happens; its reloads are not looked at.
  ///   - count: the number of rows that a section has afterwards, by its new position.
  /// - Complexity: O(changes) where rows are appended; else also O(view models of the sections in
  ///   which rows come or go + sections, if those change + selected rows).
  final func moveElements(by changeset: Changeset, count: (Int) -> Int) {
    version += 1
    if appendsOnly(changeset) {
      for range in changeset.itemInserts.ranges {
        setCount(count(range.section), ofSection: range.section)
      }
      return
    }
    guard changeset.movesElements else { return }
    let mapping = ChangesetMapping(changeset)
    var movement = ElementMovement()
    moveCells(by: changeset, mapping, &movement)
    moveSections(by: changeset, mapping, &movement)
    for section in changeset.sectionInserts { slots[section] = .count(count(section)) }
    for section in changeset.newSectionsOfItems { setCount(count(section), ofSection: section) }
    for start in movement.starts.keys {
      if let section = mapping.newSection(of: start) {
        setCount(count(section), ofSection: section)
      }
    }
    for (cell, path) in movement.travellers { settle(cell, at: path) }
    moveSelection(by: mapping)
    for viewModel in movement.leaving { letGo(viewModel) }
  }

  /// Whether rows come after the last ones of their sections, and nothing else happens.
  private func appendsOnly(_ changeset: Changeset) -> Bool {
    guard !changeset.changesSections, changeset.itemDeletes.isEmpty, changeset.itemMoves.isEmpty
    else { return false }
    return changeset.itemInserts.ranges.allSatisfy {
      $0.items.lowerBound >= slots[$0.section].count
    }
  }

  private func moveCells(
    by changeset: Changeset, _ mapping: ChangesetMapping, _ movement: inout ElementMovement
  ) {
    movement.findStarts(of: changeset, mapping)
    for (section, start) in movement.starts {
      guard let viewModel = slots[section].viewModel else { continue }
      let target = mapping.newSection(of: section)
      viewModel.cells.remap(from: start) { item, cell in
        let old = ListIndexPath(section: section, item: item)
        guard let new = mapping.newPosition(of: old) else {
          movement.leaving.append(cell)
          return nil
        }
        guard new.section == target else {
          movement.travellers.append((cell, new))
          return nil
        }
        cell.index = new.item
        return new.item
      }
    }
  }

  private func moveSections(
    by changeset: Changeset, _ mapping: ChangesetMapping, _ movement: inout ElementMovement
  ) {
    guard changeset.changesSections else { return }
    for section in changeset.sectionDeletes {
      guard let viewModel = slots[section].viewModel else { continue }
      movement.leaving += viewModel.elements as [ViewModel]
      movement.leaving.append(viewModel)
    }
    let old = slots
    let count = old.count - changeset.sectionDeletes.count + changeset.sectionInserts.count
    slots = (0..<count).map { new in
      mapping.oldSection(of: new).map { old[$0] } ?? .count(0)
    }
    for (index, slot) in slots.enumerated() { slot.viewModel?.index = index }
  }

  /// Takes in a cell that comes from another section.
  private func settle(_ cell: CellViewModel, at path: ListIndexPath) {
    let section = sectionViewModel(at: path.section)
    cell.index = path.item
    // The names under which it was found may be others here.
    cell.modelVersion = -1
    section.cells[path.item] = cell
    section.adoptManaged(cell)
  }

  private func moveSelection(by mapping: ChangesetMapping) {
    guard !selection.isEmpty else { return }
    let old = selection
    selection.removeAll(keepingCapacity: true)
    for (path, identity) in old {
      if let new = mapping.newPosition(of: path) { selection[new] = identity }
    }
  }

  /// Ends the life of a section or an element in the list.
  final func letGo(_ viewModel: ViewModel) {
    if let element = viewModel as? ElementViewModel {
      element.endDisplay()
      displayed[ObjectIdentifier(element)] = nil
    }
    releaseManaged(viewModel)
  }
}

/// Which view models a changeset makes leave their places.
@MainActor struct ElementMovement {
  /// The first row that may change its place, for each old section in which any does.
  var starts: [Int: Int] = [:]
  /// Cells that go to another section.
  var travellers: [(cell: CellViewModel, path: ListIndexPath)] = []
  /// Those whose rows or sections are gone; elements before their sections.
  var leaving: [ViewModel] = []

  mutating func findStarts(of changeset: Changeset, _ mapping: ChangesetMapping) {
    for section in changeset.sectionDeletes { starts[section] = 0 }
    for range in changeset.itemDeletes.ranges { lower(range.section, range.items.lowerBound) }
    for move in changeset.itemMoves {
      lower(move.from.section, move.from.item)
      lower(mapping.oldSection(of: move.to.section), move.to.item)
    }
    for range in changeset.itemInserts.ranges {
      lower(mapping.oldSection(of: range.section), range.items.lowerBound)
    }
  }

  private mutating func lower(_ section: Int?, _ item: Int) {
    guard let section else { return }
    starts[section] = min(starts[section] ?? item, item)
  }
}

extension Changeset {
  /// Whether anything is in another place afterwards.
  var movesElements: Bool {
    changesSections || !itemDeletes.isEmpty || !itemInserts.isEmpty || !itemMoves.isEmpty
  }

  /// The new positions of the sections to which rows come.
  var newSectionsOfItems: Set<Int> {
    Set(itemInserts.ranges.map(\.section)).union(itemMoves.lazy.map(\.to.section))
  }
}
