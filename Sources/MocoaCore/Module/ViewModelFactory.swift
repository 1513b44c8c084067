/// How a module makes its view models, and from which type of model.
@MainActor struct ViewModelFactory {
  /// The type of the view models, for diagnostics.
  let viewModelType: Any.Type

  /// The type of the models; nil if any will do.
  let modelType: Any.Type?

  /// Makes a view model, not yet ready.
  let make: @MainActor (Any?) throws -> ViewModel

  /// Gives a view model that was made before another model; nil if a new one has to be made.
  let update: (@MainActor (ViewModel, Any?) throws -> Void)?
}

extension ViewModelFactory {
  /// A factory for a view model that is made from its model and nothing else.
  init<ViewModelType: ModelViewModel>(_ type: ViewModelType.Type) {
    viewModelType = type
    modelType = ViewModelType.Model.self
    make = { type.init(model: try ModelConversion.convert($0, to: ViewModelType.Model.self)) }
    if let type = type as? any UpdatableViewModel.Type {
      update = Self.updating(type)
    } else {
      update = nil
    }
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

/// Turns what a list holds into what a view model wants.
enum ModelConversion {
  /// The model as the wanted type, decoded if it is encoded and the type can be decoded.
  static func convert<Model>(_ model: Any?, to type: Model.Type) throws(ModuleError) -> Model {
    // An absent model fits an optional type, and a type that takes anything.
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
