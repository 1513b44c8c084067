import MocoaFeed
import MocoaTUI

/// A value of a manifest with its path, for typed access.
struct ManifestNode {
  let value: ManifestValue
  let path: String

  func error(_ message: String) -> ManifestError {
    ManifestError(line: value.line, path: path, message: message)
  }

  func expected(_ what: String) -> ManifestError {
    error("expected \(what), found \(value.kind)")
  }

  /// Returns the text; of a number, as it is written.
  func string() throws(ManifestError) -> String {
    switch value.content {
    case .string(let text), .number(let text): return text
    default: throw expected("a text")
    }
  }

  /// Returns the texts of a list, or a single text.
  func strings() throws(ManifestError) -> [String] {
    guard case .list = value.content else { return [try string()] }
    var texts: [String] = []
    for node in try list() { texts.append(try node.string()) }
    return texts
  }

  func bool() throws(ManifestError) -> Bool {
    guard case .bool(let value) = value.content else { throw expected("true or false") }
    return value
  }

  /// Returns a non-negative integer.
  func count() throws(ManifestError) -> Int {
    let what = "a whole number from 0 to 10000"
    guard case .number(let text) = value.content else { throw expected(what) }
    guard let number = Int(text), (0...10_000).contains(number) else {
      throw error("expected \(what), found \(text)")
    }
    return number
  }

  var isList: Bool { if case .list = value.content { true } else { false } }

  var isMapping: Bool { if case .mapping = value.content { true } else { false } }

  /// Returns the elements; a missing value is an empty list.
  func list() throws(ManifestError) -> [ManifestNode] {
    if case .null = value.content { return [] }
    guard case .list(let elements) = value.content else { throw expected("a list") }
    return elements.enumerated().map { ManifestNode(value: $1, path: "\(path)[\($0)]") }
  }

  /// Returns the members in order, which must be unique; a missing value has none.
  func members() throws(ManifestError) -> [(key: String, node: ManifestNode)] {
    if case .null = value.content { return [] }
    guard case .mapping(let members) = value.content else { throw expected("a mapping") }
    var known: Set<String> = []
    for member in members where !known.insert(member.key).inserted {
      throw ManifestError(
        line: member.line, path: path(of: member.key), message: "duplicate key")
    }
    return members.map { ($0.key, ManifestNode(value: $0.value, path: path(of: $0.key))) }
  }

  /// Returns the members by key; unknown keys are errors.
  func members(_ names: [String]) throws(ManifestError) -> [String: ManifestNode] {
    guard case .mapping(let members) = value.content else {
      return Dictionary(uniqueKeysWithValues: try self.members().map { ($0.key, $0.node) })
    }
    for member in members where !names.contains(member.key) {
      throw ManifestError(
        line: member.line, path: path(of: member.key),
        message: "unknown key" + NearestNames.hintOrList(for: member.key, among: names))
    }
    return Dictionary(uniqueKeysWithValues: try self.members().map { ($0.key, $0.node) })
  }

  private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

// MARK: - Texts with a grammar

extension ManifestNode {
  /// Returns a template; a list of texts has one line per text.
  func template() throws(ManifestError) -> RowTemplate {
    var text = try strings().joined(separator: "\n")
    // A block scalar ends with a line feed that is not part of the template.
    while text.last == "\n" { text.removeLast() }
    return try template(text)
  }

  func template(_ text: String) throws(ManifestError) -> RowTemplate {
    do { return try RowTemplate(parsing: text) } catch { throw self.error("\(error)") }
  }

  /// Returns a template for each word of a command; a list has at least one.
  func words() throws(ManifestError) -> [RowTemplate] {
    var templates: [RowTemplate] = []
    for text in try strings() { templates.append(try template(text)) }
    guard !templates.isEmpty else { throw error("the command is missing") }
    return templates
  }

  func filter() throws(ManifestError) -> RowFilter {
    do { return try RowFilter(parsing: string()) } catch let error as FilterSyntaxError {
      throw self.error("\(error)")
    } catch let error as ManifestError { throw error } catch { throw self.error("\(error)") }
  }

  /// Returns the keys with the names in a text, or in a list of texts.
  func keys() throws(ManifestError) -> [Key] {
    var keys: [Key] = []
    for name in try strings() {
      do { keys.append(try Key(named: name)) } catch { throw self.error("\(error)") }
    }
    return keys
  }

  /// Returns a word, which must be one of the given names.
  func word(of names: [String], _ what: String) throws(ManifestError) -> String {
    let word = try string()
    guard names.contains(word) else {
      throw error(
        "there is no \(what) '\(word)'" + NearestNames.hintOrList(for: word, among: names))
    }
    return word
  }
}
