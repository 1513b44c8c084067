import MocoaTUI

/// The formats in which the displayed rows and columns can be written.
enum ViewFormat: String, CaseIterable {
  case csv, tsv, markdown, html
  case json = "json-lines"
  case array = "json"
  case text
  case log
  case command, manifest

  /// The extensions of files in the format.
  var endings: [String] {
    switch self {
    case .csv: ["csv"]
    case .tsv: ["tsv"]
    case .markdown: ["md"]
    case .html: ["html", "htm"]
    case .json: ["jsonl", "ndjson"]
    case .array: ["json"]
    case .text: ["txt"]
    case .log: ["log"]
    case .command: ["sh"]
    case .manifest: ["yaml", "yml"]
    }
  }

  /// The first extension of each format.
  static let names = allCases.map { ".\($0.endings[0])" }.joined(separator: " ")

  /// Returns the format for a file name; nil if its extension is unknown.
  init?(ofFile name: String) {
    let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last?
      .lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending ?? "") }) else {
      return nil
    }
    self = format
  }

  /// The name of a format of rows in a message; that of others is not displayed.
  var title: String {
    switch self {
    case .csv, .tsv, .html: rawValue.uppercased()
    case .markdown: "Markdown"
    case .json: "lines of JSON"
    case .array: "JSON"
    case .text, .log, .command, .manifest: "text"
    }
  }

  /// The description of copying the view in the format.
  var help: String {
    switch self {
    case .csv: "Copy the columns as comma-separated values"
    case .tsv: "Copy the columns as tab-separated values"
    case .markdown: "Copy the columns as a table of Markdown"
    case .html: "Copy the columns as a page of HTML with a table"
    case .json: "Copy the rows as lines of JSON, with all their members"
    case .array: "Copy the rows as an array of JSON, with all their members"
    case .text: "Copy the columns as aligned text"
    case .log: "Copy the lines of a log as they are"
    case .command: "Copy a command line that shows this list"
    case .manifest: "Copy a manifest with these columns"
    }
  }
}
