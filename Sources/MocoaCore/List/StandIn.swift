/// What displays an element of a list that has no module, or whose model does not fit its module.
///
/// ```swift
/// final class ContactsViewModel: ListViewModel {
///   override func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
///     StandIn(MissingContactViewModel(), view: .element(MissingContactCell.self))
///   }
/// }
/// ```
@MainActor public struct StandIn<Element: ElementViewModel> {
  /// The idle view model, whose `resolution` and `failureReason` are set by the list.
  public let viewModel: Element

  /// The view; nil for a placeholder, or the reason, of the view of the list.
  public let view: ModuleView?

  /// Creates a stand-in.
  ///
  /// - Parameters:
  ///   - viewModel: A new view model.
  ///   - view: The view; nil for that of the view of the list. It is displayed even if placeholders
  ///     are hidden. Views of the same name display each other's elements.
  public init(_ viewModel: Element, view: ModuleView? = nil) {
    (self.viewModel, self.view) = (viewModel, view)
  }
}

extension ModuleResolver {
  /// Stores the view of a stand-in, and the names and the result of the lookup.
  func configure<Element: ElementViewModel>(
    _ standIn: StandIn<Element>, _ name: ElementName, _ resolution: Resolution
  ) -> Element {
    standIn.viewModel.standInView = standIn.view
    return configure(standIn.viewModel, name, resolution)
  }
}
