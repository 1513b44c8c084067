import MocoaCore
import Observation

/// The view model of a row without a Swift model: its members can be read, set and observed.
///
/// Members are decoded when one is first asked for; a row that is never shown stays bytes. A cell
/// that reads members while it draws is drawn again when one of them is set.
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
/// What is set stays in the view model and does not reach the feed; another version of the row
/// replaces it.
@MainActor open class JSONItemViewModel: TableCellViewModel<JSONItem>, Observable {
  /// The members as they are now; nil while nobody has asked.
  private var decoded: JSONObject?

  private let registrar = ObservationRegistrar()

  /// Whether members have been read since the last change: only then can anybody be tracking them.
  private var isTracked = false

  /// Whether members were set since the model was.
  private var isEdited = false

  final var observers = MemberObserverList()
  final var computed = ComputedMembers()
  final var weakObjects: [String: WeakReference] = [:]

  /// Whether the members have been decoded.
  public final var isDecoded: Bool { decoded != nil }

  /// The members in order; setting them tells observers of those that differ.
  public final var members: JSONObject {
    get {
      track()
      return currentMembers
    }
    set { replaceMembers(by: newValue) }
  }

  /// The item as it is now: the model, or a new one with what was set.
  public final var item: JSONItem {
    decoded.map { JSONItem($0, name: model.mocoaName) } ?? model
  }

  /// A member, or nil where there is none.
  ///
  /// Setting nil removes it.
  ///
  /// - Complexity: O(n) for n members, and what the observers do.
  public final subscript(key: String) -> JSONValue? {
    get {
      track()
      if !computed.isEmpty, let value = computedValue(key) { return value }
      return currentMembers[key]
    }
    set { setMember(key, to: newValue) }
  }

  /// Changes any number of members, and tells observers of all changes together.
  public final func update(_ change: (inout JSONObject) -> Void) {
    var members = currentMembers
    change(&members)
    replaceMembers(by: members)
  }

  /// Called after members were set, for a subclass to override; before the observers are told.
  open func membersDidChange(_ changes: [MemberChange]) {}

  /// Takes over another version of the row; a subclass that overrides this calls `super`.
  open override func modelDidChange(from oldModel: JSONItem) {
    guard decoded != nil || !observers.isEmpty else { return }
    decoded = decoded ?? oldModel.members
    replaceMembers(by: model.members)
    isEdited = false
  }

  /// True if members were set or are observed.
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
      if observers.wantsEqualValues { tell(changes) }
      return
    }
    change { $0.decoded?.set(new, forKey: key, at: index) }
    didChange(changes)
  }

  /// Where a member is, and its value; apart, so that nobody holds the members while they change.
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

  /// Changes members, and tells those who track them, if there can be any.
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
    tell(changes)
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
