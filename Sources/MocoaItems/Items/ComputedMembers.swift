import MocoaFeed

/// The reason why a computed member cannot be defined.
public enum ComputedMemberError: Error, Hashable, Sendable {
  /// The member would depend on itself through these members.
  case circle([String])
}

/// Members that are computed from others.
struct ComputedMembers {
  struct Definition {
    var dependencies: [String]
    var compute: @MainActor (JSONItemViewModel) -> JSONValue?
    var value = Value.unknown
  }

  enum Value {
    /// Not computed since the last change.
    case unknown
    case known(JSONValue?)
  }

  fileprivate var definitions: [String: Definition] = [:]

  var isEmpty: Bool { definitions.isEmpty }

  /// Returns the dependency path from one computed member to another, or nil if there is none.
  fileprivate func path(from start: String, to end: String) -> [String]? {
    if start == end { return [end] }
    for dependency in definitions[start]?.dependencies ?? [] {
      if let path = path(from: dependency, to: end) { return [start] + path }
    }
    return nil
  }

  /// Returns the computed members that depend on some members, dependencies first.
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
  /// Defines a member that is computed from others on demand, and again after they have changed.
  ///
  /// It is observed like any other, but is not included in `members`. It shadows a member of the
  /// same name.
  ///
  /// - Throws: A ``ComputedMemberError`` if it would depend on itself.
  public final func define(
    _ name: String, from dependencies: [String],
    _ compute: @escaping @MainActor (JSONItemViewModel) -> JSONValue?
  ) throws(ComputedMemberError) {
    for dependency in dependencies {
      if let path = computed.path(from: dependency, to: name) { throw .circle([name] + path) }
    }
    computed.definitions[name] = .init(dependencies: dependencies, compute: compute)
  }

  /// Returns the value of a computed member, computing it if needed; nil if it is undefined.
  final func computedValue(_ name: String) -> JSONValue?? {
    guard let definition = computed.definitions[name] else { return nil }
    if case .known(let value) = definition.value { return .some(value) }
    let value = definition.compute(self)
    computed.definitions[name]?.value = .known(value)
    return .some(value)
  }

  /// Recomputes the dependents of changed members, except those that were never read.
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
