/// A row at the bottom of a page with the title, the position of the cursor, and messages.
@MainActor
public final class StatusBar: View {
  /// Creates an empty bar, which is a pane.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isPane = true
  }

  /// The title at the left: a name or a path, which is shortened in the middle.
  public var title = "" {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// The error of the current state, such as that of the last load, in place of the title; empty if
  /// there is none.
  ///
  /// A later message is displayed over it, an earlier one behind it.
  public var failure = "" {
    didSet {
      guard failure != oldValue else { return }
      isFailureNewer = !failure.isEmpty
      setNeedsDisplay()
    }
  }

  /// A Boolean value that indicates whether the message is older than the failure.
  private var isFailureNewer = false

  /// What holds of the rows as long as they are displayed, such as that others are missing, in
  /// place of the title while there is no failure; messages are displayed over it.
  ///
  /// Once they were drawn, the next key or message leaves their number behind the title.
  package var notices: [String] = [] {
    didSet {
      guard notices != oldValue else { return }
      // Numbers in it may grow.
      if notices.count > oldValue.count { (areNoticesSeen, areNoticesShort) = (false, false) }
      setNeedsDisplay()
    }
  }

  /// Where the notices are listed, such as the key, behind their number.
  package var noticePlace = ""

  /// A Boolean value that indicates whether the notices have been drawn in full.
  private var areNoticesSeen = false
  private var areNoticesShort = false

  /// The number of the notices that are not displayed in full; empty without any.
  private var noticeSign: String {
    guard areNoticesShort, failure.isEmpty, !notices.isEmpty else { return "" }
    return notices.count.counted("note") + noticePlace
  }

  /// Leaves the number of the notices once they were drawn.
  private func shortenNotices() {
    guard areNoticesSeen, !areNoticesShort else { return }
    areNoticesShort = true
    setNeedsDisplay()
  }

  /// The failure, or else the notices that are displayed in full; nil if there is none.
  private var standing: (text: String, style: StyleName)? {
    if !failure.isEmpty { return (failure, .error) }
    return notices.isEmpty || areNoticesShort
      ? nil : (notices.joined(separator: "; "), .warning)
  }

  /// The current activity, after the title, such as the progress of loading.
  public var activity = "" {
    didSet {
      guard activity != oldValue else { return }
      isActivityNewer = isSeen
      setNeedsDisplay()
    }
  }

  /// A Boolean value that indicates whether the activity has changed since the message was drawn.
  private var isActivityNewer = false

  /// The summary of changes of the rows, before the result of a search.
  package var changes = "" {
    didSet { if changes != oldValue { setNeedsDisplay() } }
  }

  /// The result of a search, before the position.
  package var match = "" {
    didSet { if match != oldValue { setNeedsDisplay() } }
  }

  /// The number of marked rows, before the position.
  package var marks = "" {
    didSet { if marks != oldValue { setNeedsDisplay() } }
  }

  /// The position of the cursor, at the right.
  public var position = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// The most useful keys, the most important first, with two blanks between them.
  ///
  /// As many as fit are displayed; the first one takes precedence over a long title.
  public var hint = "" {
    didSet {
      guard hint != oldValue else { return }
      hints = []
      for key in hint.split(separator: "  ") {
        let text = (hints.last.map { $0.text + "  " } ?? "") + key
        hints.append((text, TextWidth.columns(of: text)))
      }
      setNeedsDisplay()
    }
  }

  /// The first key of the hint, the first two, and so on, with their widths in columns.
  private var hints: [(text: String, columns: Int)] = []

  /// The diagnostic of a source, displayed after the activity while there is no message and no
  /// failure; a later message clears it.
  package var diagnostic = "" {
    didSet { if diagnostic != oldValue { setNeedsDisplay() } }
  }

  /// Notes that pass, behind the activity.
  private var notes: [String] = []
  private var noteTimer: TimerToken?

  /// Adds a note behind the activity, for eight seconds or until the next key.
  package func note(_ text: String) {
    notes.append(text)
    isActivityNewer = isSeen
    noteTimer?.cancel()
    noteTimer = application?.schedule(after: .seconds(8)) { [weak self] in self?.clearNotes() }
    setNeedsDisplay()
  }

  /// Removes a note that does not hold any more.
  package func removeNote(_ text: String) {
    guard notes.contains(text) else { return }
    notes.removeAll { $0 == text }
    setNeedsDisplay()
  }

  private func clearNotes() {
    noteTimer?.cancel()
    noteTimer = nil
    guard !notes.isEmpty else { return }
    notes = []
    setNeedsDisplay()
  }

  private var shownActivity: String {
    notes.isEmpty
      ? activity : ([activity] + notes).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private var message: (text: String, style: StyleName)?
  private var messageTimer: TimerToken?

  /// A Boolean value that indicates whether the next key clears the message.
  private var isPassing = false
  private var isReport = false

  /// A Boolean value that indicates whether the message is a report of what the next key applies
  /// to, which is read before all others.
  private var isUrgent: Bool { isReport && message?.style == .warning }

  /// A Boolean value that indicates whether the next key clears the report once it was drawn.
  private var isPassingReport = false

  /// A Boolean value that indicates whether the message has been drawn.
  private var isSeen = false

  /// A Boolean value that indicates whether a prompt covers the bar, so that no report is seen.
  var isCovered = false {
    didSet { if isReport, isCovered != oldValue { letReportPass() } }
  }

  /// Displays a message in place of title and activity, for a duration or until the next message.
  ///
  /// A message with a duration of up to eight seconds is cleared by the next key, click or turn of
  /// the wheel, too. A message is about something that has happened; what holds until it changes is
  /// ``activity`` or ``failure``.
  public func show(
    _ text: String, style: StyleName = .statusBarStrong, for duration: Duration = .seconds(4)
  ) {
    // What must not be missed has not been drawn yet.
    if isUrgent, !isSeen, !isCovered {
      note(text)
      return isActivityNewer = true
    }
    set(text, style: style)
    isPassing = duration <= .seconds(8)
    messageTimer = application?.schedule(after: duration) { [weak self] in self?.clearMessage() }
  }

  /// Displays a warning behind the message, if there is one.
  package func add(_ warning: String) {
    guard let message else { return show(warning, style: .warning, for: .seconds(8)) }
    self.message = ("\(message.text); \(warning)", message.style)
    setNeedsDisplay()
  }

  private func set(_ text: String, style: StyleName) {
    messageTimer?.cancel()
    message = (text, style)
    (isFailureNewer, isActivityNewer, isReport, isSeen) = (false, false, false, false)
    diagnostic = ""
    shortenNotices()
    setNeedsDisplay()
  }

  /// Displays a message about something that others have done and that the user must not miss: for
  /// eight seconds, whatever is typed, and then until the next key.
  ///
  /// Seconds behind a prompt do not count. A later activity is displayed in front of it; behind it,
  /// as a later failure is, if its style is that of warnings.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - style: Its style.
  ///   - isPassing: A Boolean value that indicates whether the next key clears it at once, when it
  ///     was drawn.
  package func report(
    _ text: String, style: StyleName = .statusBarStrong, isPassing: Bool = false
  ) {
    set(text, style: style)
    (self.isPassing, isReport, isPassingReport) = (false, true, isPassing)
    letReportPass()
  }

  /// Returns whether a report is displayed, or will be once no prompt covers the bar.
  package func isReporting(_ text: String) -> Bool { isReport && message?.text == text }

  /// Clears a message that does not hold any more.
  package func clear(_ text: String) {
    if message?.text == text { clearMessage() }
  }

  /// Clears a report that the user has left behind, once it was drawn.
  ///
  /// - Returns: `false` if it has still to be seen.
  package func clearSeenReport(_ text: String) -> Bool {
    guard isReporting(text) else { return true }
    guard isSeen else { return false }
    clearMessage()
    return true
  }

  /// Lets a key clear the report once it has been seen for eight seconds.
  private func letReportPass() {
    messageTimer?.cancel()
    messageTimer = nil
    if isCovered || isPassing { return }
    messageTimer = application?.schedule(after: .seconds(8)) { [weak self] in
      self?.isPassing = true
      // The keys are displayed beside it.
      self?.setNeedsDisplay()
    }
  }

  /// Returns whether a message fits beside the texts at the right.
  package func hasRoom(for text: String) -> Bool {
    TextWidth.columns(of: text) <= room(beside: trailingTexts)
  }

  /// The texts at the right, from the edge on.
  ///
  /// A warning without room beside them takes that of the last ones, which are seen again; that of
  /// the position only if it is a report, or the next key clears it. Another report does so if that
  /// displays it in full.
  private var trailingTexts: [(text: String, style: StyleName)] {
    // Its numbers are at the end.
    let position = TextWidth.truncated(position, to: frame.columns - 2, at: .start)
    var texts: [(text: String, style: StyleName)] = []
    if !position.isEmpty { texts.append((position, .statusBar)) }
    // With the blank that the bar adds, two blanks separate the marks from the keys.
    if !marks.isEmpty { texts.append((" \(marks) ", .statusBar)) }
    for text in [match, changes] where !text.isEmpty {
      texts.append((text + " ", .statusBarStrong))
    }
    guard let message else { return texts }
    let columns = TextWidth.columns(of: message.text, upTo: frame.columns)
    guard message.style != .statusBarStrong || isReport && columns <= room(beside: [])
    else { return texts }
    let keptCount = isPassing || isReport ? 0 : 1
    while texts.count > keptCount, room(beside: texts) < columns { texts.removeLast() }
    return texts
  }

  private func room(beside texts: [(text: String, style: StyleName)]) -> Int {
    texts.reduce(frame.columns - 2) {
      $0 - TextWidth.columns(of: $1.text, upTo: frame.columns) - 1
    }
  }

  /// Returns a failure or notice, of which at least half of the bar is displayed before another
  /// text.
  private func shown(_ standing: String, before text: String) -> String {
    TextWidth.truncated(standing, to: max(frame.columns / 2, room(before: text)))
  }

  private func room(before text: String) -> Int {
    let columns = text.isEmpty ? 0 : TextWidth.columns(of: text, upTo: frame.columns) + Self.gap
    return room(beside: trailingTexts) - columns
  }

  /// Returns the activity as far as a report behind it is displayed in full; if that is not
  /// possible, at least half of the bar is the activity's.
  private func activityText(before report: String) -> String {
    let activity = shownActivity
    return hasRoom(for: report)
      ? part(of: activity, beside: report) : shown(activity, before: report)
  }

  /// Returns what fits of a text beside a report that is displayed in full.
  private func part(of text: String, beside report: String) -> String {
    let columns = room(before: report)
    // Less of it would not be understood.
    if columns < TextWidth.columns(of: text, upTo: 8) { return "" }
    return TextWidth.truncated(text, to: columns)
  }

  /// A Boolean value that indicates whether a message or an error is displayed.
  package var hasMessage: Bool { message != nil || !failure.isEmpty }

  /// Clears the message.
  public func clearMessage() {
    messageTimer?.cancel()
    messageTimer = nil
    guard message != nil else { return }
    (message, isReport) = (nil, false)
    setNeedsDisplay()
  }

  /// Clears the message if its duration is at most eight seconds, and the notes, and shortens the
  /// notices.
  func clearPassingMessage() {
    clearNotes()
    shortenNotices()
    if isPassing || isReport && isPassingReport && isSeen { clearMessage() }
  }

  /// Shows the help when the bar is clicked.
  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action else { return false }
    application?.showHelp()
    return true
  }

  public override var backgroundStyle: StyleName { .statusBar }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    var inner = canvas.part(bounds.inset(by: Insets(left: 1, right: 1)))
    for (text, style) in trailingTexts {
      inner.write(text, style: style, alignment: .trailing)
    }
    let hasDiagnostic = !diagnostic.isEmpty && failure.isEmpty
    if message == nil, hasDiagnostic, !activity.isEmpty {
      inner.write([TextRun(activity + ";", style: .statusBar)])
    }
    if let message, isUrgent {
      return draw(urgent: message.text, in: &inner)
    }
    if let message = message ?? (hasDiagnostic ? (diagnostic, .warning) : nil) {
      if isFailureNewer {
        let failure = shown(failure, before: message.text)
        inner.write([TextRun(failure + ";", style: .statusBar, overlay: .error)])
      }
      if isReport, isActivityNewer {
        let text = activityText(before: message.text)
        if !text.isEmpty { inner.write([TextRun(text + ";", style: .statusBar)]) }
      }
      inner.write([TextRun(message.text, style: .statusBar, overlay: message.style)])
      if !isCovered { isSeen = true }
      if isReport, isPassing { writeHint(beside: message.text, to: &inner) }
      return
    }
    let texts = shownActivity
    let (hint, titleRoom) = shownHint(beside: texts)
    if let standing {
      let text = shown(standing.text, before: texts)
      inner.write([TextRun(text, style: .statusBar, overlay: standing.style)])
      if failure.isEmpty, !isCovered { areNoticesSeen = true }
    } else {
      inner.write(TextWidth.shortenedPath(title, to: titleRoom), style: .statusBarStrong)
      if !noticeSign.isEmpty {
        inner.write([TextRun(noticeSign, style: .statusBar, overlay: .warning)])
      }
    }
    if !texts.isEmpty { inner.write(texts, style: .statusBar) }
    if !hint.isEmpty { write(hint: hint, to: &inner) }
  }

  /// Draws a report that is read first, and behind it the failure or the activity since then.
  private func draw(urgent report: String, in canvas: inout Canvas) {
    let later = isFailureNewer ? failure : isActivityNewer ? shownActivity : ""
    let rest = part(of: later, beside: report)
    let text = rest.isEmpty ? report : report + ";"
    canvas.write([TextRun(text, style: .statusBar, overlay: .warning)])
    if !rest.isEmpty {
      canvas.write([
        TextRun(rest, style: .statusBar, overlay: isFailureNewer ? .error : nil)
      ])
    }
    if !isCovered { isSeen = true }
    if isPassing { writeHint(beside: rest.isEmpty ? report : "\(text) \(rest)", to: &canvas) }
  }

  /// Writes the keys for which there is room beside a message.
  private func writeHint(beside text: String, to canvas: inout Canvas) {
    let columns = TextWidth.columns(of: text, upTo: frame.columns) + Self.gap
    let room = self.room(beside: trailingTexts) - columns
    guard let hint = hints.last(where: { $0.columns <= room })?.text else { return }
    write(hint: hint, to: &canvas)
  }

  private func write(hint: String, to canvas: inout Canvas) {
    // A text behind it is no key.
    let isBesideText = !match.isEmpty || !changes.isEmpty
    canvas.write(isBesideText ? hint + " " : hint, style: .statusBar, alignment: .trailing)
  }

  /// The number of columns between two texts.
  private static let gap = 2

  /// The displayed part of the hint, and the number of columns for the title.
  ///
  /// Keys are displayed as long as the title fits, or 40 columns or a third of the bar remain for
  /// it; the first key is displayed if 12 columns do. Failures and notices are not shortened.
  private func shownHint(beside activity: String) -> (hint: String, titleRoom: Int) {
    let titleColumns = TextWidth.columns(of: standing?.text ?? title, upTo: frame.columns)
    var room = frame.columns - Self.gap
    for text in [noticeSign, activity, changes, match, marks, position] where !text.isEmpty {
      room -= TextWidth.columns(of: text, upTo: frame.columns) + Self.gap
    }
    let isTitle = standing == nil
    let enough = isTitle ? min(titleColumns, max(40, room / 3)) : titleColumns
    var shown = ("", room)
    for (text, columns) in hints {
      let rest = room - columns - Self.gap
      let isFirst = shown.0.isEmpty && isTitle
      guard rest >= (isFirst ? min(titleColumns, 12) : enough) else { break }
      shown = (text, rest)
    }
    return shown
  }
}
