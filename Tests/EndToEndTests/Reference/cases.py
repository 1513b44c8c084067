"""Random cases: sources, a view of them, and a way out."""
import rows as random_rows
import ways
from drawing import Drawer
from expressions import members_of, text_of
from groups import Group, GroupFilter
from sources import FORMATS, MIXABLE, WEIGHTS, Source
from values import Number, Uncertain, find, missing, time_in
from views import (
    Columns, Derive, Filter, Join, Limit, Query, Sort, Tail, Tree, Unique, Unnest, View)


class Case:
    def __init__(self, rng):
        self.sources, self.view = draw_sources(rng), View()
        self.merge = len(self.sources) > 1 and rng.random() < 0.6 and give_times(rng, self.sources)
        self.way = rng.choice(list(ways.WAYS))
        self.has_id = all("id" in source.columns for source in self.sources)
        self.width = rng.choice([10, 20, 40, 60, 80, 120, 300]) if self.way == "width" else None
        if len(self.sources) == 1 and self.has_id and rng.random() < 0.06:
            give_parents(rng, self.sources[0])
        self.section, self.template = None, None
        self.jobs, self.memory = rng.choice("123"), None
        rows = self.read()
        self.columns = self.columns_of(rows)
        self.has_odd = any(
            not isinstance(r, dict) or self.has_id and "id" not in r for r in rows)
        if self.way in ("print", "sections"):
            if not rows or self.has_odd or not self.has_id or self.has_fault:
                raise Uncertain("no rows to choose from")
            self.draw_section(rng, rows) if self.way == "sections" else self.draw_row(rng, rows)
        elif rows:
            self.draw_view(rng, rows)
        elif rng.random() < 0.5:
            self.view.steps.append(Limit(3))
        if self.has(Sort) and rng.random() < (0.5 if len(rows) > 40 else 0.1):
            self.memory = "100k"

    @property
    def has_fault(self):
        return any(source.fault for source in self.sources)

    def read(self):
        rows = []
        for source in self.sources:
            rows += [{"source": source.file, **r} if self.merge else r for r in source.read()]
        if self.merge:
            rows.sort(key=lambda row: time_in(row["time"]))
        return rows

    def columns_of(self, rows):
        """The columns that some row has, with their kinds; also those in objects."""
        columns = {}
        for source in self.sources:
            columns.update(source.columns)
        if "o" in columns:
            columns.update({"o.x": "small", "o.y": "word", 'o."a b".w': "small"})
            columns["/o/x"] = "small"
        if "a" in columns:
            columns["a[0]"] = "any"
        # "a key that is a word of this language begins with a dot"; "a key with other characters is
        # in quotes"
        for name, alias in ("now", ".now"), ("app/name", '"app/name"'):
            if name in columns:
                columns[alias] = columns.pop(name)
        return {name: kind for name, kind in columns.items()
                if any(find(row, name) is not missing for row in rows)}

    def has(self, *kinds):
        return any(isinstance(step, kinds) for step in self.view.steps)

    # One row, and sections

    def draw_section(self, rng, rows):
        if len(self.sources) > 1:
            raise Uncertain("sections of several sources")
        names = [n for n, kind in self.columns.items()
                 if kind in ("word", "integer", "level") and n != "id" and is_plain(n)
                 and all(find(row, n) not in (missing, "") for row in rows)]
        if not names:
            raise Uncertain("no member for sections")
        self.section = rng.choice(names)
        self.view.steps.append(Columns(["id"]))

    def draw_row(self, rng, rows):
        """What is printed of one row."""
        row = rng.choice(rows)
        self.view.steps.append(Filter(("==", ("member", "id"), ("number", row["id"].text))))
        values = {n: find(row, n) for n in self.columns if is_plain(n)}
        names = [n for n, v in values.items() if v not in (None, "") and (
            isinstance(v, Number) or isinstance(v, str) and "{" not in v)]
        names = rng.sample(names, min(3, len(names)))
        self.template = rng.choice([" ".join("{%s}" % n for n in names), "." + names[0]])

    # Views

    def draw_view(self, rng, rows):
        steps, columns = self.view.steps, self.columns
        can_be_tailed = len(self.sources) == 1 and self.sources[0].can_be_tailed
        if rng.random() < 0.05 and can_be_tailed and not self.has_fault:
            steps.append(Tail(rng.randint(1, len(rows) + 2)))
        if "up" in columns and not self.has_odd and self.way != "count":
            steps.append(Tree(self.draw_sort(rng, columns) if rng.random() < 0.5 else None))
        elif not self.has_odd:
            self.draw_members(rng, columns)
        for _ in range(rng.choice([0, 0, 1, 1, 1, 2])):
            steps.append(Filter(Drawer(rng, columns).test()))
        if rng.random() < 0.08:
            words = ["ada", "file", "Bo", "é", "cat", "zz"]
            steps.append(Query(rng.choice(words + ([] if self.has(Derive) else ["10", "7"]))))
        ways_of_groups = self.way not in ("count", "width")
        if rng.random() < 0.25 and ways_of_groups and not self.has(Tree):
            self.draw_group(rng, columns)
        sort = self.draw_sort(rng, columns)
        if sort and rng.random() < 0.45 and not self.has(Tree):
            steps.append(sort)
        if rng.random() < 0.15 and not self.has(Group, Tree):
            names = [n for n in columns if is_plain(n)]
            steps.append(Unique(rng.sample(names, min(len(names), rng.choice([1, 1, 2])))))
        # "--count Print the number of rows that match."
        if rng.random() < 0.15 and self.way != "count":
            steps.append(Limit(rng.randint(1, 6)))
        if self.way == "plain" and not self.has(Group):
            steps.append(Columns(["id" if self.has_id else next(iter(columns))]))
        elif self.way == "width":
            self.draw_widths(rng)
        elif rng.random() < 0.25 and self.way not in ("count", "plain"):
            names = [n for n in columns if is_plain(n)]
            names = rng.sample(names, min(len(names), rng.randint(1, 4)))
            steps += [Columns(names)] if names else []

    def draw_widths(self, rng):
        """Columns of values that are shown as they are written."""
        kinds = {"integer", "small", "number", "epoch", "word", "time", "duration", "size", "level",
                 "percentage"}
        replaced = {step.name for step in self.view.steps}
        names = [name for name, kind in self.columns.items()
                 if kind in kinds and is_plain(name) and name.isalnum() and name not in replaced]
        if len(self.sources) > 1 or self.has_odd or not names:
            raise Uncertain("widths of such rows")
        self.view.steps.append(Columns(rng.sample(names, rng.randint(1, len(names)))))

    def draw_members(self, rng, columns):
        """Elements, partners and calculations. These are kept apart where their order counts."""
        steps, chance = self.view.steps, rng.random()
        lists = [n for n, kind in columns.items() if kind in ("list", "object")]
        # Of several sources, each must have the member.
        if lists and len(self.sources) == 1 and chance < 0.4:
            name = rng.choice(lists)
            steps.append(Unnest(name))
            for column in [n for n in columns if n.strip("/").startswith(name)]:
                del columns[column]
            columns[name] = "any"
        elif chance > 0.8:
            is_of_all = rng.random() < 0.5 and len(self.sources) == 1
            for name in ["j", "h"][:rng.choice([1, 1, 2])]:
                steps.append(self.draw_join(rng, name, is_of_all, columns))
            for name in [step.name for step in steps if isinstance(step, Join)]:
                columns.update({name + ".w": "word", name + ".v": "small"})
        for name in rng.sample(["x", "y", "q", "w"], rng.choice([0, 0, 0, 1, 1, 2])):
            expression, kind = Drawer(rng, columns).value()
            if not set(members_of(expression)) & {step.name for step in steps}:
                steps.append(Derive(name, expression))
                columns[name] = kind

    def draw_join(self, rng, name, is_of_all, columns):
        kinds = ("key", "word", "integer", "time")
        by = rng.choice([n for n, kind in columns.items() if is_plain(n) and kind in kinds])
        values = [random_rows.KINDS[columns[by]](rng) for _ in range(rng.randint(1, 8))]
        if by == "id":
            values = [rng.choice([Number(str(rng.randint(1, 9))), "3", Number("2.0")])
                      for _ in values]
        is_table = columns[by] in ("word", "time") and rng.random() < 0.4
        return Join(name, is_of_all, by, [
            {"key": value, "w": rng.choice(random_rows.PLAIN_WORDS), "v": Number(str(i))}
            for i, value in enumerate(values)], "csv" if is_table else "ndjson")

    def draw_group(self, rng, columns):
        drawer = Drawer(rng, columns)
        keys = [(n, ("member", n)) for n, k in columns.items() if is_plain(n)]
        keys = rng.sample(keys, min(len(keys), rng.choice([0, 1, 1, 1, 2])))
        if rng.random() < 0.3:
            keys.append(("g", drawer.value()[0]))
        numbers = ["number", "integer", "small"]
        kinds = {
            "sum": numbers + ["size", "duration"], "mean": numbers[1:], "median": numbers[1:],
            "min": ["number", "small", "time", "duration", "size", "word"],
            "unique": ["key", "word", "text", "time", "number", "truth"],
        }
        kinds["max"] = kinds["min"]
        aggregates = {}
        for name in ["n_1", "v_1", "u_1"][:rng.randint(0 if keys else 1, 3)]:
            function = rng.choice(["count"] + list(kinds))
            e = None if function == "count" else drawer.member(*kinds[function])
            if function in ("sum", "min", "max", "mean") and rng.random() < 0.3:
                e = drawer.number()
            if e or function == "count":
                # A result without a name is called as it is written.
                is_named = function == "median" or rng.random() < 0.6 or not all(
                    map(is_plain, members_of(e) if e else []))
                if not is_named:
                    name = "%s(%s)" % (function, text_of(e)) if e else "count"
                aggregates[name] = (name, function, e)
        aggregates = list(aggregates.values())
        if not keys and not aggregates:
            return
        self.view.steps.append(Group(keys, aggregates))
        columns.clear()
        columns.update({n: "any" for n, _ in keys})
        columns.update({n: "small" if f in ("count", "unique") else "any"
                        for n, f, _ in aggregates or [("count", "count", None)]})
        for name in [n for n in columns if "(" in n]:
            del columns[name]
        counts = [n for n, k in columns.items() if k == "small"]
        if counts and rng.random() < 0.4:
            sign = rng.choice([">", "<=", "==", "!="])
            self.view.steps.append(GroupFilter((sign, ("member", counts[0]), ("number", "1"))))

    def draw_sort(self, rng, columns):
        names = [n for n, k in columns.items() if k not in ("list", "object") and is_plain(n)
                 and (k != "any" or self.has(Group))]
        keys = [(("member", n), rng.random() < 0.4)
                for n in rng.sample(names, min(len(names), rng.choice([1, 1, 2, 3])))]
        if rng.random() < 0.2 and not self.has(Group):
            drawer = Drawer(rng, columns)
            key = rng.choice([drawer.number(), drawer.text(), drawer.time()])
            if key:
                keys.insert(0, (key, rng.random() < 0.5))
        return Sort(keys) if keys else None


