import MocoaFeed

/// The members of a model that a row displays: a title, and trailing details.
struct DisplayedFields {
  let title: SwiftModel.Property?
  let detail: SwiftModel.Property?

  /// Selects members of a model: those with typical names first, then any.
  init(_ model: SwiftModel) {
    let texts = model.properties.filter { Self.simpleTypes.contains($0.type) }
    let title =
      Self.first(
        of: ["title", "name", "headline", "summary", "message", "text", "label"], in: texts)
      ?? texts.first { $0.type == "String" && !$0.isOptional && $0.key != model.identity?.key }
      ?? texts.first
    self.title = title
    let others = texts.filter { $0 != title }
    detail =
      Self.first(
        of: ["date", "time", "created_at", "timestamp", "status", "kind", "type"], in: others)
      ?? others.first { $0.type == "Date" } ?? others.first { $0.key != model.identity?.key }
  }

  private static let simpleTypes = ["String", "Int", "Double", "Bool", "Date", "URL"]

  private static func first(
    of keys: [String], in properties: [SwiftModel.Property]
  ) -> SwiftModel.Property? {
    keys.lazy.compactMap { key in properties.first { $0.key.lowercased() == key } }.first
  }

  /// The texts of the view model.
  var viewModelMembers: String {
    var lines = ["  var title: String { \(Self.text(of: title)) }"]
    if let detail { lines.append("  var detail: String { \(Self.text(of: detail)) }") }
    return lines.joined(separator: "\n")
  }

  /// The drawing code of the cell.
  var drawing: String {
    var lines = ["    canvas.write(viewModel.title, style: .title)"]
    if detail != nil {
      lines.append(
        "    canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)")
    }
    return lines.joined(separator: "\n")
  }

  /// The expected title of an example row, as a Swift expression.
  var titleExpectation: String {
    guard let title, !title.isOptional else { return "\"\"" }
    return switch title.type {
    case "String": "\"text\""
    case "URL": "\"https://example.com/\""
    case "Bool": "\"true\""
    case "Double": "\"1.0\""
    case "Int": "\"1\""
    case "Date": "\"2024-05-01T12:00:00Z\""
    default: "\"\""
    }
  }

  private static func text(of property: SwiftModel.Property?) -> String {
    guard let property else { return "\"\"" }
    let value = "model.\(property.name)"
    let empty = property.isOptional ? " ?? \"\"" : ""
    let mark = property.isOptional ? "?" : ""
    return switch property.type {
    case "String": value + empty
    case "URL": "\(value)\(mark).absoluteString\(empty)"
    case "Date": "\(value)\(mark).formatted(.iso8601)\(empty)"
    default: property.isOptional ? "\(value).map { \"\\($0)\" } ?? \"\"" : "\"\\(\(value))\""
    }
  }
}
