import MocoaCore

/// The feature of collapsing the sections of a list to their headers and the numbers of their rows.
///
/// Sections are known by their identities, so that they stay collapsed when the list changes.
@MainActor
package final class SectionCollapsing: PageFeature {
  private unowned let page: any ListContext

  /// Shows the list again.
  private let update: () -> Void

  /// The identities of the collapsed sections.
  private var collapsed: Set<AnyHashable> = []

  /// The section that was collapsed last, nil for all; the cursor since then, and what returns it
  /// to its row.
  private var last: (section: AnyHashable?, cursor: ListIndexPath?, restore: () -> Void)?

  /// The changes of the list, with which that cursor moves.
  private var changes: Subscription?

  package static let bindings: [KeyBinding<SectionCollapsing>] = [
    .init(
      "collapse-section", ["}"], help: "Collapse the section to its header, or expand it",
      when: { $0.hasSections }
    ) { $0.toggle() },
    .init(
      "collapse-sections", ["{"], help: "Collapse or expand all sections",
      when: { $0.hasSections }
    ) { $0.toggleAll() },
  ]

  /// Creates the feature; the page outlives it, whose list `update` shows again.
  package init(page: any ListContext, update: @escaping () -> Void) {
    (self.page, self.update) = (page, update)
  }

  package var isActive: Bool { !collapsed.isEmpty }

  /// Returns a list in which sections are collapsed.
  ///
  /// - Complexity: O(sections).
  package func shown(_ model: any ListModel) -> any ListModel {
    func wrapped(_ base: some ListModel) -> any ListModel {
      CollapsedSections(base, collapsed: indices(in: base))
    }
    return isActive ? wrapped(model) : model
  }

  /// Returns a list in which sections are collapsed.
  package func shown(_ model: any ListModel & Sendable) -> any ListModel & Sendable {
    func wrapped(_ base: some ListModel & Sendable) -> any ListModel & Sendable {
      CollapsedSections(base, collapsed: indices(in: base))
    }
    return isActive ? wrapped(model) : model
  }

  package func expand(_ section: Int) {
    guard isActive, let id = model.flatMap({ id(ofSection: section, in: $0) }),
      collapsed.remove(id) != nil
    else { return }
    show()
  }

  private var model: (any ListModel)? { page.content.list?.model }

  private var hasSections: Bool {
    guard let model, model.numberOfSections > 0 else { return false }
    return isActive || model.numberOfSections > 1 && id(ofSection: 0, in: model) != nil
  }

  private func indices(in model: any ListModel) -> Set<Int> {
    Set(
      (0..<model.numberOfSections).filter {
        id(ofSection: $0, in: model).map(collapsed.contains) ?? false
      })
  }

  /// Returns the identity of a section; nil if it has no header that could be left.
  private func id(ofSection index: Int, in model: any ListModel) -> AnyHashable? {
    guard (0..<model.numberOfSections).contains(index) else { return nil }
    let section = model.section(at: index)
    guard section.numberOfSupplementaryModels(of: .header) > 0 else { return nil }
    return section.sectionIdentity ?? AnyHashable(section.moduleName)
  }

  private func show() {
    update()
    page.content.redrawHeaders()
  }

  /// Remembers what was collapsed last.
  private func remember(_ section: AnyHashable?, _ restore: @escaping () -> Void) {
    last = (section, page.content.cursor, restore)
    changes = page.content.list?.observeChanges(owner: self) { feature, change in
      guard case .update(let changeset) = change, let cursor = feature.last?.cursor else { return }
      feature.last?.cursor = changeset.mapping.newPosition(of: cursor)
    }
  }

  /// Collapses the section of the cursor, or expands the one that was collapsed last if the cursor
  /// has not moved since.
  private func toggle() {
    guard let model else { return }
    let cursor = page.content.cursor
    if let last, let id = last.section, collapsed.contains(id),
      cursor == nil || cursor == last.cursor
    {
      self.last = nil
      collapsed.remove(id)
      show()
      last.restore()
      if page.content.cursor == cursor {
        let section = (0..<model.numberOfSections).first { self.id(ofSection: $0, in: model) == id }
        section.map { _ = page.content.moveCursor(toSection: $0) }
      }
    } else if let cursor, let id = id(ofSection: cursor.section, in: model) {
      let restore = page.positionRestorer()
      collapsed.insert(id)
      show()
      remember(id, restore)
    } else if cursor == nil {
      toggleAll()
    }
  }

  private func toggleAll() {
    guard let model else { return }
    let all = (0..<model.numberOfSections).compactMap { id(ofSection: $0, in: model) }
    if collapsed.isSuperset(of: all) {
      let restore = last?.restore
      (collapsed, last) = ([], nil)
      show()
      restore?()
    } else {
      let restore = page.positionRestorer()
      collapsed = Set(all)
      show()
      remember(nil, restore)
    }
    // Headers hold no cursor: without a row, most keys have nothing to apply to.
    if isActive, page.content.cursor == nil {
      page.status.show("{ expands all sections")
    }
  }
}
