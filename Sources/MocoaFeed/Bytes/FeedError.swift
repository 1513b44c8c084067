/// An error in a source of rows, or in one row, and its position.
public struct FeedError: Error, Hashable, Sendable {
  /// The cause of an error.
  package enum Reason: Error, Hashable, Sendable {
    /// The file does not exist.
    case notFound
    /// The path is a directory.
    case isDirectory
    /// Permission denied.
    case notPermitted
    /// A system error, with the system's message.
    case unreadable(String)
    /// The command does not exist.
    case commandNotFound
    /// A command exited with a status other than 0; with its last diagnostic.
    case exited(status: Int, message: String)
    /// A command was killed by a signal; with its last diagnostic.
    case killed(signal: Int, message: String)
    /// A page fetched with https links to a next page that is not.
    case insecure
    /// A page, counted from 1, has the same rows as the previous one; it may be counted or linked.
    case repeatedPage(number: Int, isCounted: Bool)
    /// The pages have fewer rows than the server counts, in a member or header of a name.
    case missingRows(count: Int, total: Int, name: String)
    /// The number of rows that the server counts, in a member or header of a name, has decreased
    /// while pages were loaded.
    case movedRows(from: Int, to: Int, name: String)
    /// A page, counted from 1, says in a member that there is another one, which is not known; with
    /// the options that may load it.
    case unknownNextPage(number: Int, name: String, options: String)
    /// A page, counted from 1, is not what the pages before it are; with its start.
    case otherPage(number: Int, expected: String, text: String)
    /// A page, counted from 1, links to an earlier page.
    case pageCycle(number: Int)
    /// The value of the parameter that counts pages is not a number.
    case uncountedPages(parameter: String, String)
    /// A number of consecutive pages had no rows, and the last of them links to another one.
    case emptyPages(Int)
    /// The cursor or link of a page, counted from 1, has another type than expected.
    case badCursor(String, page: Int, type: String, expected: String)
    /// The address of a page, counted from 1, is longer than a number of bytes.
    case longAddress(page: Int, byteCount: Int, limit: Int)
    /// The server reports that nothing has changed since the last request.
    case notModified
    /// The user has cancelled the query that finds the rows.
    case cancelled
    /// An unsupported compression format, and the command that decompresses it.
    case compressed(format: String, command: String)
    /// Compressed bytes are damaged or truncated.
    case corrupt(String, String)
    /// The copy of a stream in a folder has reached its limit in bytes.
    case copyLimit(Int, folder: String)
    /// The bytes are not JSON.
    case notJSON(JSONSyntaxError.Reason)
    /// The bytes are neither JSON nor a table.
    case unrecognized(JSONSyntaxError.Reason)
    /// The bytes are lines of text, which are rows only on request.
    case notRows(JSONSyntaxError.Reason)
    /// The bytes may be a table with a delimiter other than a comma or tab.
    case uncertainDelimiter(UInt8)
    /// The bytes may be a table whose first row is a header, or not one.
    case uncertainHeader
    /// The bytes may be a table, in which a row has a different number of fields than the first.
    case uncertainTable(Int, expected: Int)
    /// The bytes are text in an encoding other than UTF-8.
    case encoding(String)
    /// There are bytes 0, and no line ends.
    case nulBytes
    /// Some bytes are not UTF-8.
    case notUTF8
    /// An escape is a lone surrogate, which is not a character.
    case halfSurrogatePair
    /// The source ends before the document does.
    case truncated
    /// A value is missing between two commas or after the last one.
    case missingValue
    /// There are trailing bytes after the end of the document.
    case trailingBytes
    /// The lines of a table or a log end with carriage returns only.
    case carriageReturns
    /// The bytes are binary data of a kind.
    case binary(String)
    /// The rows, which are to be explained, are those of tables that an engine reads.
    case database
    /// A row of a table has a different number of fields than its header.
    case fieldCount(Int, expected: Int)
    /// A quoted field of a table is not terminated correctly; the row has a number of lines.
    case brokenQuotes(lineCount: Int)
    /// A row exceeds the maximum row length; both in bytes. The length may be unknown.
    case rowTooLong(length: Int?, limit: Int)
    /// The row is no longer in the source, which was truncated or replaced.
    case rowGone
    /// The file was overwritten or truncated since it was opened.
    case overwritten
    /// An object has a duplicate of the member to which a pointer leads.
    case repeatedMember(String)
    /// The rows are not lines, so that the last ones are unknown until all are read.
    case noTail
    /// The first lines are not a table that is aligned with blanks.
    case notAligned
    /// The first lines are no records of keys and values.
    case notPairs
    /// A log with other fields, or records with other numbers, follow.
    case otherTable
    /// There are no rows at the position of a pointer.
    case nothingAt(JSONPointer)
    /// No row has the member whose elements are to be rows; with the option.
    case unknownMember(String)
    /// A document has no rows, but a member with an error; with its start.
    case reported(String)
    /// There is not a single value.
    ///
    /// - Parameter tableFormat: The format that permits it, if it is one of tables.
    case empty(tableFormat: String? = nil)
  }

