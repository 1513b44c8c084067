import MocoaCore
import Testing

// The code of Sources/MocoaCore/MocoaCore.docc/Sections.md.

struct Track: Identifiable, Equatable {
  var id: Int
  var title: String
  var isPlaying = false
}

final class TrackViewModel: CellViewModel<Track> {
  override func prepare() {
    bind(\.title, \.isPlaying) { viewModel, title, isPlaying in
      viewModel.send(.title, isPlaying ? "▶ \(title)" : title)
    }
  }
}

final class AlbumTitleViewModel: ModelSupplementaryViewModel<String> {}

final class AdvertisementViewModel: CellViewModel<String> {}

enum Entry: Identifiable, Equatable {
  case track(Track)
  case advertisement(id: Int, String)

  var id: Int {
    switch self {
    case .track(let track): track.id
    case .advertisement(let id, _): id
    }
  }
}

/// A view that displays some rows of the first section, whose other rows need no view models.
@MainActor final class RowWindow {
  let list: ListViewModel
  private(set) var displayed: [AnyCellViewModel] = []

  init(_ list: ListViewModel) { self.list = list }

  func show(_ rows: Range<Int>) {
    let section = list.sectionViewModel(at: 0)
    let rows = rows.clamped(to: 0..<section.numberOfItems)
    let cells = Array(section.cellViewModels[rows])
    for cell in displayed where !cells.contains(where: { $0 === cell }) { cell.endDisplay() }
    displayed = cells
    for cell in cells { cell.beginDisplay() }
  }
}

@MainActor private final class TextView { var lines: [String] = [] }

@Suite @MainActor struct DocumentedListTests {
  private let tracks = [
    Track(id: 1, title: "Overture"), Track(id: 2, title: "Aria"), Track(id: 3, title: "Finale"),
  ]

  @Test func sectionsHaveHeaders() {
    let list = ItemListViewModel([Track]()) { section in
      section.cell.register(
        viewModel: TrackViewModel.self, view: ModuleView(.cell, name: "Track") { TextView() })
      section.header.register(
        viewModel: AlbumTitleViewModel.self,
        view: ModuleView(.supplementary, name: "Title") { TextView() })
    }
    list.sections = [
      RowSection(Array(tracks[..<2]), identity: "first", header: "First act"),
      RowSection(Array(tracks[2...]), identity: "second", header: "Second act"),
    ]
    list.ready()
    for section in list.sectionViewModels {
      let title = (section.headerViewModel as? AlbumTitleViewModel)?.model
      print(title ?? "no header", section.numberOfItems)  // First act 2, Second act 1
    }
    list.sections[1].header = "Last act"  // reload header 1.0
    list.append(Track(id: 4, title: "Encore"), toSection: 1)
    let titles = list.sectionViewModels.map {
      ($0.headerViewModel as? AlbumTitleViewModel)?.model
    }
    #expect(Array(titles) == ["First act", "Last act"])
    #expect(Array(list.sectionViewModels).map(\.numberOfItems) == [2, 2])
  }

  @Test func rowsOfSeveralKinds() {
    let trackView = ModuleView(.cell, name: "Track") { TextView() }
    let advertisementView = ModuleView(.cell, name: "Advertisement") { TextView() }
    let list = ItemListViewModel([Entry]()) { entry in
      switch entry {
      case .track(let track): ItemCell(TrackViewModel.self, track, view: trackView)
      case .advertisement(_, let text):
        ItemCell(AdvertisementViewModel.self, text, view: advertisementView)
      }
    }
    list.items = [.track(tracks[0]), .advertisement(id: 9, "Buy the score"), .track(tracks[1])]
    for cell in list.sectionViewModel(at: 0).cellViewModels {
      switch cell {
      case let track as TrackViewModel: print(track.model.title)
      case let advertisement as AdvertisementViewModel: print(advertisement.model)
      default: print(cell.failureReason ?? "")
      }
    }
    let kinds = list.sectionViewModel(at: 0).cellViewModels.map { $0 is TrackViewModel }
    #expect(Array(kinds) == [true, false, true])
  }

  @Test func aWindowOfRows() {
    let list = ItemListViewModel((0..<100_000).map { Track(id: $0, title: "\($0)") })
    list.ready()
    let window = RowWindow(list)
    window.show(0..<40)
    window.show(20..<60)
    #expect(window.displayed.map(\.index) == Array(20..<60))
    #expect(window.displayed.allSatisfy { $0.isDisplayed })
    let path = ListIndexPath(section: 0, item: 60)
    #expect(list.existingCellViewModel(at: path) == nil)
    window.show(99_990..<100_010)
    #expect(window.displayed.count == 10)
  }

  @Test func membersKeysAndBatches() {
    let list = ItemListViewModel(tracks) { section in
      section.cell.register(
        viewModel: TrackViewModel.self, view: ModuleView(.cell, name: "Track") { TextView() })
    }
    list.ready()
    let view = TextView()
    var subscriptions: [Subscription] = []
    let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 0))
    cell.observe(.title, initial: .latest, owner: view) { view, title in
      view.lines.append(title ?? "")
    }
    .store(in: &subscriptions)
    list.observeChanges(owner: view) { view, change in
      if case .update(let changeset) = change { view.lines.append("\(changeset)") }
    }
    .store(in: &subscriptions)
    list.performBatchUpdates {
      list.items[0].isPlaying = true
      list.items.removeLast()
      list.items.append(Track(id: 4, title: "Encore"))
    }
    print(view.lines)  // Overture, ▶ Overture, delete 0.2; insert 0.2; reload 0.0
    #expect(
      view.lines == ["Overture", "▶ Overture", "delete 0.2; insert 0.2; reload 0.0"])
  }
}
