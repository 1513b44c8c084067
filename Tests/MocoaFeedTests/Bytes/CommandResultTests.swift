import MocoaFeed
import Testing

@Suite struct CommandResultTests {
  @Test func failedCommandsAreReported() throws {
    let missing = #expect(throws: FeedError.self) { try CommandResult.run(["no-such-command-x"]) }
    #expect(missing?.description == "no-such-command-x: no such command")
    let failed = try CommandResult.run(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"])
    #expect(failed.end == .exited(status: 3))
    #expect(failed.output == "out\n" && failed.diagnostics.hasPrefix("err"))
    let long = try CommandResult.run(["/bin/sh", "-c", "yes | head -c 100000"], keeping: 10)
    #expect(long.output.count == 10 && long.isCut && long.isSuccess)
    let endless = try CommandResult.run(["yes"], keeping: 10, endsAtLimit: true)
    #expect(endless.output.count == 10 && endless.isCut && endless.isSuccess)
  }
}
