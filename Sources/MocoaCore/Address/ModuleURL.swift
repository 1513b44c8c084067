/// The address of a module: `mocoa://domain/table/section/kind:name?option=value`.
///
/// A module is identified by domain and path. The scheme is informative, and the query becomes
/// options of the page that is opened at the address. Domains are not case-sensitive, but paths
/// are. User, port and fragment are ignored.
///
/// ```swift
/// let url: ModuleURL = "mocoa://contacts/friends/header:?page=2"
/// url.domain  // contacts
/// ```
public struct ModuleURL: Sendable {
  // One object, so that copying an address costs one reference.
  private let parts: Parts

  /// The scheme, in lower case.
  public var scheme: String { parts.scheme }

  /// The domain, in lower case.
  public var domain: String { parts.domain }

  /// The path of the module in its domain.
  var path: ModulePath { parts.path }

  /// The options of the query, in order.
  var options: [Option] { parts.options }

  /// Domain and canonical path, which are equal for all addresses of a module.
  public var identity: String { parts.identity }

  /// An option of a query: `name=value`, or only a name.
  struct Option: Hashable, Sendable {
    /// The decoded name.
    var name: String
    /// The decoded value; nil if there is no `=`.
    var value: String?
  }

  /// Creates the address of the root module of a domain.
  ///
  /// - Throws: A `ModuleURLError` if the domain is empty or contains an invalid character.
  public init(domain: String) throws(ModuleURLError) {
    if domain.isEmpty {
      throw ModuleURLError(text: domain, column: 1, reason: "the domain is missing")
    }
    if let fault = ModuleURLError(name: domain) { throw fault }
    self.init(scheme: "mocoa", domain: domain.lowercased(), path: .root, options: [])
  }

  /// Creates an address from validated parts.
  init(scheme: String, domain: String, path: ModulePath, options: [Option]) {
    parts = Parts(scheme: scheme, domain: domain, path: path, options: options)
  }

  /// Returns the address of a child, without options.
  func appending(_ component: ModulePath.Component) -> ModuleURL {
    ModuleURL(scheme: scheme, domain: domain, path: path.appending(component), options: [])
  }
}

/// The parts of an address.
private final class Parts: Sendable {
  let scheme: String
  let domain: String
  let path: ModulePath
  let options: [ModuleURL.Option]
  let identity: String

  init(scheme: String, domain: String, path: ModulePath, options: [ModuleURL.Option]) {
    (self.scheme, self.domain, self.path, self.options) = (scheme, domain, path, options)
    identity = domain + path.description
  }
}

extension ModuleURL: Hashable {
  /// Compares domain, path and options; the scheme is informative.
  public static func == (first: ModuleURL, second: ModuleURL) -> Bool {
    first.parts === second.parts
      || first.identity == second.identity && first.options == second.options
  }

  /// Hashes domain and path.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension ModuleURL: ExpressibleByStringLiteral {
  /// Parses an address.
  ///
  /// - Throws: A `ModuleURLError` with the column of the first error.
  public init(parsing text: String) throws(ModuleURLError) {
    var parser = ModuleURLParser(text)
    self = try parser.parseURL()
  }

  /// Parses a literal.
  ///
  /// - Precondition: The literal is a valid address.
  public init(stringLiteral value: String) {
    do {
      try self.init(parsing: value)
    } catch {
      preconditionFailure("The literal must be the address of a module: \(error).")
    }
  }
}

extension ModuleURL: CustomStringConvertible {
  /// The canonical text, which parses to an equal address.
  public var description: String {
    let address = "\(scheme)://\(identity)"
    return options.isEmpty
      ? address : address + "?" + options.map(\.description).joined(separator: "&")
  }
}

extension ModuleURL.Option: CustomStringConvertible {
  /// The percent-encoded option of a query.
  var description: String {
    let name = PercentEncoding.encode(self.name)
    return value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
  }
}

extension ModuleURL: Codable {
  /// Decodes an address from a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(parsing: container.decode(String.self))
    } catch let error as ModuleURLError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
