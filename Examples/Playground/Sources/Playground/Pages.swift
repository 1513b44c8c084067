import MocoaTUI

/// The playground as a table.
final class PlaygroundTable: TablePage, ModulePage {
  let playground: PlaygroundViewModel

  init(context: PageContext) {
    playground = PlaygroundViewModel(module: context.module)
    super.init(title: "Playground", list: playground)
    observeEditing(of: playground)
  }

  override var keyMap: KeyMap { PlaygroundAction.keyMap }

  override func perform(_ action: Action) -> Bool {
    playground.perform(action) || super.perform(action)
  }
}

/// The playground as a collection of two columns.
final class PlaygroundCollection: CollectionPage, ModulePage {
  let playground: PlaygroundViewModel

  init(context: PageContext) {
    playground = PlaygroundViewModel(module: context.module)
    super.init(
      title: "Playground", list: playground,
      layout: GridLayout(columns: 2, insets: Insets(left: 1, right: 1), itemSpacing: 1))
    observeEditing(of: playground)
  }

  override var keyMap: KeyMap { PlaygroundAction.keyMap }

  override func perform(_ action: Action) -> Bool {
    playground.perform(action) || super.perform(action)
  }
}

extension PlaygroundViewModel {
  /// Does what a key asks for, if it is one of the playground's.
  fileprivate func perform(_ action: Action) -> Bool {
    guard let action = PlaygroundAction(rawValue: action.rawValue) else { return false }
    perform(action)
    return true
  }
}

extension ListViewPage {
  /// Presents the editor when a row is opened; it speaks to the row.
  fileprivate func observeEditing(of playground: PlaygroundViewModel) {
    playground.observe(.edit, owner: self) { page, cell in
      page.stack?.present(
        "mocoa://playground/editor", options: ["contact": cell.model], from: cell)
    }.store(in: &subscriptions)
  }
}
