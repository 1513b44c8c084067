import MocoaFeed

extension CommandTemplate {
  /// Reads a list of words, or a script.
  init(_ node: ManifestNode) throws(ManifestError) {
    guard node.isList else {
      do { self = .script(try ShellTemplate(parsing: node.string())) } catch {
        throw error as? ManifestError ?? node.error("\(error)")
      }
      return
    }
    self = .words(try node.words())
  }
}
