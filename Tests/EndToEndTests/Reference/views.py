"""Views: what options make of rows. A view is a list of steps; each has options and a meaning.

The order of steps is that of the program: --unnest and --join, --derive, --filter and --query,
--group-by or --agg with --group-filter, --sort, --unique, --limit. --columns is for ways out.
"""
import datetime

from expressions import evaluate, holds, members_of, test, text_of
from values import (
    Number, Time, Uncertain, find, identity, is_nothing, missing,
    number_in, order_key, reading_of_column, written)


class TimeText(str):
    """A time that is written in any way."""


class View:
    def __init__(self):
        self.steps = []

    def options(self):
        return [option for step in self.steps for option in step.options()]

    def apply(self, rows):
        """Gives the rows, and those of which columns are made."""
        all_rows, is_found = rows, True
        for step in self.steps:
            # What has no value is said of rows that a filter leaves out, too.
            for row in all_rows if rows is not all_rows else []:
                step.touch(row)
            for name in step.members():
                if all(find(row, name) is missing for row in rows):
                    raise Uncertain("a member that no row has")
                if len(rows) > 50 and all(find(row, name) is missing for row in rows[:50]):
                    raise Uncertain("a member that is not in the sample")
            rows = step.apply(rows)
            if step.makes_columns:
                all_rows = rows
            if isinstance(step, (Filter, Query)) and not rows:
                is_found = False
        return rows, all_rows, is_found

    @property
    def columns(self):
        return next((s.names for s in self.steps if isinstance(s, Columns)), None)


class Step:
    makes_columns = False
    name = ""

    def members(self):
        return []

    def calculations(self):
        return []

    def touch(self, row):
        for expression in self.calculations():
            try:
                evaluate(expression, row)
            except Uncertain:
                pass


class Unnest(Step):
    """A row for each element; those of an object have their keys as key."""
    makes_columns = True

    def __init__(self, member):
        self.member = member

    def options(self):
        return ["--unnest", self.member]

    def members(self):
        return [self.member]

    def apply(self, rows):
        result, name = [], self.member
        for row in rows:
            value = row.get(name, [])
            if isinstance(value, list):
                result += [{**row, name: item} for item in value]
            elif isinstance(value, dict):
                result += [{**row, name: item, "key": key} for key, item in value.items()]
            else:
                # "a plain value …, which is kept" (a note)
                result.append(row)
        if not result or result == rows:
            raise Uncertain("--unnest without elements")
        return result


class Join(Step):
    """The matching row of another source as a member; for --join-all, a row for each."""
    makes_columns = True

    def __init__(self, name, is_of_all, by, other, ending):
        self.name, self.is_of_all, self.by, self.other = name, is_of_all, by, other
        self.file = "join_%s.%s" % (name, ending)

    def options(self):
        how = "--join-all" if self.is_of_all else "--join"
        return [how, "%s = %s by %s = key" % (self.name, self.file, self.by)]

    def members(self):
        return [self.by]

    def text(self):
        if self.file.endswith(".csv"):
            return "key,w,v\n" + "".join(
                "%s,%s,%s\n" % (row["key"], row["w"], row["v"]) for row in self.other)
        return "".join(written(row) + "\n" for row in self.other)

    def key(self, value):
        """"The numbers 7 and 7.0 are the same as the text "7"; missing, null and blank values, - and
        N/A match none."
        """
        if is_nothing(value):
            return None
        if isinstance(value, (list, dict)):
            raise Uncertain("a join by such a value")
        key = identity(value)
        if isinstance(value, str) and number_in(value) is not None:
            key = ("number", number_in(value))
            if written(Number(value)) != str(key[1]):
                raise Uncertain("a join by a number in a text")
        if self.file.endswith(".csv") and (isinstance(value, bool) or value in ("true", "false")):
            raise Uncertain("a join by a truth value in a table")
        return key

    def apply(self, rows):
        partners = {}
        for other in self.other:
            key = self.key(other.get("key"))
            if key is not None:
                partners.setdefault(key, []).append(other)
        result = []
        for row in rows:
            key = self.key(find(row, self.by))
            found = partners.get(key, []) if key is not None else []
            if not found:
                # "Rows without a match do not have the member"
                result.append({n: v for n, v in row.items() if n != self.name})
            for other in found if self.is_of_all else found[:1]:
                result.append({**row, self.name: other})
        if not any(self.name in row for row in result):
            raise Uncertain("a join without partners")
        return result


