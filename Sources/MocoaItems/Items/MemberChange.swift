import MocoaFeed

/// A change of one member of an item.
public struct MemberChange: Hashable, Sendable {
  /// The key of the member; for an observed pointer, the pointer.
  public let key: String
  /// The old value; nil if there was none.
  public let old: JSONValue?
  /// The new value; nil if it was removed.
  public let new: JSONValue?

  /// A Boolean value that indicates whether the member was set to an equal value.
  let isEqual: Bool

  init(key: String, old: JSONValue?, new: JSONValue?) {
    self.key = key
    self.old = old
    self.new = new
    isEqual = old == new
  }
}

/// Options that determine when an observer of members is notified.
public struct MemberObservation: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Also at once, with the current value.
  public static let initial = MemberObservation(rawValue: 1)
  /// Once for all changes of a turn of the main actor, with the first old and the last new value.
  public static let coalesced = MemberObservation(rawValue: 2)
  /// Also when a member is set to an equal value.
  public static let equalValues = MemberObservation(rawValue: 4)
}

/// An observer of changes of members; it does not outlive its owner.
@MainActor final class MemberObserver {
  /// The observed members.
  enum Scope {
    case all
    case keys([String])
    case pointer(JSONPointer)
  }

  let scope: Scope
  let options: MemberObservation
  private weak var owner: AnyObject?

  /// A Boolean value that indicates whether the item is its own observer.
  ///
  /// Weak references to it would slow down reference counting.
  private let isOfItem: Bool
  private var handler: (@MainActor ([MemberChange]) -> Void)?
  private var pending: [MemberChange] = []

  /// Creates an observer; without an owner it is the item's own.
  init(
    scope: Scope, options: MemberObservation, owner: AnyObject?,
    handler: @escaping @MainActor ([MemberChange]) -> Void
  ) {
    isOfItem = owner == nil
    self.scope = scope
    self.options = options
    self.owner = owner
    self.handler = handler
  }

  var isActive: Bool { handler != nil && (isOfItem || owner != nil) }

  /// Returns whether an object is the owner; nil means the item.
  func isOwned(by owner: AnyObject?) -> Bool {
    guard let owner else { return isOfItem }
    return self.owner === owner
  }

  func cancel() { handler = nil }

  /// Delivers changes that belong together.
  func send(_ changes: [MemberChange]) {
    guard isActive else { return }
    if case .pointer = scope {
      return send(wanted: changes.compactMap(inScope).filter(isWanted))
    }
    for change in changes where !isWanted(change) || !isInScope(change) {
      return send(wanted: changes.filter { isWanted($0) && isInScope($0) })
    }
    // The most frequent case copies nothing.
    deliver(changes)
  }

  private func send(wanted changes: [MemberChange]) {
    if !changes.isEmpty { deliver(changes) }
  }

  /// Delivers the current value when the observation begins, even if there is none.
  func sendInitial(_ changes: [MemberChange]) {
    let initial = changes.compactMap(inScope)
    if !initial.isEmpty { handler?(initial) }
  }

  private func isWanted(_ change: MemberChange) -> Bool {
    !change.isEqual || options.contains(.equalValues)
  }

  private func isInScope(_ change: MemberChange) -> Bool {
    switch scope {
    case .all: true
    case .keys(let keys): keys.contains(change.key)
    case .pointer(let pointer): pointer.tokens.first == change.key
    }
  }

  /// Returns the part of a change that is observed; nil if there is none.
  private func inScope(_ change: MemberChange) -> MemberChange? {
    guard isInScope(change) else { return nil }
    guard case .pointer(let pointer) = scope else { return change }
    let rest = JSONPointer(tokens: Array(pointer.tokens.dropFirst()))
    return MemberChange(
      key: pointer.description, old: change.old?[rest], new: change.new?[rest])
  }

  private func deliver(_ changes: [MemberChange]) {
    guard options.contains(.coalesced) else {
      handler?(changes)
      return
    }
    if pending.isEmpty { Task { deliverPending() } }
    for change in changes {
      if let index = pending.firstIndex(where: { $0.key == change.key }) {
        pending[index] = MemberChange(key: change.key, old: pending[index].old, new: change.new)
      } else {
        pending.append(change)
      }
    }
  }

  private func deliverPending() {
    let changes = pending.filter(isWanted)
    pending = []
    if isActive, !changes.isEmpty { handler?(changes) }
  }
}
