import MocoaCore
import Observation
import Testing

@MainActor @Observable private final class Item {
  var title = "a"
  var likes = 0
}

@MainActor @Suite struct FollowingTests {
  @Test func theValueIsReportedNowAndWhenItChanges() async {
    let item = Item()
    var heard: [String] = []
    let token = Subscription.following({ item.title }) { heard.append($0) }
    #expect(heard == ["a"])
    item.title = "a"
    item.likes = 1
    await someTurns()
    #expect(heard == ["a"])
    item.title = "b"
    await turns { heard.count == 2 }
    #expect(heard == ["a", "b"])
    token.cancel()
  }

  @Test func changesOfOneTurnAreReportedOnce() async {
    let item = Item()
    var heard: [String] = []
    let token = Subscription.following({ "\(item.title)\(item.likes)" }) { heard.append($0) }
    item.title = "b"
    item.likes = 2
    item.likes = 3
    await turns { heard.count == 2 }
    #expect(heard == ["a0", "b3"])
    token.cancel()
  }

  @Test func aValueRestoredInTheSameTurnIsNotReported() async {
    let item = Item()
    var count = 0
    let token = Subscription.following({ item.title }) { _ in count += 1 }
    item.title = "b"
    item.title = "a"
    await someTurns()
    #expect(count == 1)
    token.cancel()
  }

  @Test func nothingIsDeliveredAfterTheEndEvenIfDue() async {
    let item = Item()
    var heard: [String] = []
    let token = Subscription.following({ item.title }) { heard.append($0) }
    item.title = "b"
    token.cancel()
    await someTurns()
    #expect(heard == ["a"])
  }

  @Test func aHandlerMayChangeWhatItFollows() async {
    let item = Item()
    var heard: [Int] = []
    let token = Subscription.following({ item.likes }) { likes in
      heard.append(likes)
      if likes < 3 { item.likes += 1 }
    }
    await turns { heard.count == 4 }
    #expect(heard == [0, 1, 2, 3])
    token.cancel()
  }

  @Test func whatIsCancelledHoldsNothing() {
    let item = Item()
    weak var held: Listener?
    let token: Subscription
    do {
      let listener = Listener()
      held = listener
      token = .following({ item.title }) { [listener] _ in _ = listener }
    }
    #expect(held != nil)
    token.cancel()
    #expect(held == nil)
  }

  @Test func aSubscriptionEndsWhenItIsReleased() async {
    let item = Item()
    var heard: [String] = []
    var subscriptions: [Subscription] = []
    Subscription.following({ item.title }) { heard.append($0) }.store(in: &subscriptions)
    #expect(subscriptions.count == 1)
    subscriptions = []
    item.title = "b"
    await someTurns()
    #expect(heard == ["a"])
  }

  @Test func aBindingReadsAndWrites() {
    let item = Item()
    let binding = ValueBinding(item, \.likes)
    binding.value = 12
    #expect(item.likes == 12)
    item.likes = 3
    #expect(binding.value == 3)
  }
}

@MainActor @Suite struct ThrottlingTests {
  @Test func onlyTheLastOfManyValuesIsHandedOn() async throws {
    let clock = ManualClock()
    var heard: [String] = []
    let search = Command(concurrency: .replacing) { (text: String) in
      try await clock.sleep(for: .milliseconds(100))
      heard.append(text)
    }
    for text in ["a", "ab", "abc"] {
      try search.execute(text)
      await turns { clock.sleeperCount == 1 }
      clock.advance(by: .milliseconds(99))
      await someTurns()
    }
    #expect(heard == [])
    #expect(search.isExecuting)
    clock.advance(by: .milliseconds(1))
    await turns { !heard.isEmpty }
    #expect(heard == ["abc"])
    #expect(!search.isExecuting)
  }
}
