import MocoaTestSupport
import Testing

/// Keys of several members by which rows are joined.
@Suite struct JoinKeyTests {
  @Test(
    "36: rows are joined by several members, all of which are equal",
    arguments: ["y,c = year,code", "y = year and c = code", "y == year && \"c\" = code"])
  func joinsBySeveralMembers(key: String) async throws {
    let plan = try TemporaryFile(
      "year,code,n\n2024,a,1\n2024,b,2\n2025,a,3\n2025,a,4\n2025,,5\n", named: "plan.csv")
    let rows = """
      {"y":2024,"c":"a"}{"y":2024.0,"c":"b"}{"y":2025,"c":"a"}{"y":2025,"c":""}{"y":2025}
      {"y":2026,"c":"a"}
      """
    func output(_ option: String, _ columns: String) async throws -> (String, String) {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--csv", "-c", columns, option, "p = \(plan.path) by \(key)"], input: Array(rows.utf8))
      return (result.outputText, result.errorText)
    }
    let (joined, notes) = try await output("--join", "p.n")
    #expect(joined == "p.n\r\n1\r\n2\r\n3\r\n\"\"\r\n\"\"\r\n\"\"\r\n", "\(joined)")
    #expect(notes.contains("1 row has a repeated key and is ignored"), "\(notes)")
    #expect(notes.contains("such as that with y 2026, c \"a\""), "\(notes)")
    let (all, _) = try await output("--join-all", "y,p.n")
    #expect(all.contains("2025,3\r\n2025,4\r\n2025,\r\n2025,\r\n2026,"), "\(all)")
  }
}
