/// A view model that is created from a model, so that it can be registered by type.
@MainActor public protocol ModelViewModel: ViewModel {
  /// The type of the model.
  associatedtype Model

  /// Creates an idle view model.
  init(model: Model)
}

/// A view model whose model can be replaced, so that it is retained when its row changes.
///
/// For other view models, a list creates a new one when the row changes.
@MainActor public protocol UpdatableViewModel: ModelViewModel {
  /// The model.
  var model: Model { get set }
}
