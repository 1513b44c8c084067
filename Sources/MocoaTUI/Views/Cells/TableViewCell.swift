import MocoaCore

/// A view that says which view model it shows, so that one line registers both.
@MainActor
public protocol ModuleElementView: ListElementView {
  /// The view model that the view shows.
  associatedtype ViewModelType: ViewModel

  /// What the view is for.
  static var form: ModuleView.Form { get }
}

/// A cell of a table: draws one row.
///
/// ```swift
/// final class ContactCell: TableViewCell<ContactViewModel> {
///   override func draw(in canvas: inout Canvas) {
///     canvas.write(viewModel.model.name, style: .title)
///     canvas.write(viewModel.model.phone, style: .secondary, alignment: .trailing)
///   }
/// }
/// ```
@MainActor
open class TableViewCell<ViewModelType: CellViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .cell }

  /// The view model that the cell shows.
  ///
  /// - Precondition: the cell is in a list; only ``ListElementView/prepareForReuse()`` and drawing
  ///   come while it is.
  public var viewModel: ViewModelType {
    guard let viewModel = boundViewModel as? ViewModelType else {
      preconditionFailure("A cell has a view model only while it shows a row.")
    }
    return viewModel
  }

  /// How many rows of the screen a row of the list needs.
  ///
  /// The answer is kept until the width changes or the view model marks that it needs measuring.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    guard let viewModel = viewModel as? ViewModelType else { return 1 }
    return Self.height(of: viewModel, columns: columns)
  }
}

/// A header, a footer or another supplementary view of a section.
@MainActor
open class TableSupplementaryView<ViewModelType: ViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .supplementary }

  /// The view model that the view shows.
  ///
  /// - Precondition: the view is in a list.
  public var viewModel: ViewModelType {
    guard let viewModel = boundViewModel as? ViewModelType else {
      preconditionFailure("A header has a view model only while it is in a list.")
    }
    return viewModel
  }

  /// How many rows of the screen the view needs.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    guard let viewModel = viewModel as? ViewModelType else { return 1 }
    return Self.height(of: viewModel, columns: columns)
  }
}

extension Module {
  /// Registers a view together with the view model that it names and the model that that one names.
  public func register<ElementView: ModuleElementView>(_ view: ElementView.Type)
  where ElementView.ViewModelType: ModelViewModel {
    register(viewModel: ElementView.ViewModelType.self, view: .element(view))
  }
}

extension ModuleView {
  /// The description of a view that stands in a list.
  public static func element<ElementView: ModuleElementView>(
    _ view: ElementView.Type
  ) -> ModuleView {
    ModuleView(ElementView.form, name: "\(view)") { ElementView() }
  }
}
