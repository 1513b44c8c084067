import MocoaCore
import MocoaFeed

/// Converts rows of one API into items for a view, so that several APIs can feed one list.
///
/// ```swift
/// let commits = ItemPackager(name: "entry") { row in
///   JSONItem { $0["title"] = row["message"]; $0["detail"] = row["author"]?["name"] }
/// }
/// section.append(packaging: rows, by: commits)
/// ```
public struct ItemPackager: Sendable {
  private let body: @Sendable (JSONValue) throws -> JSONItem?

  /// Creates a packager.
  ///
  /// - Parameters:
  ///   - name: The module of the items; nil keeps that of each item.
  ///   - body: Returns the item of a row, or nil to skip the row.
  public init(
    name: ModuleName? = nil, _ body: @escaping @Sendable (JSONValue) throws -> JSONItem?
  ) {
    self.body = { row in
      guard var item = try body(row) else { return nil }
      if let name { item.moduleName = name }
      return item
    }
  }

  /// Creates a packager that maps members to other names: `["title": "/commit/message"]`.
  ///
  /// Pointers without a value are skipped.
  public init(name: ModuleName? = nil, members: [(key: String, pointer: JSONPointer)]) {
    self.init(name: name) { row in
      JSONItem { object in
        for member in members { object[member.key] = row[member.pointer] }
      }
    }
  }

  /// A packager that keeps rows unchanged.
  public static let plain = ItemPackager { JSONItem(value: $0) }

  /// Returns the item of a row; nil if the row is skipped.
  ///
  /// - Throws: The error of the packager's closure.
  public func item(of row: JSONValue) throws -> JSONItem? { try body(row) }
}
