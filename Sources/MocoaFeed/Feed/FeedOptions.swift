/// How a source is to be understood.
public struct FeedOptions: Hashable, Sendable {
  /// What the source holds, or nil to see that from its bytes.
  public var format: FeedFormat?

  /// The member that holds the name of a row's module.
  public var nameKey: String

  /// How many bytes of a row are read at most; a longer one is shown as an error.
  public var longestRow: Int

  /// Makes options.
  public init(
    format: FeedFormat? = nil, nameKey: String = "mocoaName", longestRow: Int = 16 * 1024 * 1024
  ) {
    self.format = format
    self.nameKey = nameKey
    self.longestRow = longestRow
  }
}
