import MocoaFeedUI

/// Brings a page back to how its feed was left, and keeps how it is left now.
@MainActor
struct StateKeeper {
  /// What the arguments decide about; it is neither restored nor kept.
  struct Given: OptionSet {
    let rawValue: Int

    static let filters = Given(rawValue: 1)
    static let sort = Given(rawValue: 2)
    static let columns = Given(rawValue: 4)
  }

  private let file: StateFile
  private let page: FeedPage
  private let given: Given
  private var previous = FeedPageState()

  /// Restores a page.
  ///
  /// A file that cannot be read is told in the status bar, and counts as none.
  ///
  /// - Parameters:
  ///   - page: The page, with its first rows.
  ///   - file: Where it is kept how the feed was left.
  ///   - isFresh: Whether how the feed was left is forgotten.
  ///   - given: What is left to the arguments.
  init(_ page: FeedPage, file: StateFile, isFresh: Bool, given: Given) {
    self.file = file
    self.page = page
    self.given = given
    guard !isFresh else { return }
    do {
      guard let state = try file.read() else { return }
      previous = state
      page.restore(Self.state(state, takingGiven: given, from: FeedPageState()))
    } catch {
      page.status.show("the saved state cannot be read: \(error)", style: .warning)
    }
  }

  /// Writes how the page is now; what came from the arguments stays as it was before.
  func save() {
    let state = Self.state(page.state, takingGiven: given, from: previous)
    // A folder that cannot be written is no reason to end otherwise.
    try? file.write(state)
  }

  private static func state(
    _ state: FeedPageState, takingGiven given: Given, from other: FeedPageState
  ) -> FeedPageState {
    var state = state
    if given.contains(.filters) { state.filters = other.filters }
    if given.contains(.sort) { state.sort = other.sort }
    if given.contains(.columns) { state.columns = other.columns }
    return state
  }
}
