/// The bytes by which the format of a source is detected: the first 64 KiB after the position, or
/// fewer if the source ends, or is read for a second, before.
///
/// The sample is read once: whatever examines it sees the same bytes, so that the result does not
/// depend on the sizes of reads. What needs only its first lines does not wait for the others.
struct FormatSample {
  /// The maximum number of bytes.
  static let size = 64 * 1024

  /// The maximum time to wait for bytes.
  static let patience = Duration.seconds(1)

  /// The same for a followed file, whose first row is to be shown within a tenth of a second.
  private static let patienceForFiles = Duration.milliseconds(20)

  /// The offset in the source of the end of the sample.
  let end: Int

  /// A Boolean value that indicates whether the source ends with the sample.
  let isWhole: Bool

  /// Reads the bytes after the position of a cursor.
  init(_ cursor: ByteCursor) throws {
    var isWhole = false
    while !isWhole, Self.goesOn(cursor) { isWhole = try !cursor.extend() }
    self.isWhole = isWhole && cursor.bytes.count <= Self.size
    end = cursor.offset + min(cursor.bytes.count, Self.size)
  }

  /// Returns how long bytes of a source are awaited.
  ///
  /// A followed file has been written already, and may not grow for a long time.
  static func patience(for cursor: ByteCursor) -> Duration {
    cursor.kind.followed == nil ? patience : patienceForFiles
  }

  /// Returns whether bytes behind those of a cursor belong to the sample; waits for them until the
  /// time is over.
  static func goesOn(_ cursor: ByteCursor) -> Bool {
    guard cursor.bytes.count < size else { return false }
    let deadline = cursor.sampleDeadline ?? .now + patience(for: cursor)
    cursor.sampleDeadline = deadline
    return cursor.isBehind || !cursor.source.isIdle(for: max(.zero, deadline - .now))
  }
}

extension ByteCursor {
  /// The bytes from the position to the end of the sample.
  var sample: UnsafeRawBufferPointer {
    get throws {
      let end = try formatSample.end
      while offset + bytes.count < end, try extend() {}
      return UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, end - offset)))
    }
  }

  /// A Boolean value that indicates whether the source ends with the sample.
  var isSampleWhole: Bool { get throws { try formatSample.isWhole } }

  /// Returns the ranges in the sample of the first lines that are not empty, without line feeds.
  ///
  /// A line that is cut off counts only if it is the first one.
  func sampleRanges(_ count: Int) throws -> [Range<Int>] {
    while readSample == nil, count < .max {
      let received = UnsafeRawBufferPointer(rebasing: bytes.prefix(FormatSample.size))
      let lines = received.lines(count, isWhole: false)
      if lines.count == count, lines.last.map({ $0.upperBound < received.count }) ?? true {
        return lines
      }
      guard FormatSample.goesOn(self), try extend() else { break }
    }
    return try sample.lines(count, isWhole: isSampleWhole)
  }

  /// The lines of the sample, empty ones included, up to the last empty one if the source goes on;
  /// without their colors, unless these count in the lengths of exported values.
  var allSampleLines: [UnsafeRawBufferPointer] {
    get throws {
      let sample = try sample
      let isExport = sample.starts(with: PairLayout.exportStart)
      var lines = sample.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        let line = UnsafeRawBufferPointer(rebasing: $0)
        return isExport ? line : line.withoutRendition.map(keep) ?? line
      }
      if try !isSampleWhole, let end = lines.dropLast().lastIndex(where: \.isEmptyLine) {
        lines.removeSubrange(end...)
      }
      return lines
    }
  }

  /// Returns the first lines of the sample that are not empty, without their colors.
  func sampleLines(_ count: Int = LogCoding.sampleSize) throws -> [UnsafeRawBufferPointer] {
    let ranges = try sampleRanges(count)
    return ranges.map { range in
      let line = bytes[rebased: range]
      return line.withoutRendition.map(keep) ?? line
    }
  }

  /// Returns the lines, without their colors, by which a log is known: the first ones, and if a
  /// record that begins in them goes on, its rest and as many behind it.
  func logLines(own: LogFormat?) throws -> [UnsafeRawBufferPointer] {
    let count = LogFormat.sampleSize
    let lines = try sampleLines(count)
    guard lines.count == count, LogFormat.endInFirstRecord(lines, own: own) else { return lines }
    let all = try sampleLines(.max)
    let rest = all.dropFirst(count)
    let next = rest.firstIndex { LogFormat.beginsRecord($0, own: own) } ?? all.count
    return Array(all.prefix(next + count))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the ranges of the first lines that are not empty, without line feeds; one that is cut
  /// off only if it is the first one, or the bytes are whole.
  fileprivate func lines(_ limit: Int, isWhole: Bool) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while lines.count < limit, start < count {
      let end = self[start...].firstIndex(of: 0x0A)
      guard end != nil || lines.isEmpty || isWhole else { break }
      let line = start..<(end ?? count)
      if !self[line].isEmptyLine { lines.append(line) }
      start = line.upperBound + 1
    }
    return lines
  }
}
