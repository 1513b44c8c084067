import MocoaTUI

extension DrawBenchmarks {
  /// A form of fifty fields is laid out again at another width.
  static func formLayout(in application: Application) {
    let form = FormView()
    for number in 0..<50 { form.add(TextField(), label: "Field \(number)") }
    application.root.addSubview(form)
    let time = median {
      for index in 0..<frames {
        form.frame = Rect(column: 0, row: 0, columns: 60 + index % 2, rows: 30)
        application.root.layoutIfNeeded()
      }
    }
    report("form-50-fields-layout", time)
    form.removeFromSuperview()
  }
}
