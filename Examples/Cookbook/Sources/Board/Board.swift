// Cards in a grid, and a form that checks what is typed: `a` adds a card, Enter changes one.

import MocoaTUI

struct Card: Identifiable, Equatable, Sendable {
  enum Priority: String, CaseIterable { case low, normal, high }

  var id: Int
  var title = ""
  var priority = Priority.normal
  var isDone = false
}

final class CardCell: CollectionViewCell<CellViewModel<Card>> {
  override func draw(in canvas: inout Canvas) {
    let card = viewModel.model
    canvas.box(bounds, style: card.priority == .high ? .warning : .border, title: card.title)
    canvas.draw(
      card.isDone ? "done" : card.priority.rawValue, at: Point(column: 2, row: 1),
      style: card.isDone ? .success : .secondary)
  }
}

final class BoardPage: CollectionPage {
  private let cards: ItemListViewModel<Card>
  private let registry = ModuleRegistry()

  init(_ all: [Card]) {
    let module = registry["mocoa://board/"]
    module.section.cell.register(CardCell.self)
    cards = ItemListViewModel(all, module: module)
    super.init(title: "Board", list: cards, layout: GridLayout(columns: 3, itemRows: 3))
    collection.observeSelection(owner: self) { $0.edit($0.cards[$1]) }.store(in: &subscriptions)
    on("a", help: "Add a card") { [unowned self] in edit(Card(id: nextID)) }
    on("d", help: "Delete the card") { [unowned self] in
      collection.cursor.map { _ = cards.items.remove(at: $0.item) }
    }
  }

  private var nextID: Int { (cards.items.map(\.id).max() ?? 0) + 1 }

  private func edit(_ card: Card) {
    task { [unowned self] in
      let form = Form(card, title: card.title.isEmpty ? "New card" : card.title) {
        Field("Title", \.title).required()
          .validated { $0.title.count > 20 ? "20 characters at most" : nil }
        Field("Priority", \.priority)
        Field("Done", \.isDone)
      }
      guard let saved = await present(form) else { return }
      if let index = cards.items.firstIndex(where: { $0.id == saved.id }) {
        cards.items[index] = saved
      } else {
        cards.items.append(saved)
      }
    }
  }
}

@main struct Board {
  static let samples = [
    Card(id: 1, title: "Write"), Card(id: 2, title: "Review", priority: .high),
    Card(id: 3, title: "Rest", isDone: true),
  ]

  static func main() { Application.run { BoardPage(samples) } }
}