  /// The name of the source.
  public var source: String

  /// The line, counted from 1, if known.
  public var line: Int?

  /// The column in Unicode characters, counted from 1, if known.
  public var column: Int?

  package var reason: Reason

  /// A Boolean value that indicates whether the command of the source failed, rather than what it
  /// printed.
  package var isOfCommand: Bool {
    switch reason {
    case .commandNotFound, .exited, .killed: true
    default: false
    }
  }

  /// Creates an error.
  package init(source: String, line: Int? = nil, column: Int? = nil, reason: Reason) {
    (self.source, self.line, self.column, self.reason) = (source, line, column, reason)
  }
}

extension FeedError {
  /// A Boolean value that indicates whether there is no row, but a place for one.
  var isOfGap: Bool {
    switch reason {
    case .missingValue, .nothingAt: true
    default: false
    }
  }

  /// A Boolean value that indicates whether another array or object follows that of a row, as where
  /// a comma is missing.
  var isOfSeveralValues: Bool {
    guard case .notJSON(.unexpected(let byte, expected: "the end")) = reason else { return false }
    return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  /// Wraps any error; one that already names its source is unchanged.
  init(_ error: any Error, source: String) {
    switch error {
    case let error as FeedError: self = error
    case let error as SystemError: self.init(source: source, reason: error.reason)
    case let reason as Reason: self.init(source: source, reason: reason)
    default: self.init(source: source, reason: .unreadable("\(error)"))
    }
  }

  /// Calls a closure, and wraps its errors as those of a source.
  package static func naming<Result>(
    _ source: String, _ body: () throws -> Result
  ) throws(FeedError) -> Result {
    do { return try body() } catch { throw FeedError(error, source: source) }
  }
}

extension FeedError {
  /// The number of sources whose errors for one reason are listed.
  private static let sourceLimit = 10

