@testable import MocoaFeed

/// What validates and what reads accept what a plain reader accepts; that can be written and read
/// again, and is equal; and each member is found that it has.
@Sendable func checkJSON(_ bytes: [UInt8]) {
  let json = JSONBytes(bytes)
  let isValid = PlainJSON.accepts(bytes)
  require(
    bytes.withUnsafeBytes { CheckedScanner.isValid($0) } == isValid
      && ((try? json.check()) != nil) == isValid,
    "a plain reader finds \(isValid ? "JSON" : "an error"): \(bytes.string)")
  guard let value = try? json.value() else { return }
  let text = "\(value)"
  guard let again = try? JSONBytes([UInt8](text.utf8)).value() else {
    broken("what is written cannot be read: \(text)")
  }
  require(again == value, "what is written is another value: \(text)")
  for member in value.object?.members ?? [] where value[member.key] == member.value {
    let found = MemberPath(keys: [member.key]).value(in: json)
    require((try? found?.value()) == member.value, "\(member.key) is not found in \(text)")
  }
  require(
    "\(json)".unicodeScalars.allSatisfy { $0.value >= 32 }, "a control character is left")
}

/// However bytes come, in one piece or in small ones, they are the same rows; the place of an error
/// may be another one.
@Sendable func checkFeed(_ bytes: [UInt8]) { checkPieces(bytes, FeedOptions()) }

/// The rows of an array are its elements, as a reader finds them that reads the whole of it.
@Sendable func checkArray(_ bytes: [UInt8]) {
  let bytes = [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]
  guard let elements = try? JSONBytes(bytes).value().array,
    !elements.contains(where: { $0.array != nil })
  else { return }
  let rows = MainActor.assumeIsolated {
    readRows(MemorySource(bytes, chunk: 5), FeedOptions(format: .array)).rows
  }
  let values = rows.map { try? $0.value() }
  require(values == elements, "\(values) are the rows of \(elements)")
}

/// Tables, too, are the same rows however their bytes come, and their rows are JSON.
@Sendable func checkTable(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let rest = [UInt8](bytes.dropFirst())
  checkPieces(rest, FeedOptions(format: first & 1 == 0 ? .csv : .tsv))
}

private func checkPieces(_ bytes: [UInt8], _ options: FeedOptions) {
  MainActor.assumeIsolated {
    let whole = readRows(MemorySource(bytes), options)
    let pieces = readRows(MemorySource(bytes, chunk: 3), options)
    guard whole.isSound else { return }
    require(
      whole.rows == pieces.rows, "\(whole.rows) in one piece, but in small ones \(pieces.rows)")
    require(whole.rows.allSatisfy { (try? $0.check()) != nil }, "a row is no JSON")
  }
}

/// The rows of a source, and whether neither it nor any of them has a fault.
@MainActor private func readRows(
  _ source: MemorySource, _ options: FeedOptions
) -> (rows: [JSONBytes], isSound: Bool) {
  let feed = Feed(source: source, options: options)
  while !feed.wait(forRows: .max, timeout: .seconds(5)) {}
  let rows = (0..<feed.listModel.numberOfRows).map { feed.listModel.row($0) }
  var isSound = rows.allSatisfy { $0.problem == nil }
  if case .failed = feed.status { isSound = false }
  return (rows.map { JSONBytes([UInt8]("\($0.json)".utf8)) }, isSound)
}

/// Compressed bytes become the same bytes, or the same fault, however they come.
@Sendable func checkCompressed(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let compression: StreamCoding = first & 1 == 0 ? .gzip : .zstd
  let rest = [UInt8](bytes.dropFirst())
  let (whole, pieces) = (decoded(rest, compression, rest.count), decoded(rest, compression, 1))
  require(whole.isComplete == pieces.isComplete, "the end depends on how the bytes come")
  require(!whole.isComplete || whole.bytes == pieces.bytes, "decompressed to other bytes")
}

private func decoded(
  _ bytes: [UInt8], _ compression: StreamCoding, _ length: Int
) -> (bytes: [UInt8], isComplete: Bool) {
  var result: [UInt8] = []
  var output = [UInt8](repeating: 0, count: 1 << 12)
  do {
    let decoder = try compression.makeDecoder()
    for start in stride(from: 0, to: bytes.count, by: max(1, length)) {
      try bytes[start..<min(start + length, bytes.count)].withUnsafeBytes { piece in
        var input = piece[...]
        var count = output.count
        while !input.isEmpty || count == output.count {
          count = try output.withUnsafeMutableBytes { try decoder.decode(&input, into: $0) }
          result += output[..<count]
          if result.count > 1 << 20 { return }
        }
      }
    }
    return (result, decoder.isComplete)
  } catch {
    return (result, false)
  }
}

/// What an answer of a server says is lines, whose names are lower-cased.
@Sendable func checkReport(_ bytes: [UInt8]) {
  guard let file = try? FileDescriptor.temporary(),
    (try? bytes.withUnsafeBytes({ try file.write($0, at: 0) })) != nil
  else { return }
  let report = FetchReport(file)
  for (name, value) in report.headers {
    require(name == name.lowercased() && !name.contains("\n"), "a name is left as it came")
    require(!value.contains("\n"), "a header has two lines")
  }
}
