import MocoaFeed

/// A Swift type for rows of a shape, with its nested types.
struct SwiftModel: Equatable {
  struct Property: Equatable {
    /// The key in JSON.
    var key: String
    /// The name in Swift.
    var name: String
    /// The type, without the question mark of an optional.
    var type: String
    var isOptional: Bool
  }

  var name: String
  /// The properties, by key.
  var properties: [Property]
  /// The types that properties refer to.
  var nested: [SwiftModel]

  /// Derives the type for objects of a shape; the names of the enclosing types are not reused.
  init(name: String, shape: ObjectShape, path: Set<String> = []) {
    self.name = name
    properties = []
    nested = []
    var names = IdentifierMaker()
    var types = IdentifierMaker(
      reserved: IdentifierMaker.usedTypes.union(path).union([name]))
    for key in shape.sortedKeys {
      guard let member = shape.members[key] else { continue }
      let type = Self.type(of: member, key: key, types: &types, path: path.union([name]))
      nested += type.nested
      properties.append(
        Property(
          key: key, name: names.property(key), type: type.name,
          isOptional: shape.isOptional(key)))
    }
  }

  private static func type(
    of shape: ValueShape, key: String, types: inout IdentifierMaker, path: Set<String>
  ) -> (name: String, nested: [SwiftModel]) {
    guard shape.kindCount == 1 else { return ("JSONValue", []) }
    if shape.hasBool { return ("Bool", []) }
    if shape.hasFraction { return ("Double", []) }
    if shape.hasInteger { return ("Int", []) }
    if shape.hasString {
      return (shape.stringsAreDates ? "Date" : shape.stringsAreURLs ? "URL" : "String", [])
    }
    if let object = shape.object {
      guard !object.keys.isEmpty else { return ("JSONValue", []) }
      let model = SwiftModel(name: types.type(key), shape: object, path: path)
      return (model.name, [model])
    }
    guard let element = shape.element?.shape else { return ("JSONValue", []) }
    let inner = type(of: element, key: key, types: &types, path: path)
    let isOptional = element.hasNull && inner.name != "JSONValue"
    return ("[\(inner.name)\(isOptional ? "?" : "")]", inner.nested)
  }

  /// Returns whether properties of this or a nested type are of a type.
  func uses(_ type: String) -> Bool {
    properties.contains { $0.type.filter { !"[]?".contains($0) } == type }
      || nested.contains { $0.uses(type) }
  }

  /// The identifying property: the first that all rows have as a text or a number.
  var identity: Property? {
    let candidates = properties.filter {
      !$0.isOptional && ["String", "Int", "URL"].contains($0.type)
    }
    // A property with that name is used as the identity everywhere.
    if properties.contains(where: { $0.name == "id" }) {
      return candidates.first { $0.name == "id" }
    }
    return JSONObject.identityKeys.lazy.compactMap { key in
      candidates.first { $0.key == key }
    }.first
  }
}

extension SwiftModel {
  /// Returns the declaration of the type, with an identity if it represents a whole row.
  func declaration(indentation: Int = 0, isRow: Bool = true) -> String {
    let margin = String(repeating: " ", count: indentation)
    let inner = margin + "  "
    let protocols =
      (isRow ? (identity == nil ? "Decodable" : "Decodable, Identifiable") : "Decodable")
      + ", Equatable, Sendable"
    var lines = ["\(margin)struct \(name): \(protocols) {"]
    lines += properties.map { "\(inner)var \($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
    if isRow, let identity, identity.name != "id" {
      lines += ["", "\(inner)var id: \(identity.type) { \(identity.name) }"]
    }
    if properties.contains(where: { $0.name != $0.key }) {
      lines += ["", "\(inner)private enum CodingKeys: String, CodingKey {"]
      lines += properties.map { property in
        let value = property.name == property.key ? "" : " = \(property.key.swiftLiteral)"
        return "\(inner)  case \(property.name)\(value)"
      }
      lines.append("\(inner)}")
    }
    for model in nested {
      lines += ["", model.declaration(indentation: indentation + 2, isRow: false)]
    }
    return (lines + ["\(margin)}"]).joined(separator: "\n")
  }
}
