import MocoaTUI

/// The playground as a table.
final class PlaygroundTable: TablePage, ModulePage {
  let playground: PlaygroundViewModel

  init(context: PageContext) {
    playground = PlaygroundViewModel(module: context.module)
    super.init(title: "Playground", list: playground)
    play(playground)
  }
}

/// The playground as a collection of two columns.
final class PlaygroundCollection: CollectionPage, ModulePage {
  let playground: PlaygroundViewModel

  init(context: PageContext) {
    playground = PlaygroundViewModel(module: context.module)
    super.init(
      title: "Playground", list: playground,
      layout: GridLayout(
        columns: 2, itemRows: 3, insets: Insets(left: 1, right: 1), itemSpacing: 1))
    play(playground)
  }
}

extension ListViewPage {
  /// Binds the keys, and presents the editor when a row is opened; the row gets its emissions.
  fileprivate func play(_ playground: PlaygroundViewModel) {
    for change in Change.all { on(change.key, help: change.title) { change.body(playground) } }
    content.observeSelection(owner: self) { page, path in
      page.stack?.present(
        "mocoa://playground/editor", options: ["contact": playground[path]],
        from: playground.cellViewModel(at: path))
    }.store(in: &subscriptions)
  }
}
