#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libFuzzer calls with each input that it invents; `FUZZ` in the environment names the law.
///
/// A law that is broken traps, and libFuzzer keeps the bytes that broke it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  law([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The laws by name, each of one reader of bytes from outside or one promise about them.
private let laws: KeyValuePairs<String, @Sendable ([UInt8]) -> Void> = [
  "json": checkJSON, "feed": checkFeed, "array": checkArray, "table": checkTable,
  "lines": checkLines,
  "compressed": checkCompressed, "report": checkReport,
  "filter": checkFilter, "sort": checkSort, "search": checkSearch, "regex": checkRegex,
  "path": checkPath, "derive": checkDerived, "template": checkTemplate, "shell": checkShell,
  "changeset": checkChangeset, "manifest": checkManifest, "state": checkState,
  "input": checkInput, "key": checkKey, "url": checkURL, "text": checkText, "html": checkHTML,
]

/// The law that this process checks.
private let law: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ").map { String(cString: $0) } ?? ""
  guard let law = laws.first(where: { $0.key == name }) else {
    // libFuzzer ends the process without writing what is buffered.
    let names = laws.map(\.key).joined(separator: " ") + "\n"
    _ = write(STDOUT_FILENO, names, names.utf8.count)
    _exit(2)
  }
  return law.value
}()

/// Checks a part of a law; release builds leave the message of a precondition out.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  broken(message())
}

/// Ends the process, as a law is broken.
func broken(_ message: String) -> Never {
  let line = "Broken: \(message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  abort()
}

/// Random choices that are the bytes of an input, so that libFuzzer can learn which ones matter.
struct InputChoices: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  /// What comes after the bytes.
  private var rest = SeededGenerator(seed: 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt64 {
    guard let byte = bytes.popFirst() else { return rest.next() }
    // The high bits decide what a random integer is, the low ones what a random Boolean is.
    return UInt64(byte) << 56 | rest.next() >> 8 & ~1 | UInt64(byte) & 1
  }
}

extension [UInt8] {
  /// The parts before and after the first zero byte; the second is the whole where there is none.
  var halves: (Self, Self) {
    guard let zero = firstIndex(of: 0) else { return (self, self) }
    return (Self(self[..<zero]), Self(self[(zero + 1)...]))
  }

  var string: String { String(decoding: self, as: UTF8.self) }
}
