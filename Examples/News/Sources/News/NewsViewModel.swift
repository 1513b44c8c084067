import Foundation
import MocoaTUI

extension ViewModelKey where Value == String {
  /// A message that is shown briefly.
  static var toast: Self { "toast" }
}

extension ViewModelKey where Value == Story {
  /// A story that the reader wants to read.
  static var open: Self { "open" }
}

extension EmissionKey<Void> {
  /// A row became visible.
  static var appear: Self { "appear" }
}

/// The list of groups: refreshes it, continues it, and never both at a time.
final class NewsViewModel: ListViewModel {
  private let service: any NewsService
  private var groups: [Group] = []
  private var nextPage = 0
  private var hasMore = true
  private(set) var isBusy = false

  init(module: Module, service: any NewsService) {
    self.service = service
    super.init(module: module)
  }

  override func prepare() { refresh() }

  /// Asks for what is new.
  func refresh() {
    load(page: 0) { viewModel, new in
      let old = viewModel.groups
      let kept = old.filter { group in !new.contains { $0.id == group.id } }
      viewModel.groups = new + kept
      viewModel.nextPage = max(viewModel.nextPage, 1)
      let count = new.count { group in !old.contains { $0.id == group.id } }
      return count == 0 ? "nothing new" : "\(count) new groups"
    }
  }

  /// Asks for what comes after the last group.
  func loadMore() {
    guard hasMore else { return send(.toast, "that is all") }
    load(page: nextPage) { viewModel, new in
      viewModel.hasMore = !new.isEmpty
      guard viewModel.hasMore else { return "that is all" }
      viewModel.nextPage += 1
      let known = Set(viewModel.groups.map(\.id))
      viewModel.groups += new.filter { !known.contains($0.id) }
      return "\(new.count) more groups"
    }
  }

  private func load(
    page: Int, merge: @escaping @MainActor (NewsViewModel, [Group]) -> String
  ) {
    guard !isBusy else { return send(.toast, "still loading") }
    setBusy(true)
    Task { [weak self, service] in
      let result: Result<[Group], any Error>
      do {
        let json = try await service.groups(page: page)
        result = .success(try JSONDecoder().decode([Group].self, from: json))
      } catch {
        result = .failure(error)
      }
      guard let self else { return }
      setBusy(false)
      switch result {
      case .success(let new):
        let toast = merge(self, new)
        show()
        send(.toast, toast)
      case .failure(let error): send(.toast, "no news: \(error)")
      }
    }
  }

  private func setBusy(_ isBusy: Bool) {
    self.isBusy = isBusy
    send(.isLoading, isBusy)
  }

  /// Shows the groups; the difference to what was shown is worked out.
  ///
  /// A name that no module has is left out.
  private func show() {
    model = SectionList(
      groups.compactMap { group -> (any SectionModel)? in
        guard let name = ModuleName(rawValue: group.name),
          module?.submodule(ifLoaded: .section, name) != nil
        else { return nil }
        guard name == "banner" else {
          return RowSection(group.stories, name: name, identity: group.id)
        }
        let banner = Banner(id: group.id, stories: group.stories)
        return RowSection([banner], name: name, identity: group.id)
      })
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    if let story: Story = emission[.select] {
      send(.open, story)
    } else if emission.matches(.appear) {
      let isLast = (emission.source as? CellViewModel)?.indexPath?.section == numberOfSections - 1
      if isLast, hasMore, !isBusy { loadMore() }
    } else {
      return .forward
    }
    return .handled
  }
}
