"""Ways out: how rows are printed, and whether what was printed is what is expected."""
import csv
import io
import re

from groups import Group
from sources import width
from values import (
    AnyOf, Calculated, Duration, Number, Uncertain, find, identity, is_blank, missing, parse,
    time_in, written)
from views import TimeText

WAYS = {
    "json": ["--json"], "jsonl": ["--jsonl"], "array": ["--json-array"], "csv": ["--csv"],
    "tsv": ["--tsv"], "x.json": ["-o", "x.json"], "x.jsonl": ["-o", "x.jsonl"],
    "x.csv": ["-o", "x.csv"], "x.tsv": ["-o", "x.tsv"], "count": ["--count"],
    "plain": ["--plain"], "width": ["--plain"], "sections": ["--plain"], "print": ["--select-1"],
}


def make_certain(case, rows):
    if case.way == "print" and (len(rows) != 1 or any(
            find(rows[0], name) is missing for name in names_in(case.template))):
        raise Uncertain("not one row with all members")
    # There, a member of an object may have the name.
    if case.way == "print":
        first = case.sources[0].read()
        if any(all(find(row, name) is missing for row in first)
               for name in names_in(case.template)):
            raise Uncertain("a member that the first source does not have")
    if case.way in ("plain", "width", "sections") and not rows:
        raise Uncertain("a table without rows")
    if case.has_fault and not rows:
        raise Uncertain("a fault without rows")
    if case.way == "width" and not case.view.columns:
        raise Uncertain("widths of any columns")
    if case.way == "sections" and (case.view.columns != ["id"] or any(
            find(row, case.section) is missing for row in rows)):
        raise Uncertain("a section of rows without the member")


def check(case, output, errors, rows, all_rows):
    """What is wrong with the output, if anything."""
    if case.way == "print":
        return check_print(output, rows[0], case.template)
    if case.way == "sections":
        return check_sections(output, rows, case.section)
    if case.way == "plain":
        has_titles = len(case.sources) > 1 and not case.merge and not case.has(Group)
        # A row that cannot be read has a line, too.
        others = len(case.sources) if has_titles else 1 if case.has_fault else 0
        return check_plain(output, rows, others)
    if case.way == "width":
        return check_widths(case, output, errors, rows)
    if case.way == "count":
        return differ([output], ["%d\n" % len(rows)], "the number of rows")
    try:
        return check_rows(case, output, rows, all_rows)
    except ValueError as error:
        return "not read: %s" % error


def check_rows(case, output, rows, all_rows):
    columns, kind = case.view.columns, case.way.removeprefix("x.")
    if kind in ("csv", "tsv"):
        return check_table(kind, output, rows, all_rows, columns)
    is_array = case.way in ("array", "x.json")
    found = parse(output) if is_array else [parse(line) for line in output.split("\n")[:-1]]
    return differ(found, [pick(row, columns) for row in rows] if columns else rows, "row")


def pick(row, columns):
    """"With --columns, only these members." """
    found = [(name, find(row, name)) for name in columns]
    return {name: value for name, value in found if value is not missing}


def differ(found, expected, what):
    for i, (a, b) in enumerate(zip(found, expected)):
        if not same(a, b):
            return "%s %d is %s, expected %s" % (what, i + 1, shown(a), shown(b))
    if len(found) != len(expected):
        return "%d of %s, expected %d" % (len(found), what, len(expected))
    return None


def shown(value):
    if isinstance(value, AnyOf):
        return "any of " + str([shown(v) for v in value.values])
    if isinstance(value, dict):
        return "{" + ", ".join("%s: %s" % (k, shown(v)) for k, v in value.items()) + "}"
    return repr(value)


