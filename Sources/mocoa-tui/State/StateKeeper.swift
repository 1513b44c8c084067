import MocoaFeedUI
import MocoaSystem

/// Restores the state of a page, and saves it when the program exits.
@MainActor
struct StateKeeper {
  /// The parts that the arguments determine; these are neither restored nor saved.
  struct Given: OptionSet {
    let rawValue: Int

    static let filters = Given(rawValue: 1)
    static let sort = Given(rawValue: 2)
    static let columns = Given(rawValue: 4)
    static let reading = Given(rawValue: 8)
    static let all: Given = [.filters, .sort, .columns, .reading]
  }

  /// The parts that were saved and are restored.
  private(set) var restored: Given = []

  private let file: StateFile
  private let page: FeedPage
  private let given: Given
  private var previous = FeedPageState()
  private var isReadable = true

  /// Restores a page.
  ///
  /// An unreadable file is reported in the status bar, treated as missing, and kept beside that of
  /// the next state.
  ///
  /// - Parameters:
  ///   - page: The page, with its first rows.
  ///   - file: The file with the saved state.
  ///   - isFresh: A Boolean value that indicates whether the saved state is discarded.
  ///   - given: The parts that the arguments determine.
  init(_ page: FeedPage, file: StateFile, isFresh: Bool, given: Given) {
    (self.file, self.page, self.given) = (file, page, given)
    guard !isFresh else { return }
    do {
      guard let state = try file.read() else { return }
      previous = state
      page.restore(Self.state(state, takingGiven: given, from: FeedPageState()))
      restored = Given.all.subtracting(given)
    } catch {
      isReadable = false
      page.status.show(
        "the saved state cannot be read: \(error); it is kept as \(file.oldPath)", style: .warning)
    }
  }

  /// Saves the state of the page; parts that the arguments determine keep their previous values.
  ///
  /// Without rows there are no columns, and no members for filters.
  func save() {
    guard page.feed.listModel.numberOfRows > 0 else { return }
    if !isReadable { rename(file.path, file.oldPath) }
    let state = Self.state(page.state, takingGiven: given, from: previous)
    // Neither this nor a read-only folder changes the exit status.
    do { try file.write(state) } catch let error as TextFileError {
      Output.note("mocoa-tui: the state was not saved: \(error)")
    } catch {}
  }

  private static func state(
    _ state: FeedPageState, takingGiven given: Given, from other: FeedPageState
  ) -> FeedPageState {
    var state = state
    if given.contains(.filters) { state.filters = other.filters }
    if given.contains(.sort) { state.sort = other.sort }
    if given.contains(.columns) { state.columns = other.columns }
    if given.contains(.reading) { state.reading = other.reading }
    return state
  }
}
