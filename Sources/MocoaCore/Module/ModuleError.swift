/// The reason why a module cannot be moved to an address, or cannot display a model.
public enum ModuleError: Error {
  /// The address is occupied by another module.
  case occupied(ModuleURL)
  /// The module would be its own descendant.
  case cycle(ModuleURL)
  /// The new parent was removed from its registry.
  case removed(ModuleURL)
  /// The module has no view model.
  case noViewModel(ModuleURL)
  /// The view model is of another type than the element requires.
  case wrongViewModel(expected: Any.Type, found: Any.Type)
  /// The model is of another type, and cannot be decoded.
  case wrongModel(expected: Any.Type, found: Any.Type)
  /// The model cannot be decoded into the registered type.
  case undecodable(Any.Type, underlying: any Error)
  /// The list's model has fewer rows than it reported.
  case outOfRange(index: Int, count: Int)
}

extension ModuleError: CustomStringConvertible {
  /// A description in one line: the address or the types, and the reason.
  public var description: String {
    switch self {
    case .occupied(let url): "\(url): the address is taken by another module"
    case .cycle(let url): "\(url): a module cannot be below itself"
    case .removed(let url): "\(url): the module has been removed"
    case .noViewModel(let url): "\(url) has no view model"
    case .wrongViewModel(let expected, let found): "\(found) is not a \(expected)"
    case .wrongModel(let expected, let found): "expected \(expected), found \(found)"
    case .undecodable(let type, let error):
      (error as? DecodingError)?.sentence ?? "not a \(type): \(error)"
    case .outOfRange(let index, let count):
      "row \(index) is out of range (\(count) \(count == 1 ? "row" : "rows"))"
    }
  }
}
