import MocoaFeed

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The common shape of values: their kinds, and the shapes of their contents.
///
/// Shapes form a union: that of two values is the same in either order.
struct ValueShape: Equatable, Sendable {
  /// The number of values seen, including nulls.
  private(set) var count = 0
  private(set) var hasNull = false
  private(set) var hasBool = false
  private(set) var hasInteger = false
  private(set) var hasFraction = false
  private(set) var hasString = false
  /// A Boolean value that indicates whether every string seen is a date or a URL.
  private(set) var stringsAreDates = true
  private(set) var stringsAreURLs = true
  /// The elements of the arrays; nil if there were no arrays.
  private(set) var element: Indirect?
  /// The members of the objects; nil if there were no objects.
  private(set) var object: ObjectShape?

  /// A shape inside another one.
  struct Indirect: Equatable, Sendable {
    private var shapes: [ValueShape]
    init(_ shape: ValueShape) { shapes = [shape] }
    var shape: ValueShape {
      get { shapes[0] }
      set { shapes[0] = newValue }
    }
  }

  mutating func add(_ value: JSONValue) {
    count += 1
    switch value {
    case .null: hasNull = true
    case .bool: hasBool = true
    case .number(let number):
      if number.int == nil { hasFraction = true } else { hasInteger = true }
    case .string(let string): add(string)
    case .array(let elements):
      var shape = element?.shape ?? ValueShape()
      for element in elements { shape.add(element) }
      element = Indirect(shape)
    case .object(let members): object = (object ?? ObjectShape()).adding(members)
    }
  }

  private mutating func add(_ string: String) {
    hasString = true
    if stringsAreDates { stringsAreDates = Date(json: .string(string)) != nil }
    if stringsAreURLs { stringsAreURLs = Self.isURL(string) }
  }

  /// Returns whether a string is a web address, for which `URL` is useful.
  private static func isURL(_ string: String) -> Bool {
    guard string.hasPrefix("https://") || string.hasPrefix("http://") else { return false }
    return URL(json: .string(string)) != nil
  }

  /// The number of kinds seen other than null; integers and fractions count as one.
  var kindCount: Int {
    [hasBool, hasInteger || hasFraction, hasString, element != nil, object != nil].count { $0 }
  }
}

/// The members of objects, in the order in which they were first seen.
struct ObjectShape: Equatable, Sendable {
  /// The number of objects seen.
  private(set) var count = 0
  private(set) var keys: [String] = []
  private(set) var members: [String: ValueShape] = [:]

  func adding(_ object: JSONObject) -> ObjectShape {
    var shape = self
    shape.count += 1
    var seen: Set<String> = []
    for member in object where seen.insert(member.key).inserted {
      if shape.members[member.key] == nil { shape.keys.append(member.key) }
      shape.members[member.key, default: ValueShape()].add(member.value)
    }
    return shape
  }

  /// The keys in an order that is independent of the order of the rows.
  var sortedKeys: [String] { keys.sorted() }

  /// Returns whether a member is missing or null in some objects.
  func isOptional(_ key: String) -> Bool {
    guard let member = members[key] else { return true }
    return member.count < count || member.hasNull
  }
}
