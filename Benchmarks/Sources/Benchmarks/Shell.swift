import Glibc

/// A command that did not end well.
struct ShellError: Error {
  var command: String
  var status: Int32
}

/// Runs a command to its end, without its output.
///
/// By the system's own call: polling for the end would round the times.
func runShell(_ command: String) throws {
  let result = system("exec >/dev/null; \(command)")
  let status = result & 0x7F == 0 ? result >> 8 & 0xFF : 128
  guard result >= 0, status <= 1 else { throw ShellError(command: command, status: status) }
}
