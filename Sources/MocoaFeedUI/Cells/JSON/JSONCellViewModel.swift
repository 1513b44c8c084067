import MocoaCore
import MocoaFeed
import MocoaTUI

/// The view model of a row that is plain JSON: the text of each of its members, worked out once.
public class JSONCellViewModel: TableCellViewModel<Row> {
  /// The texts that were asked for; there are so few that a dictionary would take longer.
  private var texts: [(column: String, text: JSONDisplayText?)] = []

  /// The text of the member that a column shows, or nil where the row has none.
  public func text(for column: TableColumn) -> JSONDisplayText? {
    // No closure, which would be asked whether it is on the main actor each time, and no copies.
    for index in texts.indices where texts[index].column == column.id { return texts[index].text }
    let text = model.json[column.memberPointer].map { JSONDisplayText($0) }
    texts.append((column.id, text))
    return text
  }

  /// The whole row on one line, for a row that has none of the columns.
  public var line: JSONDisplayText {
    if let knownLine { return knownLine }
    let line =
      switch model.json.kind {
      case .object, .array, nil: JSONDisplayText(line: model.json)
      default: JSONDisplayText(model.json)
      }
    knownLine = line
    return line
  }

  private var knownLine: JSONDisplayText?

  public override func modelDidChange(from oldModel: Row) {
    texts.removeAll()
    knownLine = nil
  }
}

extension JSONDisplayText {
  /// Makes a text of the compact JSON itself.
  init(line bytes: JSONBytes) {
    text = bytes.count <= Self.byteLimit ? bytes.description : bytes.prefixText(Self.byteLimit)
    style = .secondary
  }
}

extension JSONBytes {
  /// The beginning of the text as it is.
  func prefixText(_ count: Int) -> String {
    String(decoding: slice.prefix(count), as: UTF8.self)
  }
}
