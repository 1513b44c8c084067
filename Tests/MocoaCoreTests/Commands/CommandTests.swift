import MocoaCore
import Observation
import Testing

@MainActor @Observable private final class Form {
  var isValid = false
}

/// Has a command as a property, whose work waits.
@MainActor private final class Counter {
  let double = Command { (number: Int) in
    await Task.yield()
    return 2 * number
  }
}

@MainActor @Suite struct CommandTests {
  private let gate = Gate<String>()
  private let owner = Listener()

  private func makeCommand(
    _ concurrency: CommandConcurrency = .exclusive,
    isEnabled: @escaping @MainActor () -> Bool = { true }
  ) -> Command<Int, String> {
    Command(isEnabled: isEnabled, concurrency: concurrency) { [gate] input in
      "\(input): " + (try await gate.pass())
    }
  }

  @Test func itExecutesBeforeTheWorkBeginsAndUntilItEnds() async throws {
    let command = makeCommand()
    #expect(!command.isExecuting)
    let run = try command.execute(1)
    #expect(command.isExecuting)
    #expect(gate.count == 0)
    await turns { gate.count == 1 }
    #expect(command.isExecuting)
    gate.open("done")
    #expect(try await run.value == "1: done")
    #expect(!command.isExecuting)
    #expect(command.latest == "1: done")
    #expect(command.lastError == nil)
  }

  @Test func itCanBeAPropertyWithAnInitialValue() async throws {
    #expect(try await Counter().double.run(4) == 8)
  }

  @Test func anErrorIsReportedAndKeptUntilTheNextRun() async throws {
    let command = makeCommand()
    var errors: [Refusal] = []
    var wasExecuting: [Bool] = []
    command.observeResults(owner: owner) { _, result in
      if case .failure(let error as Refusal) = result { errors.append(error) }
      wasExecuting.append(command.isExecuting)
    }
    .store(in: &owner.subscriptions)
    let run = try command.execute(1)
    await turns { gate.count == 1 }
    gate.fail(Refusal())
    await #expect(throws: Refusal()) { try await run.value }
    #expect(errors == [Refusal()])
    #expect(wasExecuting == [false])
    #expect(command.lastError as? Refusal == Refusal())
    try command.execute(2)
    #expect(command.lastError == nil)
  }

  @Test("defect U21: results are reported outside of the run, which is not cancelled")
  func resultsAreNotReportedInACancelledTask() async throws {
    let command = makeCommand()
    var wereCancelled: [Bool] = []
    command.observeResults(owner: owner) { _, _ in wereCancelled.append(Task.isCancelled) }
      .store(in: &owner.subscriptions)
    for isFailing in [false, true] {
      let run = try command.execute(1)
      await turns { gate.count == 1 }
      if isFailing { gate.fail(Refusal()) } else { gate.open("done") }
      _ = try? await run.value
    }
    #expect(wereCancelled == [false, false])
  }

  @Test func notEnabledIsReportedToTheCallerAlone() async throws {
    let command = makeCommand(isEnabled: { false })
    var count = 0
    command.observeResults(owner: owner) { _, _ in count += 1 }
      .store(in: &owner.subscriptions)
    #expect(throws: CommandError.notEnabled) { try command.execute(1) }
    await #expect(throws: CommandError.notEnabled) { try await command.run(1) }
    await someTurns()
    #expect(count == 0)
    #expect(command.lastError == nil)
    #expect(gate.count == 0)
  }

  @Test func anExclusiveCommandIsNotEnabledWhileItRuns() async throws {
    let command = makeCommand()
    let run = try command.execute(1)
    #expect(!command.isEnabled)
    #expect(throws: CommandError.notEnabled) { try command.execute(2) }
    run.cancel()
    #expect(command.isEnabled)
  }

  @Test func theConditionIsFollowed() async {
    let form = Form()
    let command = makeCommand(isEnabled: { form.isValid })
    var heard: [Bool] = []
    let token = Subscription.following({ command.isEnabled }) { heard.append($0) }
    form.isValid = true
    await turns { heard.count == 2 }
    _ = try? command.execute(1)
    await turns { heard.count == 3 }
    command.cancel()
    await turns { heard.count == 4 }
    #expect(heard == [false, true, false, true])
    token.cancel()
  }

