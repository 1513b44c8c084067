"""Groups with aggregates. Quotations are from `mocoa-tui --help all`."""
from expressions import evaluate, members_of, text_of
from values import (
    READERS, AnyOf, Calculated, Duration, Uncertain, duration_in, find, first_of, identity,
    is_nothing, missing, reading_of_column, text_key)
from views import Filter, Step, as_value


class GroupFilter(Filter):
    """"Print only groups that match." """

    def options(self):
        return ["--group-filter", super().options()[1]]


class Group(Step):
    """A row for each value, with aggregates; without keys, one of all rows."""
    makes_columns = True

    def __init__(self, keys, aggregates):
        self.keys, self.aggregates = keys, aggregates

    def options(self):
        def term(name, e):
            return name if e == ("member", name) else "%s = %s" % (name, text_of(e))
        options = []
        if self.keys:
            options += ["--group-by", ", ".join(term(*key) for key in self.keys)]
        if self.aggregates:
            terms = ["%s(%s)" % (f, text_of(e) if e else "") for _, f, e in self.aggregates]
            options += ["--agg", ", ".join(
                term if name in (term, term.removesuffix("()")) else "%s = %s" % (name, term)
                for term, (name, _, _) in zip(terms, self.aggregates))]
        return options

    @property
    def columns(self):
        names = [a[0] for a in self.aggregates] if self.aggregates else ["count"]
        return [name for name, _ in self.keys] + names

    def members(self):
        return [name for e in self.calculations() for name in members_of(e)]

    def calculations(self):
        return [e for _, e in self.keys] + [e for _, _, e in self.aggregates if e]

    @staticmethod
    def value(e, row):
        if e[0] != "member" and not isinstance(row, dict):
            raise Uncertain("a calculation of a row that is no object")
        return find(row, e[1]) if e[0] == "member" else as_value(evaluate(e, row))

    def apply(self, rows):
        groups = {}
        for row in rows:
            values = [self.value(e, row) for _, e in self.keys]
            # "Rows without the member are one group with those in which it is null."
            values = [None if v is missing else v for v in values]
            groups.setdefault(tuple(map(identity, values)), (values, []))[1].append(row)
        if not self.keys and not groups:
            groups[()] = ([], [])
        for e in self.calculations():
            if e[0] != "member" and all(self.value(e, row) is missing for row in rows):
                raise Uncertain("a calculation without values")
        for i in range(len(self.keys)):
            if rows and all(values[i] is None for values, _ in groups.values()):
                raise Uncertain("a group without values")
        result = []
        for values, members in groups.values():
            row = dict(zip([name for name, _ in self.keys], values))
            for name, function, e in self.aggregates or [("count", "count", None)]:
                row[name] = aggregate(function, [self.value(e, each) if e else 1
                                                 for each in members])
            result.append(row)
        return result


def aggregate(function, values):
    """"Aggregates without values are empty." """
    if function == "count":
        return Calculated(len(values), is_exact=True)
    # "unique leaves out blank texts"; placeholders count as missing, which is said.
    values = [v for v in values if not is_nothing(v)]
    if function == "unique":
        return Calculated(len({identity(v) for v in values}), is_exact=True)
    if not values:
        return None
    if function in ("min", "max"):
        return extreme(function, values)
    if any(isinstance(v, Calculated) and not v.is_exact for v in values):
        raise Uncertain("aggregates of what is not exact")
    numbers = [measure(v) for v in values]
    # "The exact sum of a member."
    if function == "sum":
        result = Calculated(sum(numbers), is_exact=True, has_all_digits=True)
    elif function == "mean":
        result = Calculated(sum(numbers) / len(numbers), max(map(abs, numbers)))
    else:
        numbers.sort()
        middle = numbers[(len(numbers) - 1) // 2], numbers[len(numbers) // 2]
        result = Calculated(sum(middle) / 2, middle[1])
    if isinstance(values[0], str) and duration_in(values[0]) is not None:
        if function != "sum":
            raise Uncertain("the precision of durations")
        return Duration(result.value)
    return result


# "of numbers, sizes and durations, min and max also of times or texts, and of levels in the order
# of --sort."
def measure(value):
    if isinstance(value, str):
        value = first_of(READERS["size"](value), duration_in(value))
        if value is None:
            raise Uncertain("the sum of texts")
        return value
    return value.value


def extreme(function, values):
    reading = text_key
    if all(isinstance(v, str) for v in values):
        reading = reading_of_column(values, "")
    keys = [reading(v) if isinstance(v, str) else v.value for v in values]
    best = min(keys) if function == "min" else max(keys)
    return AnyOf([v for v, key in zip(values, keys) if key == best])
