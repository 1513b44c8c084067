import Foundation
import Testing

/// Expects a screen to look like a picture of it in the test.
///
/// Blanks at the ends of rows and empty rows at the end do not count. Records one issue that shows
/// both screens and where they differ.
/// ```swift
/// expectScreen(terminal.lines, is: """
///   Contacts
///   Ada Lovelace      555-0101
///   """)
/// ```
public func expectScreen(
  _ actual: [String], is expected: String, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectScreen(
    actual.joined(separator: "\n"), is: expected, comment, sourceLocation: sourceLocation)
}

/// Expects a screen to look like a picture of it in the test.
package func expectScreen(
  _ actual: String, is expected: String, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let comparison = ScreenComparison(expected: expected, actual: actual)
  guard !comparison.isEqual else { return }
  let message = comment.isEmpty ? comparison.report : "\(comment): \(comparison.report)"
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

/// Expects a screen to look like the picture of it that is stored beside the test, in the file
/// `Screens/<test file>/<name>.txt`.
///
/// With the variable `RECORD_SCREENS=1` it stores the screen if it differs, and fails nevertheless,
/// so that a recording never passes for a test.
public func expectScreen(
  _ actual: [String], isStoredAs name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isRecording = ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1"
  let stored = StoredScreen(name: name, testFile: filePath)
  guard let message = stored.check(actual.joined(separator: "\n"), isRecording: isRecording)
  else { return }
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

/// A picture of a screen in a file beside a test.
struct StoredScreen {
  let file: URL

  init(name: String, testFile: String) {
    let test = URL(fileURLWithPath: testFile)
    file =
      test.deletingLastPathComponent()
      .appendingPathComponent("Screens")
      .appendingPathComponent(test.deletingPathExtension().lastPathComponent)
      .appendingPathComponent(name + ".txt")
  }

  /// Compares a screen with the stored one, or stores it; returns what is wrong, if anything is.
  func check(_ actual: String, isRecording: Bool) -> String? {
    let expected = try? String(contentsOf: file, encoding: .utf8)
    let comparison = expected.map { ScreenComparison(expected: $0, actual: actual) }
    if let comparison, comparison.isEqual { return nil }
    guard isRecording else {
      let report = comparison?.report ?? "there is no stored screen; the actual one:\n\(actual)"
      return "\(file.path): \(report)\nTo accept it: make record"
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let rows = ScreenComparison(expected: "", actual: actual).actual
      try (rows.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
      return "stored \(file.path); run the test again without RECORD_SCREENS"
    } catch {
      return "cannot store \(file.path): \(error)"
    }
  }
}
