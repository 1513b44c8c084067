import MocoaCore

@testable import MocoaFeed

/// No line of a log is left out: each is in one row, and what is behind the first line of a record
/// is in its object.
///
/// A control character stands for a line of a known format, so that logs of several are invented.
@Sendable func checkLines(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let formats: [FeedFormat] = [.log, .log, .logfmt, .accessLog, .labelledLog, .mixedLog, .text]
  let options = FeedOptions(format: formats[Int(first) % formats.count])
  let bytes = log(input.dropFirst())
  let lines = bytes.lines
  // Those that declare fields are left out.
  guard !bytes.isEmpty, lines.first?.first != UInt8(ascii: "#") else { return }
  // What cannot be read is said.
  guard let whole = readLines(MemorySource(bytes, name: "log"), options),
    let pieces = readLines(MemorySource(bytes, name: "log", chunk: 3), options)
  else { return }
  require(whole.map(\.lines) == pieces.map(\.lines), "the rows depend on how the bytes come")
  let found = whole.flatMap(\.lines)
  require(found == lines, "\(lines.count) lines, but in rows \(found.count): \(bytes.string)")
  for row in whole where options.format == .log && !row.hasSecond {
    for line in row.lines.dropFirst() where !line.contains(0x1B) {
      // Those at the end of a record are part of its line end.
      let end = line.lastIndex { $0 != 0x0D }.map { $0 + 1 } ?? 0
      var text: [UInt8] = []
      line[..<end].withUnsafeBytes { JSONText.appendQuoted($0, to: &text) }
      require(row.json.contains(text), "\(text.string) is not in \(row.json.string)")
    }
  }
}

/// A row as it is in the source, and as JSON.
private struct SourceRow {
  let lines: [[UInt8]]
  let json: [UInt8]
  /// Whether the second line of a record may have a pattern of its own.
  let hasSecond: Bool
}

/// Returns the rows of a source; nil if it has an error.
private func readLines(_ source: MemorySource, _ options: FeedOptions) -> [SourceRow]? {
  let reading = FeedReading(source: source, options: options)
  reading.run()
  let (index, store) = (reading.index, reading.store)
  guard index.progress.error == nil else { return nil }
  var hasSecond = false
  if case .logRecords(let format) = index.shape {
    hasSecond = format.patterns.contains { !$0.second.isEmpty }
  }
  return (0..<index.progress.rowCount).map { number in
    guard let range = try? store.reader.range(ofRow: number),
      let bytes = try? source.bytes(in: range)
    else { broken("row \(number) cannot be read") }
    let row = store.row(number, at: ListIndexPath(section: 0, item: number))
    return SourceRow(
      lines: bytes.lines, json: row.json.withBytes { Array($0) }, hasSecond: hasSecond)
  }
}

/// The lines of all known formats, as the tables have them.
private let known =
  (LogFormat.libraryEntries + LogFormat.programEntries + LogFormat.serverEntries
  + LogFormat.looseEntries + LogFormat.outputEntries + LogFormat.lineEntries)
  .flatMap { $0.patterns.map { [UInt8]($0.value.utf8) } }

/// Returns a log in which each control character is a line of a known format.
private func log(_ input: ArraySlice<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = input
  while let byte = rest.popFirst() {
    guard 0x01...0x08 ~= byte, let next = rest.popFirst() else {
      bytes.append(byte)
      continue
    }
    bytes += known[(Int(byte) << 8 | Int(next)) % known.count] + [0x0A]
  }
  return bytes
}

extension [UInt8] {
  /// The lines that have something.
  fileprivate var lines: [[UInt8]] {
    split(separator: 0x0A).map { [UInt8]($0) }.filter { !$0.isEmptyLine }
  }

  fileprivate func contains(_ text: [UInt8]) -> Bool { text.isEmpty || firstRange(of: text) != nil }
}
