import MocoaCore
import Observation

extension View {
  /// Binds a view model, or none, and makes it ready; the view is drawn again.
  ///
  /// Emissions of a view model without a parent continue at the view model of the closest view
  /// that contains this one, then of the page, of what opened the page, and of the application. A
  /// view model has one host: the view to which it was bound last.
  public final func bind(_ viewModel: ViewModel?) {
    guard viewModel !== boundViewModel else { return }
    viewModelWillChange()
    viewModel?.host = self
    setBoundViewModel(viewModel)
    viewModelDidChange()
  }

  /// Binds a view model, or none, without becoming its host and without notifying the view itself.
  final func setBoundViewModel(_ viewModel: ViewModel?) {
    endBindingSubscriptions()
    if let old = boundViewModel, old.host === self { old.host = nil }
    boundViewModel?.removeObservers(owner: self)
    boundViewModel = viewModel
    hasObservableViewModel = viewModel is any Observable
    viewModel?.ready()
    setNeedsDisplay()
  }

  /// Ends the subscriptions for the bound view model.
  final func endBindingSubscriptions() { bindingSubscriptions = [] }

  /// Retains a subscription while the present view model is bound.
  public final func keep(_ subscription: Subscription) { bindingSubscriptions.append(subscription) }
}

/// A view that declares the type of its view model.
///
/// ```swift
/// final class ClockView: View, ViewModelView {
///   typealias ViewModelType = ClockViewModel
///   override func draw(in canvas: inout Canvas) { canvas.write(viewModel.time) }
/// }
/// ```
@MainActor
public protocol ViewModelView: View {
  /// The type of the view model.
  associatedtype ViewModelType: ViewModel
}

extension ViewModelView {
  /// The bound view model.
  ///
  /// - Precondition: One is bound.
  public var viewModel: ViewModelType {
    guard let viewModel = boundViewModel as? ViewModelType else {
      preconditionFailure("A view has a view model only after one of its type was bound.")
    }
    return viewModel
  }
}
