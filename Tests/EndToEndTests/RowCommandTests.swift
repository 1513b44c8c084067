import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// What can be done with rows, from the keyboard to the command.
@Suite struct RowCommandTests {
  static let feed = """
    [{"id":1,"name":"a b","url":"https://example.com/1"},{"id":2,"name":"it's; $HOME"},{"id":3}]
    """

  private func terminal(
    _ arguments: [String], feed: TemporaryFile, environment: [String: String] = [:]
  ) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path] + arguments, columns: 80, rows: 12,
      environment: environment)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    return terminal
  }

  @Test func theOutputOfACommandIsShown() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(
      ["--bind", #"d=run:printf "[%s]\n" {name} {id}"#], feed: feed)
    try await terminal.send(.down, "d")
    let screen = try await terminal.wait(for: "the output") { $0.contains("Esc back") }
    #expect(screen.hasPrefix("[it's; $HOME]\n[2]\n"))
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { Screen($0).position == 2 }
  }

  @Test func aCommandRunsForEachMarkedRowAndTheFeedIsReloaded() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(
      ["--bind", #"x=sh:echo {id} >> "\#(feed.folder)/done"; echo '[7]' > '\#(feed.path)'"#],
      feed: feed)
    try await terminal.send(.space, .space, "x")
    try await terminal.wait(for: "the new feed") { Screen($0).count == 1 }
    let done = try String(contentsOfFile: feed.folder + "/done", encoding: .utf8)
    #expect(done == "1\n2\n")
  }

  @Test func aCommandThatRunsIsEndedByEscape() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(
      ["--bind", #"x=sh:echo {id} >> "\#(feed.folder)/begun"; sleep 600"#], feed: feed)
    try await terminal.send(.space, .space, "x")
    try await terminal.wait(for: "the command") { $0.contains("Esc cancels") }
    while !FileManager.default.fileExists(atPath: feed.folder + "/begun") {
      try await Task.sleep(for: .milliseconds(20))
    }
    try await terminal.send(.escape)
    try await terminal.wait(for: "its end") { $0.contains("was killed by signal 15") }
    #expect(try String(contentsOfFile: feed.folder + "/begun", encoding: .utf8) == "1\n")
    try await terminal.send(.up)
    try await terminal.wait(for: "the list") { Screen($0).position == 2 }
  }

  @Test(arguments: [[], ["--height", "8"]])
  func aCommandCanHaveTheTerminal(_ arguments: [String]) async throws {
    let feed = try TemporaryFile(Self.feed)
    let script = #"echo {name}!; read answer; echo "$answer" > "\#(feed.folder)/answer""#
    let terminal = try await terminal(arguments + ["--bind", "v=sh-tty:\(script)"], feed: feed)
    try await terminal.send("v")
    // No key is the list's meanwhile.
    try await terminal.wait(for: "the command") { $0.contains("a b!") }
    try await terminal.sendText("jq")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the list") { $0.contains("done: sh-tty") && $0.contains("it's") }
    #expect(try String(contentsOfFile: feed.folder + "/answer", encoding: .utf8) == "jq\n")
    try await terminal.send(.down)
    try await terminal.wait(for: "the list's keys") { Screen($0).position == 2 }
  }

  @Test func interruptingACommandInTheTerminalEndsNothingElse() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(
      ["--bind", "v=sh-tty:echo begun; sleep 600", "--bind", "m=run-tty:no-such-command"],
      feed: feed)
    try await terminal.send("v")
    try await terminal.wait(for: "the command") { $0.hasPrefix("begun") }
    try await terminal.send(.control("z"), .control("c"))
    try await terminal.wait(for: "the list") { $0.contains("was killed by signal 2") }
    try await terminal.send("m")
    try await terminal.wait(for: "the message") { $0.contains("no-such-command: no such command") }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test func aMissingCommandIsAMessage() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(["--bind", "x=run:no-such-command {id}"], feed: feed)
    try await terminal.send("x")
    try await terminal.wait(for: "the message") { $0.contains("no-such-command: no such command") }
    try await terminal.send(.down)
    try await terminal.wait(for: "the list") { $0.contains("it's") }
  }

  @Test func theHelpNamesTheUsersOwnKeys() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await terminal(["--bind", "ctrl-x=run:echo {id}"], feed: feed)
    try await terminal.send("?")
    try await terminal.wait(for: "the first keys") { $0.contains("Move down") }
    try await terminal.send("/")
    try await terminal.sendText("run:")
    try await terminal.wait(for: "the user's own key") {
      $0.contains("ctrl-x") && $0.contains("run: echo {id}")
    }
  }

  @Test func linksAreOpenedByTheDesktop() async throws {
    let feed = try TemporaryFile(Self.feed)
    let opener =
      "#!/bin/sh\necho \"$@\" > '\(feed.folder)/opened.part'\n"
      + "mv '\(feed.folder)/opened.part' '\(feed.folder)/opened'\n"
    // Written by another program: none that the tests start meanwhile may have it open.
    let result = try await run(
      "/bin/sh", ["-c", #"cat > "$0" && chmod 755 "$0""#, feed.folder + "/xdg-open"],
      input: Array(opener.utf8))
    #expect(result.status == .exited(0))
    let terminal = try await terminal(
      [], feed: feed, environment: ["PATH": "\(feed.folder):/usr/bin:/bin"])
    try await terminal.send("o")
    // The message about it may be gone by then.
    try await terminal.wait(for: "the opener") { _ in
      FileManager.default.fileExists(atPath: feed.folder + "/opened")
    }
    let opened = try String(contentsOfFile: feed.folder + "/opened", encoding: .utf8)
    #expect(opened == "https://example.com/1\n")
    try await terminal.send(.end, "o")
    try await terminal.wait(for: "the refusal") { $0.contains("the row has no link") }
  }

  @Test func aRowIsCopiedWithTheTerminalsOwnSequence() async throws {
    let (terminal, _) = try await PseudoTerminal.showing(
      ["--bind", "ctrl-y=copy:<{id}>", Package.feeds + "/contacts.json"])
    terminal.write("\u{19}")
    // OSC 52 with "<1>" in base 64.
    _ = try await terminal.read("the clipboard") { $0.text.contains("\u{1B}]52;c;PDE+\u{07}") }
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [
    ("o", "expected KEY=VERB:TEXT"), ("o=opne:{url}", "did you mean 'open'?"),
    ("o=copy:{id|uper}", "did you mean 'upper'?"),
    ("z=foo:", "or the name of an action"),
  ])
  func aBrokenBindingIsWrongUsage(_ binding: String, _ message: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--bind", binding, Package.feeds + "/contacts.json"])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test func thePaletteGoesToARowAndDoesActions() async throws {
    let terminal = try await TmuxTerminal.showing("events.json", rows: 20)
    try await terminal.send(":", "5", .enter)
    try await terminal.wait(for: "row 5") { Screen($0).position == 5 }
    try await terminal.send(":")
    try await terminal.sendText("first-row")
    try await terminal.wait(for: "the action") { $0.contains("First row") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "row 1") { Screen($0).position == 1 }
  }
}
