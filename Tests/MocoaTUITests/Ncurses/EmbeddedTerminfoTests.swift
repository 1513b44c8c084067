import MocoaSystem
import Testing

@testable import MocoaTUI

@Suite(.serialized) struct EmbeddedTerminfoTests {
  /// The variables of an environment.
  private func variables(
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [String] {
    var variables: [String] = []
    while let variable = environment[variables.count] {
      variables.append(String(cString: variable))
    }
    return variables
  }

  @Test("defect U12: an environment that another thread may be reading is not changed")
  func theEnvironmentIsNotChanged() {
    let before = environ
    let known = variables(before)
    EmbeddedTerminfo.plain.with {
      #expect(variables(before) == known)
      let own = variables(environ)
      #expect(own.filter { $0.hasPrefix("TERMINFO=") }.count == 1)
      #expect(getenv("TERMINFO").map { String(cString: $0) } != nil)
      #expect(Set(own).isSuperset(of: known.filter { !$0.hasPrefix("TERMINFO=") }))
    }
    #expect(environ == before && variables(environ) == known)
  }
}
