import MocoaCore
import MocoaFeed
import Observation
import Testing

@testable import MocoaItems

/// The observer in these tests.
@MainActor private final class Owner {
  var heard: [String] = []
  var subscriptions: [Subscription] = []
  func hear(_ change: MemberChange) {
    heard.append("\(change.key) \(text(change.old))→\(text(change.new))")
  }
  private func text(_ value: JSONValue?) -> String { value?.description ?? "-" }
}

@MainActor private func turns() async {
  for _ in 0..<50 { await Task.yield() }
}

@MainActor @Suite struct JSONItemViewModelTests {
  private let item = JSONItemViewModel(model: JSONItem(["title": "a", "n": 1]))
  private let owner = Owner()

  @Test("defect U13: an item is described on any thread, on the main actor with its members")
  func descriptionsForDebugging() async {
    let item = item
    #expect(String(reflecting: item) == "{\n  \"title\": \"a\",\n  \"n\": 1\n}")
    let text = await Task.detached { String(reflecting: item) }.value
    #expect(text.contains("JSONItemViewModel"))
  }

  @Test func membersAreReadSetAndRemovedInOrder() {
    #expect(item["title"] == "a")
    #expect(item["none"] == nil)
    item["z"] = 5
    item["title"] = "b"
    #expect(item.members == ["title": "b", "n": 1, "z": 5])
    item["n"] = nil
    item.remove("none")
    #expect(item.members == ["title": "b", "z": 5])
    item.merge(["z": 6, "y": 7])
    #expect(item.item.members == ["title": "b", "z": 6, "y": 7])
    item.removeAll()
    #expect(item.members.isEmpty)
  }

  @Test func typedAccessMatchesObjects() throws {
    let n: ItemKey<Int> = "n"
    #expect(item[n] == 1)
    #expect(item[.title] == "a")
    item[n] = 2
    #expect(item.converted(ItemKey<String>("n")) == "2")
    #expect(throws: JSONAccessError.missing(key: "x", expected: "a number")) {
      try item.required(ItemKey<Double>("x"))
    }
    #expect(throws: JSONAccessError.wrongType(key: "n", expected: "an integer", found: "a string"))
    { try item.set("3", checking: n) }
    #expect(try item.required(n) == 2)
    item[n] = nil
    #expect(item["n"] == nil)
    try item.set(9, at: try #require(JSONPointer("/deep")))
    #expect(item[JSONPointer(tokens: ["deep"])] == 9)
  }

