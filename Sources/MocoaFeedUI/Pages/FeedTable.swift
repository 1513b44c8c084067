import MocoaTUI

/// A table that reports its layout.
final class FeedTable: TableView {
  /// Called when other rows may have been read for display.
  var onLayout: (() -> Void)?

  override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?()
  }
}
