/// A text that was meant to be a module's address and is not one.
public struct ModuleURLError: Error, Hashable, Sendable {
  /// What is wrong with the text.
  public enum Reason: Hashable, Sendable {
    /// The text does not begin with a scheme and `://`.
    case missingScheme
    /// No domain stands between `://` and the path.
    case missingDomain
    /// The port is not a number.
    case invalidPort
    /// Two slashes stand in a row in the path.
    case emptyComponent
    /// A component has more than one colon.
    case extraColon
    /// A component is `:name`; a name of the default kind is written without the colon.
    case colonWithoutKind
    /// A `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    case invalidPercentEncoding
    /// A name, a kind or a domain has a fault.
    case name(ModuleNameFault.Reason)
  }

  /// The text that was read.
  public let text: String

  /// The column of the fault, from 1, in Unicode scalars.
  public let column: Int

  /// What is wrong.
  public let reason: Reason
}

extension ModuleURLError: CustomStringConvertible {
  /// One line: the text, the column and the reason.
  public var description: String { "\(text): column \(column): \(reason)" }
}

extension ModuleURLError.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .missingScheme: "a scheme and \"://\" are missing"
    case .missingDomain: "the domain is missing"
    case .invalidPort: "the port is not a number"
    case .emptyComponent: "a component is empty"
    case .extraColon: "a component has one colon at most"
    case .colonWithoutKind: "a kind is missing before the colon"
    case .invalidPercentEncoding: "the percent-encoding is broken"
    case .name(let reason): reason.description
    }
  }
}
