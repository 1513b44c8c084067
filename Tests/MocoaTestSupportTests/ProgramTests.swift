import Testing

@testable import MocoaTestSupport

@Suite struct ProgramTests {
  @Test func outputErrorAndStatusAreSeparate() async throws {
    let result = try await run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.outputText == "out\n")
    #expect(result.errorText == "err\n")
    #expect(result.status == .exited(3))
  }

  @Test func inputLargerThanAPipeGoesThrough() async throws {
    let input = [UInt8](repeating: 0x61, count: 1 << 20)
    let result = try await run("cat", input: input)
    #expect(result.output == input)
    #expect(result.status == .exited(0))
  }

  @Test func aProgramMayIgnoreItsInput() async throws {
    let result = try await run("true", input: [UInt8](repeating: 0, count: 1 << 20))
    #expect(result.status == .exited(0))
  }

  @Test func aSignalIsNotAStatus() async throws {
    #expect(try await run("sh", ["-c", "kill -TERM $$"]).status == .signalled(15))
  }

  @Test func variablesAndDirectoryAreGiven() async throws {
    let result = try await run(
      "sh", ["-c", "echo $NAME; pwd; echo ${TERM-none}"], environment: ["NAME": "a b"],
      directory: "/")
    #expect(result.outputText == "a b\n/\nnone\n")
  }

  @Test func thereIsNoTerminal() async throws {
    #expect(try await run("sh", ["-c", ": < /dev/tty"]).status != .exited(0))
  }

  @Test func whatHangsIsKilled() async throws {
    await #expect(throws: ProgramError.self) {
      try await run("sh", ["-c", "echo before; sleep 60"], timeout: .milliseconds(200))
    }
  }

  @Test func whatIsMissingCannotBeRun() async throws {
    await #expect(throws: ProgramError.self) { try await run("no-such-program") }
    #expect(throws: ProgramError.self) { try builtProgram("no-such-program") }
  }

  @Test func manyProgramsAtOnceDoNotHoldEachOthersPipes() async throws {
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await run("sh", ["-c", "read line; echo $line"], input: Array("\(number)\n".utf8))
            .outputText
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outputs.sorted() == (0..<20).map { "\($0)\n" }.sorted())
  }
}
