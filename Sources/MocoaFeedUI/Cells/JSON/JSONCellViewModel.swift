import MocoaCore
import MocoaFeed
import MocoaTUI

/// The view model of a plain JSON row: the text of each of its members, computed once.
class JSONCellViewModel: CellViewModel<Row> {
  /// The cached texts; too few for a dictionary to be faster.
  private var texts: [(column: String, text: JSONDisplayText?)] = []

  /// The number of the layout of the columns for which the numbers in the texts were measured.
  var fittedLayout = 0

  /// Returns the text of the member of a column, or nil if the row lacks it.
  func text(for column: TableColumn) -> JSONDisplayText? {
    // No closure, which would check for the main actor each time, and no copies.
    for index in texts.indices where texts[index].column == column.id { return texts[index].text }
    let pointer = column.memberPointer
    var text: JSONDisplayText?
    if let value = model.json[pointer]?.shown(ofTable: model.isOfTable) {
      text = JSONDisplayText(value.displayedStart, of: pointer.tokens.last).folded(from: value)
    }
    if texts.isEmpty { texts.reserveCapacity(4) }
    texts.append((column.id, text))
    return text
  }

  /// Returns what the cell displays in a column as one text; nil for nothing.
  func displayedText(for column: TableColumn) -> String? { text(for: column)?.text }

  /// The whole row on one line, for a row that lacks all of the columns.
  var line: JSONDisplayText {
    if let knownLine { return knownLine }
    let line =
      switch model.json.kind {
      case .object, .array, nil: JSONDisplayText(line: model.json)
      default: JSONDisplayText(model.json.displayedStart)
      }
    knownLine = line
    return line
  }

  private var knownLine: JSONDisplayText?

  override func modelDidChange(from oldModel: Row) {
    texts.removeAll()
    knownLine = nil
    fittedLayout = 0
  }
}

extension JSONDisplayText {
  /// Creates a text of the compact JSON itself.
  init(line bytes: JSONBytes) {
    text = bytes.count <= Self.byteLimit ? bytes.description : bytes.prefixText(Self.byteLimit)
    style = .secondary
  }
}

extension JSONBytes {
  /// The number of line feeds in a string, without those at its end.
  var lineFeedCount: Int {
    var (count, pending, isEscaped) = (0, 0, false)
    for byte in slice.dropFirst().dropLast() {
      if isEscaped, byte == UInt8(ascii: "n") {
        pending += 1
      } else if isEscaped || byte != UInt8(ascii: "\\") {
        (count, pending) = (count + pending, 0)
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return count
  }

  /// The text, or, for a string that is longer than any line, a string of its start.
  ///
  /// - Complexity: O(1) in the bytes of the string.
  var displayedStart: JSONBytes {
    let limit = JSONDisplayText.byteLimit
    guard count > limit, kind == .string else { return self }
    var end = slice.startIndex
    while end < slice.startIndex + limit {
      // Escape sequences are not cut.
      let isEscape = slice[end] == UInt8(ascii: "\\")
      end += isEscape ? slice[end + 1] == UInt8(ascii: "u") ? 6 : 2 : 1
    }
    return JSONBytes(Array(slice.prefix(end - slice.startIndex)) + [UInt8(ascii: "\"")])
  }

  /// Returns the start of the unformatted text.
  func prefixText(_ count: Int) -> String {
    String(decoding: slice.prefix(count), as: UTF8.self)
  }
}
