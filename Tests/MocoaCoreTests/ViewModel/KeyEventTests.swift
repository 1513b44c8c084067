import MocoaCore
import MocoaTestSupport
import Testing

@Suite @MainActor struct KeyEventTests {
  let viewModel = ViewModel()
  let listener = Listener()
  let count: ViewModelKey<Int> = "count"
  let text: ViewModelKey<String> = "text"

  init() { viewModel.ready() }

  @Test("K1: handlers are called in order, for their key only", .parity("1.5.1", "1.5.4", "1.5.5"))
  func handlersAreCalledInOrderForTheirKeyOnly() {
    for name in ["a", "b"] {
      viewModel.observe(count, owner: listener) { [listener] in
        listener.heard.append("\(name)\($1)")
      }
      .store(in: &listener.subscriptions)
    }
    viewModel.send(text, "x")
    viewModel.send("other" as ViewModelKey<Int>, 2)
    viewModel.send(count, 1)
    #expect(listener.heard == ["a1", "b1"])
  }

  @Test("K2: the initial value goes to the new handler only", .parity("1.5.2"))
  func theInitialValueGoesToTheNewHandlerOnly() {
    viewModel.observe(count, initial: 1, owner: listener) { [listener] in
      listener.heard.append("a\($1)")
    }
    .store(in: &listener.subscriptions)
    viewModel.observe(count, initial: 2, owner: listener) { [listener] in
      listener.heard.append("b\($1)")
    }
    .store(in: &listener.subscriptions)
    #expect(listener.heard == ["a1", "b2"])
  }

  @Test(
    "K2, K3: what is sent before ready waits, after the initial value", .parity("1.4.7", "1.5.3"))
  func whatIsSentBeforeReadyWaits() {
    let viewModel = ViewModel()
    viewModel.observe(count, initial: 0, owner: listener) { [listener] in
      listener.heard.append("\($1)")
    }
    .store(in: &listener.subscriptions)
    viewModel.send(count, 1)
    #expect(listener.heard.isEmpty)
    viewModel.ready()
    #expect(listener.heard == ["0", "1"])
  }

  @Test("K4: nothing is delivered after the owner is released", .parity("1.5.9"))
  func nothingIsDeliveredAfterTheOwnerIsDeallocated() {
    var owner: Listener? = Listener()
    var calls = 0
    viewModel.observe(count, owner: owner ?? listener) { _, _ in calls += 1 }
      .store(in: &listener.subscriptions)
    viewModel.send(count, 1)
    owner = nil
    viewModel.send(count, 2)
    #expect(calls == 1)
  }

  @Test(
    "K5: a handler cancelled during a send is not called, an added one not yet",
    .parity("1.5.1", "1.5.4", "1.5.9"))
  func whoIsCancelledDuringASendIsNotCalled() {
    var second: Subscription?
    viewModel.observe(count, owner: listener) { [listener, viewModel, count] _, value in
      listener.heard.append("a\(value)")
      second?.cancel()
      viewModel.observe(count, owner: listener) { $0.heard.append("new\($1)") }
        .store(in: &listener.subscriptions)
    }
    .store(in: &listener.subscriptions)
    second = viewModel.observe(count, owner: listener) { [listener] in
      listener.heard.append("b\($1)")
    }
    viewModel.send(count, 1)
    #expect(listener.heard == ["a1"])
    viewModel.send(count, 2)
    #expect(listener.heard == ["a1", "a2", "new2"])
    // A subscription that is released at once.
    _ = viewModel.observe(text, owner: listener) { $0.heard.append($1) }
    viewModel.send(text, "x")
    #expect(listener.heard.count == 3)
  }

  /// Each of the four combinations of a key or all with an owner or all.
  @Test("K6: removal takes nil for all", .parity("1.5.7", "ten.1"))
  func removalTakesNilForAll() {
    let other = Listener()
    func heard(after remove: () -> Void) -> Int {
      var calls = 0
      viewModel.removeObservers()
      for owner in [listener, other] {
        viewModel.observe(count, owner: owner) { _, _ in calls += 1 }
          .store(in: &owner.subscriptions)
        viewModel.observe(count, owner: owner) { _, _ in calls += 1 }
          .store(in: &owner.subscriptions)
        viewModel.observe(text, owner: owner) { _, _ in calls += 1 }
          .store(in: &owner.subscriptions)
      }
      remove()
      viewModel.send(count, 1)
      viewModel.send(text, "x")
      return calls
    }
    #expect(heard {} == 6)
    #expect(heard { viewModel.removeObservers(of: count, owner: listener) } == 4)
    #expect(heard { viewModel.removeObservers(of: count) } == 2)
    #expect(heard { viewModel.removeObservers(owner: listener) } == 3)
    #expect(heard { viewModel.removeObservers() } == 0)
  }

  @Test("K7: keys of one name and different types are apart", .parity("1.1.6", "1.5.5", "1.5.8"))
  func keysOfOneNameAndDifferentTypesAreApart() {
    let other: ViewModelKey<String> = "count"
    viewModel.observe(other, owner: listener) { [listener] in listener.heard.append($1) }
      .store(in: &listener.subscriptions)
    viewModel.send(count, 1)
    #expect(listener.heard.isEmpty)
    // defect C22: no key that the library declares was used.
    viewModel.observe(.text, owner: listener) { [listener] in listener.heard.append($1 ?? "nil") }
      .store(in: &listener.subscriptions)
    viewModel.observe(.isLoading, owner: listener) { [listener] in listener.heard.append("\($1)") }
      .store(in: &listener.subscriptions)
    viewModel.send(.text, "x")
    viewModel.send(.isLoading, true)
    #expect(listener.heard == ["x", "true"])
    let texts: [ViewModelKey<String?>] = [.text, .title, .subtitle, .detailText, .name]
    let flags: [ViewModelKey<Bool>] = [
      .isChecked, .isEnabled, .isRefreshing, .isRequesting, .isLoading,
    ]
    #expect(Set(texts).count == texts.count && Set(flags).count == flags.count)
  }

