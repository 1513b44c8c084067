import Foundation
import MocoaTestSupport
import Testing

/// Panes are windows of ncurses: a library that is loaded before it counts those that there are.
@Suite struct WindowTests {
  private static let counter = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int count;
    static void change(int by) {
      char text[16];
      int length = snprintf(text, sizeof text, "%6d\\n", count += by);
      int file = open(getenv("WINDOW_COUNT"), O_WRONLY | O_CREAT, 0600);
      if (pwrite(file, text, length, 0) < 0) abort();
      close(file);
    }
    void *newwin(int rows, int columns, int top, int left) {
      void *(*next)(int, int, int, int) = dlsym(RTLD_NEXT, "newwin");
      void *window = next(rows, columns, top, left);
      if (window) change(1);
      return window;
    }
    int delwin(void *window) {
      int (*next)(void *) = dlsym(RTLD_NEXT, "delwin");
      if (window) change(-1);
      return next(window);
    }
    """

  /// A terminal in which the program runs with the counter, and where that writes.
  private func terminal() async throws -> (PseudoTerminal, count: () -> Int?, folder: URL) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mocoa-windows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (source, library, file) = (
      folder.appendingPathComponent("count.c").path,
      folder.appendingPathComponent("count.so").path,
      folder.appendingPathComponent("count").path
    )
    try Self.counter.write(toFile: source, atomically: true, encoding: .utf8)
    let compiled = try await run("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"])
    #expect(compiled.status == .exited(0), "\(compiled.errorText)")
    let (terminal, _) = try await PseudoTerminal.showing(
      [Package.feeds + "/contacts.json"], columns: 120, rows: 30,
      environment: ["LD_PRELOAD": library, "WINDOW_COUNT": file])
    let count = {
      (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    return (terminal, count, folder)
  }

  /// Waits for a condition, longer on a machine that is busy.
  private func settle(_ condition: () -> Bool) async throws {
    for _ in 0..<100 where !condition() { try await Task.sleep(for: .milliseconds(100)) }
  }

  @Test func panesAreWindowsThatAreFreed() async throws {
    let (terminal, count, folder) = try await terminal()
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = try #require(count())
    // The root, the rows, and the status bar.
    #expect(start == 3)
    // What a key opens, and how many windows there are then.
    for (open, more, close) in [("?", 1, "\u{1B}"), ("v", 1, "v"), ("/", 1, "\u{1B}")] {
      for _ in 0..<3 {
        terminal.write(open)
        _ = try await terminal.readUntilQuiet()
        try await settle { count() == start + more }
        #expect(count() == start + more, "\(open)")
        terminal.write(close)
        _ = try await terminal.readUntilQuiet()
        try await settle { count() == start }
        #expect(count() == start, "\(open) closed")
      }
    }
    for step in 0..<20 {
      terminal.resize(columns: 20 + step * 7, rows: 5 + step)
      _ = try await terminal.readUntilQuiet(for: .milliseconds(20))
    }
    _ = try await terminal.readUntilQuiet()
    try await settle { count() == start }
    #expect(count() == start, "after resizing")
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
    #expect(count().map { $0 <= 0 } == true, "none is left")
  }
}
