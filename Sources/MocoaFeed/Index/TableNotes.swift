/// A note on a table or log, of which a row may be missing, joined with another one or divided.
struct TableNote: Sendable {
  /// What a note is about.
  enum Subject: Sendable {
    /// The number of rows that is written in the table.
    case count
    /// Rows that the table itself leaves out.
    case omission
    /// Blank lines between its rows.
    case blanks
    /// Its lower edge.
    case edge
    /// Lines between two of its rules.
    case joined
    /// Rows with a first cell alone.
    case rest
    /// Lines with its titles again.
    case titles
    /// Records of a log that end before their last line.
    case cut
  }

  let subject: Subject
  let text: String

  /// Returns the note on records of a log that have more lines or bytes than are read as one.
  static func cutRecords(_ count: Int) -> TableNote {
    TableNote(
      subject: .cut,
      text: "\(count == 1 ? "1 record has" : "\(count) records have") more than "
        + "\(LogScanner.longestRecord) lines or a megabyte; the lines behind are rows of their own")
  }

  /// Returns the note on lines that have the titles again.
  static func titles(_ count: Int) -> TableNote {
    TableNote(
      subject: .titles,
      text: count == 1
        ? "1 line with the titles again is left out"
        : "\(count) lines with the titles again are left out")
  }

  /// Returns the note on a number of rows in a table that has another one.
  static func count(_ written: Int, read: Int) -> TableNote {
    let rows = written == 1 ? "1 row" : "\(written) rows"
    return TableNote(
      subject: .count, text: "the table says that it has \(rows), but it has \(read)")
  }
}

/// The notes on the tables of a source, of which those on one subject are a single one.
struct TableNotes: Sendable {
  private var tableCount = 0
  private var entries: [(note: TableNote, line: Int, tableCount: Int)] = []

  /// Adds the notes on the next table; `line` returns the number of the line with its first row.
  mutating func add(_ notes: [TableNote], line: () -> Int) {
    tableCount += 1
    for note in notes {
      if let index = entries.firstIndex(where: { $0.note.subject == note.subject }) {
        entries[index].tableCount += 1
      } else {
        entries.append((note, line(), 1))
      }
    }
  }

  /// The notes, with the line and the number of tables if the source has several.
  var texts: [String] {
    entries.map { note, line, count in
      guard tableCount > 1 else { return note.text }
      let tables = count == 2 ? "1 more table" : "\(count - 1) more tables"
      return "\(note.text) (line \(line)\(count > 1 ? "; \(tables)" : ""))"
    }
  }
}
