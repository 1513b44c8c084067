import MocoaTUI

/// A value of a manifest, with its position in the file.
package struct ManifestValue: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    case string(String)
    case list([ManifestValue])
    case mapping([Pair])
  }

  /// A key of a mapping, with its value.
  package struct Pair: Hashable, Sendable {
    var key: String
    /// The line of the key, from 1.
    var line: Int
    var value: ManifestValue

    package init(key: String, line: Int, value: ManifestValue) {
      (self.key, self.line, self.value) = (key, line, value)
    }
  }

  var content: Content

  /// The line of its start, from 1.
  var line: Int

  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The kind of the value, for messages.
  var kind: String {
    switch content {
    case .null: "nothing"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// An error in a manifest, and its position.
package struct ManifestError: Error, Hashable, Sendable {
  /// The line, from 1.
  let line: Int

  /// The path to the value, such as `modules[0].cell`; empty for the whole file.
  let path: String

  /// The description, as part of a sentence.
  let message: String

  package init(line: Int, path: String, message: String) {
    (self.line, self.path, self.message) = (line, path, message)
  }
}

extension ManifestError: CustomStringConvertible {
  /// The line, the path and the description; prefix it with the name of the file and a colon.
  package var description: String {
    "\(line): " + (path.isEmpty ? "" : "\(path): ") + message
  }
}
