import Foundation
import Testing

@testable import MocoaFeed

@Suite struct CommandTests {
  private func shell(_ script: String) throws -> any ByteSource {
    try ByteSources.command(["/bin/sh", "-c", script], name: "script")
  }

  @Test func theOutputIsTheSource() throws {
    let source = try ByteSources.command(["printf", "[1,%s]", "2 3"])
    #expect(source.name == "printf [1,%s] 2 3")
    #expect(Indexed(source).rows.map(\.json.text) == ["1", "2 3"])
    #expect(source.size == nil)
  }

  @Test("34: the last word of a command, and the file of a recipe, are no names of its output")
  func commandsHaveNoFileNames() throws {
    for name in ["git log -- conf.yaml", "ls t.csv", "@r2.yaml", "ls a.tsv.gz", "x.ndjson"] {
      let source = try ByteSources.command(["printf", "ab one\ncd two\nef three\n"], name: name)
      #expect(ConvertedSource.Conversion.needed(for: source, nil) == nil)
      #expect(TableProbe.format(named: source) == nil)
      var options = FeedOptions()
      options.acceptsText = true
      let indexed = Indexed(source, options: options)
      #expect(indexed.progress.format == .text)
      #expect(indexed.model.numberOfRows == 3)
    }
    let copy = CopiedSource(try ByteSources.command(["true"], name: "cat a.csv"))
    #expect(TableProbe.format(named: copy) == nil)
  }

  @Test("34: the name of a file and the path of an address say the format")
  func namesOfFilesSayTheFormat() {
    func source(_ name: String) -> MemorySource { MemorySource("", name: name) }
    #expect(TableProbe.format(named: source("a.CSV.gz")) == .csv)
    #expect(TableProbe.format(named: source("a.csv/b.tsv")) == .tsv)
    #expect(TableProbe.format(named: source("https://host/a.csv?x=b.yaml")) == .csv)
    #expect(ConvertedSource.Conversion.needed(for: source("d/a.yml"), nil) == .yaml)
    #expect(ConvertedSource.Conversion.needed(for: source("https://host/?q=.yaml"), nil) == nil)
  }

  @Test func argumentsAreNotReadByAShell() throws {
    let source = try ByteSources.command(["printf", "%s", "\"$HOME; *\""])
    #expect(Indexed(source).rows.map(\.json.string) == ["$HOME; *"])
  }

  @Test func whatIsThereBeforeTheFailureStays() throws {
    let indexed = Indexed(
      try shell("echo 1; echo 2; echo 'warming up' >&2; echo ' no  ' >&2; exit 3"))
    #expect(indexed.rows.map(\.json.text) == ["1", "2"])
    #expect(indexed.error == "script: exited with status 3: no")
  }

  @Test func aSignalIsAFailure() throws {
    let indexed = Indexed(try shell("echo 1; kill -9 $$"))
    #expect(indexed.error == "script: was killed by signal 9")
  }

  @Test func standardErrorOfACommandThatSucceedsIsKept() throws {
    let source = try shell("echo careful >&2; echo '[1]'")
    let indexed = Indexed(source)
    #expect(indexed.error == nil)
    #expect((source as? StreamSource)?.notices == ["careful"])
  }

