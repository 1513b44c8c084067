import MocoaCore

/// A view that declares the type of its view model, so that both are registered by one call.
@MainActor
public protocol ModuleElementView: ListElementView, ViewModelView {
  /// The kind of element that the view displays.
  static var form: ModuleView.Form { get }
}

/// A cell of a table, which draws one row.
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
open class TableViewCell<ViewModelType: AnyCellViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .cell }

  /// Returns the height of a cell, in rows of the screen, at a width.
  ///
  /// The height is cached until the width changes or the view model requests measuring.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    (viewModel as? ViewModelType).map { Self.height(of: $0, columns: columns) } ?? 1
  }
}

/// A header, a footer or another supplementary view of a section.
@MainActor
open class TableSupplementaryView<ViewModelType: ViewModel>: ListElementView, ModuleElementView {
  public class var form: ModuleView.Form { .supplementary }

  /// Returns the height of the view, in rows of the screen, at a width.
  open class func height(of viewModel: ViewModelType, columns: Int) -> Int { 1 }

  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    (viewModel as? ViewModelType).map { Self.height(of: $0, columns: columns) } ?? 1
  }
}

extension Module {
  /// Registers a view with the view model type that it declares, and the model type of that.
  public func register<ElementView: ModuleElementView>(_ view: ElementView.Type)
  where ElementView.ViewModelType: ModelViewModel {
    register(viewModel: ElementView.ViewModelType.self, view: .element(view))
  }
}

extension ModuleView {
  /// Returns the description of a view of list elements.
  public static func element<ElementView: ModuleElementView>(
    _ view: ElementView.Type
  ) -> ModuleView {
    ModuleView(ElementView.form, name: "\(view)") { ElementView() }
  }
}
