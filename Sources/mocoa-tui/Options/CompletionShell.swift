/// A shell for which completions are printed.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish, nushell
}
