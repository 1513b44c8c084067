import MocoaFeedUI
import MocoaTestSupport
import Testing

@testable import Goods

/// The example as its user sees it, in a terminal in memory.
@MainActor @Suite struct GoodsTests {
  private let screen: ScreenDriver
  private let registry = ModuleRegistry()
  private let shop = Shop()
  private let goods: GoodsListViewModel
  private let stack: PageStack

  init() throws {
    let module = registry["mocoa://goods/"]
    module.registerGoods()
    goods = GoodsListViewModel(service: shop.service, module: module)
    screen = try ScreenDriver(columns: 50, rows: 13)
    stack = screen.show(GoodsPage(goods))
  }

  private func type(_ keys: String) { screen.type(keys) }

  /// Lets the tasks of the main actor go on until something is so.
  private func wait(until isSo: () -> Bool) async {
    for _ in 0..<2_000 where !isSo() { await Task.yield() }
    screen.application.renderIfNeeded()
  }

  private func settle() async {
    for _ in 0..<100 { await Task.yield() }
    screen.application.renderIfNeeded()
  }

  /// Answers what was asked for, and waits until it is on the screen.
  private func load(_ ids: Range<Int>, hasMore: Bool = true, likes: Int = 5) async {
    await wait { shop.requestCount > 0 }
    let text = "\(ids.upperBound) goods"
    shop.answer(ids, hasMore: hasMore, likes: likes)
    await wait {
      screen.application.renderIfNeeded()
      return goods.numberOfProducts == ids.upperBound && screen.picture.contains(text)
    }
    await settle()
  }

  private func isSeen(_ text: String) -> Bool { screen.picture.contains(text) }

  // MARK: Loading

  @Test func bannersGoodsAndWhatComesNextAreSeen() async {
    #expect(isSeen("  loading") && isSeen(" Goods refreshing"))
    await load(0..<2, hasMore: false)
    screen.expect(
      """
      ┌────────────────────────────────────────────────┐
      │ Lamps                                       ●○ │
      └────────────────────────────────────────────────┘
      2 goods
      Vase 0                                         ¥20
      A vase.
      Ada · Lyon · free shipping          ♡ 5 0 comments
      ──────────────────────────────────────────────────
      Vase 1                                         ¥20
      A vase.
      Ada · Lyon · free shipping          ♡ 5 0 comments
        that is all
       Goods           r refresh  l like  . actions 1/2
      """)
  }

  @Test func pagesAreRequestedOneByOne() async {
    await load(0..<20)
    for page in 1..<4 {
      type("m")
      await load(page * 20..<page * 20 + 20, hasMore: page < 3)
    }
    #expect(shop.pages == [1, 2, 3, 4])
    #expect(goods.numberOfProducts == 80)
    type("m")
    await settle()
    #expect(shop.pages.count == 4)
    type("G")
    #expect(isSeen("that is all"))
  }

  @Test func theNextPageIsLoadedAutomaticallyAtTheEnd() async {
    await load(0..<20)
    #expect(shop.pages == [1])
    type("G")
    await wait { shop.requestCount == 1 }
    #expect(shop.pages == [1, 2] && isSeen("  loading"))
    shop.failPage()
    await wait { isSeen("no network") }
    type("kkkjjj")
    await settle()
    #expect(shop.pages == [1, 2], "a failed request is not retried automatically")
    type("m")
    await load(20..<40)
    #expect(shop.pages == [1, 2, 2])
  }

  @Test func aFailureLeavesTheGoodsAndSaysWhatToDo() async {
    await load(0..<2, hasMore: false)
    type("r")
    await wait { shop.requestCount == 1 }
    shop.failPage()
    await wait { isSeen("could not be loaded: no network; m asks again") }
    #expect(isSeen("Vase 1"))
    type("m")
    await load(0..<3, hasMore: false)
    #expect(shop.pages == [1, 1, 1])
  }

  @Test func anEmptyFeedIsReported() async {
    await wait { shop.requestCount == 1 }
    shop.answer(0..<0, hasMore: false)
    await wait { isSeen("there are no goods; r asks again") }
    #expect(!isSeen("0 goods"))
    type("r")
    await load(0..<1)
  }

  @Test func aRefreshGivesUpWhatIsLoadedBehindTheEnd() async {
    await load(0..<20)
    type("m")
    await wait { shop.requestCount == 1 }
    type("r")
    await wait { shop.requestCount == 2 }
    shop.answer(20..<40)
    await settle()
    #expect(goods.numberOfProducts == 20, "that page is no longer awaited")
    await load(0..<20)
    type("m")
    await load(20..<40)
    #expect(shop.pages == [1, 2, 1, 2])
  }

  // MARK: Banners

