/// The address of a module: `mocoa://domain/table/section/kind:name?option=value`.
///
/// A module is identified by domain and path. The scheme is informative, and the query becomes
/// options for what is opened at the address. Domains are compared in lower case, paths as they
/// are. A user, a port and a fragment are read over and not kept.
///
/// ```swift
/// let url: ModuleURL = "mocoa://contacts/friends/header:?page=2"
/// url.domain  // contacts
/// ```
public struct ModuleURL: Sendable {
  // One object, so that an address is copied at the price of one reference.
  private let parts: Parts

  /// The scheme, in lower case.
  public var scheme: String { parts.scheme }

  /// The domain, in lower case.
  public var domain: String { parts.domain }

  /// The place of the module in its domain.
  var path: ModulePath { parts.path }

  /// The query, in the order in which it was written.
  var options: [Option] { parts.options }

  /// Domain and canonical path: equal for two addresses of one module.
  public var identity: String { parts.identity }

  /// One part of a query: `name=value`, or a name alone.
  struct Option: Hashable, Sendable {
    /// The decoded name.
    var name: String
    /// The decoded value; nil if there is no `=`.
    var value: String?
  }

  /// Creates the address of the root module of a domain.
  ///
  /// - Throws: a `ModuleURLError` if the domain is empty or has a character that it may not have.
  public init(domain: String) throws(ModuleURLError) {
    if domain.isEmpty {
      throw ModuleURLError(text: domain, column: 1, reason: "the domain is missing")
    }
    if let fault = ModuleURLError(name: domain) { throw fault }
    self.init(scheme: "mocoa", domain: domain.lowercased(), path: .root, options: [])
  }

  /// Creates an address from parts that have been checked.
  init(scheme: String, domain: String, path: ModulePath, options: [Option]) {
    parts = Parts(scheme: scheme, domain: domain, path: path, options: options)
  }

  /// The address one level further down, without options.
  func appending(_ component: ModulePath.Component) -> ModuleURL {
    ModuleURL(scheme: scheme, domain: domain, path: path.appending(component), options: [])
  }

  /// The address of the module above, without options; nil for a root.
  public var parent: ModuleURL? {
    guard !path.components.isEmpty else { return nil }
    let path = ModulePath(Array(self.path.components.dropLast()))
    return ModuleURL(scheme: scheme, domain: domain, path: path, options: [])
  }
}

/// What an address consists of.
private final class Parts: Sendable {
  let scheme: String
  let domain: String
  let path: ModulePath
  let options: [ModuleURL.Option]
  let identity: String

  init(scheme: String, domain: String, path: ModulePath, options: [ModuleURL.Option]) {
    self.scheme = scheme
    self.domain = domain
    self.path = path
    self.options = options
    identity = domain + path.description
  }
}

extension ModuleURL: Hashable {
  /// Compares domain, path and options; the scheme is informative.
  public static func == (first: ModuleURL, second: ModuleURL) -> Bool {
    first.parts === second.parts
      || first.identity == second.identity && first.options == second.options
  }

  /// Feeds domain and path to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension ModuleURL: ExpressibleByStringLiteral {
  /// Reads an address.
  ///
  /// - Throws: a `ModuleURLError` with the column of the first fault.
  public init(parsing text: String) throws(ModuleURLError) {
    var parser = ModuleURLParser(text)
    self = try parser.parseURL()
  }

  /// Reads an address from a literal.
  ///
  /// - Precondition: the literal is an address.
  public init(stringLiteral value: String) {
    do {
      try self.init(parsing: value)
    } catch {
      preconditionFailure("The literal must be the address of a module: \(error).")
    }
  }
}

extension ModuleURL: CustomStringConvertible {
  /// The canonical text; reading it gives an equal address.
  public var description: String {
    let address = "\(scheme)://\(identity)"
    return options.isEmpty
      ? address : address + "?" + options.map(\.description).joined(separator: "&")
  }
}

extension ModuleURL.Option: CustomStringConvertible {
  /// The option as it stands in a query, percent-encoded.
  var description: String {
    let name = PercentEncoding.encode(self.name)
    return value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
  }
}

extension ModuleURL: Codable {
  /// Reads an address from a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(parsing: container.decode(String.self))
    } catch let error as ModuleURLError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Writes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
