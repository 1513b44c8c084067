/// What has become of one member of an item.
public struct MemberChange: Hashable, Sendable {
  /// The key of the member; where a place inside of it is observed, the pointer to it.
  public let key: String
  /// The value before; nil where there was none.
  public let old: JSONValue?
  /// The value now; nil where it was removed.
  public let new: JSONValue?
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
  private var handler: (@MainActor ([MemberChange]) -> Void)?
  private var pending: [MemberChange] = []

  init(
    scope: Scope, options: MemberObservation, owner: AnyObject,
    handler: @escaping @MainActor ([MemberChange]) -> Void
  ) {
    self.scope = scope
    self.options = options
    self.owner = owner
    self.handler = handler
  }

  var isActive: Bool { handler != nil && owner != nil }

  func isOwned(by owner: AnyObject) -> Bool { self.owner === owner }

  func cancel() { handler = nil }

  /// Takes one change; the way that is taken most often.
  func send(_ change: MemberChange) {
    guard isActive, let change = relevant(change) else { return }
    deliver([change])
  }

  /// Takes changes that belong together.
  func send(_ changes: [MemberChange]) {
    guard isActive else { return }
    let relevant = changes.compactMap(relevant)
    if !relevant.isEmpty { deliver(relevant) }
  }

  /// Takes what is there when the observation begins, be it nothing.
  func sendInitial(_ changes: [MemberChange]) {
    let initial = changes.compactMap(inScope)
    if !initial.isEmpty { handler?(initial) }
  }

  private func relevant(_ change: MemberChange) -> MemberChange? {
    guard let change = inScope(change) else { return nil }
    return options.contains(.equalValues) || change.old != change.new ? change : nil
  }

  private func inScope(_ change: MemberChange) -> MemberChange? {
    switch scope {
    case .all: return change
    case .keys(let keys): return keys.contains(change.key) ? change : nil
    case .pointer(let pointer):
      guard pointer.tokens.first == change.key else { return nil }
      let rest = JSONPointer(tokens: Array(pointer.tokens.dropFirst()))
      return MemberChange(
        key: pointer.description, old: change.old?[rest], new: change.new?[rest])
    }
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
    let changes = pending.filter { options.contains(.equalValues) || $0.old != $0.new }
    pending = []
    if isActive, !changes.isEmpty { handler?(changes) }
  }
}
