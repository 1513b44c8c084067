import Testing

/// Tests of what the tests of the architecture rely on.
@Suite struct SourceFileTests {
  @Test func commentsAndStringsAreNotCode() {
    let text = #"""
      let a = "print(x)" // try!
      /* as!
       fatalError( */ let b = 1
      let c = """
        value! \(print("a") + ")") end
        """ + "\"" + "b"
      let d = #"a"# + ##"x"#y"##
      call(a!)
      """#
    let expected = [
      "let a = \"\" ", "", " let b = 1", "let c = \"\"", "", " + \"\" + \"\"",
      "let d = \"\" + \"\"", "call(a!)",
    ]
    #expect(SourceFile(path: "x", text: text).code == expected)
  }

  @Test func importsAreFoundInEveryForm() {
    let text = """
      import A
      public import B
      @preconcurrency import C
      @testable internal import D
      import struct E.Name
      // import F
      let important = "import G"
      """
    let file = SourceFile(path: "Sources/MocoaCore/x.swift", text: text)
    #expect(file.imports == ["A", "B", "C", "D", "E"])
    #expect(file.target == "MocoaCore")
  }

  @Test(arguments: [
    ("value!", true), ("f()!.x", true), ("a[0]!", true), ("a != b", false), ("!a", false),
    ("x(!a)", false), ("var a: Int!", true), ("a! = b", true), ("a !== b", false),
  ])
  func forcedUnwrapsAreFound(code: String, isForced: Bool) {
    #expect(code.hasForceUnwrap == isForced)
  }

  @Test(arguments: [
    ("print(a)", true), ("x.print(a)", false), ("blueprint(a)", false), (" print(a)", true),
  ])
  func wordsAreFound(code: String, isFound: Bool) {
    #expect(code.containsWord("print(") == isFound)
  }
}
