import MocoaCore

/// A view of a value that a command loads, or of its progress or error.
///
/// It displays a spinner during the first execution, an error with a button that retries, or the
/// views of the value.
///
/// ```swift
/// let books = Command { try await library.books() }
/// let view = Loading(books) { books in BookList(books) }
/// ```
/// The command is executed when the view is created, unless it is executing or has a value. While
/// the value is reloaded, the previous one stays visible; if reloading fails, the error is
/// displayed below it.
@MainActor
public final class Loading<Value: Sendable>: StackView {
  private let emptyText: String
  private let makeContent: (Value) -> [View]
  private let place = ZStack {}
  private let problem = Label(style: .error)
  private let retry: Button
  private var subscriptions: [Subscription] = []

  /// Creates a view of the value that a command loads.
  ///
  /// - Parameters:
  ///   - command: The command that loads the value.
  ///   - text: The text beside the spinner.
  ///   - empty: The text that replaces an empty collection.
  ///   - content: Creates the views of a value, each time that one is loaded.
  public init(
    _ command: Command<Void, Value>, _ text: String = "Loading", empty: String = "Nothing here",
    @ViewBuilder content: @escaping (Value) -> [View]
  ) {
    emptyText = empty
    makeContent = content
    retry = Button("Try again", command: command)
    super.init(.vertical)
    let spinner = Spinner(text) { command.isExecuting && command.latest == nil }
    addSubview(spinner.extent(.content()))
    addSubview(place.extent(.share(1)))
    addSubview(problem)
    addSubview(retry)
    (problem.isHidden, retry.isHidden) = (true, true)
    command.observeResults(owner: self) { $0.show($1) }.store(in: &subscriptions)
    Subscription.following({ [command.isExecuting, command.lastError != nil] }) {
      [weak self, weak spinner] state in
      spinner?.isHidden = !state[0] || command.latest != nil
      self?.retry.isHidden = state[0] || !state[1]
      self?.problem.isHidden = state[0] || !state[1]
    }.store(in: &subscriptions)
    if let value = command.latest {
      show(.success(value))
    } else if !command.isExecuting {
      _ = try? command.execute()
    }
  }

  private func show(_ result: Result<Value, any Error>) {
    switch result {
    case .failure(let error): problem.text = error.displayText
    case .success(let value):
      let isEmpty = (value as? any Collection)?.isEmpty ?? false
      let hadFocus = place.containsFocus || retry.containsFocus
      for view in place.subviews { view.removeFromSuperview() }
      let views = isEmpty ? [Label(emptyText, style: .secondary)] : makeContent(value)
      for view in views { place.addSubview(view) }
      place.invalidateSize()
      if hadFocus { application?.focus(place) }
    }
  }
}
