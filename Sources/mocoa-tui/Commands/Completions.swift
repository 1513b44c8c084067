import MocoaFeedUI

/// Completions of the command line for a shell.
enum Completions {
  /// A command that prints the names of recipes with their sign, one a line.
  private static let recipes =
    "mocoa-tui --no-config @ --tsv -c name 2>/dev/null | sed '1d; s/^/@/'"

  static func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case .nushell: nushell
    }
  }

  private static var bash: String {
    let options = CommandOption.all
    let valued = options.filter { $0.argument != nil }
    func pattern(_ isIncluded: (CommandOption) -> Bool) -> String {
      valued.filter(isIncluded).flatMap(\.words).joined(separator: "|")
    }
    func words(_ list: [String]) -> String {
      "COMPREPLY=($(compgen -W '\(list.joined(separator: " "))' -- \"$cur\"))"
    }
    let files = "COMPREPLY=($(compgen -f -- \"$cur\"))"
    let lists = valued.filter { !$0.values.isEmpty }.map { option in
      "    \(pattern { $0.name == option.name })) \(words(option.values)); return;;"
    }
    return """
      _mocoa_tui() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} i
        for ((i = 1; i < COMP_CWORD; i++)); do
          [[ ${COMP_WORDS[i]} == -- ]] || continue
          ! declare -F _command_offset >/dev/null || _command_offset $((i + 1))
          return
        done
        [[ $cur != = ]] || cur=
        [[ $prev != = ]] || prev=${COMP_WORDS[COMP_CWORD-2]}
        if [[ ${COMP_LINE:0:COMP_POINT} =~ (^|[[:space:]])(@[^[:space:]]*)$ ]]; then
          compopt +o filenames 2>/dev/null
          COMPREPLY=($(compgen -W "$(\(recipes))" -- "${BASH_REMATCH[2]}"))
          return
        fi
        case $prev in
      \(lists.joined(separator: "\n"))
          \(pattern { $0.traits.contains(.file) })) \(files); return;;
          \(pattern { !$0.traits.contains(.file) && $0.values.isEmpty })) return;;
        esac
        case $cur in
          -*) \(words(options.map { "--\($0.name)" }));;
          *) \(files);;
        esac
      }
      complete -o filenames -F _mocoa_tui mocoa-tui
      """
  }

  private static var zsh: String {
    let lines = CommandOption.all.map { option in
      let summary = escaped(option.summary, "[]:")
      let action =
        option.values.isEmpty
        ? option.traits.contains(.file) ? "_files" : " "
        : "(\(option.values.joined(separator: " ")))"
      let value = option.argument.map { ":\(escaped($0, "[]:")):\(action)" } ?? ""
      let isRepeated = option.traits.contains(.repeats) ? "*" : ""
      return option.words.map { word in
        let sign = word.hasPrefix("--") && option.argument != nil ? "=" : ""
        return "    \(quoted("\(isRepeated)\(word)\(sign)[\(summary)]\(value)"))"
      }
      .joined(separator: " \\\n")
    }
    return """
      #compdef mocoa-tui
      _mocoa_tui_sources() {
        if [[ $PREFIX == @* ]]; then
          local -a recipes=(${(f)"$(\(recipes))"})
          compadd -a recipes
        else
          _files
        fi
      }
      _mocoa_tui() {
        integer end=${words[(i)--]}
        if (( end < CURRENT )); then
          shift $end words
          (( CURRENT -= end ))
          _normal
          return
        fi
        _arguments \\
      \(lines.joined(separator: " \\\n")) \\
          '*:source:_mocoa_tui_sources'
      }
      if [[ $funcstack[1] == _mocoa-tui ]]; then
        _mocoa_tui "$@"
      else
        compdef _mocoa_tui mocoa-tui
      fi
      """
  }

  private static var fish: String {
    let lines = CommandOption.all.map { option in
      var line = "complete -c mocoa-tui -l \(option.name)"
      if let short = option.short { line += " -s \(short)" }
      if option.argument != nil { line += option.traits.contains(.file) ? " -rF" : " -x" }
      if !option.values.isEmpty { line += " -a \(quoted(option.values.joined(separator: " ")))" }
      return line + " -d \(quoted(option.summary))"
    }
    return
      (lines + [
        "complete -c mocoa-tui -n 'string match -q \"@*\" -- (commandline -ct)' -f "
          + "-a \"(\(recipes))\"",
        "function __mocoa_tui_command",
        "  set -l words (commandline -opc) (commandline -ct)",
        "  set -e words[1..(contains -i -- -- $words)]", "  complete -C \"$words\"",
        "end",
        "complete -c mocoa-tui -n 'contains -- -- (commandline -opc)' -x "
          + "-a '(__mocoa_tui_command)'",
      ]).joined(separator: "\n")
  }

  private static var nushell: String {
    let lists = CommandOption.all.filter { !$0.values.isEmpty }.map { option in
      "def \"nu-complete mocoa-tui \(option.name)\" [] "
        + "{ [\(option.values.joined(separator: " "))] }"
    }
    let lines = CommandOption.all.map { option in
      let list = option.values.isEmpty ? "" : "@\"nu-complete mocoa-tui \(option.name)\""
      let type = option.argument == nil ? "" : option.traits.contains(.file) ? ": path" : ": string"
      // Without short names, which Nushell would write out in full, also behind `--`.
      return "  --\(option.name)\(type)\(list) # \(option.summary)"
    }
    return
      (lists + [
        "def \"nu-complete mocoa-tui sources\" [] {",
        "  {options: {completion_algorithm: prefix},",
        "   completions: ((^mocoa-tui --no-config @ --tsv -c name | lines | skip 1",
        "     | each {|name| $\"@($name)\"})",
        "     ++ (ls -a | get name))}", "}", "export extern mocoa-tui [",
        "  ...source: string@\"nu-complete mocoa-tui sources\"",
      ] + lines + ["]"]).joined(separator: "\n")
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    text.map { characters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func quoted(_ text: String) -> String { ShellTemplate.word(for: text) }
}
