import MocoaTUI

extension Key {
  /// What `tmux send-keys` calls the key.
  var tmuxName: String {
    var name = ""
    if modifiers.contains(.control) { name += "C-" }
    if modifiers.contains(.alt) { name += "M-" }
    if modifiers.contains(.shift), self != Key(.tab, .shift) { name += "S-" }
    switch code {
    case .character(" "): return name + "Space"
    case .character(let character): return name + String(character)
    case .function(let number): return name + "F\(number)"
    case .up: return name + "Up"
    case .down: return name + "Down"
    case .left: return name + "Left"
    case .right: return name + "Right"
    case .home: return name + "Home"
    case .end: return name + "End"
    case .pageUp: return name + "PPage"
    case .pageDown: return name + "NPage"
    case .insert: return name + "IC"
    case .delete: return name + "DC"
    case .backspace: return name + "BSpace"
    case .tab: return self == Key(.tab, .shift) ? "BTab" : name + "Tab"
    case .enter: return name + "Enter"
    case .escape: return name + "Escape"
    }
  }
}
