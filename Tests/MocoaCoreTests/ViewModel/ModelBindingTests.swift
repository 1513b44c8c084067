import MocoaCore
import MocoaTestSupport
import Observation
import Testing

/// Promises O: how view models follow their models, and are followed.
@Suite @MainActor struct ModelBindingTests {
  @Test("O1: handlers are called in prepare, once each, in order", .parity("1.7.1"))
  func handlersAreCalledInPrepare() {
    let viewModel = BoundViewModel(model: Contact(id: 1, name: "Ann", phone: "11"))
    #expect(viewModel.calls.isEmpty)
    viewModel.ready()
    #expect(viewModel.calls == ["Ann 11", "Ann"])
  }

  @Test("O2: a replaced model calls them all", .parity("1.4.8", "1.7.5"))
  func aReplacedModelCallsAll() {
    let viewModel = BoundViewModel(model: Contact(id: 1, name: "Ann"))
    viewModel.ready()
    viewModel.calls = []
    viewModel.model = Contact(id: 1, name: "Bob", phone: "22")
    #expect(viewModel.calls == ["Bob 22", "Bob"])
  }

  @Test("O3: named members call each handler of any of them once", .parity("1.7.4", "1.7.6"))
  func namedMembersCallOnce() {
    let viewModel = BoundViewModel(model: Contact(id: 1, name: "Ann"))
    viewModel.ready()
    viewModel.calls = []
    viewModel.modelDidUpdate(\.phone, \.name)
    #expect(viewModel.calls == ["Ann ", "Ann"])
    viewModel.calls = []
    viewModel.modelDidUpdate(\.phone)
    #expect(viewModel.calls == ["Ann "])
    viewModel.modelDidUpdate(\.id)
    #expect(viewModel.calls.count == 1)
  }

  @Test("O4: members that an observable model sets in one turn make one call", .parity("1.7.3"))
  func observableModelsAreWatched() async {
    let person = Person()
    let viewModel = PersonViewModel(model: person)
    viewModel.ready()
    #expect(viewModel.calls == ["Ann 1"])
    for age in 2...3 {
      person.name = "Bob"
      person.age = age
      person.unread = 7
      await turns()
      #expect(viewModel.calls.count == age)
      #expect(viewModel.calls.last == "Bob \(age)")
    }
    person.unread = 8
    await turns()
    #expect(viewModel.calls.count == 3)
  }

  // defect C8: handlers were called in the order of the changes.
  @Test("O4: what changes in one turn is called in the order in which it was bound")
  func changesOfOneTurnKeepTheDeclaredOrder() async {
    let person = Person()
    let viewModel = OrderedViewModel(model: person)
    viewModel.ready()
    viewModel.calls = []
    (person.age, person.name) = (2, "Bob")
    await turns()
    #expect(viewModel.calls == ["name", "age"])
  }

  // defect C9: a handler that sets the model recursed until the stack ended.
  @Test("O2: a handler may set the model")
  func handlersMaySetTheModel() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let viewModel = CountingViewModel(model: Contact(id: 0, name: ""))
        viewModel.ready()
        precondition(viewModel.model.id == 100_000)
      }
    }
  }

  @Test("O5: a model that was replaced is not listened to any more")
  func theOldModelIsNotObserved() async {
    let (old, new) = (Person(), Person())
    let viewModel = PersonViewModel(model: old)
    viewModel.ready()
    viewModel.model = new
    viewModel.calls = []
    old.name = "Old"
    await turns()
    #expect(viewModel.calls.isEmpty)
    new.name = "New"
    await turns()
    #expect(viewModel.calls == ["New 1"])
  }

  @Test("O6: a view model can refuse to watch its model", .parity("1.7.2"))
  func watchingCanBeRefused() async {
    let person = Person()
    let viewModel = UnwatchfulViewModel(model: person)
    viewModel.ready()
    viewModel.calls = []
    person.name = "Bob"
    await turns()
    #expect(viewModel.calls.isEmpty)
    viewModel.modelDidUpdate(\.name)
    #expect(viewModel.calls == ["Bob 1"])
  }

  @Test("O7: what is read of an observable view model can be watched without a key")
  func observableViewModels() async {
    let viewModel = CounterViewModel(model: 1)
    var (heard, reads) = ([Int](), 0)
    let subscription = Subscription.following {
      reads += 1
      return viewModel.count
    } to: {
      heard.append($0)
    }
    viewModel.other += 1
    await turns()
    #expect(reads == 1)
    viewModel.count += 1
    await turns()
    #expect(heard == [0, 1])
    subscription.cancel()
  }

  /// Lets all tasks of the main actor that were made so far run.
  private func turns() async {
    for _ in 0..<5 { await Task.yield() }
  }
}

private final class BoundViewModel: CellViewModel<Contact> {
  var calls: [String] = []

  override func prepare() {
    bind(\.name, \.phone) { viewModel, name, phone in viewModel.calls.append("\(name) \(phone)") }
    bind(\.name) { viewModel, name in viewModel.calls.append(name) }
  }
}

@Observable private final class Person {
  var name = "Ann"
  var age = 1
  var unread = 0
}

private class PersonViewModel: CellViewModel<Person> {
  var calls: [String] = []

  override func prepare() {
    bind(\.name, \.age) { viewModel, name, age in viewModel.calls.append("\(name) \(age)") }
  }
}

private final class UnwatchfulViewModel: PersonViewModel {
  override var observesModel: Bool { false }
}

@Observable private final class CounterViewModel: CellViewModel<Int> {
  var count = 0
  var other = 0
}

private final class OrderedViewModel: CellViewModel<Person> {
  var calls: [String] = []

  override func prepare() {
    bind(\.name) { viewModel, _ in viewModel.calls.append("name") }
    bind(\.age) { viewModel, _ in viewModel.calls.append("age") }
  }
}

/// Sets its model until it has counted far.
private final class CountingViewModel: CellViewModel<Contact> {
  override func prepare() {
    bind(\.id) { viewModel, id in
      if id < 100_000 { viewModel.model.id += 1 }
    }
  }
}
