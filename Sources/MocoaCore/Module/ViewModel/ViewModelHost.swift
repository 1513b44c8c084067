/// What displays a view model, such as a view.
///
/// An emission that reaches a view model without a parent continues at the view model of what
/// contains its host.
@MainActor public protocol ViewModelHost: AnyObject {
  /// The view model of what contains the host, or nil.
  var containingViewModel: ViewModel? { get }
}