def same(found, expected):
    if isinstance(expected, AnyOf):
        return any(same(found, value) for value in expected.values)
    if isinstance(expected, Calculated):
        return isinstance(found, Number) and (
            found.value == expected.value
            or not expected.has_all_digits and expected.is_near(found.value))
    if isinstance(expected, TimeText):
        return isinstance(found, str) and time_in(found) == time_in(expected)
    if isinstance(expected, Duration):
        return isinstance(found, str) and expected.is_in(found)
    if isinstance(expected, Number):
        return isinstance(found, Number) and found.text == expected.text
    if isinstance(expected, dict):
        return isinstance(found, dict) and list(found) == list(expected) and all(
            same(found[k], v) for k, v in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(
            map(same, found, expected))
    return type(found) is type(expected) and found == expected


# Tables

def check_table(kind, output, rows, all_rows, columns):
    if kind == "csv":
        if "\n" in output.replace("\r\n", "") and '"' not in output:
            return "lines do not end with CR and LF"
        table = list(csv.reader(io.StringIO(output, newline="")))
    else:
        table = [[unescaped(f) for f in line.split("\t")] for line in output.split("\n")[:-1]]
    if not table:
        return "no header"
    header, lines = table[0], table[1:]
    # "There is a column for each member of any row."
    paths = {} if columns else columns_of(all_rows)
    if not columns and all_rows:
        columns_found, expected = sorted(header), sorted(paths)
    else:
        columns_found, expected = header, columns or header
    if columns_found != expected:
        return "the columns are %s, expected %s" % (header, expected)
    if len(lines) != len(rows):
        return "%d rows, expected %d" % (len(lines), len(rows))
    for i, (line, row) in enumerate(zip(lines, rows)):
        if len(line) != len(header):
            return "row %d has %d fields" % (i + 1, len(line))
        for name, field in zip(header, line):
            value = find(row, name) if columns else field_of(row, paths[name])
            if not same_field(field, value):
                return "row %d has %r as %s, expected %s" % (i + 1, field, name, shown(value))
    return None


def field_of(row, path):
    for key in path:
        row = row.get(key, missing) if isinstance(row, dict) else missing
    # Objects have columns for their members.
    return missing if isinstance(row, dict) and row else row


def unescaped(field):
    parts = field.split("\\\\")
    return "\\".join(p.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r")
                     for p in parts)


def same_field(field, value):
    if isinstance(value, AnyOf):
        return any(same_field(field, v) for v in value.values)
    if value is missing or value is None:
        return field == ""
    if isinstance(value, Duration):
        return value.is_in(field)
    if isinstance(value, TimeText):
        return time_in(field) == time_in(value)
    if isinstance(value, str):
        return field == value
    if isinstance(value, (dict, list)):
        return same(parse(field), value)
    if isinstance(value, Calculated):
        try:
            return same(Number(field), value)
        except ValueError:
            return False
    return field == written(value)


def columns_of(rows):
    """The titles and paths of the columns: of objects, those of their members."""
    paths = {}

    def take(value, path):
        if isinstance(value, dict) and value:
            for key, inner in value.items():
                take(inner, path + (key,))
        elif path or not isinstance(value, dict):
            paths[path] = paths.get(path, False) or value is not None
    for row in rows:
        take(row, ())
    # A member that is null in all rows has a column; one that is else an object has those of that.
    inner = {path[:i] for path in paths for i in range(len(path))}
    columns = [path for path, has_value in paths.items() if has_value or path not in inner]
    # A row that is no object is a value.
    titles = {".".join(path) or "value": path for path in columns}
    if len(titles) < len(columns):
        raise Uncertain("two columns with one title")
    return titles


# Text

def check_plain(output, rows, titles):
    """--plain: a line for the titles of columns, one for each row, and those of sources."""
    lines = output.count("\n") - len(rows) - 1
    # Titles are left out where rows are sorted, and of sources without rows.
    return None if 0 <= lines <= titles else "%d lines of %d rows" % (output.count("\n"), len(rows))


def check_widths(case, output, errors, rows):
    """--width: "the columns that fit"; a text is cut with a sign, a number or a time never. Columns
    that are left out are named.
    """
    lines = [line for line in output.split("\n")[:-1] if not line.startswith("! ")]
    names, shown_names = case.view.columns, lines.pop(0).split() if lines else []
    if shown_names != [name for name in names if name in shown_names] or not shown_names:
        return "the titles are %s, of %s" % (shown_names, names)
    left_out = [name for name in names if name not in shown_names]
    if left_out and "left out: " + ", ".join(left_out) not in errors:
        return "nothing is said of %s, which are left out" % left_out
    if len(lines) != len(rows):
        return "%d lines of %d rows" % (len(lines), len(rows))
    for i, (line, row) in enumerate(zip(lines, rows)):
        rest, is_cut = line, False
        for name in shown_names:
            value = find(row, name)
            if value is missing or is_blank(value):
                continue
            text = value if isinstance(value, str) else written(value)
            cell = cell_of(rest.lstrip(), text.strip(), value is None or isinstance(value, str))
            if cell is None and value is None:
                # A field of a table that is empty.
                continue
            if cell is None:
                return "line %d has %r, expected %s as %s" % (i + 1, rest, shown(value), name)
            rest, is_cut = rest.lstrip()[len(cell):], is_cut or cell != text.strip()
            if rest[:1].strip():
                return "line %d goes on with %r behind %s" % (i + 1, rest, name)
        if rest.strip():
            return "line %d has %r behind its columns" % (i + 1, rest)
        if is_cut and width(line) > case.width:
            return "line %d is cut, and too long" % (i + 1)
    return None


def cell_of(line, text, is_text):
    """The cell with which a line begins, if it is that of a text."""
    if line.startswith(text):
        return text
    start, sign, _ = line.partition("…")
    is_cut = sign and is_text and time_in(text) is None and text.startswith(start)
    return start + sign if is_cut else None


def check_sections(output, rows, member):
    """--section-by: "rows under a header for each value"."""
    sections = {}
    for row in rows:
        value = find(row, member)
        sections.setdefault(identity(value), (value, []))[1].append(row["id"].text)
    expected = ["id"]
    for value, ids in sections.values():
        title = value if isinstance(value, str) else written(value)
        expected += [title] + [" " * (len(max((r["id"].text for r in rows), key=len)) - len(i)) + i
                               for i in ids]
    return differ([line.strip() for line in output.split("\n")[:-1]],
                  [line.strip() for line in expected], "line")


def names_in(template):
    return re.findall(r"{(.*?)}", template) or [template[1:]]


def check_print(output, row, template):
    """--print: ".id or '{id} {title}'"; "Values are written as they are"."""
    for name in names_in(template):
        value = find(row, name)
        text = value if isinstance(value, str) else written(value)
        template = template.replace("{%s}" % name if "{" in template else "." + name, text)
    return differ([output], [template + "\n"], "text")
