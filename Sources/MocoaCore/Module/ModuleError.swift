/// Why a module cannot be put in a place, or cannot show a model.
enum ModuleError: Error {
  /// Another module is at the address.
  case occupied(ModuleURL)
  /// The module is the one in which it was to be put, or above it.
  case cycle(ModuleURL)
  /// The module in which it was to be put has been removed from its registry.
  case removed(ModuleURL)
  /// The module has no view model.
  case noViewModel(ModuleURL)
  /// The view model is of a type that cannot stand in this place.
  case wrongViewModel(expected: Any.Type, found: Any.Type)
  /// The model is of another type, and not one that could be decoded.
  case wrongModel(expected: Any.Type, found: Any.Type)
  /// The model does not decode into the registered type.
  case undecodable(Any.Type, underlying: any Error)
  /// The list's model has fewer rows than it said it had.
  case outOfRange(index: Int, count: Int)
}

extension ModuleError: CustomStringConvertible {
  /// One line that names the address or the types, and the reason.
  var description: String {
    switch self {
    case .occupied(let url): "\(url): another module is there"
    case .cycle(let url): "\(url): a module cannot be below itself"
    case .removed(let url): "\(url): the module has been removed"
    case .noViewModel(let url): "\(url) has no view model"
    case .wrongViewModel(let expected, let found): "\(found) is not a \(expected)"
    case .wrongModel(let expected, let found): "expected \(expected), found \(found)"
    case .undecodable(let type, let error):
      (error as? DecodingError)?.sentence ?? "not a \(type): \(error)"
    case .outOfRange(let index, let count): "row \(index) is gone: \(count) are left"
    }
  }
}
