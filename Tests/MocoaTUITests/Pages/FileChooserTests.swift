import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct FileChooserTests {
  private let page = Page()
  private let screen: ScreenDriver

  init() throws {
    screen = try ScreenDriver(columns: 60, rows: 16)
    screen.show(page)
  }

  @Test("40: a file is chosen in a tree of folders, which are read when they are expanded")
  func aFileIsChosen() async throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "chooser-\(UUID())")
    defer { try? files.removeItem(at: folder) }
    let (gone, inner) = (folder.appending(path: "gone"), folder.appending(path: "inner"))
    try files.createDirectory(at: gone, withIntermediateDirectories: true)
    try files.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data(repeating: 0, count: 2_000).write(to: inner.appending(path: "deep.txt"))
    try Data().write(to: folder.appending(path: ".hidden"))
    var chosen: String?
    page.task { [page] in chosen = await page.present(FileChooser(in: folder.path)) }
    await screen.wait(for: "the folder") { screen.picture.contains("▸ inner") }
    #expect(screen.picture.contains("Choose a file") && !screen.picture.contains(".hidden"))
    try files.removeItem(at: gone)
    screen.press(.right)
    await screen.wait(for: "the error") { screen.picture.contains("No such file or directory") }
    // Enter expands a folder.
    screen.press(.down, .down, .enter)
    await screen.wait(for: "the folder's files") { screen.picture.contains("deep.txt") }
    #expect(screen.picture.contains("▾ inner") && screen.picture.contains("2.0 kB"))
    screen.press(".")
    await screen.wait(for: "the hidden file") {
      screen.picture.contains(".hidden") && screen.picture.contains("deep.txt")
    }
    screen.press(.right, .enter)
    await screen.wait(for: "the answer") { chosen != nil }
    #expect(chosen == "\(folder.path)/inner/deep.txt" && !screen.picture.contains("inner"))
  }

  @Test("40: the error of the folder is shown, and Esc chooses nothing")
  func nothingIsChosen() async throws {
    var answers: [String?] = []
    page.task { [page] in answers.append(await page.present(FileChooser(in: "/no such folder"))) }
    await screen.wait(for: "the error") { screen.picture.contains("No such file or directory") }
    screen.press(.escape)
    await screen.wait(for: "the end") { !answers.isEmpty }
    #expect(answers == [nil] && !screen.picture.contains("Choose"))
  }
}
