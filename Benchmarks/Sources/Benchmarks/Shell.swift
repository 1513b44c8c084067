import Foundation

/// A command that did not end well.
struct ShellError: Error {
  var command: String
  var status: Int32
}

/// Runs a command to its end.
func runShell(_ command: String) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", command]
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus <= 1 else {
    throw ShellError(command: command, status: process.terminationStatus)
  }
}
