import Foundation
import MocoaCore
import Testing

// The code of Sources/MocoaCore/MocoaCore.docc/LiveList.md, as a new user would type it.

struct Pod: Identifiable, Equatable, Codable, Sendable {
  var id: String
  var phase: String
}

final class PodViewModel: CellViewModel<Pod> {
  var title: String { "\(model.id): \(model.phase)" }
  var changes = 0

  override func modelDidChange(from oldModel: Pod) { changes += 1 }
  override func didSelect() { emit(.select, model) }
}

final class PodListViewModel: ItemListViewModel<Pod> {
  var opened: [Pod] = []

  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let pod: Pod = emission[.select] else { return .forward }
    opened.append(pod)
    return .handled
  }
}

@MainActor private final class PodView {}

@MainActor private final class Screen {
  var log: [String] = []
}

@Suite @MainActor struct LiveListTests {
  @Test func aListNeedsNoAddress() {
    let list = PodListViewModel(
      [Pod(id: "a", phase: "Pending")],
      registering: {
        $0.cell.register(
          viewModel: PodViewModel.self, view: ModuleView(.cell, name: "Pod") { PodView() })
      })
    #expect((list.cellViewModel(at: .init(section: 0, item: 0)) as? PodViewModel)?.title != nil)
    #expect(list.module?.registry != nil)
  }

  @Test func aListFollowsItsItems() async throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://pods/"]
    module.section.cell.register(
      viewModel: PodViewModel.self, view: ModuleView(.cell, name: "Pod") { PodView() })

    let list = PodListViewModel([Pod(id: "a", phase: "Pending")], module: module)
    list.ready()

    let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 0)) as? PodViewModel
    #expect(cell?.title == "a: Pending")
    #expect(cell?.failureReason == nil)

    let screen = Screen()
    let subscription = list.observeChanges(owner: screen) { screen, change in
      if case .update(let changeset) = change { screen.log.append("\(changeset)") }
    }

    list.items[0].phase = "Running"
    list.items.append(Pod(id: "b", phase: "Pending"))
    #expect(screen.log == ["reload 0.0", "insert 0.1"])
    #expect(cell?.changes == 1)

    let (updates, continuation) = AsyncStream.makeStream(of: [Pod].self)
    continuation.yield([Pod(id: "b", phase: "Running")])
    continuation.finish()
    for await pods in updates { await list.update(to: pods) }
    #expect(screen.log.last == "delete 0.0; reload 0.1")

    list.sections = [
      RowSection(list.items, name: "running", header: "Running"),
      RowSection([Pod(id: "c", phase: "Pending")], header: "Others"),
    ]
    #expect(list.numberOfSections == 2)

    list.openCell(at: ListIndexPath(section: 0, item: 0))
    list.openCell(at: ListIndexPath(section: 1, item: 0))
    #expect(list.opened.map(\.id) == ["b", "c"])

    let other = PodListViewModel([], module: module)
    let data = try JSONEncoder().encode(list.save())
    other.restore(try JSONDecoder().decode(SavedList<Pod>.self, from: data))
    #expect(other.sections.map(\.rows) == list.sections.map(\.rows))
    subscription.cancel()
  }
}
