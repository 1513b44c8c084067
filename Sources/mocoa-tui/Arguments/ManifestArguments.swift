import ArgumentParser
import MocoaFeedUI

/// The command-line options of manifests and commands.
struct ManifestArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A manifest with templates, keys, colours and actions; see --help manifest.",
      valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var manifest: String?

  @Option(
    name: .customLong("bind"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      What a key does with a row: 'o=open:{url}', 'ctrl-y=copy:{id}', 'r=run:COMMAND {name}', \
      'd=run?:rm -- {file}' to be asked before, 'x=sh:SCRIPT', 'v=run-tty:less -- {file}' (or \
      sh-tty) for a command that needs the terminal, or the name of an action: \
      'space=toggle-mark'. Can be given several times.
      """, valueName: "key=verb:text"))
  var bindings: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Show the output of a shell command for the current row beside the list: \
      'git show --end-of-options {ref}'; {} is the whole row, or the line of text, and {1} the \
      first word of a line. A value that begins with - is an option to most commands, unless -- \
      is before it.
      """, valueName: "script"))
  var preview: String?

  @Option(
    name: .customLong("open-scheme"),
    help: ArgumentHelp(
      "Links that may be opened besides http and https, such as mailto.", valueName: "scheme"))
  var schemes: [String] = []

  /// The parsed options.
  var options: ManifestOptions {
    ManifestOptions(
      file: manifest, bindings: bindings, preview: preview, schemes: schemes)
  }

  func validate() throws {
    do {
      try MainActor.assumeIsolated { _ = try options.keyBindings() }
      _ = try options.previewScript()
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
