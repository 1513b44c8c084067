import MocoaFeedUI

/// What is wrong with the value of an option, with the place marked where there is one.
struct UsageError: Error, CustomStringConvertible {
  /// What is written to standard error, without a line feed at the end.
  let description: String

  /// Makes an error of a sentence.
  init(_ sentence: String) {
    description = TextWidth.sanitized(sentence)
  }

  /// Makes an error about a part of an option's value.
  init(option: String, _ error: FilterSyntaxError) {
    let lines = error.marked { TextWidth.columns(of: String($0)) }
      .split(separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.map { "  " + TextWidth.sanitized(String($0)) }.joined(separator: "\n")
    description = "\(option): \(error.message)\n\(marked)"
  }
}
