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
  private let load: Command<Int, (page: Int, groups: [Group])>
  private var nextPage = 0
  private var hasMore = true

  /// The groups; setting them updates the list by the difference.
  ///
  /// Groups of an unregistered name are left out.
  private var groups: [Group] = [] {
    didSet {
      model = SectionList {
        for group in groups {
          if let name = ModuleName(rawValue: group.name),
            module?.existingSubmodule(.section, name) != nil
          {
            if name == "banner" {
              let banner = Banner(id: group.id, stories: group.stories)
              RowSection([banner], name: name, identity: group.id)
            } else {
              RowSection(group.stories, name: name, identity: group.id)
            }
          }
        }
      }
    }
  }

  init(module: Module, service: any NewsService) {
    load = Command { page in
      let json = try await service.groups(page: page)
      return (page, try JSONDecoder().decode([Group].self, from: json))
    }
    super.init(module: module)
  }

  override func prepare() {
    load.observeResults(owner: self) { news, result in
      news.send(.isLoading, false)
      switch result {
      case .success(let (page, groups)): news.send(.toast, news.add(groups, of: page))
      case .failure(let error): news.send(.toast, "no news: \(error)")
      }
    }.store(in: &subscriptions)
    refresh()
  }

  var isBusy: Bool { load.isExecuting }

  /// Asks for what is new.
  func refresh() { load(page: 0) }

  /// Asks for what comes after the last group.
  func loadMore() {
    if hasMore { load(page: nextPage) } else { send(.toast, "that is all") }
  }

  private func load(page: Int) {
    guard (try? load.execute(page)) != nil else { return send(.toast, "still loading") }
    send(.isLoading, true)
  }

  /// Adds the newest groups above what is there, or those of another page below.
  ///
  /// - Returns: The message about it.
  private func add(_ new: [Group], of page: Int) -> String {
    let added = new.filter { group in !groups.contains { $0.id == group.id } }
    if page == 0 {
      nextPage = max(nextPage, 1)
      groups = new + groups.filter { group in !new.contains { $0.id == group.id } }
      return added.isEmpty ? "nothing new" : "\(added.count) new groups"
    }
    hasMore = !new.isEmpty
    guard hasMore else { return "that is all" }
    nextPage += 1
    groups += added
    return "\(new.count) more groups"
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    if let story: Story = emission[.select] {
      send(.open, story)
    } else if emission.matches(.appear) {
      let section = (emission.source as? AnyCellViewModel)?.indexPath?.section
      if section == numberOfSections - 1, hasMore, !isBusy { loadMore() }
    } else {
      return .forward
    }
    return .handled
  }
}
