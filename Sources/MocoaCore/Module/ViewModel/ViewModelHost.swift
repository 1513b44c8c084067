/// What displays a view model, such as a view.
///
/// An emission that leaves a view model is first offered to its host. One that reaches a view model
/// without a parent continues at the view model of what contains its host.
@MainActor public protocol ViewModelHost: AnyObject {
  /// The view model of what contains the host, or nil.
  var containingViewModel: ViewModel? { get }

  /// Handles an emission of the view model or of its descendants, or forwards it.
  func offer(_ emission: Emission) -> EmissionResponse
}

extension ViewModelHost {
  /// Forwards the emission.
  public func offer(_ emission: Emission) -> EmissionResponse { .forward }
}
