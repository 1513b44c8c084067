import Foundation
import MocoaTestSupport
import Testing

/// Calls of the system that fail while `-o` replaces a file.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "there is no cc"))
struct DiskFaultTests {
  /// Runs the program with functions of the C library replaced; `old.jsonl` exists.
  private func run(_ functions: String, in folder: TemporaryFile) async throws -> ProgramResult {
    let script = """
      echo old >old.jsonl && ls -i old.jsonl | cut -d' ' -f1 >number
      cc -shared -fPIC -o faults.so faults.c || exit 9
      LD_PRELOAD=./faults.so "$1" --json -o old.jsonl rows.ndjson
      status=$?
      ls -i old.jsonl | grep -qw "$(cat number)" && echo same file
      cat old.jsonl
      rm -f faults.* number
      ls -A
      exit $status
      """
    let source = "#include <errno.h>\n#include <sys/types.h>\n#include <sys/stat.h>\n" + functions
    try Data(source.utf8).write(to: URL(filePath: folder.folder + "/faults.c"))
    return try await MocoaTestSupport.run(
      "/bin/sh", ["-c", script, "sh", builtProgram("mocoa-tui")], directory: folder.folder)
  }

  @Test("A2: a file whose owner a new one cannot have is overwritten in place")
  func unsettableOwner() async throws {
    let folder = try TemporaryFile("{\"a\":1}\n", named: "rows.ndjson")
    let result = try await run(
      "int fchown(int file, uid_t user, gid_t group) { errno = EPERM; return -1; }", in: folder)
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
    #expect(result.outputText == "same file\n{\"a\":1}\nold.jsonl\nrows.ndjson\n")
  }

  @Test(
    "A19: a file is kept where the new one does not get to the disk",
    arguments: [
      "int fsync(int file) { errno = EIO; return -1; }",
      // Closing the descriptor of the new file, at its end.
      """
      #include <fcntl.h>
      #include <unistd.h>
      #include <sys/syscall.h>
      int close(int file) {
        struct stat status;
        int is_new = fstat(file, &status) == 0 && S_ISREG(status.st_mode)
          && status.st_size == 8 && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDWR;
        syscall(SYS_close, file);
        if (is_new) errno = EIO;
        return is_new ? -1 : 0;
      }
      """,
    ])
  func unwrittenContent(_ functions: String) async throws {
    let folder = try TemporaryFile("{\"a\":1}\n", named: "rows.ndjson")
    let result = try await run(functions, in: folder)
    #expect(result.status == .exited(1), "\(result.errorText)")
    #expect(result.errorText.contains("old.jsonl: Input/output error"), "\(result.errorText)")
    #expect(result.outputText == "same file\nold\nold.jsonl\nrows.ndjson\n")
  }
}
