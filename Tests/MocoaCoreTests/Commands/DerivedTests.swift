import MocoaTestSupport
import Observation
import Testing

@testable import MocoaCore

@MainActor @Observable private final class Numbers {
  var values = [1, 2, 3]
  var flag = true
}

/// A derived value that is given what it reads later on.
@MainActor private final class Later {
  var other: Derived<Int>?
}

@MainActor @Suite struct DerivedTests {
  @Test func itIsRightWheneverItIsRead() {
    let numbers = Numbers()
    let sum = Derived { numbers.values.reduce(0, +) }
    let doubled = Derived { sum.value * 2 }
    #expect(doubled.value == 12)
    numbers.values = [10]
    #expect(doubled.value == 20)
  }

  @Test func readersAreNotifiedOfDifferentResultsOnly() async {
    let numbers = Numbers()
    let hasMany = Derived { numbers.values.count > 2 }
    var heard: [Bool] = []
    let token = Subscription.following({ hasMany.value }) { heard.append($0) }
    numbers.values.append(4)
    await someTurns()
    #expect(heard == [true])
    numbers.values = []
    await turns { heard.count == 2 }
    #expect(heard == [true, false])
    token.cancel()
  }

  @Test func itIsWorkedOutOncePerChange() async {
    let numbers = Numbers()
    var count = 0
    let sum = Derived { () -> Int in
      count += 1
      return numbers.values.reduce(0, +)
    }
    #expect(count == 1)
    _ = (sum.value, sum.value)
    #expect(count == 1)
    numbers.values = [1]
    numbers.values = [2]
    _ = (sum.value, sum.value)
    await someTurns()
    #expect(count == 2)
  }

  // defect C7: each reader walked over all inputs of its inputs, so a ladder took exponential time.
  @Test func eachNodeIsVisitedOnce() {
    let numbers = Numbers()
    var count = 0
    var nodes = [Derived { numbers.values.count }]
    for _ in 0..<40 {
      let previous = nodes[nodes.count - 1]
      nodes.append(
        Derived {
          count += 1
          return previous.value + previous.value
        })
    }
    #expect(count == 40)
    _ = nodes[40].value
    #expect(count == 40)
    numbers.values = [1, 2]
    _ = nodes[40].value
    #expect(count == 80)
  }

  @Test func whatIsNotReadAnyMoreDoesNotCount() async {
    let numbers = Numbers()
    var count = 0
    let value = Derived { () -> Int in
      count += 1
      return numbers.flag ? numbers.values.count : 0
    }
    numbers.flag = false
    #expect(value.value == 0)
    numbers.values = []
    await someTurns()
    #expect(count == 2)
  }

  @Test func aDiamondShowsNoInBetween() async {
    let numbers = Numbers()
    let first = Derived { numbers.values[0] }
    let negative = Derived { -numbers.values[0] }
    let sum = Derived { first.value + negative.value }
    var heard: [Int] = []
    let token = Subscription.following({ sum.value }) { heard.append($0) }
    for number in 2..<10 {
      numbers.values[0] = number
      await someTurns()
    }
    #expect(heard == [0])
    token.cancel()
  }

  @Test func aCycleKeepsTheOldValueAndIsReported() async {
    let numbers = Numbers()
    let later = Later()
    let first = Derived { numbers.values[0] + (later.other?.value ?? 0) }
    let second = Derived { first.value + 1 }
    later.other = second
    #expect(!first.isCyclic)
    numbers.values[0] = 5
    #expect(first.value == 5 + 2)
    await someTurns()
    #expect(first.isCyclic)
  }

  @Test func aValueThatReadsItselfEnds() async {
    let numbers = Numbers()
    let later = Later()
    let value = Derived { numbers.values[0] + (later.other?.value ?? 0) }
    later.other = value
    numbers.values[0] = 2
    #expect(value.value == 3)
    await someTurns()
    #expect(value.isCyclic)
    #expect(value.value == 3)
  }

  @Test(arguments: 0..<10) func aNetOfValuesAgreesWithPlainFunctions(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let numbers = Numbers()
    numbers.values = (0..<4).map { _ in Int.random(in: 0..<5, using: &random) }
    var net: [Derived<Int>] = (0..<4).map { index in Derived { numbers.values[index] } }
    var plain: [@MainActor () -> Int] = (0..<4).map { index in { numbers.values[index] } }
    for _ in 0..<8 {
      let (a, b) = (
        Int.random(in: 0..<net.count, using: &random), Int.random(in: 0..<4, using: &random)
      )
      let (left, right, leftPlain, rightPlain) = (net[a], net[b], plain[a], plain[b])
      net.append(Derived { (left.value + right.value) % 7 })
      plain.append { (leftPlain() + rightPlain()) % 7 }
    }
    for step in 0..<50 {
      numbers.values[Int.random(in: 0..<4, using: &random)] = Int.random(in: 0..<5, using: &random)
      if Bool.random(using: &random) { await Task.yield() }
      let index = Int.random(in: 0..<net.count, using: &random)
      #expect(net[index].value == plain[index](), "seed \(seed), step \(step), value \(index)")
    }
  }
}
