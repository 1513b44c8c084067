import MocoaCore

/// A feature of a page with a list, such as a checklist: its keys, its state, and what it shows in
/// the status bar.
///
/// ```swift
/// final class RowMemory: PageFeature {
///   static let bindings: [KeyBinding<RowMemory>] = [
///     .init("remember-row", ["M"], help: "Remember the row") { $0.remember() }
///   ]
///   // …
/// }
///
/// page.add(RowMemory())
/// ```
/// A feature knows its page only as a ``ListContext``. Its keys are among those of the page: in the
/// help and the palette, and with the user's changes.
@MainActor
public protocol PageFeature: AnyObject, Sendable {
  /// The keys of the feature.
  static var bindings: [KeyBinding<Self>] { get }

  /// What the status bar shows of the feature; empty for nothing.
  var statusText: String { get }

  /// What is saved of the feature with the state of its page; nil for nothing.
  var savedState: String? { get set }

  /// Called when the feature is added to a page, which retains it.
  func didAdd(to context: any ListContext)

  /// Called when rows have been inserted, deleted, updated or moved.
  func rowsDidChange()

  /// Called when the cursor or the viewport has moved.
  func cursorDidMove()
}

extension PageFeature {
  public static var bindings: [KeyBinding<Self>] { [] }
  public var statusText: String { "" }
  public var savedState: String? {
    get { nil }
    set {}
  }
  public func didAdd(to context: any ListContext) {}
  public func rowsDidChange() {}
  public func cursorDidMove() {}
}

/// What a feature of a page with a list knows of the page: its rows, the current one, the status
/// bar, and prompts (``StatusPage/ask(_:)``).
@MainActor
public protocol ListContext: StatusPage {
  /// The view of the list.
  var content: ListView { get }

  /// The row under the cursor, such as a value of a ``ListPage``; nil without one.
  var currentItem: Any? { get }

  /// The rows for an action, in display order: the marked ones, else the current one.
  var targetItems: [Any] { get }

  /// Returns the name of a section as its header displays it.
  func name(ofSection index: Int) -> String

  /// Returns a closure that restores the current row and the scroll position.
  func positionRestorer() -> () -> Void

  /// Updates the status bar, as what a feature shows there has changed.
  func updateStatus()
}

extension ListContext {
  /// Adds a feature; its keys come after those of the page.
  ///
  /// - Precondition: Its keys are neither those of the page nor of the list, which is checked in
  ///   debug builds.
  /// - Returns: The page.
  @discardableResult
  public func add<Feature: PageFeature>(_ feature: Feature) -> Self {
    featureKeyMap = featureKeyMap.appending(
      KeyMap(
        for: StatusPage.self,
        Feature.bindings.map { $0.within { [weak feature] _ in feature } }))
    let names = Set(Feature.bindings.map(\.name))
    let conflicts = boundKeys.appending(keyMap).appending(content.keyMap).conflicts
      .filter { !names.isDisjoint(with: $0.names) }
    assert(conflicts.isEmpty, "\(conflicts)")
    features.append(feature)
    feature.didAdd(to: self)
    content.observeMove(owner: feature) { $0.cursorDidMove() }.store(in: &subscriptions)
    content.list?.observeChanges(owner: feature) { feature, change in
      if case .selection = change { return }
      feature.rowsDidChange()
    }.store(in: &subscriptions)
    updateStatus()
    return self
  }
}

extension StatusPage {
  /// What the added features show in the status bar.
  package var featureTexts: [String] { features.map(\.statusText).filter { !$0.isEmpty } }

  /// The saved states of the added features, by the names of their types; nil without any.
  package var featureStates: [String: String]? {
    get {
      let states = features.compactMap { feature in
        feature.savedState.map { ("\(type(of: feature))", $0) }
      }
      return states.isEmpty ? nil : Dictionary(states) { $1 }
    }
    set {
      for feature in features {
        newValue?["\(type(of: feature))"].map { feature.savedState = $0 }
      }
    }
  }
}
