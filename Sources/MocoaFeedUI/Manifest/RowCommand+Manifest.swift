import MocoaFeed
import MocoaTUI

extension RowCommand {
  static let manifestKeys =
    WorkKind.allCases.map(\.rawValue) + ["name", "title", "key", "confirm", "reload"]

  /// Reads an action of a manifest: its verb, keys and confirmation.
  init(_ node: ManifestNode) throws(ManifestError) {
    let verbs = WorkKind.allCases.map(\.rawValue)
    let members = try node.members(Self.manifestKeys)
    let given = verbs.compactMap { members[$0] == nil ? nil : WorkKind(rawValue: $0) }
    guard given.count < 2 else {
      let names = given.map { "'\($0.rawValue)'" }.joined(separator: " and ")
      throw node.error("only one of \(names) is possible")
    }
    guard let kind = given.first, let work = members[kind.rawValue] else {
      throw node.error("one of \(verbs.map { "'\($0)'" }.joined(separator: ", ")) is needed")
    }
    let keys = try members["key"]?.keys() ?? []
    let text = try work.strings().joined(separator: " ")
    let ownName = try members["name"]?.string()
    let title = try members["title"]?.string()
    guard let name = ownName ?? keys.first.map({ "\(kind.rawValue)-\($0)" }) else {
      throw node.error("one of 'key' and 'name' is needed")
    }
    self.init(
      name: name,
      title: title ?? ownName ?? "\(kind.rawValue): \(text)",
      keys: keys, work: try Self.work(kind, work), isForeground: kind.isForeground,
      confirmation: try Self.confirmation(members["confirm"], text),
      reloads: try members["reload"]?.bool() ?? true)
  }

  /// Reads the verb; the arguments of `run` may be a list.
  private static func work(_ kind: WorkKind, _ node: ManifestNode) throws(ManifestError) -> Work {
    if kind == .run || kind == .runTTY, node.isList { return .run(.words(try node.words())) }
    let text = try node.string()
    do { return try kind.work(text) } catch { throw node.error("\(error)") }
  }

  /// Reads the confirmation: a custom text, or the command itself.
  private static func confirmation(
    _ node: ManifestNode?, _ text: String
  ) throws(ManifestError) -> RowTemplate? {
    guard let node else { return nil }
    if case .bool(let isAsked) = node.value.content {
      return isAsked ? try node.template(text) : nil
    }
    return try node.template()
  }
}
