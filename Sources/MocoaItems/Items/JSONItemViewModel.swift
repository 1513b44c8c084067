import MocoaCore
import MocoaFeed
import Observation

/// The view model of a row without a Swift model: its members can be read, set and observed.
///
/// Members are decoded when one is first read; a row that is never displayed remains bytes. A cell
/// that reads members while it draws is redrawn when one of them is set.
///
/// ```swift
/// final class ItemCell: TableViewCell<JSONItemViewModel> {
///   override func draw(in canvas: inout Canvas) {
///     canvas.write(viewModel[.title] ?? "", style: .title)
///   }
/// }
/// module.section.cell.register(ItemCell.self)
/// ```
///
/// Changes remain in the view model and do not reach the feed; another version of the row replaces
/// them.
@MainActor open class JSONItemViewModel: CellViewModel<JSONItem>, Observable {
  /// The current members; nil until they are first read.
  private var decoded: JSONObject?

  private let registrar = ObservationRegistrar()

  /// A Boolean value that indicates whether members were read since the last change.
  ///
  /// Only then can they be tracked.
  private var isTracked = false

  /// A Boolean value that indicates whether members were set after the model.
  private var isEdited = false

  final var observers = MemberObserverList()
  final var computed = ComputedMembers()
  final var weakObjects: [String: WeakReference] = [:]

  /// A Boolean value that indicates whether the members have been decoded.
  public final var isDecoded: Bool { decoded != nil }

  /// The members in order; setting them notifies observers of those that differ.
  public final var members: JSONObject {
    get {
      track()
      return currentMembers
    }
    set { replaceMembers(by: newValue) }
  }

  /// The current item: the model, or a new one with the changes.
  public final var item: JSONItem {
    decoded.map { JSONItem($0, name: model.moduleName) } ?? model
  }

  /// A member, or nil if there is none.
  ///
  /// Setting nil removes it.
  ///
  /// - Complexity: O(n) for n members, plus the work of the observers.
  public final subscript(key: String) -> JSONValue? {
    get {
      track()
      if !computed.isEmpty, let value = computedValue(key) { return value }
      return currentMembers[key]
    }
    set { setMember(key, to: newValue) }
  }

  /// Changes any number of members, and notifies observers of all changes together.
  public final func update(_ change: (inout JSONObject) -> Void) {
    var members = currentMembers
    change(&members)
    replaceMembers(by: members)
  }

  /// Called after members were set and before the observers are notified; for subclasses.
  open func membersDidChange(_ changes: [MemberChange]) {}

  /// Adopts another version of the row; a subclass that overrides this calls `super`.
  open override func modelDidChange(from oldModel: JSONItem) {
    guard decoded != nil || !observers.isEmpty else { return }
    decoded = decoded ?? oldModel.members
    replaceMembers(by: model.members)
    isEdited = false
  }

  /// `true` if members were set or are observed.
  open override var keepsState: Bool {
    isEdited || !observers.isEmpty || !computed.isEmpty || !weakObjects.isEmpty
  }

  open override func setNeedsRefresh() {
    change { $0.markForRefresh() }
  }

  // MARK: Private

  final var currentMembers: JSONObject {
    if let decoded { return decoded }
    let members = model.members
    decoded = members
    return members
  }

  private func setMember(_ key: String, to new: JSONValue?) {
    let (index, old) = member(key)
    let changes = [MemberChange(key: key, old: old, new: new)]
    guard !changes[0].isEqual else {
      if observers.wantsEqualValues { notify(changes) }
      return
    }
    change { $0.decoded?.set(new, forKey: key, at: index) }
    didChange(changes)
  }

  /// Returns a member's position and value, without holding the members during a change.
  private func member(_ key: String) -> (index: Int?, value: JSONValue?) {
    let members = currentMembers
    guard let index = members.lastIndex(ofKey: key) else { return (nil, nil) }
    return (index, members[index].value)
  }

  private func replaceMembers(by members: JSONObject) {
    let old = currentMembers
    guard old != members else { return }
    change { $0.decoded = members }
    didChange(Self.changes(from: old, to: members))
  }

  private func track() {
    isTracked = true
    registrar.access(self, keyPath: \.members)
  }

  /// Changes members, and notifies observation tracking if members were read.
  private func change(_ change: @MainActor (JSONItemViewModel) -> Void) {
    guard isTracked else { return change(self) }
    isTracked = false
    registrar.withMutation(of: self, keyPath: \.members) { change(self) }
  }

  private func didChange(_ changes: [MemberChange]) {
    isEdited = true
    markForRefresh()
    let changes = computed.isEmpty ? changes : changes + updateComputed(after: changes)
    membersDidChange(changes)
    notify(changes)
  }

  private static func changes(from old: JSONObject, to new: JSONObject) -> [MemberChange] {
    var changes: [MemberChange] = []
    for member in old where new[member.key] != member.value {
      changes.append(MemberChange(key: member.key, old: member.value, new: new[member.key]))
    }
    for member in new where old[member.key] == nil {
      changes.append(MemberChange(key: member.key, old: nil, new: member.value))
    }
    return changes
  }
}