def is_plain(name):
    """Whether a member is called so in options that have no expressions, and in titles."""
    return name[0] not in '"./' and '"' not in name


def draw_count(rng):
    chance = rng.random()
    if chance < 0.04:
        return 0
    if chance < 0.75:
        return rng.randint(1, 9)
    return rng.randint(10, 40) if chance < 0.985 else rng.choice([300, 700])


def draw_sources(rng):
    if rng.random() < 0.75:
        weights = [WEIGHTS.get(name, 1) for name in FORMATS]
        format = rng.choices(list(FORMATS), weights)[0]
        return [Source(rng, format, draw_count(rng), "a")]
    sources = [Source(rng, rng.choice(MIXABLE), draw_count(rng), name, is_alone=False)
               for name in ["a", "b", "c"][:rng.randint(2, 3)]]
    # Those of commands are behind the others.
    return sorted(sources, key=lambda source: source.carrier == "line")


def give_parents(rng, source):
    """Gives the rows of a source the numbers of other rows, or of none, without a cycle."""
    order = list(source.rows)
    rng.shuffle(order)
    for i, row in enumerate(order):
        above = [other["id"] for other in order[:i]] + [Number("9999")]
        row["up"] = None if rng.random() < 0.2 else rng.choice(above)
    source.columns["up"] = "integer"
    source.order.append("up")


def give_times(rng, sources):
    """Gives all rows different times, in order in each source."""
    if any(source.format in ("sqlite", "yaml") for source in sources):
        return False
    second, left = 0, {source: list(source.rows) for source in sources}
    while any(left.values()):
        source = rng.choice([s for s in sources if left[s]])
        second += rng.randint(1, 9)
        zone = rng.choice(["Z", "+01:00", ".5Z"])
        time = second + 3600 * (zone == "+01:00")
        left[source].pop(0)["time"] = "2026-01-01T%02d:%02d:%02d%s" % (
            time // 3600, time // 60 % 60, time % 60, zone)
    for source in sources:
        source.compression, source.carrier = None, "file"
        source.columns["time"] = "time"
        source.order.append("time")
    return True
