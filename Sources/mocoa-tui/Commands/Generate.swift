import ArgumentParser
import MocoaFeedUI
import MocoaItems

/// Generates code for a feed: `mocoa-tui generate feed.json > Sources/Feed/Event.swift`.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui generate",
    abstract: "Writes the Swift code of a cell for the rows of a feed, to standard output.",
    discussion: """
      The code has a model that the rows are decoded into, a view model, a cell, and what \
      registers it. The types of members are those of a sample from all over the feed; a member \
      that some rows lack is an optional. Rows in another order give the same code.
      """)

  /// The kind of output.
  enum Kind: String, EnumerableFlag {
    case swift, test, keys, manifest, schema

    static func help(for value: Kind) -> ArgumentHelp? {
      switch value {
      case .swift: "Write model, view model, cell and registration (default)."
      case .test: "Write a test for them."
      case .keys: "Write the keys of the members with their types, for rows without a model."
      case .manifest: "Write a manifest, which needs no Swift at all."
      case .schema: "Write the JSON Schema of manifests, for editors; no feed is read."
      }
    }
  }

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var source = "-"

  @Flag var kind = Kind.swift

  @Option(help: "The number of rows to sample.")
  var sample = FeedSample.defaultLimit

  @Option(help: "The target that the test imports.")
  var target: String?

  func validate() throws {
    if sample < 1 { throw ValidationError("A sample has at least one row.") }
    if kind != .schema { try WholeSource(name: source).check() }
  }

  func run() throws { try print { try text() } }

  @MainActor private func text() throws -> (String, ResultFaults) {
    if kind == .schema {
      let schema = ManifestSchema.schema(options: ManifestOptions.schemas)
      return (schema.description + "\n", ResultFaults())
    }
    let feed = try WholeSource(name: source).feed()
    let sample = FeedSample(feed.listModel, limit: sample)
    var faults = ResultFaults(of: feed)
    guard faults.areSourcesRead else { throw faults }
    faults.add(broken: sample.brokenRows, of: feed.listModel) { feed.listModel.row($0).problem }
    let code = FeedCode(sample: sample, feedName: feed.name)
    let text =
      switch kind {
      case .swift: code.swift
      case .test: code.test(of: target)
      case .keys: code.keys
      case .manifest, .schema: code.manifest
      }
    return (text, faults)
  }
}
