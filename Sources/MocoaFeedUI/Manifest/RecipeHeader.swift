/// What a manifest says of its source: all that a list of recipes shows.
package struct RecipeHeader: Hashable, Sendable {
  /// What is shown, in one line; empty if the manifest does not say.
  package var summary = ""

  /// The programs of which one is needed; empty if none is.
  package var programs: [String] = []

  /// The source of the rows; nil if it is named on the command line.
  package var source: ManifestSource?

  /// What is missing and what to do if the source has no rows; empty if the manifest does not say.
  package var emptyAdvice = ""

  static let manifestKeys = ["description", "needs", "source", "arguments", "empty"]

  /// Creates a header without a source.
  init() {}

  /// Reads the header of a manifest, and none of its other keys.
  ///
  /// - Throws: The first error in it.
  package init(_ value: ManifestValue) throws(ManifestError) {
    let members = try ManifestNode(value: value, path: "").members()
    try self.init(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.node) }))
  }

  /// Reads the header among the members of a manifest.
  init(_ members: [String: ManifestNode]) throws(ManifestError) {
    summary = try members["description"]?.string() ?? ""
    emptyAdvice = try members["empty"]?.string() ?? ""
    source = try ManifestSource(members["source"], arguments: members["arguments"])
    programs = try members["needs"]?.strings() ?? source?.program.map { [$0] } ?? []
  }
}
