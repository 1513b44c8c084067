import MocoaFeed
import MocoaTUI

extension [FeedColumn] {
  /// The styles of the names of merged sources, one after the other.
  private static let sourceStyles: [StyleName] = [
    .date, .string, .keyword, .success, .link, .number,
  ]

  /// Returns the columns with a style for each source of a feed whose rows are merged.
  @MainActor package func styled(forSourcesOf feed: Feed) -> [FeedColumn] {
    guard let sources = feed.mergedSources else { return self }
    let styles = Dictionary(
      uniqueKeysWithValues: sources.names.enumerated().map { number, name in
        (name, Self.sourceStyles[number % Self.sourceStyles.count])
      })
    return map { choice in
      guard choice.memberPath.keys == [sources.member] else { return choice }
      var choice = choice
      choice.column.textStyles = styles
      return choice
    }
  }
}
