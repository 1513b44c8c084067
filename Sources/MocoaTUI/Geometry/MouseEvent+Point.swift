extension MouseEvent {
  /// Where the mouse was: on the screen, or in the view that the event is handed to.
  public var point: Point {
    get { Point(column: column, row: row) }
    set { (column, row) = (newValue.column, newValue.row) }
  }
}
