/// The members of a JSON object, in the order of the text.
///
/// Duplicate keys are preserved; lookup returns the last one.
public struct JSONObject: Hashable, Sendable {
  /// The members that can identify an object, in order of preference.
  package static let identityKeys = ["id", "_id", "uuid", "guid", "key", "url", "name"]

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key, without escapes.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Creates a member from a key and a value.
    public init(key: String, value: JSONValue) {
      (self.key, self.value) = (key, value)
    }
  }

  /// The members in order.
  public var members: [Member]

  /// Creates an object from its members.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of the last member with a key, or nil if there is none.
  ///
  /// Setting it replaces that value, or appends a member; nil removes all members with the key.
  ///
  /// - Complexity: O(n) for n members.
  public subscript(key: String) -> JSONValue? {
    get { members.last { $0.key == key }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key == key } }
      if let index = lastIndex(ofKey: key) {
        members[index].value = newValue
      } else {
        members.append(Member(key: key, value: newValue))
      }
    }
  }
}

extension JSONObject {
  /// Returns the position of the last member with a key.
  package func lastIndex(ofKey key: String) -> Int? { members.lastIndex { $0.key == key } }

  /// Sets a member with a known position, or a new one; nil removes it.
  package mutating func set(_ value: JSONValue?, forKey key: String, at index: Int?) {
    if let index, let value { members[index].value = value } else { self[key] = value }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The position of the first member: 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a position.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members of a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member(key: $0.0, value: $0.1) })
  }
}
