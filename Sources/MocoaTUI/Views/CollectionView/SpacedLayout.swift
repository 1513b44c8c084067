import MocoaCore

/// A layout whose margins and gaps a section can override.
protocol SpacedLayout: CollectionLayout {
  var insets: Insets { get set }
  var itemSpacing: Int { get set }
  var lineSpacing: Int { get set }
}

extension CollectionLayout {
  /// Returns the layout with the margins and gaps of a section; another layout is unchanged.
  public func spaced(_ spacing: SectionSpacing) -> any CollectionLayout {
    (self as? any SpacedLayout)?.with(spacing) ?? self
  }
}

extension SpacedLayout {
  /// Returns the layout with the margins and gaps of a section.
  fileprivate func with(_ spacing: SectionSpacing) -> any CollectionLayout {
    var layout = self
    layout.insets = Insets(
      top: max(0, spacing.top ?? insets.top), left: max(0, spacing.left ?? insets.left),
      bottom: max(0, spacing.bottom ?? insets.bottom),
      right: max(0, spacing.right ?? insets.right))
    layout.itemSpacing = max(0, spacing.itemSpacing ?? itemSpacing)
    layout.lineSpacing = max(0, spacing.lineSpacing ?? lineSpacing)
    return layout
  }
}

extension FlowLayout: SpacedLayout {}
extension GridLayout: SpacedLayout {}
extension WaterfallLayout: SpacedLayout {}
