// Opens a page of another target by its address: it need not know more of it.

import Greetings
import MocoaTUI

@main struct Host {
  static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? "world"
    Application.run(opening: "mocoa://greetings/?name=\(name)") { registerGreetings(in: $0) }
  }
}
