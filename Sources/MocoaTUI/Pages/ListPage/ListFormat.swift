import MocoaCore

/// A format in which the rows of a list page are written, as a feed page writes them.
enum ListFormat: String, CaseIterable {
  case csv, tsv
  case markdown = "md"

  /// The extension of files in each format.
  static let names = allCases.map { ".\($0.rawValue)" }.joined(separator: " ")

  /// Returns the format for a file name; nil if its extension is unknown.
  init?(ofFile name: String) {
    let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last
    self.init(rawValue: ending?.lowercased() ?? "")
  }

  /// Returns the line, or lines, of the titles of columns.
  func header(_ titles: [String]) -> String {
    line(titles) + (self == .markdown ? "|" + titles.map { _ in " --- |" }.joined() + "\n" : "")
  }

  func line(_ texts: [String]) -> String {
    let cells = texts.map(cell)
    return switch self {
    // Most readers would skip an empty line.
    case .csv: (cells == [""] ? "\"\"" : cells.joined(separator: ",")) + "\r\n"
    case .tsv: cells.joined(separator: "\t") + "\n"
    case .markdown: "| " + cells.joined(separator: " | ") + " |\n"
    }
  }

  /// Returns the text of a cell, quoted as the format requires.
  private func cell(_ text: String) -> String {
    var cell = ""
    var syntax = MarkdownSyntax()
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      if let substitute = substitute(for: scalar) {
        cell += substitute
        continue
      }
      if self == .markdown, syntax.isMarkup(text.utf8[index...]) { cell += "\\" }
      cell.unicodeScalars.append(scalar)
    }
    let needsQuotes = text.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    return self == .csv && needsQuotes ? "\"\(cell)\"" : cell
  }

  private func substitute(for scalar: Unicode.Scalar) -> String? {
    switch (self, scalar) {
    case (.csv, "\""): "\"\""
    case (.tsv, "\t"): "\\t"
    case (.tsv, "\n"): "\\n"
    case (.tsv, "\r"): "\\r"
    case (.tsv, "\\"), (.markdown, "\\"): "\\\\"
    case (.markdown, "|"): "\\|"
    case (.markdown, "\n"): "<br>"
    case (.markdown, "\r"): ""
    default: nil
    }
  }
}
