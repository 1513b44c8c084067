import MocoaFeed

/// Selects the members, including nested ones, that the cell of a manifest displays.
struct TemplateChooser {
  fileprivate let fields: [Field]

  /// A member at any depth with one scalar value.
  fileprivate struct Field: Equatable {
    /// The path in the notation of templates: `author.name`.
    var path: String
    /// The last key, in lower case.
    var name: String
    var isText = false
    var isDate = false
  }

  /// The maximum depth at which members are searched.
  private static let depthLimit = 4

  /// Collects the members of a shape, those of the row itself first.
  init(_ shape: ObjectShape) {
    var fields: [Field] = []
    var level: [(path: [String], shape: ObjectShape)] = [([], shape)]
    for _ in 0..<Self.depthLimit {
      var next: [(path: [String], shape: ObjectShape)] = []
      for (path, shape) in level {
        for key in shape.sortedKeys where Self.isPlain(key) {
          guard let member = shape.members[key], member.kindCount == 1 else { continue }
          if let object = member.object {
            next.append((path + [key], object))
          } else if member.element == nil {
            fields.append(Field(path + [key], member))
          }
        }
      }
      level = next
    }
    self.fields = fields
  }

  /// Returns whether a key can be used in a template without quoting.
  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  /// The member for the title of rows, or nil.
  var titlePath: String? { title?.path }

  /// The cell: `{title:bold} {status:dim} {date|relative:right}`, as far as there are members.
  var template: String {
    guard let title else { return "{.}" }
    let others = fields.filter { $0 != title }
    let label = first(of: Self.labels, in: others.filter { !$0.isDate })
    let date = first(of: Self.dates, in: others.filter(\.isDate)) ?? others.first(where: \.isDate)
    let start = "{\(title.path):bold}"
    switch (label, date) {
    case (let label?, let date?):
      return "\(start) {\(label.path):dim} {\(date.path)|relative:right}"
    case (nil, let date?): return "\(start) {\(date.path)|relative:right}"
    case (let label?, nil): return "\(start) {\(label.path):right}"
    case (nil, nil):
      let other = others.first { !JSONObject.identityKeys.contains($0.name) }
      return other.map { "\(start) {\($0.path):right}" } ?? start
    }
  }

  private var title: Field? {
    first(of: Self.titles, in: fields.filter { !$0.isDate })
      ?? fields.first { $0.isText && !JSONObject.identityKeys.contains($0.name) } ?? fields.first
  }

  /// Returns the member with the first of some names; among several, the least nested.
  private func first(of names: [String], in fields: [Field]) -> Field? {
    names.lazy.compactMap { name in fields.first { $0.name == name } }.first
  }

  private static let titles = [
    "title", "name", "headline", "subject", "summary", "message", "text", "label", "login",
  ]
  private static let labels = [
    "status", "state", "phase", "level", "severity", "kind", "type", "category",
  ]
  private static let dates = ["date", "time", "timestamp", "created_at", "date_published"]
}

extension TemplateChooser.Field {
  fileprivate init(_ keys: [String], _ shape: ValueShape) {
    path = keys.joined(separator: ".")
    name = keys.last?.lowercased() ?? ""
    isDate = shape.hasString && shape.stringsAreDates
    isText = shape.hasString && !isDate && !shape.stringsAreURLs
  }
}
