/// A view model that says which model it is made from, so that it can be registered by type.
@MainActor public protocol ModelViewModel: ViewModel {
  /// The type of the model.
  associatedtype Model

  /// Makes an idle view model.
  init(model: Model)
}
