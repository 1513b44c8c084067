/// What has become of one member of an item.
public struct MemberChange: Hashable, Sendable {
  /// The key of the member; where a place inside of it is observed, the pointer to it.
  public let key: String
  /// The value before; nil where there was none.
  public let old: JSONValue?
  /// The value now; nil where it was removed.
  public let new: JSONValue?

  /// Whether the member was set to what it was already.
  let isEqual: Bool

  init(key: String, old: JSONValue?, new: JSONValue?) {
    self.key = key
    self.old = old
    self.new = new
    isEqual = old == new
  }
}

/// When an observer of members is told.
public struct MemberObservation: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// At once, too, with the value that is there.
  public static let initial = MemberObservation(rawValue: 1)
  /// Once for all changes of a turn of the main actor, with the first old and the last new value.
  public static let coalesced = MemberObservation(rawValue: 2)
  /// Also when a member is set to what it is already.
  public static let equalValues = MemberObservation(rawValue: 4)
}

/// One who is told of changes of members, for as long as the owner lives.
@MainActor final class MemberObserver {
  /// What is observed.
  enum Scope {
    case all
    case keys([String])
    case pointer(JSONPointer)
  }

  let scope: Scope
  let options: MemberObservation
  private weak var owner: AnyObject?

  /// Whether the item is its own observer: it is there whenever it tells, and a weak reference to
  /// it would make all counting of references to it slow.
  private let isOfItem: Bool
  private var handler: (@MainActor ([MemberChange]) -> Void)?
  private var pending: [MemberChange] = []

  /// Makes an observer; without an owner it is the item's own.
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

  /// Whether an object is the owner; nil stands for the item.
  func isOwned(by owner: AnyObject?) -> Bool {
    guard let owner else { return isOfItem }
    return self.owner === owner
  }

  func cancel() { handler = nil }

  /// Takes changes that belong together.
  func send(_ changes: [MemberChange]) {
    guard isActive else { return }
    if case .pointer = scope {
      return send(wanted: changes.compactMap(inScope).filter(isWanted))
    }
    for change in changes where !isWanted(change) || !isInScope(change) {
      return send(wanted: changes.filter { isWanted($0) && isInScope($0) })
    }
    // The way that is taken most often copies nothing.
    deliver(changes)
  }

  private func send(wanted changes: [MemberChange]) {
    if !changes.isEmpty { deliver(changes) }
  }

  /// Takes what is there when the observation begins, be it nothing.
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

  /// What a change means for what is observed; nil where it means nothing.
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
