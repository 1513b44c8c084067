import MocoaFeedUI

extension FeedError {
  /// A Boolean value that indicates whether an option names a member that no row has.
  var isWrongUsage: Bool { if case .unknownMember = reason { true } else { false } }
}

/// An error in the value of an option, with its position if known.
struct UsageError: WrongUsage, CustomStringConvertible {
  /// The text for standard error, without a trailing line feed.
  let description: String

  /// Creates an error with a sentence.
  init(_ sentence: String) {
    description = TextWidth.sanitized(sentence)
  }

  /// Creates an error with the place of the option in a file.
  init(_ error: UsageError, of option: String, at place: String) {
    description =
      "\(TextWidth.sanitized(place)): " + error.description.trimmingPrefix("--\(option): ")
  }

  /// Creates an error about a part of an option's value.
  init(option: String, _ error: FilterSyntaxError) {
    let lines = error.marked { TextWidth.columns(of: String($0)) }
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.allSatisfy({ $0.utf8.count < Output.longestLine }) else {
      // The marks would not be below what they mark.
      description = "\(option): character \(error.offset + 1): \(error.message)"
      return
    }
    let marked = lines.map { "  " + TextWidth.sanitized(String($0)) }.joined(separator: "\n")
    description = "\(option): \(error.message)\n\(marked)"
  }

  /// Returns the parsed value of an option.
  static func value<Value>(
    of option: String, _ text: String, _ parse: (String) throws(FilterSyntaxError) -> Value
  ) throws(UsageError) -> Value {
    do { return try parse(text) } catch { throw UsageError(option: option, error) }
  }

  /// Returns the parsed value of an option; nil if it was not given.
  static func value<Value>(
    of option: String, _ text: String?, _ parse: (String) throws(FilterSyntaxError) -> Value
  ) throws(UsageError) -> Value? {
    try text.map { text throws(UsageError) in try value(of: option, text, parse) }
  }
}
