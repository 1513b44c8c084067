import MocoaCore
import MocoaFeed
import MocoaTUI

/// Modules, keys, colors and actions that are declared in a file, without Swift.
///
/// `Documentation/Manifests.md` describes the file. Reading it creates a value without side
/// effects; ``register(in:forFeed:)`` and ``configure(_:)`` apply it.
package struct Manifest: Hashable, Sendable {
  /// The templates of rows, headers and footers, in the order of the file.
  var modules: [ManifestModule] = []

  /// The keys of the names that are rebound.
  var keys: [String: [Key]] = [:]

  /// The changes of the theme; nil if the manifest has none.
  package var theme: ManifestTheme?
  var actions: [RowCommand] = []

  /// The source of the rows, and what is said of it.
  package var header = RecipeHeader()

  /// The patterns of the lines of a log that are known in addition to the others.
  package var formats: [ManifestFormat] = []

  /// The command whose output is the row in full; nil for the row itself.
  var detail: CommandTemplate?

  /// The options of the command line that the manifest sets, in the order of the file.
  package var options: [ManifestOption] = []

  init() {}

  /// Reads a manifest, in which other keys may be options of the command line, which the caller
  /// checks.
  ///
  /// - Throws: The first error: an unknown key or name, with the nearest known one, a value of
  ///   another type, or an invalid template or condition.
  @MainActor package init(
    _ value: ManifestValue, allowsOptions: Bool = false
  ) throws(ManifestError) {
    let root = ManifestNode(value: value, path: "")
    let names = try allowsOptions ? root.members().map(\.key) : []
    let members = try root.members(Self.rootKeys + names)
    for (key, node) in try allowsOptions ? root.members() : [] where !Self.rootKeys.contains(key) {
      options.append(try ManifestOption(key, node))
    }
    header = try RecipeHeader(members)
    detail = try members["detail"].map(CommandTemplate.init)
    for node in try members["formats"]?.list() ?? [] { formats.append(try ManifestFormat(node)) }
    if !members.keys.allSatisfy({ !ManifestModule.contentKeys.contains($0) }) {
      modules.append(try ManifestModule(members: members, at: root))
    }
    for node in try members["modules"]?.list() ?? [] {
      modules.append(try ManifestModule(node))
    }
    for (name, node) in try members["keys"]?.members() ?? [] {
      keys[try Self.action(named: name, node)] = try node.keys()
    }
    for node in try members["actions"]?.list() ?? [] {
      var action = try RowCommand(node)
      action.sourceArguments = header.source?.arguments.map(\.name) ?? []
      let names = actions.map(\.name) + FeedPage.actionNames
      if names.contains(action.name) {
        throw node.error("there is an action '\(action.name)' already")
      }
      let taken = actions.flatMap(\.keys)
      if let key = action.keys.first(where: taken.contains) {
        throw node.error("the key \(key) is there twice")
      }
      actions.append(action)
    }
    theme = try members["theme"].map(ManifestTheme.init)
  }

  /// The keys that are no options of the command line.
  package static let rootKeys =
    RecipeHeader.manifestKeys + ["formats", "detail", "modules", "keys", "theme", "actions"]
    + ManifestModule.contentKeys

  @MainActor private static func action(
    named name: String, _ node: ManifestNode
  ) throws(ManifestError) -> String {
    let names = FeedPage.actionNames
    guard names.contains(name) else {
      throw node.error("there is no action '\(name)'" + NearestNames.hint(for: name, among: names))
    }
    return name
  }
}

/// The templates of the rows, headers or footers of one module.
struct ManifestModule: Hashable, Sendable {
  /// The address of the list; nil means any feed.
  var url: ModuleURL?

  /// The name of the sections; the default name applies to sections without their own module.
  var section = ModuleName.default

  /// The name of the rows; nil means rows without their own module.
  var name: ModuleName?

  /// The condition on rows; nil matches every row.
  var condition: RowFilter?

  /// The template of rows; nil if only headers or footers are specified.
  var cell: RowTemplate?

  /// The columns of the table, if there is no ``cell``.
  var columns: [FeedColumn] = []

  /// The line of each of the ``columns`` in the file.
  private(set) var columnLines: [Int] = []
  var header: RowTemplate?
  var footer: RowTemplate?

  static let contentKeys = ["cell", "columns", "header", "footer"]
  static let placeKeys = ["url", "section", "name", "when"]

  init(_ node: ManifestNode) throws(ManifestError) {
    try self.init(members: try node.members(Self.placeKeys + Self.contentKeys), at: node)
  }

  init(members: [String: ManifestNode], at node: ManifestNode) throws(ManifestError) {
    if let node = members["url"] {
      do { url = try ModuleURL(parsing: node.string()) } catch let error as ModuleURLError {
        throw node.error("\(error)")
      } catch let error as ManifestError { throw error } catch { throw node.error("\(error)") }
    }
    if let node = members["section"] { section = try Self.name(node) }
    if let node = members["name"] { name = try Self.name(node) }
    condition = try members["when"]?.filter()
    cell = try members["cell"]?.template()
    header = try members["header"]?.template()
    footer = try members["footer"]?.template()
    columns = try FeedColumn.columns(members["columns"])
    if let node = members["columns"] {
      columnLines =
        try node.isList ? node.list().map(\.value.line) : columns.map { _ in node.value.line }
    }
    if let node = members["columns"], cell != nil {
      throw node.error("a row has a 'cell' or 'columns', not both")
    }
    if cell == nil, columns.isEmpty, header == nil, footer == nil {
      throw node.error("one of 'cell', 'columns', 'header' and 'footer' is missing")
    }
    if let node = members["when"], cell == nil, columns.isEmpty {
      throw node.error("a condition is for rows: 'cell' or 'columns' is missing")
    }
  }

  /// The members that rows need to be displayed.
  var neededMembers: [NamedMembers.Use] {
    ((cell?.neededPaths ?? []) + columns.flatMap(\.neededPaths)).map {
      .init(path: $0, condition: condition)
    }
  }

  private static func name(_ node: ManifestNode) throws(ManifestError) -> ModuleName {
    let text = try node.string()
    do { return try ModuleName(validating: text) } catch { throw node.error("\(error)") }
  }

  /// The template of rows; nil if only headers or footers are specified.
  var template: CellTemplate? {
    if let cell { return .lines(cell) }
    guard !columns.isEmpty else { return nil }
    return .columns(
      columns.reduce(into: [:]) { result, column in
        if let template = column.template { result[column.column.id] = template }
      })
  }
}
