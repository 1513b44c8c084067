import MocoaTestSupport
import Testing

/// Files with hard links, whose content is overwritten by `-o`.
@Suite struct LinkedFileTests {
  private let folder: TemporaryFile
  private static let rows = (0..<30).map { number in
    "{\"n\":\(number),\"text\":\"\(String(repeating: "x", count: 1_000_000))\"}\n"
  }.joined()

  init() throws { folder = try TemporaryFile(Self.rows, named: "rows.ndjson") }

  private func shell(_ script: String) async throws -> ProgramResult {
    try await run(
      "/bin/sh", ["-c", script, "sh", try builtProgram("mocoa-tui")], directory: folder.folder,
      timeout: .seconds(300))
  }

  @Test("A2: a file with hard links survives a full disk", .mounting)
  func fullDisk() async throws {
    let result = try await shell(
      """
      unshare \(mountingOptions.joined(separator: " ")) sh -c '
      mkdir disk && mount -t tmpfs -o size=45m none disk && cd disk || exit 9
      head -c 8000000 ../rows.ndjson >old.jsonl && cp old.jsonl ../copy && ln old.jsonl link.jsonl
      "$1" --json -o old.jsonl ../rows.ndjson
      echo "status $?"
      head -c 1000000 ../rows.ndjson >fill
      cmp old.jsonl ../copy && cmp link.jsonl ../copy && cmp old.jsonl.new ../rows.ndjson
      ls -A
      ' sh "$1"
      """)
    #expect(
      result.outputText == "status 1\nfill\nlink.jsonl\nold.jsonl\nold.jsonl.new\n",
      "\(result.errorText)")
    #expect(result.errorText.contains("No space left on device; it was kept as it was"))
    #expect(result.errorText.contains("the new content is in "))
  }

  @Test("A2: a file with hard links survives signals")
  func signals() async throws {
    let result = try await shell(
      """
      for count in 1 2 3; do
        echo old >old.jsonl && ln -f old.jsonl link.jsonl
        "$1" --json -o old.jsonl rows.ndjson & program=$!
        while kill -0 $program && test "$(stat -c %s old.jsonl)" = 4; do :; done 2>&-
        kill -TERM $program
        wait $program
        cmp old.jsonl link.jsonl
        cmp old.jsonl rows.ndjson || cmp old.jsonl.new rows.ndjson && echo whole
        rm -f old.jsonl.new
      done
      """)
    #expect(result.outputText == "whole\nwhole\nwhole\n", "\(result.errorText)")
  }

  @Test(
    "A2: signals wait until a file with hard links is whole", arguments: ["INT", "TERM", "HUP"])
  func heldSignals(_ signal: String) async throws {
    // The content is copied in one piece: each round interrupts it at another place.
    let result = try await shell(
      """
      for count in 1 4 8; do
        echo old >old.jsonl && ln -f old.jsonl link.jsonl
        env --default-signal=\(signal) "$1" --json -o old.jsonl rows.ndjson & program=$!
        while kill -0 $program && test "$(stat -c %s old.jsonl)" = 4; do :; done 2>&-
        sleep 0.00$count
        kill -\(signal) $program 2>&-
        wait $program
        case $? in 0 | 129 | 130 | 143) ;; *) echo "status $?" ;; esac
        cmp old.jsonl link.jsonl && cmp old.jsonl rows.ndjson && echo whole
        rm -f old.jsonl.new
      done
      """)
    let expected = String(repeating: "whole\n", count: 3)
    #expect(result.outputText == expected, "\(result.errorText)")
  }

  @Test("A2: a file beside a linked one is not replaced")
  func otherFile() async throws {
    let result = try await shell(
      """
      echo old >old.jsonl && ln old.jsonl link.jsonl && echo mine >old.jsonl.new
      "$1" --json -o old.jsonl rows.ndjson && cmp link.jsonl rows.ndjson && cat old.jsonl.new
      ls -A
      """)
    #expect(
      result.outputText == "mine\nlink.jsonl\nold.jsonl\nold.jsonl.new\nrows.ndjson\n",
      "\(result.errorText)")
  }
}
