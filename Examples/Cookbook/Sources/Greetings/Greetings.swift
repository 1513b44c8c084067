// Pages and cells that another target opens by address, without knowing their types.

import MocoaTUI

public struct Greeting: Identifiable, Equatable, Sendable {
  public var id: String
  public var text: String
}

final class GreetingCell: TableViewCell<CellViewModel<Greeting>> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.id, style: .key)
    canvas.write(viewModel.model.text)
  }
}

final class GreetingsPage: TablePage, ModulePage {
  init(context: PageContext) {
    let name = context.options.string("name") ?? "you"
    let greetings = ["en": "Hello", "fr": "Bonjour", "la": "Salve"].sorted { $0.key < $1.key }
      .map { Greeting(id: $0.key, text: "\($0.value), \(name)") }
    super.init(
      title: "Greetings",
      list: ListViewModel(model: RowSection(greetings), module: context.module))
  }
}

@MainActor public func registerGreetings(in modules: ModuleRegistry) {
  let module = modules["mocoa://greetings/"]
  module.register(page: GreetingsPage.self)
  module.section.cell.register(GreetingCell.self)
}
