@testable import MocoaFeed
@testable import MocoaFeedUI

/// A template is refused, or makes a text of any row.
@Sendable func checkTemplate(_ bytes: [UInt8]) {
  let (template, row) = bytes.halves
  guard let template = try? RowTemplate(parsing: template.string) else { return }
  _ = template.text(for: JSONBytes(row))
}

/// Places where a script may have a value.
private let scripts = [
  "printf %s {v}", "printf '%s' {v}", "f() ( printf %s \"$1\" ); f {v}",
  "for x in {v}; do printf %s \"$x\"; done", "if true; then printf %s {v}; fi",
  "printf %s $(printf '%s.' {v}) >/dev/null; printf %s {v}",
].map { try? ShellTemplate(parsing: $0) }

/// A real shell gets every value as it is, and nothing in it is a command.
@Sendable func checkShell(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let value = bytes.dropFirst().filter { $0 != 0 }.string
  let row = JSONBytes([UInt8](#"{"v":\#(JSONValue.string(value))}"#.utf8))
  guard let script = scripts[Int(first) % scripts.count] else {
    broken("a script is refused")
  }
  let commands = [
    script.arguments(for: row), ["/bin/sh", "-c", script.description(for: row)],
    ["/bin/sh", "-c", "printf %s \(ShellTemplate.word(for: value))"],
  ]
  for command in commands {
    guard let result = try? CommandResult.run(command) else {
      broken("the shell is not started")
    }
    require(result.isSuccess && result.diagnostics.isEmpty, "\(value) is a command")
    require(result.output == value, "the shell has \(result.output) for \(value)")
  }
}

/// A manifest is read, or refused with a description.
@Sendable func checkManifest(_ bytes: [UInt8]) {
  guard let value = try? JSONBytes(bytes).value() else { return }
  MainActor.assumeIsolated {
    do {
      _ = try Manifest(ManifestValue(value))
    } catch {
      require(!"\(error)".isEmpty, "an error without a description")
    }
  }
}

extension ManifestValue {
  fileprivate init(_ value: JSONValue) {
    let content: Content =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number.text)
      case .string(let string): .string(string)
      case .array(let array): .list(array.map { ManifestValue($0) })
      case .object(let object):
        .mapping(object.map { Pair(key: $0.key, line: 1, value: ManifestValue($0.value)) })
      }
    self.init(content, line: 1)
  }
}

/// A saved state that is read is written as a text that is read as the same state.
@Sendable func checkState(_ bytes: [UInt8]) {
  guard let state = try? FeedPageState(parsing: bytes.string) else { return }
  let again = try? FeedPageState(parsing: state.text)
  require(again == state, "\(state.text) is another state")
}