class Derive(Step):
    """Adds or replaces a computed member."""
    makes_columns = True

    def __init__(self, name, expression):
        self.name, self.expression = name, expression

    def options(self):
        return ["--derive", "%s = %s" % (self.name, text_of(self.expression))]

    def members(self):
        return members_of(self.expression)

    def apply(self, rows):
        result = []
        for row in rows:
            value = as_value(evaluate(self.expression, row))
            if value is missing:
                if self.name in row:
                    raise Uncertain("a replaced member without a value")
                result.append(row)
            else:
                result.append({**row, self.name: value})
        if rows and all(row.get(self.name) is None for row in result):
            raise Uncertain("a derived member without values")
        return result


def as_value(value):
    """A calculated value as that of a row."""
    if isinstance(value, Time):
        return TimeText(rfc3339(value.value))
    return value


def rfc3339(seconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds // 1)
    fraction = seconds % 1
    digits = "" if fraction == 0 else "." + str(int(fraction * 10 ** 9)).zfill(9)
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + digits + "Z"


class Filter(Step):
    def __init__(self, expression):
        self.expression = expression

    def options(self):
        return ["--filter", text_of(self.expression)]

    def members(self):
        return members_of(self.expression)

    def apply(self, rows):
        return [row for row in rows if test(self.expression, row)]


class Query(Step):
    """"Show only rows with this text." """

    def __init__(self, text):
        self.text = text

    def options(self):
        return ["-q", self.text]

    def apply(self, rows):
        return [row for row in rows if holds(row, self.text)]


class Tail(Step):
    """"Read only the last N rows." """
    makes_columns = True

    def __init__(self, count):
        self.count = count

    def options(self):
        return ["--tail", str(self.count)]

    def apply(self, rows):
        return rows[-self.count:]


class Sort(Step):
    """Sorts by keys, of which the first that differs counts; equal rows keep their order."""

    def __init__(self, keys):
        self.keys = keys

    def options(self):
        def written_key(key, descending):
            text = text_of(key)
            text = text if key[0] in ("member", "call") else "(%s)" % text
            return ("-" if descending else "") + text
        return ["--sort", ",".join(written_key(*key) for key in self.keys)]

    def members(self):
        return [name for key, _ in self.keys for name in members_of(key)]

    def calculations(self):
        return [key for key, _ in self.keys]

    def apply(self, rows):
        columns = []
        for key, descending in self.keys:
            values = [find(row, key[1]) if key[0] == "member" else as_value(evaluate(key, row))
                      for row in rows]
            name = key[1] if key[0] == "member" else ""
            reading = reading_of_column(values, name)
            if rows and key[0] != "member" and all(v is missing for v in values):
                raise Uncertain("an order of no values")
            columns.append([order_key(v, reading, descending) for v in values])
        order = sorted(range(len(rows)), key=lambda i: [column[i] for column in columns])
        return [rows[i] for i in order]


class Tree(Step):
    """"A row is below the one whose --id it names"; "Rows without their parent … are at the top";
    "--sort sorts siblings"; "Printed are all rows that match, in the order of the tree."
    """

    def __init__(self, sort):
        self.sort = sort

    def options(self):
        return ["--id", "id", "--parent", "up"] + (self.sort.options() if self.sort else [])

    def members(self):
        return ["id", "up"] + (self.sort.members() if self.sort else [])

    def apply(self, rows):
        rows = self.sort.apply(rows) if self.sort else rows
        ids = {identity(row["id"]) for row in rows}
        below, result = {}, []
        for row in rows:
            parent = identity(row.get("up"))
            below.setdefault(parent if parent in ids else None, []).append(row)

        def add(parent):
            for row in below.get(parent, []):
                result.append(row)
                add(identity(row["id"]))
        add(None)
        return result


class Unique(Step):
    """The first row of each value, in the order of the output."""

    def __init__(self, names):
        self.names = names

    def options(self):
        return ["--unique", ",".join(self.names)]

    def members(self):
        return self.names

    def apply(self, rows):
        seen = {}
        for row in rows:
            seen.setdefault(tuple(identity(find(row, n)) for n in self.names), row)
        return list(seen.values())


class Limit(Step):
    def __init__(self, count):
        self.count = count

    def options(self):
        return ["--limit", str(self.count)]

    def apply(self, rows):
        return rows[:self.count]


class Columns(Step):
    def __init__(self, names):
        self.names = names

    def options(self):
        return ["--columns", ",".join(self.names)]

    def members(self):
        return self.names

    def apply(self, rows):
        return rows
