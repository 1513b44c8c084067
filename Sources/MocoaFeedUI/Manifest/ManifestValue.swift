import MocoaTUI

/// A value of a manifest, with the place where it stands in its file.
public struct ManifestValue: Hashable, Sendable {
  /// What a value is.
  public indirect enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    case string(String)
    case list([ManifestValue])
    case mapping([Member])
  }

  /// A key of a mapping, with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The line of the key, from 1.
    public var line: Int
    /// The value.
    public var value: ManifestValue

    /// Makes a member.
    public init(key: String, line: Int, value: ManifestValue) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// What the value is.
  public var content: Content

  /// The line of its beginning, from 1.
  public var line: Int

  /// Makes a value.
  public init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// What a message calls the value.
  var kind: String {
    switch content {
    case .null: "nothing"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .mapping: "keys with values"
    }
  }
}

/// What is wrong with a manifest, and where.
public struct ManifestError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int

  /// The keys that lead there, such as `modules[0].cell`; empty for the whole file.
  public let path: String

  /// What is wrong, as part of a sentence.
  public let message: String

  /// Makes an error.
  public init(line: Int, path: String, message: String) {
    self.line = line
    self.path = path
    self.message = message
  }
}

extension ManifestError: CustomStringConvertible {
  /// The line, the keys, and what is wrong; put the name of the file and a colon before it.
  public var description: String {
    "\(line): " + (path.isEmpty ? "" : "\(path): ") + message
  }
}
