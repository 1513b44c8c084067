import MocoaCore

/// A list view with any ``CollectionLayout``, and headers and footers of sections.
///
/// ```swift
/// let collection = CollectionView(layout: GridLayout(columns: 2, itemRows: 3))
/// collection.show(list)
/// ```
@MainActor
open class CollectionView: ListView {
  /// Creates a collection without a list.
  public init(layout: any CollectionLayout = FlowLayout()) {
    super.init(layout: layout)
  }

  /// The keys of a collection: those of a table, but for movement in two dimensions.
  static let defaultKeyMap = makeKeyMap("item", sideways: "Move", title: "Items")

  open override var keyMap: KeyMap { Self.defaultKeyMap.applying(keyChanges) }
}

/// A cell of a collection, which draws one item.
@MainActor
open class CollectionViewCell<ViewModelType: AnyCellViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .cell }

  /// Returns the preferred size of an item, in columns and rows of the screen; 0 hides it.
  ///
  /// Called if neither the layout nor the view model determines the size. The size is cached until
  /// the width changes or the view model requests measuring.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the item.
  ///   - columns: The maximum number of columns.
  /// - Returns: The size.
  open class func size(of viewModel: ViewModelType, columns: Int) -> Size {
    Size(columns: min(columns, 20), rows: 3)
  }

  override func measureItem(_ viewModel: ViewModel, columns: Int) -> Size {
    guard let viewModel = viewModel as? ViewModelType else {
      return super.measureItem(viewModel, columns: columns)
    }
    return Self.size(of: viewModel, columns: columns)
  }
}
