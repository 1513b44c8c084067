import MocoaCore

/// The views that a table or a collection shows its elements with: made when there is none to use,
/// bound, and kept for the next element of their kind.
@MainActor
struct ElementViewPool {
  private var views: [ReuseKey: [ListElementView]] = [:]
  private var prototypes: [ReuseKey: ListElementView] = [:]

  /// A bound view for an element.
  mutating func view(for viewModel: ElementViewModel, in container: any ElementContainer)
    -> ListElementView
  {
    let view = views[viewModel.reuseKey]?.popLast() ?? make(for: viewModel, in: container)
    view.bind(viewModel)
    return view
  }

  /// A view that stands for all of an element's kind, to measure with; it is never shown.
  mutating func prototype(
    for viewModel: ElementViewModel, in container: any ElementContainer
  ) -> ListElementView {
    let key = viewModel.reuseKey
    if let view = prototypes[key] { return view }
    let view = make(for: viewModel, in: container)
    prototypes[key] = view
    return view
  }

  /// Takes the view from an element and keeps it for the next one of its kind.
  mutating func recycle(_ view: ListElementView, key: ReuseKey) {
    view.unbind()
    view.isCursor = false
    view.isSelected = false
    view.isFlashing = false
    view.removeFromSuperview()
    views[key, default: []].append(view)
  }

  /// Forgets the views that wait for an element.
  mutating func removeViews() { views.removeAll() }

  /// Forgets how elements are measured.
  mutating func removePrototypes() { prototypes.removeAll() }

  private func make(for viewModel: ElementViewModel, in container: any ElementContainer)
    -> ListElementView
  {
    let view: ListElementView
    switch viewModel.resolution {
    case .module(let module):
      do {
        view = try module.view.make() as? ListElementView ?? FailureView()
      } catch {
        view = FailureView()
      }
    case .placeholder: view = PlaceholderView()
    case .failure: view = FailureView()
    }
    view.container = container
    return view
  }
}

/// An element in sight and the view that shows it.
struct DisplayedElement {
  let viewModel: ElementViewModel
  let view: ListElementView
  /// What the view was made for.
  let key: ReuseKey
}

extension ElementViewPool {
  /// Gives each element that is wanted a view: the one that it had, where it still fits.
  ///
  /// Elements that are not wanted any more lose theirs and hear that they are not shown. Those that
  /// come hear of it only from the caller, when all are placed; so each
  /// hears once that it is shown and once that it is not, however often it moves.
  mutating func display(
    _ wanted: [ElementViewModel], insteadOf displayed: [DisplayedElement],
    in container: any ElementContainer
  ) -> [DisplayedElement] {
    let staying = Set(wanted.map { ObjectIdentifier($0) })
    var kept: [ObjectIdentifier: DisplayedElement] = [:]
    for element in displayed {
      let id = ObjectIdentifier(element.viewModel)
      if staying.contains(id), element.key == element.viewModel.reuseKey {
        kept[id] = element
      } else {
        recycle(element.view, key: element.key)
      }
      if !staying.contains(id) { element.viewModel.endDisplay() }
    }
    return wanted.map { viewModel in
      kept[ObjectIdentifier(viewModel)]
        ?? DisplayedElement(
          viewModel: viewModel, view: view(for: viewModel, in: container),
          key: viewModel.reuseKey)
    }
  }
}

/// What tells apart views that cannot show each other's elements.
enum ReuseKey: Hashable {
  case module(ElementName)
  case placeholder
  case failure
}

extension ElementViewModel {
  /// The key of the view that shows the element.
  var reuseKey: ReuseKey {
    switch resolution {
    case .module(let module): .module(module.reuseKey)
    case .placeholder: .placeholder
    case .failure: .failure
    }
  }
}
