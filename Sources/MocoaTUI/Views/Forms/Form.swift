import MocoaCore
import Observation

/// A field of a ``Form``: a label, a control for a member of the value, and its validation.
///
/// The type of the member determines the control: a text field, one for a number or a day, a
/// toggle, or a picker.
@MainActor
public struct Field<Value> {
  let label: String
  let make: (ValueBinding<Value>) -> View
  private(set) var problem: @MainActor (Value) -> String? = { _ in nil }
  private var isEmpty: (Value) -> Bool = { _ in false }

  /// Creates a text field, which displays dots if the text is a secret.
  public init(
    _ label: String, _ member: WritableKeyPath<Value, String>, prompt: String = "",
    isSecret: Bool = false
  ) {
    self.init(label, member) { text in
      let field = TextField(text: text, prompt: prompt)
      field.isSecret = isSecret
      return field
    }
    isEmpty = { $0[keyPath: member].allSatisfy(\.isWhitespace) }
  }

  /// Creates a text field for a number, which is checked while it is typed.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - member: The member, which keeps its value while the text is no number of the range.
  ///   - range: The permitted numbers; nil for all.
  public init<Number: Numeric & Comparable & LosslessStringConvertible>(
    _ label: String, _ member: WritableKeyPath<Value, Number>, in range: ClosedRange<Number>? = nil
  ) {
    self.init(
      label, member, format: { "\($0)" },
      parse: { text in
        Number(text).flatMap { range?.contains($0) ?? true ? $0 : nil }
      },
      problem: range.map { "a number from \($0.lowerBound) to \($0.upperBound)" }
        ?? "not a number")
  }

  /// Creates a text field for a value that has a text, such as a date or an address.
  ///
  /// ```swift
  /// Field("Due", \.due, format: day.string, parse: day.date, problem: "a day, as 2026-12-24")
  /// ```
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - member: The member, which keeps its value while the text is that of none.
  ///   - format: Returns the text of a value.
  ///   - parse: Returns the value of a text as it is typed; nil if there is none.
  ///   - problem: What is displayed below the field if there is none.
  public init<Member>(
    _ label: String, _ member: WritableKeyPath<Value, Member>,
    format: @escaping (Member) -> String, parse: @escaping (String) -> Member?,
    problem: String
  ) {
    self.init(label, member, format: format, parse: parse, step: nil, problem: problem)
  }

  /// Creates a text field for a day, as `2026-12-24`; ↑ and ↓ are the next and the previous day.
  ///
  /// The member keeps its value while the text is no day.
  public init(_ label: String, _ member: WritableKeyPath<Value, CalendarDay>) {
    self.init(
      label, member, format: \.description, parse: { CalendarDay($0) },
      step: { $0.adding(days: $1) }, problem: "a day, as 2026-12-24")
  }

  private init<Member>(
    _ label: String, _ member: WritableKeyPath<Value, Member>,
    format: @escaping (Member) -> String, parse: @escaping (String) -> Member?,
    step: ((Member, Int) -> Member)?, problem: String
  ) {
    let (typed, message) = (TypedText(), problem)
    self.init(label, member) { value in
      let field = TextField(
        text: ValueBinding(
          get: { typed.text ?? format(value.value) },
          set: { text in
            typed.text = text
            parse(text).map { value.value = $0 }
          }))
      if let step {
        field.onStep = { [weak field] count in field?.text = format(step(value.value, count)) }
      }
      return field
    }
    self.problem = { _ in typed.text.map { parse($0) == nil } ?? false ? message : nil }
  }

  /// Creates a toggle.
  public init(_ label: String, _ member: WritableKeyPath<Value, Bool>) {
    self.init(label, member) { Toggle(isOn: $0) }
  }

  /// Creates a picker of all values of a type.
  public init<Option: Hashable & CaseIterable>(
    _ label: String, _ member: WritableKeyPath<Value, Option>, showsAll: Bool = false
  ) {
    self.init(label, member) { Picker(Array(Option.allCases), selection: $0, showsAll: showsAll) }
  }

