import CPCRE2
import Synchronization

/// A regular expression in Perl syntax, compiled to machine code by PCRE2.
///
/// Case is ignored unless the expression has a capital letter. The work per text is limited; if the
/// limit is reached, the text does not match, and `hasFailed` is true from then on. Any number of
/// threads may use an expression at once.
final class RegularExpression: @unchecked Sendable {
  // Unchecked, as pointers are not `Sendable`: PCRE2 documents that compiled code and a match
  // context may be shared by threads, and nothing changes them after the initializer.
  private let code: OpaquePointer
  private let context: OpaquePointer?

  private let failureCount = Atomic(0)

  /// The maximum number of steps of a match: some milliseconds.
  private static let stepLimit: UInt32 = 1_000_000

  /// The length from which texts have a step per byte.
  private static let longText = 1_000_000

  /// The position of a group that is not part of the match: `PCRE2_UNSET`.
  private static let unset = Int(bitPattern: UInt.max)

  /// The number of failures after which all matching is given up, so that a search ends.
  private static let failureLimit = 100

  /// Compiles an expression.
  init(parsing source: String, ignoresCase: Bool) throws(FilterSyntaxError) {
    var (error, offset): (CInt, Int) = (0, 0)
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | UInt32(PCRE2_DOLLAR_ENDONLY)
    let bytes = Array(source.utf8)
    let code = pcre2_compile_8(
      bytes, bytes.count, options | (ignoresCase ? UInt32(PCRE2_CASELESS) : 0), &error, &offset, nil
    )
    guard let code else {
      throw FilterSyntaxError(Self.message(of: error), atByte: offset, in: source)
    }
    // If machine code is forbidden, the expression is interpreted.
    pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    self.code = code
    context = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(context, Self.stepLimit)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_code_free_8(code)
  }

  private static func message(of error: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(error, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }

  /// What is reported if matching was given up.
  static let gaveUp =
    "the regular expression takes too long on some rows, in which it finds nothing; make it simpler"

  /// A Boolean value that indicates whether matching was given up, so matches may be missing.
  var hasFailed: Bool { failureCount.load(ordering: .relaxed) > 0 }

  /// Returns whether the expression matches somewhere in a text.
  ///
  /// - Complexity: O(n) for n bytes for most expressions, at most about a million steps.
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    match(text, from: 0, groupCount: 0) { _ in } != nil
  }

  /// Returns the non-empty matches in order.
  func ranges(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var result: [Range<Int>] = []
    forEachMatch(in: text, groupCount: 0) { range, _ in
      if !range.isEmpty { result.append(range) }
    }
    return result
  }

  /// Calls a closure with the ranges of each match, and of its groups.
  ///
  /// A match may be empty, also directly behind another one, as in Perl and Python.
  private func forEachMatch(
    in text: UnsafeRawBufferPointer, groupCount: Int,
    _ body: (_ match: Range<Int>, _ groups: [Range<Int>?]) -> Void
  ) {
    var start = 0
    var options: UInt32 = 0
    while start <= text.count,
      let groups = groups(in: text, from: start, groupCount: groupCount, options),
      let range = groups[0]
    {
      if range.lowerBound >= start, options == 0 || range.upperBound > start {
        body(range, groups)
        // Another match at this place must have a length.
        options = range.isEmpty ? UInt32(PCRE2_NOTEMPTY_ATSTART) : 0
        start = range.upperBound
      } else {
        // `\K` can put a match in front of the place where the search began.
        options = 0
        start += 1
        while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
      }
    }
  }

  /// The number of groups in parentheses.
  var groupCount: Int {
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    return Int(count)
  }

  /// The first group, or 0 for the whole match if there is none.
  var defaultGroup: Int { min(1, groupCount) }

  /// The groups with names, in their order.
  var namedGroups: [(name: String, number: Int)] {
    var (count, size): (UInt32, UInt32) = (0, 0)
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table else { return [] }
    return (0..<Int(count)).map { index in
      // Two bytes for the number, then the name, which ends with a zero.
      let entry = table + index * Int(size)
      return (String(cString: entry + 2), Int(entry[0]) << 8 | Int(entry[1]))
    }.sorted { $0.1 < $1.1 }
  }

  /// Returns the ranges of the whole match and of all groups, if the expression matches all of a
  /// text; those of groups that are no part of the match are nil.
  func groups(ofAll text: UnsafeRawBufferPointer) -> [Range<Int>?]? {
    groups(in: text, from: 0, groupCount: groupCount, PCRE2_ANCHORED | PCRE2_ENDANCHORED)
  }

