import MocoaTUI

/// The initials of an account in a box, and the name beside it; a silhouette where there is none.
final class AvatarView: View {
  private let account: () -> Account?

  init(of account: @escaping () -> Account?) {
    self.account = account
    super.init()
  }

  override var observesDrawing: Bool { true }

  override func draw(in canvas: inout Canvas) {
    let account = account()
    canvas.box(Rect(column: 0, row: 0, columns: 6, rows: 3))
    canvas.draw(
      account?.initials ?? "··", at: Point(column: 2, row: 1), columns: 2,
      style: account == nil ? .tertiary : .title)
    canvas.draw(account?.name ?? "", at: Point(column: 8, row: 1), style: .title)
  }
}