  @Test func bannersGoAroundAndOpen() async {
    await load(0..<1)
    type("\u{1B}[C")
    #expect(isSeen("│ Chairs                                      ○● │"))
    type("\u{1B}[C\u{1B}[D")
    #expect(isSeen("│ Chairs "))
    shop.banners = .success([Banner(title: "Rugs", address: "https://c.example")])
    type("r")
    await load(0..<1)
    await wait { isSeen("│ Rugs                                         ● │") }
    type("b")
    #expect(isSeen("https://c.example"))
    type("\u{1B}")
    #expect(stack.pages.count == 1)
  }

  @Test func withoutBannersTheGoodsAreThere() async {
    shop.banners = .failure(Outage())
    await load(0..<1)
    #expect(screen.terminal.lines[0] == "1 goods")
    await wait { isSeen("the banners could not be loaded: no network") }
    type("b\u{1B}[C")
    #expect(stack.pages.count == 1)
  }

  // MARK: Rows

  @Test func aLikeIsSeenAtOnceAndWhatHasFailedIsNot() async {
    await load(0..<2)
    type("l")
    #expect(screen.terminal.lines[6].contains("♥ 6"))
    await wait { shop.likeCount == 1 }
    type("l")
    await settle()
    #expect(shop.likeCount == 1, "not twice at a time")
    shop.answerLike()
    await wait { isSeen(" liked ") }
    #expect(screen.terminal.lines[6].contains("♥ 6"))
    type("l")
    #expect(screen.terminal.lines[6].contains("♡ 5"))
    await wait { shop.likeCount == 1 }
    shop.failLike()
    await wait { isSeen("that did not work: no network") }
    #expect(screen.terminal.lines[6].contains("♥ 6"), "it is as it was")
    type("l")
    await wait { shop.likeCount == 1 }
    #expect(shop.likes.map(\.isLiked) == [true, false, false])
  }

  @Test func aLikeStaysWithItsRowWhileCellsAreReused() async {
    await load(0..<40)
    type("l")
    await wait { shop.likeCount == 1 }
    type(String(repeating: "j", count: 20))
    #expect(!isSeen("♥") && !isSeen("Vase 0 "))
    shop.answerLike()
    await wait { isSeen(" liked ") }
    #expect(!isSeen("♥"), "the cells that showed the row show others now")
    type("g")
    #expect(isSeen("♥ 6"))
    type("j")
    #expect(screen.picture.count { $0 == "♥" } == 1)
  }

  @Test func aLikeStaysWithItsRowWhenTheListIsReloaded() async {
    await load(0..<3)
    type("jl")
    await wait { shop.likeCount == 1 }
    type("r")
    await load(0..<3)
    #expect(isSeen("♥ 6"), "still on its way")
    shop.answerLike()
    await wait { isSeen(" liked ") }
    type("r")
    await load(0..<3, likes: 9)
    #expect(!isSeen("♥") && isSeen("♡ 9"), "the service knows best")
  }

  @Test func rowsOpenTheirTargetAndEscReturns() async {
    await load(0..<2)
    for (key, title) in [
      ("\r", "goods detail"), ("s", "Ada"), ("p", "Lyon"), ("c", "comments of goods 0"),
    ] {
      type(key)
      #expect(screen.terminal.lines.last?.hasPrefix(" \(title) ") == true, "\(key)")
      type("\u{1B}")
      #expect(stack.pages.count == 1)
    }
    type(".")
    #expect(isSeen("Like") && isSeen("Comments"))
  }

  @Test func theMouseAloneIsEnough() async {
    await load(0..<2, hasMore: false)
    screen.doubleClick("Vase 1")
    #expect(screen.terminal.lines.last?.hasPrefix(" goods detail ") == true)
    screen.rightClick("Vase")
    screen.rightClick("Vase 0")
    screen.click("Comments")
    #expect(screen.terminal.lines.last?.hasPrefix(" comments of goods 0 ") == true)
    screen.rightClick("0")
    screen.click("/2")
    screen.wheel(over: "Keys", until: "Next banner")
    screen.click("Next banner")
    #expect(isSeen("│ Chairs "))
    screen.click("/2")
    screen.wheel(over: "Keys", until: "Reload")
    screen.click("Reload")
    await load(0..<3, hasMore: false)
    screen.click("/3")
    screen.wheel(over: "Keys", until: "Sign out…")
    screen.click("Sign out…")
    screen.click("Yes")
    #expect(screen.application.exitStatus == 0)
  }

  @Test func signingOutIsConfirmed() async {
    await load(0..<1)
    type("x")
    #expect(isSeen("Sign out now?"))
    type("\u{1B}")
    #expect(screen.application.exitStatus == nil)
    type("x\r")
    #expect(screen.application.exitStatus == nil)
    type("xy")
    #expect(screen.application.exitStatus == 0)
  }
}
