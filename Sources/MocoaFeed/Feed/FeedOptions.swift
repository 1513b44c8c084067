/// How a source is to be understood.
public struct FeedOptions: Hashable, Sendable {
  /// What the source holds, or nil to see that from its bytes.
  public var format: FeedFormat?

  /// What stands between the fields of a table, or nil to see that from its bytes.
  public var delimiter: UInt8?

  /// Whether the first row of a table has the names of its fields, otherwise they are `column_1`
  /// and so on; nil to see that from the rows.
  public var hasHeader: Bool?

  /// Whether a source that is neither JSON nor a table is read as lines of text; otherwise that is
  /// an error.
  public var acceptsText = false

  /// Where the rows are inside the document, or nil to find that out.
  public var pointer: JSONPointer?

  /// The member by which a row is known again when the source is read anew, or nil to choose one.
  public var identityKey: String?

  /// The member that holds the name of a row's module.
  public var nameKey: String

  /// The members that each row gets besides its own; they see those before them.
  public var derivedMembers: [DerivedMember] = []

  /// How many bytes of a row are read at most; a longer one is shown as an error.
  public var longestRow: Int

  /// A Boolean value that indicates whether a source that cannot be read again is read only a few
  /// megabytes ahead of the rows that were released, unless rows are waited for.
  ///
  /// For reading the rows once, in order, in constant memory; see ``Feed/release(rowsBefore:)``.
  public var isPaced = false

  /// Makes options.
  public init(
    format: FeedFormat? = nil, pointer: JSONPointer? = nil, identityKey: String? = nil,
    nameKey: String = "mocoaName", longestRow: Int = 16 * 1024 * 1024
  ) {
    self.format = format
    self.pointer = pointer
    self.identityKey = identityKey
    self.nameKey = nameKey
    self.longestRow = longestRow
  }
}
