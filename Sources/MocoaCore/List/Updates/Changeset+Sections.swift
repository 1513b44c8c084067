extension Changeset {
  /// Adds what is different about sections themselves: names, headers, footers and other parts.
  mutating func addDifferences(from old: ListSnapshot, to new: ListSnapshot) {
    let mapping = PositionMapping(
      deletes: sectionDeletes, inserts: sectionInserts, moves: sectionMoves)
    for (position, section) in new.sections.enumerated() {
      guard let oldPosition = mapping.oldPosition(of: position) else { continue }
      let oldSection = old.sections[oldPosition]
      if oldSection.name != section.name { sectionReloads.append(oldPosition) }
      if oldSection.supplementaries.isEmpty, section.supplementaries.isEmpty { continue }
      addParts(of: oldSection, at: oldPosition, of: section, at: position)
    }
    sectionReloads.sort()
    supplementaryDeletes.sort()
    supplementaryReloads.sort()
  }

  private mutating func addParts(
    of old: SectionSnapshot, at oldPosition: Int, of new: SectionSnapshot, at newPosition: Int
  ) {
    var kinds = old.supplementaries.map(\.kind)
    kinds += new.supplementaries.map(\.kind).filter { !kinds.contains($0) }
    for kind in kinds {
      let (oldModels, newModels) = (old.models(of: kind), new.models(of: kind))
      let common = Swift.min(oldModels.count, newModels.count)
      for index in 0..<common
      where !ModelContent.isEqual(oldModels[index] as Any, newModels[index] as Any) {
        supplementaryReloads.append(
          SupplementaryPath(kind: kind, section: oldPosition, index: index))
      }
      supplementaryDeletes += (common..<oldModels.count).map {
        SupplementaryPath(kind: kind, section: oldPosition, index: $0)
      }
      supplementaryInserts += (common..<newModels.count).map {
        SupplementaryPath(kind: kind, section: newPosition, index: $0)
      }
    }
  }
}

extension SectionSnapshot {
  fileprivate func models(of kind: ModuleKind) -> [Any?] {
    supplementaries.first { $0.kind == kind }?.models ?? []
  }
}
