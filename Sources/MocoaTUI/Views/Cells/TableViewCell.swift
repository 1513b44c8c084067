import MocoaCore

/// A view that says which view model it shows, so that one line registers both.
@MainActor
public protocol ModuleElementView: ListElementView {
  /// The view model that the view shows.
  associatedtype ViewModelType: ViewModel

  /// What the view is for.
  static var form: ModuleView.Form { get }
}

/// A view of a list that shows a view model of one type: what cells, headers and footers have in
/// common.
@MainActor
open class ModuleElement<ViewModelType: ViewModel>: ListElementView {
  /// The view model that the view shows.
  ///
  /// - Precondition: the view is in a list; only ``ListElementView/prepareForReuse()`` and drawing
  ///   come while it is.
  public var viewModel: ViewModelType {
    guard let viewModel = boundViewModel as? ViewModelType else {
      preconditionFailure("A view of a list has a view model only while it shows an element.")
    }
    return viewModel
  }
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
open class TableViewCell<ViewModelType: CellViewModel>: ModuleElement<ViewModelType>,
  ModuleElementView
{
  public class var form: ModuleView.Form { .cell }

  /// How many rows of the screen a row of the list needs.
  ///
  /// The answer is cached until the width changes or the view model marks that it needs measuring.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    (viewModel as? ViewModelType).map { Self.height(of: $0, columns: columns) } ?? 1
  }
}

/// A header, a footer or another supplementary view of a section.
@MainActor
open class TableSupplementaryView<ViewModelType: ViewModel>: ModuleElement<ViewModelType>,
  ModuleElementView
{
  public class var form: ModuleView.Form { .supplementary }

  /// How many rows of the screen the view needs.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    (viewModel as? ViewModelType).map { Self.height(of: $0, columns: columns) } ?? 1
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