  // defect C12: a value of another type was delivered where a cast allowed it.
  @Test("K7: an optional and its type are apart")
  func optionalAndPlainKeysAreApart() {
    let (plain, optional): (ViewModelKey<String>, ViewModelKey<String?>) = ("text", "text")
    viewModel.observe(plain, owner: listener) { [listener] in listener.heard.append($1) }
      .store(in: &listener.subscriptions)
    viewModel.send(optional, "x")
    #expect(listener.heard.isEmpty)
    viewModel.send(plain, "y")
    #expect(listener.heard == ["y"])
  }

  @Test(
    "K8: a handler may have the owner, the value, the key and the sender", .parity("1.5.6"))
  func handlersTakeOneToFourArguments() {
    let other: ViewModelKey<Int> = "other"
    viewModel.observe(count, other, owner: listener) { $0.heard.append("-") }
      .store(in: &listener.subscriptions)
    viewModel.observe(count, other, owner: listener) { $0.heard.append("\($1)") }
      .store(in: &listener.subscriptions)
    viewModel.observe(count, other, owner: listener) { $0.heard.append("\($1.name) \($2)") }
      .store(in: &listener.subscriptions)
    viewModel.observe(count, other, owner: listener) { [viewModel] listener, sender, key, value in
      listener.heard.append("\(sender === viewModel) \(key.name) \(value)")
    }
    .store(in: &listener.subscriptions)
    viewModel.send(count, 7)
    #expect(listener.heard == ["-", "7", "count 7", "true count 7"])
    listener.heard = []
    viewModel.send(other, 8)
    #expect(listener.heard == ["-", "8", "other 8", "true other 8"])
  }

  @Test("K9: one handler observes several keys, and ends for each of them", .parity("1.5.6"))
  func oneHandlerObservesSeveralKeys() {
    let other: ViewModelKey<Int> = "other"
    viewModel.observe(count, other, count, owner: listener) { listener, key, value in
      listener.heard.append("\(key.name) \(value)")
    }
    .store(in: &listener.subscriptions)
    viewModel.send(count, 1)
    viewModel.send(other, 2)
    viewModel.send("third" as ViewModelKey<Int>, 3)
    #expect(listener.heard == ["count 1", "other 2"])
    viewModel.removeObservers(of: count)
    viewModel.send(count, 4)
    viewModel.send(other, 5)
    #expect(listener.heard.last == "other 5")
    viewModel.removeObservers(of: other, owner: listener)
    viewModel.send(other, 6)
    #expect(listener.heard.count == 3)
    let subscription = viewModel.observe(count, other, owner: listener) { $0.heard.append("x") }
    subscription.cancel()
    viewModel.send(count, 7)
    viewModel.send(other, 8)
    #expect(listener.heard.count == 3)
  }

  @Test("K10: an observer may get the latest values at once, alone and in the order of its keys")
  func theLatestValuesGoToTheNewHandlerOnly() {
    let (title, unsent): (ViewModelKey<String?>, ViewModelKey<String?>) = (.title, "unsent")
    viewModel.observe(title, owner: listener) { $0.heard.append("old \($1 ?? "nil")") }
      .store(in: &listener.subscriptions)
    viewModel.send(.text, "a")
    viewModel.send(title, "b")
    viewModel.send(title, nil)
    listener.heard = []
    viewModel.observe(title, unsent, .text, initial: .latest, owner: listener) {
      $0.heard.append("\($1.name) \($2 ?? "nil")")
    }
    .store(in: &listener.subscriptions)
    #expect(listener.heard == ["title nil", "text a"])
    // Of a key of another type with the same name there is none.
    viewModel.observe("title" as ViewModelKey<String>, initial: .latest, owner: listener) {
      $0.heard.append($1)
    }
    .store(in: &listener.subscriptions)
    #expect(listener.heard.count == 2)
    viewModel.send(title, "c")
    #expect(listener.heard.suffix(2) == ["old c", "title c"])
  }

  @Test("K3, K10: what is pending is the latest value, and delivered once")
  func pendingValuesAreDeliveredOnceToObserversOfTheLatest() {
    let viewModel = ViewModel()
    viewModel.send(count, 1)
    viewModel.observe(count, initial: .latest, owner: listener) { $0.heard.append("\($1)") }
      .store(in: &listener.subscriptions)
    viewModel.send(count, 2)
    #expect(listener.heard.isEmpty)
    viewModel.ready()
    #expect(listener.heard == ["1", "2"])
  }

  @Test("K2: a truth value can be the initial value")
  func theInitialValueOfAFlagIsAValue() {
    for value in [true, false] {
      viewModel.observe(.isLoading, initial: value, owner: listener) { $0.heard.append("\($1)") }
        .store(in: &listener.subscriptions)
    }
    #expect(listener.heard == ["true", "false"])
  }

  @Test("K4, K10: an observer that its first event releases gets no other")
  func anInitialEventMayEndTheObservation() {
    viewModel.send(count, 1)
    viewModel.send("other" as ViewModelKey<Int>, 2)
    var calls = 0
    viewModel.observe(count, "other", initial: .latest, owner: listener) { [viewModel] _, _ in
      calls += 1
      viewModel.removeObservers()
    }
    .store(in: &listener.subscriptions)
    viewModel.send(count, 3)
    #expect(calls == 1)
  }
}
