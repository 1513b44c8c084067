/// What is wrong with a source of rows, or with one row, and where.
public struct FeedError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Hashable, Sendable {
    /// There is no file of that name.
    case notFound
    /// The name is a directory's.
    case isDirectory
    /// The file may not be read.
    case notPermitted
    /// The system refused, with the text that it has for the reason.
    case unreadable(String)
    /// There is no command of that name.
    case commandNotFound
    /// A command has ended with a status other than 0, and the last that it had to say.
    case exited(status: Int, message: String)
    /// A command was ended by a signal, and the last that it had to say.
    case killed(signal: Int, message: String)
    /// A page that was fetched with https names a next one without.
    case insecure
    /// A page, counted from 1, has the same rows as the one before it.
    case repeatedPage(number: Int)
    /// The host says that nothing has changed since it was asked last.
    case notModified
    /// The bytes are compressed in a format that is not supported, and what decompresses them.
    case compressed(format: String, command: String)
    /// Compressed bytes are damaged, or end early.
    case corrupt(String, String)
    /// The copy of a stream has reached its limit, in bytes, in a folder.
    case copyLimit(Int, folder: String)
    /// The bytes are not JSON.
    case notJSON(JSONSyntaxError.Reason)
    /// The bytes are neither JSON nor a table.
    case unrecognized(JSONSyntaxError.Reason)
    /// The bytes are text in an encoding other than UTF-8.
    case encoding(String)
    /// Some bytes are not UTF-8.
    case notUTF8
    /// An escape is half of a surrogate pair, which is no character.
    case halfSurrogatePair
    /// The source ends before the document does.
    case truncated
    /// Between two commas, or behind the last, there is no value.
    case missingValue
    /// There is something behind the end of the document.
    case trailingBytes
    /// The lines of a table end with carriage returns alone.
    case carriageReturns
    /// The bytes are not text, and what they are.
    case binary(String)
    /// A row of a table has another number of fields than its header.
    case fieldCount(Int, expected: Int)
    /// A field of a table does not end with the quote that ends it.
    case brokenQuotes
    /// A row is longer than rows may be, both in bytes.
    case rowTooLong(length: Int, limit: Int)
    /// The row is no longer in the source, which has become shorter or was replaced.
    case rowGone
    /// An object has another member with the name that a pointer leads to.
    case repeatedMember(String)
    /// A pointer leads to nothing that has rows.
    case nothingAt(JSONPointer)
  }

  /// The name of the source.
  public var source: String

  /// The line, from 1, where it is known.
  public var line: Int?

  /// The column in characters of Unicode, from 1, where it is known.
  public var column: Int?

  /// What is wrong.
  public var reason: Reason

  /// Makes an error.
  public init(source: String, line: Int? = nil, column: Int? = nil, reason: Reason) {
    self.source = source
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension FeedError {
  /// Makes an error of any error; one that names its source already stays as it is.
  init(_ error: any Error, source: String) {
    switch error {
    case let error as FeedError: self = error
    case let error as SystemError: self.init(source: source, reason: error.reason)
    case let reason as Reason: self.init(source: source, reason: reason)
    default: self.init(source: source, reason: .unreadable("\(error)"))
    }
  }

  /// Calls a closure whose errors are those of a source.
  static func naming<Result>(
    _ source: String, _ body: () throws -> Result
  ) throws(FeedError) -> Result {
    do { return try body() } catch { throw FeedError(error, source: source) }
  }
}

extension FeedError: CustomStringConvertible {
  /// One line: the name of the source, the line and the column, and the reason.
  public var description: String {
    var place = ""
    if let line {
      place = column.map { "line \(line), column \($0): " } ?? "line \(line): "
    }
    return "\(source): \(place)\(reason)"
  }
}

extension FeedError.Reason: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .notFound: "no such file"
    case .isDirectory: "is a directory"
    case .notPermitted: "permission denied"
    case .unreadable(let text): text
    case .commandNotFound: "no such command"
    case .exited(let status, let message): "ended with status \(status)".adding(message)
    case .killed(let signal, let message): "was ended by signal \(signal)".adding(message)
    case .insecure: "the next page is at http://, a step down from https://, and was not requested"
    case .repeatedPage(let number):
      "page \(number) has the same rows as the page before it and was left out; the server may not "
        + "know the parameter"
    case .notModified: "nothing has changed"
    case .compressed(let format, let command):
      "is compressed with \(format); decompress it first: \(command) FILE | mocoa-tui"
    case .corrupt(let format, let detail): "the \(format) data is damaged: \(detail)"
    case .copyLimit(let count, let folder):
      "stopped after \(count >> 20) MB, half of the free space in \(folder); "
        + "set TMPDIR to a larger disk"
    case .notJSON(let reason): reason.description
    case .unrecognized(let reason): "\(reason); --format text shows any text as lines"
    case .encoding(let name): "is \(name), not UTF-8"
    case .notUTF8: "the text here is not UTF-8; iconv converts other encodings"
    case .halfSurrogatePair: "an escape in the row is half of a surrogate pair, and no character"
    case .truncated: "the text ends in the middle of the document"
    case .missingValue: "a value is missing here"
    case .trailingBytes: "there is more text behind the end of the document"
    case .carriageReturns:
      "the lines end with carriage returns alone; convert them first: tr '\\r' '\\n' < FILE | "
        + "mocoa-tui"
    case .binary(let name): "is \(name), which is not text"
    case .fieldCount(let count, let expected):
      "the row has \(count) \(count == 1 ? "field" : "fields"), the header \(expected)"
        + (expected == 1 ? "; --delimiter says what stands between fields" : "")
    case .brokenQuotes: "a quoted field must end with a quote before the next separator"
    case .rowTooLong(let length, let limit):
      "the row is \(length) bytes long, more than the \(limit) that are read"
    case .rowGone: "the row is no longer there; the source has changed"
    case .repeatedMember(let name): "here is another member '\(name)', whose rows are left out"
    case .nothingAt(let pointer): "there are no rows at '\(pointer)'"
    }
  }
}

extension String {
  /// The text with a message behind it, if there is one.
  fileprivate func adding(_ message: String) -> String {
    message.isEmpty ? self : "\(self): \(message)"
  }
}
