import Foundation
import MocoaTestSupport
import Testing

/// What a shell completes a line to, asked of the shell itself.
@Suite("42: completions, in their shells") struct CompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var isInstalled: Bool {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)")
      }
    }
  }

  /// What is typed behind the program's name, and a candidate; nil for none.
  private static let lines: [(typed: String, candidate: String?)] = [
    ("--so", "--sort"), ("--theme mo", "monochrome"), ("--format yam", "yaml"),
    ("--format=yam", "yaml"), ("@proc", "@processes"), ("ro", "rows.json"),
    ("--header-file ro", "rows.json"), ("--filter ro", nil), ("-- printen", "printenv"),
  ]

  @Test(
    "options, their values, recipes, files and commands",
    arguments: Shell.allCases.filter(\.isInstalled))
  func candidates(_ shell: Shell) async throws {
    let file = try TemporaryFile("[]", named: "rows.json")
    let program = try builtProgram("mocoa-tui")
    let script = try await run(program, ["--completions", shell.rawValue])
    try script.outputText.write(
      toFile: "\(file.folder)/_mocoa-tui", atomically: true, encoding: .utf8)
    let folder = URL(filePath: program).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for (typed, candidate) in Self.lines {
      let line = "mocoa-tui \(typed)"
      let result = try await run(
        shell.rawValue, Self.arguments(for: shell) + [line],
        environment: ["PATH": "\(folder):\(path)", "TERM": "dumb"], directory: file.folder)
      let words = result.outputText.split { $0 == "\n" || $0 == "\t" }
      if let candidate {
        #expect(words.contains { $0.hasSuffix(candidate) }, "\(shell): \(line): \(result)")
      } else {
        #expect(words.isEmpty, "\(shell): \(line): \(result)")
      }
    }
  }

  /// The arguments before the line, for a shell that prints the candidates.
  private static func arguments(for shell: Shell) -> [String] {
    switch shell {
    case .bash: ["--norc", "-c", bash, "bash"]
    case .zsh: ["-f", "-c", zsh, "zsh"]
    case .fish: ["--no-config", "-c", "source ./_mocoa-tui; complete -C $argv[1]"]
    }
  }

  /// Divides the line as Readline does.
  ///
  /// The function that completes another command comes with the package `bash-completion`.
  private static let bash = """
    . ./_mocoa-tui
    _command_offset() { COMPREPLY=($(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")); }
    COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=(${1/=/ = })
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _mocoa_tui
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  /// Presses Tab in a shell on a terminal, where each candidate is written to a file.
  private static let zsh = """
    cat >child <<'END'
    fpath=($PWD $fpath)
    autoload -Uz compinit
    compinit -u -D
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a found
      builtin compadd -A found "$@"
      print -rl -- $found >>found
      builtin compadd "$@"
    }
    complete-and-end() { zle complete-word; : >end }
    zle -N complete-and-end
    bindkey '^I' complete-and-end
    : >start
    END
    zmodload zsh/zpty
    wait-for() { repeat 400; do [[ ! -e $1 ]] || return 0; sleep 0.02; done; return 1 }
    zpty shell zsh -f -i
    zpty -w shell '. ./child'
    wait-for start && zpty -w -n shell "$1"$'\\t' && wait-for end
    zpty -d shell
    [[ ! -e found ]] || cat found
    rm -f found start end
    """
}
