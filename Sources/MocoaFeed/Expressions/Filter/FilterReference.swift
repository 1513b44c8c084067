/// The filter language, for `--help filter`, the manual and the help of the interface.
package enum FilterReference {
  /// A form of the language and its meaning.
  struct Entry: Sendable {
    /// A filter, or parts of one, as it is typed.
    let form: String

    /// The rows that it matches, or its meaning.
    let meaning: String
  }

  /// Forms of one kind.
  struct Section: Sendable {
    /// The purpose of the forms.
    let title: String

    /// The forms.
    let entries: [Entry]

    fileprivate init(_ title: String, _ entries: KeyValuePairs<String, String>) {
      self.title = title
      self.entries = entries.map { Entry(form: $0.key, meaning: $0.value) }
    }
  }

  /// The whole language.
  static let sections = [
    Section(
      "Text",
      [
        "raven": "rows with a value that contains the text; case is ignored",
        "Raven": "a capital letter makes it case-sensitive",
        "\"a > b\"": "in quotes nothing is an operator",
        "title:raven": "the text in one member; names are case-sensitive",
        "~rvn cnt":
          "fuzzy, as --pick: the letters of each word in order; of 100,000 rows, the best first",
        #"\^item-\d+$"#: "a regular expression in Perl syntax",
        #"title:\^The"#: "a regular expression in one member",
      ]),
    Section(
      "Comparison",
      [
        "score > 10": "also < <= >= and == or =, and !=",
        #"level == "error""#: "a text is in quotes; without them it is the name of a member",
        "done": "in an expression: exists, and is neither false nor null; !done, not done",
        #"level in ("error", "warn")"#: "one of a list; not in",
        #""urgent" in tags"#: "an element of an array",
        "deleted == null": "true, false and null",
      ]),
    Section(
      "Search in a member",
      [
        #"title contains "raven""#: "also starts and ends, not contains; a member, as host, may be "
          + "searched for; case is ignored as above",
        #"title matches "^a.*z$""#: "a regular expression; the sign ~ is the same, !~ its opposite",
        #"title ~ /\d{3}/"#: "slashes are quotes that keep backslashes",
        #"note contains "\n""#: #"a line end; \t is a tab, \\ a backslash, \" a quote"#,
      ]),
    Section(
      "Combination",
      [
        "a > 1 && b < 2": "both; and",
        "a > 1 || b < 2": "at least one; or, with lower precedence than and",
        "!(a > 1 || b)": "the opposite; not",
      ]),
    Section(
      "Numbers, sizes, times",
      [
        "price * count >= 100": "+ - * / %, with spaces, as names can contain - / and %",
        "memory > 512Mi": "k M G T P kb mb gb tb (1000), Ki Mi Gi Ti Pi g t (1024), with B or "
          + "without, also 512 Mi; 5 g and 5 m are texts",
        "age < 2h30m":
          "ns us ms s m h d w, and words: 2 hours; PT2H30M in texts; a number is a number of "
          + "seconds",
        "created >= 2026-11-01":
          "dates and times (RFC 3339), UTC where there is no zone, or that of --tz",
        "created > now - 2h":
          "now and today, which is midnight in UTC or the zone of --tz; times differ by durations; "
          + "2h ago is now - 2h",
      ]),
    Section(
      "Functions of texts",
      [
        #"lower(name) == "ada""#: "also upper and trim",
        #"first + " " + last == "Ada L""#:
          "+ joins texts where one side is in quotes or such a function; concat(a, b) always",
        "length(title) > 80": "characters; elements of an array",
        #"substr(sha, 0, 2) == "3e""#: "two characters from position 0; a negative position "
          + "counts from the end; without a length, the rest",
        #"split(host, ".")[-1] == "org""#: "a part; the last one is [-1]",
        #"replace(id, "-", "_") == "a_b""#: "all of them; /-+/ is a regular expression",
        #"extract(line, /id=(\d+)/) > 7"#:
          "the first group of a regular expression, or the whole match; a third argument is the "
          + "number of the group",
        #"starts(name, "web")"#: "the same as: name starts \"web\"; contains, ends, matches",
        #"text(n) == "10""#: "a number, a time or a duration as text",
      ]),
    Section(
      "Functions of numbers and times",
      [
        "round(price, 2) == 9.5": "halves away from zero; also floor, ceil, abs",
        "max(a, b) > 3": "the largest of several; also min",
        "number(n) > 3": "of a text; the seconds of a duration, or since 1970 of a time",
        #"time(day) > 2026-11-01"#: "of a text, or of seconds or smaller units since 1970",
        "truncate(at, 1h) == at":
          "the start of an interval, in UTC or the zone of --tz; weeks (7d) begin on Monday; "
          + "1month, 3months and 1y are those of the calendar",
        #"format(at, "%Y-%m") == "2026-11""#:
          "in that zone; %Y %m %d %H %M %S %F %T, %j day of the year, %a %A %u of the week, %b %B "
          + "month, %s seconds",
      ]),
    Section(
      "Functions of any value",
      [
        #"if(n > 9, "high", "low") == "low""#: "one of two values",
        #"coalesce(nick, name) == "ada""#:
          "the first that is not missing: neither null, blank nor a placeholder such as -",
        "length(json(list)) > 2":
          "the value of a text with JSON; json(payload).user is a member of it",
        "exists(deleted)": "the row has the member, even if it is null",
        #"type(n) == "text""#: "number, text, boolean, null, array, object, missing; time and "
          + "duration of calculations",
      ]),
    Section(
      "Members",
      [
        "status.phase":
          "a member of a member; phase is short for it if no other member ends with it, in rows "
          + "without a member phase",
        "Phase":
          "the title of a column means the member that it shows, of several the first, unless it "
          + "is the name of a member of the rows",
        "tags[0]": "an element of an array, from 0; the last one is [-1]",
        #"labels."app/name""#: "a key with other characters is in quotes; left of == too",
        ".now": "a key that is a word of this language begins with a dot; .phase is not short for "
          + "another member",
        "/status/phase": "a JSON pointer (RFC 6901), which is exact",
      ]),
  ]

  /// Notes on expressions, comparable values and limits.
  static let notes = """
    As an argument, --filter is an expression: a word is a member, and true where that is neither \
    missing, null nor false, or that as a text; -q searches for a text, as do quotes, also in \
    combinations: "error" && pid > 5, if no row has a member error. What is typed in \
    the list is an expression where it begins with ! ( ) or a quote that is not closed at its end, \
    has one of < > ~ == != && || outside of quotes, or begins like one with a member of the rows, \
    such as level in ("a", "b"). What is wrong with an expression is an error. All else is a text; \
    one that looks like an expression is searched for in quotes. A name before a colon that no row \
    has as a member is part of the text.

    Numbers in texts compare with numbers and sizes, "512Mi" with 1Gi; durations in texts with \
    durations; texts that hold times, and seconds, milliseconds, microseconds or nanoseconds since \
    1970, and dates as numbers, 20240501, with times. Texts are equal where they are the same, or \
    the same time, and are ordered as times, sizes, percentages or durations where both are such, \
    and else without regard to case, numbers in them by value: file2 < file10; so "a" <= "A" and \
    "a" >= "A". A size has no order next to a duration, and neither have 1.9 and 1.10 as texts, \
    which numbers and versions order differently. A text such as 08:30 may be hours or minutes: it \
    has no result next to 5m and 12:00:05, in calculations and sums; w + ":00" is hours, "00:" + w \
    minutes. A number in a text is not compared with a duration, as others such as "500m" may have \
    a unit. The levels of a log have the order of their severity, in the list as in level >= \
    "warn", and are equal in any spelling: "error" is ERROR, err, E and 50. A number next to a \
    time is one since 1970 if it is of the years 1990 to 2099, and in calculations with durations \
    it needs a unit: ms * 1ms + 2h, time(epoch) + 1h. A percentage is calculated with \
    others, p + q and p / q, or a typed one by *: price * 20%. Beside a number it may be 20 or \
    0.2; p / 100% is its fraction, number(p) is 20. It compares with numbers as it is written, \
    p > 80, not with 1 or less, which may be 80%, nor a typed one with numbers. A day is 24 \
    hours, also where clocks change, a month 30 days and a year 365 days, but in truncate. \
    Numbers of any length are compared exactly. Results of + - * % of whole \
    numbers and of numbers with more than 15 digits are exact up to 38 digits, remainders always; \
    others have 15 digits, as they are written: 0.1 + 0.2 is 0.3. now is in whole seconds. A \
    comparison with a missing member, or between kinds of values, is false, but that a text "true" \
    is equal to true, "TRUE" is reported beside it, and so is a text that has no order among \
    numbers, times or durations, and beside ==, != or in and a time, duration, size or \
    percentage, one that is none; \
    only != is true for different kinds, and for a missing member, or a calculation of one, and \
    any value but null; so are not in and !~ for a missing one. A member that no row has is an \
    error. So is a calculation that has no value for a row that has its members, such as lower of \
    an object, and an element, as of split, that no row has. A match of no length, as of /^/, \
    /\\b/ or /(?=a)/, is replaced, too, and split divides there, but at neither end. A filter has \
    at most 10,000 names, values and signs, 500 calculations and functions, and 200 parentheses in \
    one another.
    """

  /// The language as lines of text of at most 80 columns.
  package static var text: String {
    let width = sections.flatMap(\.entries).map(\.form.count).max() ?? 0
    let tables = sections.map { section in
      ([section.title + ":"]
        + section.entries.flatMap { entry in
          let lines = entry.meaning.wrapped(to: 76 - width)
          let form = entry.form + String(repeating: " ", count: width - entry.form.count)
          return lines.enumerated().map { number, line in
            "  \(number == 0 ? form : String(repeating: " ", count: width))  \(line)"
          }
        })
        .joined(separator: "\n")
    }
    let notes = notes.split(separator: "\n\n").map {
      $0.wrapped(to: 80).joined(separator: "\n")
    }
    return (tables + notes).joined(separator: "\n\n")
  }
}

extension StringProtocol {
  /// Returns the words in lines of at most a number of characters; a longer word is a line.
  package func wrapped(to width: Int) -> [String] {
    split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
