import MocoaCore
import MocoaFeed

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text format for items, to store or to exchange them.
///
/// The text is `{"format":"mocoa-items","version":1,"common":{…},"sections":[…]}`.
public struct ItemArchive: Sendable {
  /// The version that is written, and the only one that can be read.
  public static let version = 1

  static let format = "mocoa-items"

  /// The keys of the members that are written; nil means all.
  public var keys: Set<String>?

  /// The names under which members are written, if they differ from the keys.
  public var writtenNames: [String: String]

  /// Creates an archive.
  public init(keys: Set<String>? = nil, writtenNames: [String: String] = [:]) {
    self.keys = keys
    self.writtenNames = writtenNames
  }

  /// Returns the written members of an item as JSON on one line.
  public func text(of item: JSONItem) -> String {
    JSONValue.object(written(item.members)).description
  }

  /// Returns a list as JSON on one line.
  public func text(of list: ItemList) -> String {
    JSONValue.object([
      "format": .string(Self.format),
      "version": Self.version.json,
      "common": .object(written(list.common)),
      "sections": .array(list.sections.map { .object(encode($0)) }),
    ]).description
  }

  /// Reads a list.
  ///
  /// - Throws: An `ItemArchiveError` if the text is invalid.
  public func list(from text: String) throws(ItemArchiveError) -> ItemList {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch { throw .syntax(error) }
    guard value["format"]?.string == Self.format else { throw .otherFormat }
    guard let version = value["version"]?.number?.int, version == Self.version else {
      throw .otherVersion(value["version"]?.description ?? "none")
    }
    guard let sections = value["sections"]?.array else { throw .damaged("sections") }
    var list = ItemList(common: read(value["common"]?.object ?? [:]))
    for section in sections { list.sections.append(try decode(section)) }
    return list
  }

  /// Writes a list to a file, replacing an existing one atomically.
  ///
  /// - Throws: `ItemArchiveError.file` if it cannot be written; an existing file is then unchanged.
  public func write(_ list: ItemList, to path: String) throws(ItemArchiveError) {
    do {
      try Data(text(of: list).utf8).write(to: URL(filePath: path), options: .atomic)
    } catch { throw .file(path: path, reason: "\(error)") }
  }

  /// Reads a list from a file.
  ///
  /// - Throws: An `ItemArchiveError` if the file cannot be read, or is invalid.
  public func list(fromFile path: String) throws(ItemArchiveError) -> ItemList {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch { throw .file(path: path, reason: "\(error)") }
    return try list(from: String(decoding: data, as: UTF8.self))
  }

  // MARK: Private

  private func written(_ members: JSONObject) -> JSONObject {
    JSONObject(
      members.compactMap { member in
        guard keys?.contains(member.key) ?? true else { return nil }
        return .init(key: writtenNames[member.key] ?? member.key, value: member.value)
      })
  }

  private func read(_ members: JSONObject) -> JSONObject {
    let names = Dictionary(
      writtenNames.map { ($1, $0) }.sorted { $0.1 < $1.1 }, uniquingKeysWith: { first, _ in first })
    return JSONObject(members.map { .init(key: names[$0.key] ?? $0.key, value: $0.value) })
  }

  private func encode(_ section: ItemSection) -> JSONObject {
    var object: JSONObject = ["name": .string(section.name.rawValue)]
    object["header"] = section.header.map(encode)
    object["footer"] = section.footer.map(encode)
    if !section.common.isEmpty { object["common"] = .object(written(section.common)) }
    if !section.itemDefaults.isEmpty {
      object["itemDefaults"] = .object(written(section.itemDefaults))
    }
    object["items"] = .array(section.items.map(encode))
    return object
  }

  private func encode(_ item: JSONItem) -> JSONValue {
    [
      "name": .string(item.moduleName.rawValue),
      "members": .object(written(item.members)),
    ]
  }

  private func decode(_ json: JSONValue) throws(ItemArchiveError) -> ItemSection {
    guard let items = json["items"]?.array else { throw .damaged("items") }
    var section = ItemSection(
      name: try name(in: json), common: read(json["common"]?.object ?? [:]),
      itemDefaults: read(json["itemDefaults"]?.object ?? [:]))
    if let header = json["header"] { section.header = try item(header) }
    if let footer = json["footer"] { section.footer = try item(footer) }
    for json in items { section.items.append(try item(json)) }
    return section
  }

  private func item(_ json: JSONValue) throws(ItemArchiveError) -> JSONItem {
    guard let members = json["members"]?.object else { throw .damaged("members") }
    return JSONItem(read(members), name: try name(in: json))
  }

  private func name(in json: JSONValue) throws(ItemArchiveError) -> ModuleName {
    guard let name = json["name"]?.string.flatMap(ModuleName.init(rawValue:)) else {
      throw .damaged("name")
    }
    return name
  }
}

/// An error of writing or reading items.
public enum ItemArchiveError: Error, Hashable, Sendable {
  /// The file cannot be written or read.
  case file(path: String, reason: String)
  /// The text is not JSON, or is truncated.
  case syntax(JSONSyntaxError)
  /// The text is JSON in another format.
  case otherFormat
  /// The text was written by another version.
  case otherVersion(String)
  /// A part is missing or has another type.
  case damaged(String)
}

extension ItemArchiveError: CustomStringConvertible {
  /// One line that describes the error.
  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .syntax(let error): "not an archive of items: \(error)"
    case .otherFormat: "not an archive of items"
    case .otherVersion(let version):
      "an archive of version \(version), and not of \(ItemArchive.version)"
    case .damaged(let part): "an archive whose '\(part)' is damaged"
    }
  }
}
