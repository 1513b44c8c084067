/// The options that determine the interpretation of a source.
public struct FeedOptions: Hashable, Sendable {
  /// The format of the source, or nil to detect it.
  public var format: FeedFormat?

  /// A Boolean value that indicates whether the format is that of a table only because of an option
  /// of tables, which tables with rules are without it.
  package var isFormatImplied = false

  /// The delimiter of the fields of a table, or nil to detect it.
  public var delimiter: UInt8?

  /// A Boolean value that indicates whether the first row of a table is a header; nil to detect it.
  public var hasHeader: Bool?

  /// The types of columns of a table, by their names; those of the others are inferred.
  package var fieldTypes: [String: FieldType] = [:]

  /// The patterns of the lines of a log, in place of the known ones; see ``LogPattern``.
  package var logPatterns: [String] = []

  /// Patterns of lines that are known in addition to the others, and tried before them.
  package var knownPatterns: [String] = []

  /// A Boolean value that indicates whether other sources are read as lines of text, not refused.
  package var acceptsText = false

  /// A Boolean value that indicates whether lines of text are what is expected, as in a pager; that
  /// a source is read as lines is not reported then.
  package var expectsText = false

  /// A Boolean value that indicates whether sources are read as lines of text that are certainly no
  /// JSON with an error and no table.
  package var acceptsPlainText = false

  /// The number of rows to start before the end; nil means all.
  public var tail: Int?

  /// The path to the rows inside the document, or nil to detect it.
  public var pointer: JSONPointer?

  /// The members whose elements become rows of their own, one after the other.
  package var unnestings: [Unnesting] = []

  /// The members that are added to rows before an unnesting divides them, by its position.
  package var unnestedMembers: [Int: DerivedMember] = [:]

  /// The member whose elements become the rows; a document that has it is one row.
  package var dividedMember: MemberPath?

  /// The members with the rows of other feeds, each of which makes a row of its own.
  package var joinedMembers: [DerivedMember] = []

  /// A Boolean value that indicates whether other rows are joined with those of the source, so that
  /// it is reported which these are.
  package var isJoined = false

  /// The member that identifies a row when the source is reloaded, or nil to choose one.
  public var identityKey: String?

  /// The member that holds the name of a row's module.
  public var nameKey: String

  /// The members that are added to each row; each can use those before it.
  package var derivedMembers: [DerivedMember] = []

  /// The members that are added to rows after these have been divided, by their names.
  var laterMembers: [String: DerivedMember] = [:]

  /// The maximum length of a row in bytes; a longer one is shown as an error.
  var longestRow: Int

  /// The default maximum length of a row in bytes, which is that of rows of engines.
  public static let longestRow = JSONBytes.longestRow

  /// A Boolean value that indicates whether reading is limited by the release of rows.
  ///
  /// A source that cannot be read again is then read only a few megabytes ahead of the released
  /// rows, unless rows are waited for: for reading the rows once, in order, in constant memory; see
  /// ``Feed/release(rowsBefore:)``.
  package var isPaced = false

  /// A Boolean value that indicates whether all rows are read once, in order, so that an engine
  /// need not count and number them before; ignored for several sources.
  package var isOnePass = false

  /// The names of files that are read, besides those of the sources, and may not be replaced.
  package var inputs: [String] = []

  /// Creates options.
  public init(
    format: FeedFormat? = nil, pointer: JSONPointer? = nil, identityKey: String? = nil,
    nameKey: String = "mocoaName", longestRow: Int = FeedOptions.longestRow
  ) {
    (self.format, self.pointer, self.identityKey) = (format, pointer, identityKey)
    (self.nameKey, self.longestRow) = (nameKey, longestRow)
  }
}