  @Test func rowsThatAreNoObjectsHaveOneMember() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array("7".utf8)))
    let number = JSONItemViewModel(model: try row.decode(JSONItem.self))
    #expect(number.members == ["value": 7])
    let broken = JSONItem(text: JSONBytes(Array("{oh".utf8)), name: .default)
    #expect(broken.members == ["value": "{oh"])
  }

  @Test func aRowStaysBytesUntilAMemberIsRead() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(#"{"a":1}"#.utf8)))
    let item = JSONItemViewModel(model: try row.decode(JSONItem.self))
    item.ready()
    _ = (item.model, item.item, item.needsRefresh)
    #expect(!item.isDecoded)
    #expect(item["a"] == 1)
    #expect(item.isDecoded)
  }

  @Test func oneMemberIsObserved() {
    item.observe("title", owner: owner) { [owner] in owner.hear($0) }.store(
      in: &owner.subscriptions)
    item["title"] = "b"
    item["title"] = "b"
    item["n"] = 2
    item["title"] = nil
    item["title"] = "c"
    #expect(owner.heard == [#"title "a"→"b""#, #"title "b"→-"#, #"title -→"c""#])
  }

  @Test func equalAndInitialValuesAreReportedOnRequest() {
    item.observe("n", options: [.initial, .equalValues], owner: owner) { [owner] in owner.hear($0) }
      .store(in: &owner.subscriptions)
    item["n"] = 1
    item["n"] = 2
    #expect(owner.heard == ["n -→1", "n 1→1", "n 1→2"])
  }

  @Test func anItemThatObservesItselfIsNotifiedUntilItsObserversAreRemoved() {
    let item = JSONItemViewModel(model: JSONItem(["n": 1]))
    var changes = (own: 0, others: 0)
    item.observe("n", owner: item) { _ in changes.own += 1 }.store(in: &owner.subscriptions)
    item.observe("n", owner: owner) { _ in changes.others += 1 }.store(in: &owner.subscriptions)
    item["n"] = 2
    item.removeObservers(of: owner)
    item["n"] = 3
    #expect(changes == (2, 1))
    item.removeObservers(of: item)
    item["n"] = 4
    #expect(changes == (2, 1))
  }

  @Test func theOptionsOfOneAreNotThoseOfAnother() {
    var counts = [0, 0]
    item.observe("n", options: .equalValues, owner: owner) { _ in counts[0] += 1 }.store(
      in: &owner.subscriptions)
    item.observe("n", owner: owner) { _ in counts[1] += 1 }.store(in: &owner.subscriptions)
    item["n"] = 1
    #expect(counts == [1, 0])
  }

  @Test func changesMadeTogetherAreReportedTogether() {
    var calls: [[String]] = []
    item.observe(keys: nil, owner: owner) { calls.append($0.map(\.key)) }.store(
      in: &owner.subscriptions)
    item.observe(keys: ["n", "m"], owner: owner) { calls.append($0.map(\.key)) }.store(
      in: &owner.subscriptions)
    item.update {
      $0["title"] = nil
      $0["n"] = 5
      $0["m"] = 6
    }
    #expect(calls == [["title", "n", "m"], ["n", "m"]])
  }

  @Test func aPlaceInsideIsObserved() throws {
    item["author"] = ["name": "Ada", "id": 1]
    let pointer = try #require(JSONPointer("/author/name"))
    item.observe(pointer, options: .initial, owner: owner) { [owner] in owner.hear($0) }.store(
      in: &owner.subscriptions)
    item["author"] = ["name": "Ada", "id": 2]
    item["author"] = ["name": "Bo"]
    try item.set("Cy", at: pointer)
    #expect(
      owner.heard == [
        #"/author/name -→"Ada""#, #"/author/name "Ada"→"Bo""#, #"/author/name "Bo"→"Cy""#,
      ])
  }

  @Test func coalescedObserversAreNotifiedOfTheOutcomeOfATurn() async {
    item.observe("n", options: .coalesced, owner: owner) { [owner] in owner.hear($0) }.store(
      in: &owner.subscriptions)
    item["n"] = 2
    item["n"] = 3
    #expect(owner.heard.isEmpty)
    await turns()
    item["n"] = 4
    item["n"] = 3
    await turns()
    #expect(owner.heard == ["n 1→3"])
  }

  @Test func observationsEndByTokenByOwnerAndWithTheOwner() {
    let token = item.observe("n", owner: owner) { [owner] in owner.hear($0) }
    token.cancel()
    item["n"] = 2
    item.observe("n", owner: owner) { [owner] in owner.hear($0) }.store(in: &owner.subscriptions)
    item.removeObservers(of: owner)
    item["n"] = 3
    #expect(owner.heard.isEmpty)

    var count = 0
    var other: Owner? = Owner()
    if let other {
      item.observe("n", owner: other) { _ in count += 1 }.store(in: &owner.subscriptions)
    }
    item["n"] = 4
    other = nil
    item["n"] = 5
    #expect(count == 1)
  }

  @Test func anObserverCancelledDuringNotificationIsNotCalled() {
    var token: Subscription?
    item.observe("n", owner: owner) { _ in token?.cancel() }.store(in: &owner.subscriptions)
    token = item.observe("n", owner: owner) { [owner] in owner.hear($0) }
    item["n"] = 2
    #expect(owner.heard.isEmpty)
  }

  @Test func changesByObserversReachAllInOneOrder() {
    item.observe("n", owner: owner) { [item, owner] change in
      owner.hear(change)
      if let n = change.new?.number?.int, n < 4 {
        item["n"] = .number(JSONNumber(text: "\(n + 1)"))
      }
    }.store(in: &owner.subscriptions)
    let second = Owner()
    item.observe("n", owner: second) { second.hear($0) }.store(in: &owner.subscriptions)
    item["n"] = 2
    #expect(owner.heard == ["n 1→2", "n 2→3", "n 3→4"])
    #expect(second.heard == owner.heard)
  }

  @Test func observersThatNeverStopAnsweringDoNotStopTheProgram() async {
    var count = 0
    let token = item.observe("n", owner: owner) { [item] change in
      count += 1
      item["n"] = .number(JSONNumber(text: "\(count)0"))
    }
    item["n"] = 2
    #expect(count <= MemberObserverList.limit + 1)
    while count <= MemberObserverList.limit + 1 { await Task.yield() }
    token.cancel()
    let stopped = count
    await turns()
    #expect(count == stopped)
  }

  @Test func anotherVersionOfTheRowIsReportedByMember() {
    item.observe(keys: nil, owner: owner) { [owner] in $0.forEach(owner.hear) }.store(
      in: &owner.subscriptions)
    item.model = JSONItem(["title": "a", "n": 2])
    #expect(owner.heard == ["n 1→2"])
  }

  @Test func computedMembersFollowWhatTheyAreMadeOf() throws {
    var count = 0
    try item.define("label", from: ["title", "n"]) { item in
      count += 1
      return .string("\(item[.title] ?? "") \(item["n"]?.description ?? "")")
    }
    try item.define("loud", from: ["label"]) { item in
      (item["label"]?.string).map { .string($0 + "!") }
    }
    #expect(count == 0)
    #expect(item["loud"] == "a 1!")
    _ = item["label"]
    #expect(count == 1)
    item.observe("loud", owner: owner) { [owner] in owner.hear($0) }.store(in: &owner.subscriptions)
    item["n"] = 2
    item["other"] = 2
    #expect(count == 2)
    #expect(owner.heard == [#"loud "a 1!"→"a 2!""#])
    #expect(item.members["label"] == nil)
  }

  @Test func computedMembersInACircleAreRefused() throws {
    try item.define("a", from: ["b"]) { $0["b"] }
    #expect(throws: ComputedMemberError.circle(["b", "a", "b"])) {
      try item.define("b", from: ["a"]) { $0["a"] }
    }
    #expect(throws: ComputedMemberError.circle(["c", "c"])) {
      try item.define("c", from: ["c"]) { $0["c"] }
    }
    #expect(item["a"] == nil)
  }

  @Test func theMarkStaysUntilAViewHasDrawnTheItem() {
    item.didRefresh()
    #expect(!item.needsRefresh)
    item["n"] = 1
    #expect(!item.needsRefresh)
    item["n"] = 2
    #expect(item.needsRefresh)
    item.didRefresh()
    item.setNeedsRefresh()
    #expect(item.needsRefresh)
    #expect(item.needsMeasuring)
    item.didMeasure()
    #expect(!item.needsMeasuring)
    item.setNeedsMeasuring()
    #expect(item.needsMeasuring)
  }

  @Test func readersAreNotifiedByObservation() async {
    var heard: [String] = []
    let token = Subscription.following({ [item] in item[.title] ?? "" }) { heard.append($0) }
    item["title"] = "b"
    await turns()
    #expect(heard == ["a", "b"])
    token.cancel()
  }

  @Test func aCopyHasNothingInCommonButTheMembers() {
    item["n"] = 2
    item.observe(keys: nil, owner: owner) { [owner] in $0.forEach(owner.hear) }.store(
      in: &owner.subscriptions)
    let copy = item.copy()
    #expect(copy.members == item.members)
    copy["n"] = 3
    #expect(item["n"] == 2)
    #expect(owner.heard.isEmpty)
  }

  @Test func objectsAreNotKeptAlive() {
    var object: Owner? = Owner()
    item.setWeakObject(object, for: "delegate")
    #expect(item.weakObject(for: "delegate") === object)
    object = nil
    #expect(item.weakObject(for: "delegate") == nil)
    item.setWeakObject(nil, for: "delegate")
  }

  @Test func aListOfManyRowsDecodesNoneThatIsNotShown() {
    let text = "[" + (0..<1000).map { #"{"id":\#($0),"title":"t"}"# }.joined(separator: ",") + "]"
    let registry = ModuleRegistry()
    let module = registry["mocoa://items/"]
    module.section.cell("json").register(
      viewModel: JSONItemViewModel.self, view: ModuleView(.cell, name: "ItemCell") { Owner() })
    let list = ListViewModel(model: feedRows(text), module: module)
    list.ready()
    let shown = (0..<5).compactMap {
      list.cellViewModel(at: ListIndexPath(section: 0, item: $0)) as? JSONItemViewModel
    }
    #expect(shown.count == 5)
    #expect(shown[3]["id"] == 3)
    #expect(shown.count(where: \.isDecoded) == 1)
    #expect(list.existingCellViewModel(at: ListIndexPath(section: 0, item: 500)) == nil)
  }
}
