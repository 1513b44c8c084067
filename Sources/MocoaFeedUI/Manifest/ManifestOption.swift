/// An option of the command line that a manifest sets.
package struct ManifestOption: Hashable, Sendable {
  /// The name of the option, without hyphens.
  package let name: String

  /// The line of its value, from 1.
  package let line: Int

  /// The option and its values as words of a command line; empty for a flag that is not set.
  package let words: [String]
  package let isFlag: Bool

  /// Reads an option: a text or number, a list of them, or true for one without a value.
  init(_ name: String, _ node: ManifestNode) throws(ManifestError) {
    self.name = name
    line = node.value.line
    switch node.value.content {
    case .bool(let isSet):
      (words, isFlag) = (isSet ? ["--\(name)"] : [], true)
    case .mapping, .null:
      throw node.error(
        "expected a text, a number, a list of them, or true, found \(node.value.kind)")
    default:
      let texts = try node.strings()
      // An order is one value; other options can be given several times.
      let values = name == "sort" ? [texts.joined(separator: ",")] : texts
      (words, isFlag) = (values.map { "--\(name)=\($0)" }, false)
    }
  }
}
