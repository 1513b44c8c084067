import MocoaFeed

/// A pattern of the lines of a log that a manifest declares.
package struct ManifestFormat: Hashable, Sendable {
  package let pattern: String

  static let manifestKeys = ["pattern", "samples"]

  /// Reads a pattern: its text, or a mapping with lines that it must read.
  init(_ node: ManifestNode) throws(ManifestError) {
    let members = try node.isMapping ? node.members(Self.manifestKeys) : ["pattern": node]
    guard let text = members["pattern"] else { throw node.error("'pattern' is missing") }
    pattern = try text.string()
    let format: LogPattern
    do throws(LogPattern.Fault) { format = try LogPattern(pattern) } catch {
      throw text.error("\(error.reason): '\(pattern)'")
    }
    guard let samples = members["samples"] else { return }
    for sample in try samples.strings() where !format.reads(sample) {
      throw samples.error("the pattern does not read '\(sample)'")
    }
  }
}