  @Test("34: lines of standard error are reported, the last of a command that fails in its error")
  func linesOfStandardError() throws {
    let lines = #"printf 'one\n\n 1 %%\r 2 %%\r\ntwo \n' >&2; echo '[1]'"#
    let source = try #require(try shell(lines) as? StreamSource)
    #expect(Indexed(source).error == nil)
    #expect(source.notices == ["one", " 2 %", "two "])
    #expect(source.notices(butFor: nil) == source.notices)
    let failed = try #require(try shell(lines + "; exit 3") as? StreamSource)
    let error = FeedError(source: "a", reason: .exited(status: 3, message: "two"))
    #expect(Indexed(failed).error == "script: exited with status 3: two")
    #expect(failed.notices(butFor: error) == ["one", " 2 %"])
    let many = try #require(
      try shell("seq 1000 >&2; echo '[1]'") as? StreamSource)
    #expect(Indexed(many).error == nil)
    #expect(many.notices.count == 21 && many.notices[1] == "981")
    #expect(many.notices[0] == "980 or more lines on standard error are not shown")
  }

  @Test func aCommandThatIsNotThereIsAnError() {
    let error = #expect(throws: FeedError.self) {
      try ByteSources.command(["mocoa-no-such-command", "-x"])
    }
    #expect(error?.description == "mocoa-no-such-command -x: no such command")
  }

  @Test func thereIsNoInputAndNoTerminal() throws {
    let script = "cat; if (: </dev/tty) 2>/dev/null; then echo 1; else echo 0; fi"
    #expect(Indexed(try shell(script)).rows.map(\.json.text) == ["0"])
  }

  @Test func stoppingEndsTheCommandAndWhatItStarted() throws {
    let file = try TemporaryFile("")
    let source = try shell("sleep 100 & echo $! > \(file.path); echo 1; wait")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try source.readNext(into: buffer) == 2)
    source.stop()
    #expect(try source.readNext(into: buffer) == 0)
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    try Self.expectEnd(of: text)
  }

  @Test func releasingKillsACommandThatIgnoresTheRequest() throws {
    let file = try TemporaryFile("")
    do {
      let source = try shell("trap '' TERM; echo $$ > \(file.path); echo 1; sleep 100; sleep 100")
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
      defer { buffer.deallocate() }
      _ = try source.readNext(into: buffer)
    }
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    try Self.expectEnd(of: text)
  }

  @Test func commandsInheritNoOtherFiles() throws {
    let pipe = TestPipe()
    // The last is the folder that is listed.
    let result = try CommandResult.run(["ls", "/proc/self/fd"])
    #expect(result.output == "0\n1\n2\n3\n")
    try pipe.close()
  }

  @Test func processesThatACommandLeavesRunningContinue() throws {
    let file = try TemporaryFile("")
    let result = try CommandResult.run(
      ["/bin/sh", "-c", "sleep 100 >/dev/null 2>&1 & echo $! > \(file.path)"])
    #expect(result.isSuccess)
    let child = try Self.identifier(in: String(contentsOfFile: file.path, encoding: .utf8))
    usleep(50_000)
    #expect(kill(child, 0) == 0 && !Self.isDefunct(child))
    kill(child, SIGKILL)
  }

  @Test func commandsHaveThePriorityOfTheProgram() async throws {
    // A queue of that quality of service raises or lowers the priority of its threads.
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: Result { try CommandResult.run(["nice"]) })
      }
    }
    #expect(
      try result.get().output == "\(getpriority(.init(PRIO_PROCESS.rawValue), id_t(getpid())))\n")
  }

  private static func identifier(in text: String) throws -> pid_t {
    try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private static func expectEnd(of text: String) throws {
    let child = try identifier(in: text)
    var isGone = false
    for _ in 0..<2_000 where !isGone {
      isGone = kill(child, 0) != 0 || isDefunct(child)
      usleep(5_000)
    }
    #expect(isGone)
  }

  /// Whether a process has ended and was not waited for.
  private static func isDefunct(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.contains(") Z ")
  }

  @Test("34: while a command that failed is run again, its rows are not whole")
  @MainActor func rowsOfAFailedCommandDuringAReload() async throws {
    let flag = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: flag) }
    let script = "echo '{\"id\":1}'; test -e \(flag) && sleep 60; touch \(flag); exit 3"
    let feed = try Feed(.command(["sh", "-c", script]))
    feed.start()
    while feed.status.error == nil { _ = feed.wait(forRows: .max, timeout: .milliseconds(10)) }
    #expect(ResultFaults(of: feed).failures.count == 1)
    feed.reload()
    while !feed.status.isRefreshing { await Task.yield() }
    #expect(ResultFaults(of: feed).failures.count == 1)
    feed.stop()
  }
}