  @Test func workThatNeverEndsCanBeCancelled() async throws {
    let command = makeCommand()
    var errors = 0
    command.observeResults(owner: owner) { _, _ in errors += 1 }
      .store(in: &owner.subscriptions)
    let run = try command.execute(1)
    await turns { gate.count == 1 }
    command.cancel()
    #expect(!command.isExecuting)
    await #expect(throws: CancellationError.self) { try await run.value }
    gate.open("late")
    await someTurns()
    #expect(command.latest == nil)
    #expect(errors == 0)
    #expect(command.lastError == nil)
  }

  @Test func whatIsCancelledBeforeItBeginsIsNotDone() async throws {
    let command = makeCommand()
    try command.execute(1)
    command.cancel()
    await someTurns()
    #expect(gate.count == 0)
  }

  @Test func whoWaitsCancelsWithItsTask() async throws {
    let command = makeCommand()
    let task = Task { try await command.run(1) }
    await turns { gate.count == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!command.isExecuting)
    gate.open("late")
  }

  @Test func aRunThatTakesTooLongFails() async throws {
    let clock = ManualClock()
    let gate = gate
    let command = Command<Int, String>(timeout: .seconds(3), clock: clock) { _ in
      try await gate.pass()
    }
    let run = try command.execute(1)
    await turns { clock.sleeperCount == 1 && gate.count == 1 }
    clock.advance(by: .seconds(2))
    await someTurns()
    #expect(command.isExecuting)
    clock.advance(by: .seconds(1))
    await #expect(throws: CommandError.timedOut) { try await run.value }
    #expect(!command.isExecuting)
    gate.open("late")
  }

  @Test func aReplacingCommandKeepsTheNewestRunOnly() async throws {
    let command = makeCommand(.replacing)
    let first = try command.execute(1)
    await turns { gate.count == 1 }
    let second = try command.execute(2)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(command.isExecuting)
    await turns { gate.count == 2 }
    gate.open("old")
    gate.open("new")
    #expect(try await second.value == "2: new")
    #expect(command.latest == "2: new")
  }

  @Test func concurrentRunsEndInAnyOrder() async throws {
    var outputs: [String] = []
    let second = Gate<String>()
    let command = Command<Int, String>(concurrency: .concurrent) { [gate] input in
      try await (input == 1 ? gate : second).pass()
    }
    command.observeResults(owner: owner) { outputs += [try? $1.get()].compactMap(\.self) }
      .store(in: &owner.subscriptions)
    let runs = [try command.execute(1), try command.execute(2)]
    await turns { gate.count == 1 && second.count == 1 }
    second.open("newer")
    #expect(try await runs[1].value == "newer")
    #expect(command.isExecuting)
    gate.open("older")
    #expect(try await runs[0].value == "older")
    #expect(!command.isExecuting)
    #expect(command.latest == "newer")
    #expect(outputs == ["newer", "older"])
  }

  @Test func aResultIsAvailableToLateObservers() async throws {
    let command = Command<Void, Int> { 7 }
    let run = try command.execute()
    await turns { run.isEnded }
    #expect(try await run.value == 7)
    #expect(try await command.run() == 7)
  }

  @Test func observersCanExecuteAgain() async throws {
    let command = Command<Int, Int> { $0 }
    command.observeResults(owner: owner) { _, result in
      if let output = try? result.get(), output < 3 { _ = try? command.execute(output + 1) }
    }
    .store(in: &owner.subscriptions)
    try command.execute(1)
    await turns { command.latest == 3 }
    #expect(command.latest == 3)
  }

  @Test func aReleasedCommandEndsItsRuns() async throws {
    var command: Command<Int, String>? = makeCommand()
    let run = try command?.execute(1)
    await turns { gate.count == 1 }
    command = nil
    await turns { run?.isEnded ?? true }
    await #expect(throws: CancellationError.self) { try await run?.value }
    gate.open("late")
  }

  @Test("T5: results are a sequence that ends with the command")
  func resultsAreASequenceThatEndsWithTheCommand() async throws {
    struct Refusal: Error {}
    var command: Command<Int, Int>? = Command(concurrency: .concurrent) {
      if $0 == 2 { throw Refusal() }
      return $0
    }
    let results = try #require(command?.results)
    for input in 1...3 { _ = try? await command?.run(input) }
    command = nil
    var heard: [String] = []
    for await result in results { heard.append((try? result.get()).map { "\($0)" } ?? "failed") }
    #expect(heard == ["1", "failed", "3"])
  }
}