  private func groups(
    in text: UnsafeRawBufferPointer, from start: Int, groupCount: Int, _ options: UInt32 = 0
  ) -> [Range<Int>?]? {
    match(text, from: start, groupCount: groupCount, options) { places in
      (0...groupCount).map { Self.range(of: $0, in: places) }
    }
  }

  private static func range(of group: Int, in places: UnsafeMutablePointer<Int>) -> Range<Int>? {
    let (start, end) = (places[2 * group], places[2 * group + 1])
    // `\K` can put the start after the end.
    return end == unset ? nil : min(start, end)..<end
  }

  /// Returns the range of a group in the first match; nil if there is no match or group.
  func group(_ number: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
    guard 0...groupCount ~= number else { return nil }
    return match(text, from: 0, groupCount: number) { Self.range(of: number, in: $0) } ?? nil
  }

  /// What takes the place of matches; `$1` or `\1` is the first group, `$0` the whole match.
  struct Replacement: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let references: [(place: Int, number: Int)]

    init(_ text: String) {
      let bytes = Array(text.utf8)
      references = zip(bytes.indices, zip(bytes, bytes.dropFirst())).compactMap { place, pair in
        "$\\".utf8.contains(pair.0) && pair.1.isDigit ? (place, Int(pair.1 & 0x0F)) : nil
      }
      self.bytes = bytes
    }
  }

  /// Returns a text with all matches replaced, also those of no length.
  func replacingMatches(
    in text: UnsafeRawBufferPointer, with replacement: Replacement, upTo limit: Int = .max
  ) -> [UInt8]? {
    let (new, references) = (replacement.bytes, replacement.references)
    var result: [UInt8] = []
    var copied = 0
    forEachMatch(in: text, groupCount: references.isEmpty ? 0 : groupCount) { range, groups in
      guard result.count <= limit else { return }
      result.append(contentsOf: text[rebased: copied..<range.lowerBound])
      var start = 0
      for (place, number) in references where number < groups.count {
        result += new[start..<place]
        groups[number].map { result.append(contentsOf: text[rebased: $0]) }
        start = place + 2
      }
      result += new[start...]
      copied = range.upperBound
    }
    result.append(contentsOf: text[rebased: copied..<text.count])
    return result.count <= limit ? result : nil
  }

  /// Returns the number in a replacement that is none of a group; nil if there is none.
  func unknownGroup(in new: Replacement) -> Int? {
    new.references.map(\.number).first { $0 > groupCount }
  }

  /// Returns the parts of a text between matches; one of no length divides where it is neither at
  /// an end of the text nor directly behind another match.
  func parts(of text: UnsafeRawBufferPointer) -> [String] {
    var parts: [String] = []
    var end = 0
    forEachMatch(in: text, groupCount: 0) { range, _ in
      guard !range.isEmpty || range.lowerBound > end && range.lowerBound < text.count else {
        return
      }
      parts.append(String(decoding: text[end..<range.lowerBound], as: UTF8.self))
      end = range.upperBound
    }
    return parts + [String(decoding: text[end...], as: UTF8.self)]
  }

  /// Calls a closure with the places of a match and of the first groups in it; returns nil if there
  /// is none.
  private func match<Result>(
    _ text: UnsafeRawBufferPointer, from start: Int, groupCount: Int, _ options: UInt32 = 0,
    _ body: (UnsafeMutablePointer<Int>) -> Result
  ) -> Result? {
    guard failureCount.load(ordering: .relaxed) < Self.failureLimit,
      let result = pcre2_match_data_create_8(UInt32(groupCount + 1), nil)
    else { return nil }
    defer { pcre2_match_data_free_8(result) }
    let isLong = text.count > Self.longText
    let context = isLong ? pcre2_match_context_copy_8(context) : context
    defer { if isLong { pcre2_match_context_free_8(context) } }
    if isLong { pcre2_set_match_limit_8(context, UInt32(clamping: text.count)) }
    var empty: UInt8 = 0
    let count = withUnsafePointer(to: &empty) { empty in
      let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? empty
      // Interpreted, loops within a step would not count, and be as long as the text at each start.
      var count = pcre2_match_8(code, base, text.count, start, options, result, context)
      if count == PCRE2_ERROR_JIT_STACKLIMIT {
        // The interpreter allocates its memory on the heap.
        count = pcre2_match_8(
          code, base, text.count, start, options | UInt32(PCRE2_NO_JIT), result, context)
      }
      return count
    }
    guard count >= 0 else {
      if count != PCRE2_ERROR_NOMATCH { failureCount.add(1, ordering: .relaxed) }
      return nil
    }
    return pcre2_get_ovector_pointer_8(result).map(body)
  }
}