  /// Creates a field with a custom control.
  public init<Member>(
    _ label: String, _ member: WritableKeyPath<Value, Member>,
    control: @escaping (ValueBinding<Member>) -> View
  ) {
    self.label = label
    make = { value in
      control(
        ValueBinding(
          get: { value.value[keyPath: member] }, set: { value.value[keyPath: member] = $0 }))
    }
  }

  /// Returns the field with a check that a text is not blank.
  public func required(_ message: String = "required") -> Field {
    validated { [isEmpty] in isEmpty($0) ? message : nil }
  }

  /// Returns the field with a further check of the value.
  ///
  /// The check returns a description of the problem, or nil if the value is valid; an error that it
  /// throws is a problem, too.
  public func validated(_ check: @escaping (Value) throws -> String?) -> Field {
    var field = self
    field.problem = { [problem] value in
      if let problem = problem(value) { return problem }
      do { return try check(value) } catch { return error.displayText }
    }
    return field
  }
}

/// A result builder of the fields of a form.
@resultBuilder public enum FormBuilder<Value>: ArrayBuilder {
  public typealias Part = Field<Value>
}

/// An overlay for editing the members of a value, which are validated when it is saved.
///
/// ```swift
/// let saved = await page.present(
///   Form(draft) {
///     Field("Title", \.title).required()
///     Field("Done", \.isDone)
///     Field("Priority", \.priority)
///   })
/// ```
@MainActor
public final class Form<Value>: OverlayView, AnsweringOverlay {
  /// The saved value; nil if the form was closed without saving.
  public private(set) var answer: Value?

  private let draft: Draft<Value>
  private let form = FormView()
  private let problems: [(view: View, problem: () -> String?)]

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - title: The title of the form.
  ///   - save: The title of the button that saves the value.
  ///   - fields: The fields, from top to bottom.
  public init(
    _ value: Value, title: String = "", save: String = "Save",
    @FormBuilder<Value> fields: () -> [Field<Value>]
  ) {
    let draft = Draft(value)
    self.draft = draft
    let all = fields()
    problems = all.map { field in
      let view = field.make(ValueBinding(draft, \.value))
      return (view, { field.problem(draft.value) })
    }
    super.init()
    for (field, entry) in zip(all, problems) {
      form.add(entry.view, label: field.label) {
        draft.showsProblems ? entry.problem() : nil
      }
    }
    form.add(
      HStack(spacing: 2) {
        Button(save) { [weak self] in self?.submit() }
        Button("Cancel") { [weak self] in self?.dismiss() }
      })
    let margin = form.padding(Insets(left: 1, right: 1))
    addSubview(BorderView(title: title, content: margin))
  }

  private func submit() {
    draft.showsProblems = true
    if let wrong = problems.first(where: { $0.problem() != nil }) {
      application?.focus(wrong.view)
    } else {
      answer = draft.value
      dismiss()
    }
  }

  public override var isDismissedByClickOutside: Bool { false }

  override var dependsOnSizesOfSubviews: Bool { true }

  public override func sizeThatFits(_ available: Size) -> Size {
    let room = Size(columns: min(64, available.columns), rows: available.rows)
    return subviews.first?.measured(in: room) ?? .zero
  }

  public override func layoutSubviews() { subviews.first?.frame = bounds }

  /// The keys of a form besides those of its fields.
  public override var keyMap: KeyMap { .closingForm }
}

extension KeyMap {
  fileprivate static let closingForm = KeyMap(
    for: OverlayView.self, title: "Form", [.dismissal([.escape], help: "Close the form")])
}

/// The text of a field as it was typed; nil until then.
@MainActor @Observable
private final class TypedText {
  var text: String?
}

/// The value that a form edits.
@MainActor @Observable
private final class Draft<Value> {
  var value: Value
  var showsProblems = false

  init(_ value: Value) { self.value = value }
}
