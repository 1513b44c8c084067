/// A parser of module addresses.
///
///     url       = scheme "://" [user "@"] domain [":" port] [path] ["?" query] ["#" fragment]
///     path      = ["/"] [component *("/" component) ["/"]]
///     component = name / kind ":" [name] / ":"
///
/// Components are split before they are decoded, so an encoded slash or colon is an error in a
/// name, and never changes the structure.
struct ModuleURLParser {
  let text: String
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func parseURL() throws(ModuleURLError) -> ModuleURL {
    let scheme = try parseScheme()
    let domain = try parseDomain()
    let path = try parsePath(upTo: index(ofAny: "?", "#"))
    let options = try parseQuery()
    return ModuleURL(scheme: scheme, domain: domain, path: path, options: options)
  }

  mutating func parseScheme() throws(ModuleURLError) -> String {
    guard let colon = scalars.firstIndex(of: ":"), colon > 0,
      scalars[colon...].starts(with: "://".unicodeScalars), Self.isScheme(scalars[..<colon])
    else { throw fault("a scheme and \"://\" are missing", at: 0) }
    position = colon + 3
    return text(of: scalars[..<colon]).lowercased()
  }

  mutating func parseDomain() throws(ModuleURLError) -> String {
    let end = index(ofAny: "/", "?", "#")
    if let at = scalars[position..<end].lastIndex(of: "@") { position = at + 1 }
    let colon = scalars[position..<end].firstIndex(of: ":") ?? end
    guard position < colon else { throw fault("the domain is missing", at: position) }
    let domain = try decode(position..<colon).lowercased()
    try check(domain, startingAt: position)
    if let digit = scalars[colon..<end].dropFirst().firstIndex(where: { !("0"..."9" ~= $0) }) {
      throw fault("the port is not a number", at: digit)
    }
    position = end
    return domain
  }

  mutating func parsePath(upTo end: Int) throws(ModuleURLError) -> ModulePath {
    var path = ModulePath.root
    if position < end, scalars[position] == "/" { position += 1 }
    while position < end {
      let slash = scalars[position..<end].firstIndex(of: "/") ?? end
      guard position < slash else { throw fault("a component is empty", at: position) }
      path.components.append(try parseComponent(position..<slash))
      position = min(slash + 1, end)
    }
    return path
  }

  private func parseComponent(
    _ range: Range<Int>
  ) throws(ModuleURLError) -> ModulePath.Component {
    guard let colon = scalars[range].firstIndex(of: ":") else {
      return ModulePath.Component(name: ModuleName(checked: try name(range)))
    }
    let rest = colon + 1..<range.upperBound
    if let second = scalars[rest].firstIndex(of: ":") {
      throw fault("a component has one colon at most", at: second)
    }
    if colon == range.lowerBound, !rest.isEmpty {
      throw fault("a kind is missing before the colon", at: colon)
    }
    return ModulePath.Component(
      kind: ModuleKind(checked: try name(range.lowerBound..<colon)),
      name: ModuleName(checked: try name(rest)))
  }

  mutating func parseQuery() throws(ModuleURLError) -> [ModuleURL.Option] {
    guard position < scalars.count, scalars[position] == "?" else { return [] }
    let end = index(ofAny: "#")
    var options: [ModuleURL.Option] = []
    position += 1
    while position < end {
      let stop = scalars[position..<end].firstIndex(of: "&") ?? end
      if position < stop {
        let equals = scalars[position..<stop].firstIndex(of: "=")
        let name = try decode(position..<(equals ?? stop), plusIsSpace: true)
        var value: String?
        if let equals { value = try decode(equals + 1..<stop, plusIsSpace: true) }
        options.append(ModuleURL.Option(name: name, value: value))
      }
      position = stop + 1
    }
    return options
  }
}

extension ModuleURLParser {
  /// Returns whether a text is a scheme according to RFC 3986, section 3.1.
  private static func isScheme(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic else {
      return false
    }
    return scalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
      default: false
      }
    }
  }

  private func index(ofAny stops: Unicode.Scalar...) -> Int {
    scalars[position...].firstIndex(where: stops.contains) ?? scalars.count
  }

  private func text(of scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private func fault(_ reason: String, at offset: Int) -> ModuleURLError {
    ModuleURLError(text: text, column: offset + 1, reason: reason)
  }

  private func decode(
    _ range: Range<Int>, plusIsSpace: Bool = false
  ) throws(ModuleURLError) -> String {
    switch PercentEncoding.decode(scalars[range], plusIsSpace: plusIsSpace) {
    case .success(let text): return text
    case .failure(let fault):
      throw self.fault("the percent-encoding is broken", at: fault.index)
    }
  }

  private func name(_ range: Range<Int>) throws(ModuleURLError) -> String {
    let name = try decode(range)
    try check(name, startingAt: range.lowerBound)
    return name
  }

  private func check(_ name: String, startingAt start: Int) throws(ModuleURLError) {
    guard let fault = ModuleURLError(name: name) else { return }
    // A column in decoded text does not correspond to one of the original text.
    let end = scalars[start...].firstIndex(of: "%") ?? scalars.count
    throw self.fault(fault.reason, at: min(start + fault.column - 1, end))
  }
}
