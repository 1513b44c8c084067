@testable import MocoaFeed

/// A row for expressions to read.
private let sample = JSONBytes(
  [UInt8](
    #"{"a":1,"b":"two","c":[1,{"d":null}],"e":{"f":2.5},"g":true,"h":"2026-11-20","é":1e400}"#.utf8)
)

/// An expression is refused at a place inside of it, or has an answer.
@Sendable func checkFilter(_ bytes: [UInt8]) {
  let text = bytes.string
  do {
    _ = try RowFilter(parsing: text).matches(sample)
  } catch {
    require(!error.description.isEmpty, "an error without a description")
  }
  if let keys = try? SortKey.keys(parsing: text) {
    require(!keys.isEmpty || text.allSatisfy { $0 == " " || $0 == "," }, "no keys: \(text)")
  }
}

/// Numbers are sorted as exact arithmetic orders them.
@Sendable func checkSort(_ bytes: [UInt8]) {
  let (first, second) = bytes.halves
  guard let left = ExactNumber(first), let right = ExactNumber(second) else { return }
  var encoder = SortKeyEncoder([SortKey(MemberPath("n"))])
  let keys = [first, second].map { number in
    Array(#"{"n":"#.utf8 + number + "}".utf8).withUnsafeBytes { encoder.encode($0) }
    return encoder.bytes
  }
  let isLess = keys[0].lexicographicallyPrecedes(keys[1])
  require(isLess == (left < right), "\(first.string) is sorted wrong beside \(second.string)")
  require((keys[0] == keys[1]) == (left == right), "equal is not equal")
}

/// A JSON number as sign, digits without zeros at both ends, and the place of its point.
private struct ExactNumber: Comparable {
  private var sign = 0
  private var point = 0
  private var digits: [UInt8] = []

  /// Reads a number; nil where the text is none, or has an exponent of more than 15 digits.
  init?(_ text: [UInt8]) {
    guard let value = try? JSONBytes(text).value(), let number = value.number,
      number.text.utf8.elementsEqual(text)
    else { return nil }
    let parts = number.text.lowercased().split(separator: "e")
    let exponent = parts.count > 1 ? parts[1] : "0"
    guard exponent.count < 16, let power = Int(exponent) else { return nil }
    let mantissa = parts[0].drop { $0 == "-" }
    let halves = mantissa.split(separator: ".")
    digits = halves.joined().utf8.map { $0 - UInt8(ascii: "0") }
    point = power + halves[0].count
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    while digits.last == 0 { digits.removeLast() }
    point = digits.isEmpty ? 0 : point - zeros
    sign = digits.isEmpty ? 0 : parts[0].hasPrefix("-") ? -1 : 1
  }

  static func < (left: Self, right: Self) -> Bool {
    guard left.sign == right.sign else { return left.sign < right.sign }
    let (small, large) = left.sign < 0 ? (right, left) : (left, right)
    guard small.point == large.point else { return small.point < large.point }
    return small.digits.lexicographicallyPrecedes(large.digits)
  }
}

/// What is searched for is found inside of the text, in order.
@Sendable func checkSearch(_ bytes: [UInt8]) {
  let (pattern, text) = (bytes.halves.0.string, bytes.halves.1.string)
  guard let search = try? RowSearch(parsing: pattern) else { return }
  var end = text.startIndex
  for range in search.ranges(in: text) {
    require(range.lowerBound >= end && !range.isEmpty, "matches overlap or are empty")
    end = range.upperBound
  }
  _ = search.matches(JSONBytes([UInt8]("\(JSONValue.string(text))".utf8)))
}

/// A regular expression finds what a matcher finds that tries everything.
@Sendable func checkRegex(_ bytes: [UInt8]) {
  var choices = InputChoices(bytes)
  let slow = SlowRegex.random(depth: 3, &choices)
  guard let regex = try? RegularExpression(parsing: slow.source, ignoresCase: true) else {
    broken("\(slow.source) is refused")
  }
  let text = (0..<Int.random(in: 0..<8, using: &choices)).map { _ in
    "abc ".utf8.randomElement(using: &choices) ?? 0
  }
  require(
    text.withUnsafeBytes { regex.isFound(in: $0) } == slow.isFound(in: text),
    "\(slow.source) in '\(text.string)'")
}

/// Paths and pointers that are written can be read again, and lead to the same member.
@Sendable func checkPath(_ bytes: [UInt8]) {
  let text = bytes.string
  let keys = MemberPath(text).keys
  let path = MemberPath(keys: keys)
  require(MemberPath(path.text).keys == keys, "\(path.text) leads elsewhere than \(keys)")
  require(
    keys.isEmpty || (try? RowFilter(parsing: "\(path.filterText) == 1")) != nil,
    "\(path.filterText) is no member for a filter")
  for isDescending in keys.isEmpty ? [] : [false, true] {
    let key = SortKey(path, isDescending: isDescending)
    let read = try? SortKey.keys(parsing: "\(key),\(key)")
    require(
      read?.count == 2 && read?.allSatisfy { $0.path.keys == keys } ?? false
        && read?.allSatisfy { $0.isDescending == isDescending } ?? false,
      "\(key),\(key) is not two keys")
  }
  _ = path.value(in: sample)
  _ = JSONPointer(text)
}

/// A derived member is refused with a description, or makes JSON.
@Sendable func checkDerived(_ bytes: [UInt8]) {
  do {
    let member = try DerivedMember(parsing: bytes.string)
    let feed = MainActor.assumeIsolated {
      let feed = Feed(source: MemorySource([UInt8]("[\(sample)]".utf8)))
      feed.derive([member])
      while !feed.wait(forRows: .max, timeout: .seconds(5)) {}
      return (0..<feed.listModel.numberOfRows).map { feed.listModel.row($0).json }
    }
    require(feed.allSatisfy { (try? $0.check()) != nil }, "a derived member is no JSON")
  } catch {
    require(!"\(error)".isEmpty, "an error without a description")
  }
}
