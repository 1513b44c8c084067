import MocoaCore

/// Turns rows of one API into items that a certain view can show, so that several APIs can feed one
/// list.
///
/// ```swift
/// let commits = ItemPackager(name: "entry") { row in
///   JSONItem { $0["title"] = row["message"]; $0["detail"] = row["author"]?["name"] }
/// }
/// section.append(packaging: rows, by: commits)
/// ```
public struct ItemPackager: Sendable {
  private let body: @Sendable (JSONValue) throws -> JSONItem?

  /// Makes a packager.
  ///
  /// - Parameters:
  ///   - name: the module of the items; nil leaves it to each item.
  ///   - body: makes an item of a row, or nil to leave the row out.
  public init(
    name: ModuleName? = nil, _ body: @escaping @Sendable (JSONValue) throws -> JSONItem?
  ) {
    self.body = { row in
      guard var item = try body(row) else { return nil }
      if let name { item.mocoaName = name }
      return item
    }
  }

  /// Makes a packager that takes members over under other names: `["title": "/commit/message"]`.
  ///
  /// What a pointer does not lead to is left out.
  public init(name: ModuleName? = nil, members: [(key: String, pointer: JSONPointer)]) {
    self.init(name: name) { row in
      JSONItem { object in
        for member in members { object[member.key] = row[member.pointer] }
      }
    }
  }

  /// Takes rows as they are.
  public static let plain = ItemPackager { JSONItem(value: $0) }

  /// The item of a row; nil where the row is to be left out.
  ///
  /// - Throws: what the packager's closure throws.
  public func item(of row: JSONValue) throws -> JSONItem? { try body(row) }
}