  /// Returns errors of which those of many sources for one reason are one, in the place of the
  /// first.
  static func summed(_ errors: [FeedError]) -> [FeedError] {
    var sources: [Reason: Int] = [:]
    for error in errors { sources[error.reason, default: 0] += 1 }
    var known: Set<Reason> = []
    return errors.compactMap { error in
      let count = sources[error.reason] ?? 0
      guard count > sourceLimit else { return error }
      guard known.insert(error.reason).inserted else { return nil }
      return FeedError(
        source: "\(count) sources",
        reason: .unreadable("\(error.reason); the first is \(error.source)"))
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// One line: the name of the source, the line and the column, and the cause.
  public var description: String {
    var place = ""
    if let line {
      place = column.map { "line \(line), column \($0): " } ?? "line \(line): "
    }
    return "\(source): \(place)\(reason)"
  }
}

extension FeedError.Reason: CustomStringConvertible {
  /// The cause as part of a sentence.
  package var description: String {
    switch self {
    case .notFound: "no such file"
    case .isDirectory: "is a directory"
    case .notPermitted: "permission denied"
    case .unreadable(let text): text
    case .commandNotFound: "no such command"
    case .exited(let status, let message): "exited with status \(status)".adding(message)
    case .killed(let signal, let message): "was killed by signal \(signal)".adding(message)
    case .insecure: "the next page is at http:// instead of https:// and was not requested"
    case .repeatedPage(let number, let isCounted):
      "page \(number) has the same rows as the page before it and was left out; "
        + (isCounted ? "the server may not know the parameter" : "those behind it are not loaded")
    case .missingRows(let count, let total, let name):
      "all pages have \(count) of the \(total) rows that the server counts (\(name))"
    case .movedRows(let before, let after, let name):
      "the number of rows (\(name)) fell from \(before) to \(after) while pages were loaded; rows "
        + "that moved to earlier pages are missing"
    case .unknownNextPage(let number, let name, let options):
      "page \(number) says that there are more (\(name)), which were not requested; \(options)"
    case .pageCycle(let number):
      "page \(number) leads back to an earlier page; rows may be missing"
    case .otherPage(let number, let expected, let text):
      "page \(number) is not \(expected), as the pages before it are: \(text)"
    case .uncountedPages(let parameter, let value):
      "'\(value)' is not a number for \(parameter); only this page was read"
    case .emptyPages(let count): "stopped after \(count) pages without rows; there may be more"
    case .badCursor(let name, let page, let type, let expected):
      "\(name) of page \(page) is \(type), not \(expected); rows may be missing"
    case .longAddress(let page, let byteCount, let limit):
      "the address of page \(page) would have \(byteCount) bytes, more than \(limit); rows may be "
        + "missing"
    case .notModified: "nothing has changed"
    case .cancelled: "the query was cancelled"
    case .compressed(let format, let command):
      "is compressed with \(format); decompress it first: \(command) FILE | mocoa-tui"
    case .corrupt(let format, let detail): "the \(format) data is damaged: \(detail)"
    case .copyLimit(let count, let folder):
      "stopped after \(count >> 20) MB, half of the free space in \(folder); "
        + "set TMPDIR to a larger disk"
    case .notJSON(.unexpected(UInt8(ascii: "/"), let expected)):
      "found '/' where \(expected) is expected; --format jsonc reads JSON with comments"
    case .notJSON(let reason): reason.description
    case .unrecognized(.unexpected(UInt8(ascii: "/"), _)):
      "this is not JSON; --format jsonc reads it with comments, --format text as lines"
    case .unrecognized(let reason):
      "\(reason); --format text shows any text as lines, --format logfmt a log of key=value pairs"
    case .notRows(let reason):
      "these are lines of text, not JSON (\(reason)); --format text prints them as rows, --format "
        + "logfmt a log of key=value pairs"
    case .uncertainDelimiter(let delimiter):
      "this may be a table; --delimiter '\(Character(UnicodeScalar(delimiter)))' separates its "
        + "fields, --format text shows any text as lines"
    case .uncertainHeader:
      "this may be a table; --header-row yes takes the first line for its titles, no for a row, "
        + "--format text shows any text as lines"
    case .uncertainTable(let count, let expected):
      "a row has \(count) \(count == 1 ? "field" : "fields"), the first one \(expected); "
        + "--format csv reads the other rows, --format text shows any text as lines"
    case .encoding(let name): "is \(name), not UTF-8"
    case .nulBytes: "has bytes 0 and no line ends; tr '\\0' '\\n' makes lines of such entries"
    case .notUTF8: "the text here is not UTF-8; iconv converts other encodings"
    case .halfSurrogatePair: "an escape in the row is a lone surrogate"
    case .truncated: "the text ends in the middle of the document"
    case .missingValue:
      "a value is missing here; --format jsonc allows a comma at the end"
    case .trailingBytes: "there is more text after the end of the document"
    case .carriageReturns:
      "the lines end with carriage returns alone; convert them first: tr '\\r' '\\n' < FILE | "
        + "mocoa-tui"
    case .binary(let name): "is \(name), which is not text"
    case .database:
      "is a database or a file of tables, which an engine reads in one way; --explain is for text"
    case .fieldCount(let count, let expected):
      "the row has \(count) \(count == 1 ? "field" : "fields"), the header \(expected)"
        + (expected == 1 ? "; --delimiter sets the field separator" : "")
    case .brokenQuotes(let count):
      "a quoted field must end with a quote before the next separator"
        + (count > 1 ? "; the row spans \(count) lines" : "")
    case .rowTooLong(let length?, let limit):
      "the row is \(length) bytes long, more than the \(limit) that are read"
    case .rowTooLong(nil, let limit):
      "the row is too long: more than the \(limit) bytes that are read"
    case .rowGone: "the row is no longer there; the source has changed"
    case .overwritten: "was overwritten"
    case .repeatedMember(let name): "duplicate member '\(name)', whose rows are left out"
    case .notAligned:
      "the first lines have no header with aligned values below; --format text shows them"
    case .notPairs: "the first lines are no records of keys and values; --format text shows them"
    case .otherTable:
      "another table begins here; read each alone, or --format text for lines"
    case .noTail: "--tail is for arrays, lines, logs and tables, not for lists inside a document"
    case .nothingAt(let pointer): "there are no rows at '\(pointer)'"
    case .unknownMember(let text): text
    case .reported(let text): "there are no rows, but an error: \(text)"
    case .empty(let format?):
      "is empty; --format \(format) takes that for a table without rows"
    case .empty: "is empty; --format ndjson takes that for a list without rows"
    }
  }
}

extension String {
  /// Returns the text followed by a message, if there is one.
  fileprivate func adding(_ message: String) -> String {
    message.isEmpty ? self : "\(self): \(message)"
  }
}
