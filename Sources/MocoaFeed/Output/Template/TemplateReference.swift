/// The vocabulary of templates, for `--help manifest` and the manual.
package enum TemplateReference {
  /// The filters, which follow `|`: their syntax and result.
  package static let filters: KeyValuePairs = [
    "upper, lower": "text in upper case, in lower case",
    "number, number(2)": "1 234 567.891; with that many decimals",
    "bytes, percent, duration": "1.5 MB; 25 %; 1:02:03, from a day on 1d2h3s",
    "date, time, relative": "2024-05-01; 13:00; 2 h ago",
    "count, join, join(\" / \")": "the number of elements of an array; its elements",
    "bar, bar(100)": "a number from 0 to 1, or to 100, as a bar",
    "spark": "an array of numbers as a line of bars",
    "check": "true and false as check mark and cross",
    "badge": "highlighted text; a color after it wins: {state|badge:red(Failed)}",
    "json, default(none)": "compact JSON; the default for a missing value",
  ]

  /// The styles, which follow `:`: their names and effects.
  package static let styles: KeyValuePairs = [
    TemplateStyle.attributes.joined(separator: ", "): "attributes",
    TemplateStyle.colors.joined(separator: ", "): "colors; on-red is a background",
    "#ff8800, on-#202020": "colors by their red, green and blue",
    TemplateStyle.themed.joined(separator: ", "): "styles of the theme",
    "red(< 0), green(Running), yellow(~ ^Pend)":
      "a style for some values: a comparison, the value itself, a regular expression",
    "12": "a width in columns",
    "right": "right-aligned",
  ]
}
