import MocoaCore

/// A list of which some sections have no rows, but their headers.
package struct CollapsedSections<Base: ListModel>: CollapsedListModel {
  package let base: Base
  package let collapsed: Set<Int>

  package init(_ base: Base, collapsed: Set<Int>) {
    (self.base, self.collapsed) = (base, collapsed)
  }

  package var uncollapsed: any ListModel { base }

  package var numberOfSections: Int { base.numberOfSections }

  package func section(at index: Int) -> any SectionModel {
    let section = base.section(at: index)
    return collapsed.contains(index) ? CollapsedSection(base: section) : section
  }
}

extension CollapsedSections: Sendable where Base: Sendable {}

/// A list model of which some sections are collapsed.
package protocol CollapsedListModel: ListModel {
  /// The list with the rows of all sections.
  var uncollapsed: any ListModel { get }

  /// The sections that have no rows because they are collapsed.
  var collapsed: Set<Int> { get }
}

/// A section without its rows.
private struct CollapsedSection: WrappedSection {
  let base: any SectionModel

  var numberOfItems: Int { 0 }
  func item(at index: Int) -> Any { base.item(at: index) }
  var rowFingerprints: [RowFingerprint]? { base.rowFingerprints == nil ? nil : [] }
}

extension SectionModel {
  /// A Boolean value that indicates whether the section has no rows because it is collapsed.
  package var isCollapsed: Bool { self is CollapsedSection }

  /// The section with its rows.
  package var uncollapsed: any SectionModel { (self as? CollapsedSection)?.base ?? self }
}

extension ListView {
  /// Returns the number of rows of a section that is collapsed; nil for other sections.
  func rowCount(ofCollapsed section: Int) -> Int? {
    guard let model = list?.model as? any CollapsedListModel,
      model.collapsed.contains(section), section < model.numberOfSections
    else { return nil }
    return model.uncollapsed.section(at: section).numberOfItems
  }

  /// Draws the headers again, whose sections may have other numbers of rows.
  package func redrawHeaders() {
    for element in displayed where !(element.viewModel is AnyCellViewModel) {
      element.view.setNeedsDisplay()
    }
  }
}
