/// A factory of the view models of a module.
@MainActor struct ViewModelFactory {
  /// The type of the view models, for diagnostics.
  let viewModelType: Any.Type

  /// The type of the models; nil for any type.
  let modelType: Any.Type?

  /// Creates an idle view model.
  let make: @MainActor (Any?) throws -> ViewModel

  /// Sets the model of an existing view model; nil if a new one must be created.
  let update: (@MainActor (ViewModel, Any?) throws -> Void)?
}

extension ViewModelFactory {
  /// Creates a factory of view models that are created only from their model.
  init<ViewModelType: ModelViewModel>(_ type: ViewModelType.Type) {
    viewModelType = type
    modelType = ViewModelType.Model.self
    make = { type.init(model: try ModelConversion.convert($0, to: ViewModelType.Model.self)) }
    update = (type as? any UpdatableViewModel.Type).map { Self.updating($0) }
  }

  private static func updating<ViewModelType: UpdatableViewModel>(
    _ type: ViewModelType.Type
  ) -> @MainActor (ViewModel, Any?) throws -> Void {
    { viewModel, model in
      guard let viewModel = viewModel as? ViewModelType else { return }
      let model = try ModelConversion.convert(model, to: ViewModelType.Model.self)
      // The same object has not been replaced.
      if ViewModelType.Model.self is AnyClass,
        (viewModel.model as AnyObject) === (model as AnyObject)
      {
        return
      }
      viewModel.model = model
    }
  }
}

/// Conversion of a list's models to the type of a view model.
enum ModelConversion {
  /// Returns a model as a type, decoded if it is an `EncodedModel` and the type is `Decodable`.
  static func convert<Model>(_ model: Any?, to type: Model.Type) throws(ModuleError) -> Model {
    // A missing model is valid for an optional type, and for `Any`.
    if let model = (model as Any) as? Model { return model }
    guard let model else {
      throw .wrongModel(expected: type, found: Optional<Any>.self)
    }
    guard let encoded = model as? any EncodedModel,
      let decodable = type as? any Decodable.Type,
      let decoded = try decode(encoded, as: decodable) as? Model
    else { throw .wrongModel(expected: type, found: Swift.type(of: model)) }
    return decoded
  }

  private static func decode<Model: Decodable>(
    _ encoded: any EncodedModel, as type: Model.Type
  ) throws(ModuleError) -> Any {
    do {
      return try encoded.decode(type)
    } catch {
      throw .undecodable(type, underlying: error)
    }
  }
}
