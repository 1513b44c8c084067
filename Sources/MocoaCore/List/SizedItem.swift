/// An item of a collection that may wish for a size, whatever its model.
@MainActor public protocol SizedItem: AnyObject {
  /// The size that the item wishes for; nil leaves it to the view.
  var size: ItemSize? { get }
}

extension CollectionCellViewModel: SizedItem {}
