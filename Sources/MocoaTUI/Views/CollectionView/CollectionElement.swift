import MocoaCore

/// One thing in a collection: an item, or a header, a footer or the like of a section.
public enum CollectionElement: Hashable, Sendable {
  /// An item.
  case item(ListIndexPath)
  /// A header, a footer or another element of a kind, by its number in the section.
  case supplementary(ModuleKind, index: Int, section: Int)

  /// The section that the element belongs to.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .supplementary(_, _, let section): section
    }
  }

  /// The position of the item, or nil for what is none.
  public var indexPath: ListIndexPath? {
    if case .item(let path) = self { return path }
    return nil
  }
}

/// What a collection keeps between two frames: where it is scrolled to, and where its cursor is.
public struct CollectionViewState: Hashable, Sendable {
  /// How much is scrolled away, in rows, or in columns where it is scrolled to the right.
  public var offset = 0

  /// The item that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath?

  /// Across the lines, where the cursor wants to be: it goes back there after a short line.
  public var goal: Int?

  /// Makes the state of a collection that was never scrolled.
  public init() {}
}

/// A cell of a collection: draws one item.
@MainActor
open class CollectionViewCell<ViewModelType: CellViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .cell }

  /// The view model that the cell shows.
  ///
  /// - Precondition: the cell is in a list.
  public var viewModel: ViewModelType {
    guard let viewModel = boundViewModel as? ViewModelType else {
      preconditionFailure("A cell has a view model only while it shows an item.")
    }
    return viewModel
  }

  /// The size that an item wants, in columns and rows of the screen; 0 hides it.
  ///
  /// Asked where the layout gives none, and the view model wishes for none. The answer is kept
  /// until the width changes or the view model marks that it needs measuring.
  ///
  /// - Parameters:
  ///   - viewModel: the item.
  ///   - columns: the most columns that it can have.
  /// - Returns: the size.
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

/// A header, a footer or another supplementary view of a collection's section.
public typealias CollectionSupplementaryView<ViewModelType: ViewModel> =
  TableSupplementaryView<ViewModelType>

extension ListElementView {
  /// The collection that the element is in, or nil where it is in none.
  public var collectionView: CollectionView? { container as? CollectionView }
}
