/// A view model that says which model it is made from, so that it can be registered by type.
@MainActor public protocol ModelViewModel: ViewModel {
  /// The type of the model.
  associatedtype Model

  /// Creates an idle view model.
  init(model: Model)
}

/// A view model whose model can be replaced, so that it lives on when its row changes.
///
/// A list makes another view model for a changed row where the one that it has does not conform.
@MainActor public protocol UpdatableViewModel: ModelViewModel {
  /// The model.
  var model: Model { get set }
}
