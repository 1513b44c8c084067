import MocoaCore
import MocoaFeed
import MocoaTUI

/// What is accepted as a value can be written and read again, and means the same.
func checkJSON(_ bytes: [UInt8]) {
  let json = JSONBytes(bytes)
  guard let value = try? json.value() else { return }
  let text = "\(value)"
  guard let again = try? JSONBytes([UInt8](text.utf8)).value() else {
    preconditionFailure("what is written cannot be read: \(text)")
  }
  precondition(again == value, "what is written means something else: \(text)")
  precondition(
    "\(json)".unicodeScalars.allSatisfy { $0.value >= 32 }, "a control character is left")
}

/// However bytes come, in one piece or in small ones, they are the same rows; what is wrong with a
/// feed may be reported at another place.
func checkFeed(_ bytes: [UInt8]) {
  MainActor.assumeIsolated {
    let whole = rows(of: Feed(source: MemorySource(bytes)))
    let pieces = rows(of: Feed(source: MemorySource(bytes, chunk: 3)))
    guard whole.isSound else { return }
    precondition(whole == pieces, "rows depend on how the bytes come")
  }
}

private struct Rows: Equatable {
  var texts: [String] = []
  var isSound = true
}

@MainActor private func rows(of feed: Feed) -> Rows {
  while !feed.wait(forRows: .max, timeout: .seconds(5)) {}
  var rows = Rows()
  if case .failed = feed.status { rows.isSound = false }
  for index in 0..<feed.listModel.numberOfRows {
    let row = feed.listModel.row(index)
    rows.texts.append("\(row.json)")
    if row.problem != nil { rows.isSound = false }
  }
  return rows
}

/// A row for expressions to look at.
private let sample = JSONBytes(
  [UInt8](#"{"a":1,"b":"two","c":[1,{"d":null}],"e":{"f":2.5},"g":true,"h":"2026-11-20"}"#.utf8))

/// An expression is refused at a place inside of it, or has an answer.
func checkFilter(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    _ = try RowFilter(parsing: text).matches(sample)
  } catch {
    precondition(!error.description.isEmpty, "an error says nothing")
  }
  if let keys = try? SortKey.keys(parsing: text) {
    precondition(!keys.isEmpty || text.allSatisfy { $0 == " " || $0 == "," }, "no keys: \(text)")
  }
}

/// What is searched for is found inside of the text, in order.
func checkSearch(_ bytes: [UInt8]) {
  let halves = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let pattern = String(decoding: halves[0], as: UTF8.self)
  let text = halves.count > 1 ? String(decoding: halves[1], as: UTF8.self) : pattern
  guard let search = try? RowSearch(parsing: pattern) else { return }
  var end = text.startIndex
  for range in search.ranges(in: text) {
    precondition(range.lowerBound >= end && !range.isEmpty, "matches overlap or are empty")
    end = range.upperBound
  }
  _ = search.matches(JSONBytes([UInt8]("\(JSONValue.string(text))".utf8)))
}

func checkTemplate(_ bytes: [UInt8]) {
  guard let template = try? RowTemplate(parsing: String(decoding: bytes, as: UTF8.self)) else {
    return
  }
  _ = template.text(for: sample)
}

/// Bytes from a terminal are the same events in one piece and one by one.
func checkInput(_ bytes: [UInt8]) {
  var whole: [InputEvent] = []
  var parser = InputParser()
  parser.feed(bytes) { whole.append($0) }
  parser.timeout { whole.append($0) }
  var single: [InputEvent] = []
  parser = InputParser()
  for byte in bytes { parser.feed([byte]) { single.append($0) } }
  parser.timeout { single.append($0) }
  precondition(whole == single, "events depend on how the bytes come")
}

/// An address that is accepted is written so that it is the same again.
func checkURL(_ bytes: [UInt8]) {
  guard let url = try? ModuleURL(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
  guard let again = try? ModuleURL(parsing: "\(url)") else {
    preconditionFailure("\(url) cannot be read again")
  }
  precondition(again == url && "\(again)" == "\(url)", "\(url) is read as \(again)")
}

/// Text is cut to the room there is, and nothing in it can command a terminal.
func checkText(_ bytes: [UInt8]) {
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let room = Int(bytes.first ?? 0) % 40
  let clean = TextWidth.sanitized(text)
  precondition(
    clean.unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F...0x9F).contains($0.value) },
    "a control character is left")
  precondition(TextWidth.columns(of: TextWidth.truncated(clean, to: room)) <= room, "too wide")
  let padded = TextWidth.padded(clean, to: room, alignsTrailing: false)
  precondition(TextWidth.columns(of: padded) == room, "not as wide as asked")
}
