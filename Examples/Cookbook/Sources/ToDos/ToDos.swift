// Things to do: `a` adds one, `e` changes it, `x` says that it is done or not, `d` deletes it, and
// `u` brings it back.

import MocoaTUI

struct ToDo: Identifiable, Equatable, Sendable {
  var id: Int
  var title = ""
  var due = CalendarDay.today
  var isDone = false
}

@MainActor private func edit(_ toDo: ToDo, on page: ListPage<ToDo>) async throws {
  let form = Form(toDo, title: "To do") {
    Field("Title", \.title).required()
    Field("Due", \.due)
  }
  guard let saved = await page.present(form) else { throw CancellationError() }
  if let index = page.items.firstIndex(where: { $0.id == saved.id }) {
    page[index] = saved
  } else {
    page.append(saved)
  }
}

@MainActor func makeToDoPage(_ toDos: [ToDo]) -> Page {
  let page = ListPage("To do", toDos)
    .row {
      Text(\.isDone, format: ColumnFormat { $0 ? "✓" : "·" }).style(.success)
      Text(\.title).strikethrough(\.isDone).dim(\.isDone)
      Spacer()
      Text(\.due).style(.secondary)
    }
    .empty("Nothing to do; a adds something")
  page.action("a", "Add") { [unowned page] in
    try await edit(ToDo(id: (page.items.map(\.id).max() ?? 0) + 1), on: page)
  }
  page.action("e", "Edit") { [unowned page] toDo in try await edit(toDo, on: page) }
  page.action("x", "Done or not") { [unowned page] toDo in
    if let index = page.items.firstIndex(of: toDo) { page[index].isDone.toggle() }
  }
  page.action("d", "Delete") { [unowned page] toDo in
    page.items.removeAll { $0 == toDo }
  } undo: { [unowned page] toDo in
    page.append(toDo)
  }
  return page
}

@main struct ToDos {
  static func main() {
    Application.run { makeToDoPage([ToDo(id: 1, title: "Water the plants")]) }
  }
}
