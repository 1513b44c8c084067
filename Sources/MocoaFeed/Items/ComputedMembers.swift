/// Why a member cannot be worked out from others.
public enum ComputedMemberError: Error, Hashable, Sendable {
  /// The member would depend on itself, by way of these.
  case circle([String])
}

/// Members that are worked out from others.
struct ComputedMembers {
  struct Definition {
    var dependencies: [String]
    var compute: @MainActor (JSONItemViewModel) -> JSONValue?
    var value = Value.unknown
  }

  enum Value {
    /// Nobody has asked since something has changed.
    case unknown
    case known(JSONValue?)
  }

  fileprivate var definitions: [String: Definition] = [:]

  var isEmpty: Bool { definitions.isEmpty }

  /// The way from one computed member to another along dependencies, or nil where there is none.
  fileprivate func path(from start: String, to end: String) -> [String]? {
    if start == end { return [end] }
    for dependency in definitions[start]?.dependencies ?? [] {
      if let path = path(from: dependency, to: end) { return [start] + path }
    }
    return nil
  }

  /// The computed members that depend on some members, dependencies first.
  fileprivate func dependents(of keys: Set<String>) -> [String] {
    var affected = keys
    var order: [String] = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in definitions.keys.sorted() where !affected.contains(name) {
        guard definitions[name]?.dependencies.contains(where: affected.contains) ?? false else {
          continue
        }
        affected.insert(name)
        order.append(name)
        isGrowing = true
      }
    }
    return order
  }
}

extension JSONItemViewModel {
  /// Adds a member that is worked out from others: when it is asked for, and anew after one of them
  /// has changed.
  ///
  /// It is observed like any other, and is not among `members`. It hides a member of the same name.
  ///
  /// - Throws: where it would depend on itself.
  public final func define(
    _ name: String, from dependencies: [String],
    _ compute: @escaping @MainActor (JSONItemViewModel) -> JSONValue?
  ) throws(ComputedMemberError) {
    for dependency in dependencies {
      if let path = computed.path(from: dependency, to: name) { throw .circle([name] + path) }
    }
    computed.definitions[name] = .init(dependencies: dependencies, compute: compute)
  }

  /// The value of a computed member, worked out if need be; nil where there is no such member.
  final func computedValue(_ name: String) -> JSONValue?? {
    guard let definition = computed.definitions[name] else { return nil }
    if case .known(let value) = definition.value { return .some(value) }
    let value = definition.compute(self)
    computed.definitions[name]?.value = .known(value)
    return .some(value)
  }

  /// Works out anew what depends on changed members; those that nobody has asked for wait.
  final func updateComputed(after changes: [MemberChange]) -> [MemberChange] {
    guard !computed.isEmpty else { return [] }
    let names = computed.dependents(of: Set(changes.map(\.key)))
    let old = names.map { computed.definitions[$0]?.value ?? .unknown }
    for name in names { computed.definitions[name]?.value = .unknown }
    return zip(names, old).compactMap { name, old in
      guard case .known(let old) = old, let new = computedValue(name), old != new else {
        return nil
      }
      return MemberChange(key: name, old: old, new: new)
    }
  }
}
