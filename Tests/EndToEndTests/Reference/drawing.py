"""Random expressions over columns whose kinds are known; expressions.py says what they give."""
from rows import DURATIONS, LEVELS, PLAIN_WORDS, SIZES, TIMES, number, small

ORDERS = ["==", "!=", "<", "<=", ">", ">="]
PATTERNS = [r"\d+$", "^.{3}$", "[aeiouAEIOU]", r"^\w+$", "[oO]|漢", r"\s"]
FORMATS = ["%Y-%m", "%F %T", "%j %a", "%u %A", "%d.%m.%Y %b", "%H:%M:%S %B", "%s"]
# Kinds of which one is compared with another.
ALIKE = [("number", "small", "integer", "size", "numeric"), ("text", "word"), ("time",),
         ("duration",)]
INTERVALS = ["1h", "1d", "7d", "15m", "1month", "3months", "1y"]


class Drawer:
    """Draws expressions with members that some row has."""

    def __init__(self, rng, columns):
        self.rng, self.columns = rng, columns

    def member(self, *kinds):
        # What is in quotes is a member on the left of a comparison only.
        names = [name for name, kind in self.columns.items()
                 if kind in kinds and name[0] not in '"/']
        return ("member", self.rng.choice(names)) if names else None

    def any(self):
        return ("member", self.rng.choice([n for n in self.columns if n[0] not in '"/']))

    # Values

    def number(self, depth=0):
        """A calculation of numbers that binary has."""
        rng = self.rng
        column = self.member("small") or ("member", "id")
        if depth and rng.random() < 0.3:
            return ("number", small(rng).text.lstrip("-"))
        if depth >= 2 or rng.random() < 0.4:
            return column
        choice = rng.randrange(8)
        if choice < 3:
            sign = rng.choice(["+", "-", "*", "/"])
            sides = [column if depth == 0 else self.number(depth + 1), self.number(depth + 1)]
            rng.shuffle(sides)
            # Divisions of constants by zero are errors.
            if all(side[0] == "number" for side in sides):
                sign = "+"
            return (sign, *sides)
        if choice == 3:
            return ("call", rng.choice(["abs", "floor", "ceil", "round"]), column)
        if choice == 4:
            return ("call", "round", column, ("number", rng.choice(["0", "1", "2", "-1"])))
        if choice == 5:
            return ("call", rng.choice(["min", "max"]), column, ("number", str(rng.randint(0, 9))))
        if choice == 6:
            text = self.member("list") or self.text(2)
            return ("call", "length", text) if text else column
        return ("call", "coalesce", column, ("number", "4"))

    def text(self, depth=0):
        rng = self.rng
        column = self.member("word")
        if column is None or depth >= 2:
            return column
        inner, choice = self.text(depth + 1), rng.randrange(12)
        position = ("number", str(rng.randint(-2, 3)))
        if choice < 3:
            return ("call", rng.choice(["lower", "upper", "trim"]), inner)
        if choice == 3:
            length = [("number", str(rng.randint(1, 3)))] * rng.randint(0, 1)
            return ("call", "substr", inner, position, *length)
        if choice == 4:
            return ("call", "replace", inner, ("text", rng.choice("aei1")), ("text", "_"))
        if choice == 5:
            return ("part", ("call", "split", inner, ("text", rng.choice("aei"))),
                    rng.choice([0, 1, -1]))
        if choice == 6:
            return ("call", "extract", inner, ("pattern", r"([a-z]+)\d*"))
        if choice == 7:
            return ("+", inner, ("text", rng.choice(["!", " x", ""])))
        if choice == 8:
            return ("call", "if", self.simple(), inner, ("text", "no"))
        if choice == 9:
            return ("call", "coalesce", inner, ("text", "none"))
        if choice == 10:
            return ("call", "type", self.any())
        return column

    def time(self):
        column = self.member("time")
        if column is None:
            return None
        column = self.member("time", "epoch")
        return self.rng.choice([
            ("call", "time", column),
            ("call", "truncate", column, ("unit", self.rng.choice(INTERVALS)))])

    def value(self):
        """What a derived member or a group can be, and the kind of column that it is."""
        rng, time = self.rng, self.time()
        choices = [(self.number(), "small"), (self.text(), "word"), (time, "derived"),
                   (self.member("number", "integer"), "number")]
        if time:
            pattern = ("text", rng.choice(FORMATS))
            choices.append((("call", "format", time, pattern), "derived"))
            choices.append((("call", "format", self.member("time"), pattern), "derived"))
        exact = self.member("number", "integer", "small")
        if exact:
            choices.append((("call", rng.choice(["abs", "number"]), exact), "number"))
            choices.append((("call", "coalesce", exact, ("number", "7")), "number"))
            choices.append((("call", rng.choice(["min", "max"]), exact, ("number", "2")), "number"))
        if self.member("integer"):
            choices.append((("call", "text", self.member("integer")), "derived"))
            choices.append((("call", "concat", self.member("integer"), ("text", "-"),
                             self.member("integer")), "derived"))
        other = self.member("numeric", "duration", "size")
        if other:
            choices.append((("call", "number", other), "number"))
            choices.append((("call", "coalesce", other, ("text", "none")), "derived"))
        choices.append((("call", "if", self.simple(), ("text", "yes"), ("text", "no")), "derived"))
        choices.append((("call", "type", self.any()), "derived"))
        return rng.choice([c for c in choices if c[0]])

    # Tests

    def simple(self):
        """A comparison of a member."""
        rng = self.rng
        for _ in range(20):
            name = rng.choice(list(self.columns))
            found = self.comparison(("member", name), self.columns[name])
            if found:
                return found
        return ("==", ("member", "id"), ("number", "1"))

    def comparison(self, m, kind):
        rng = self.rng
        order, same = rng.choice(ORDERS), rng.choice(["==", "!="])
        chance = rng.random()
        if chance < 0.06:
            return (same, m, ("constant", "null"))
        if chance < 0.1:
            return ("call", "exists", m)
        if chance < 0.14 and m[1][0] != '"':
            return ("exists", m)
        if chance < 0.26 and m[1][0] != '"':
            alike = [k for k in ALIKE if kind in k]
            other = self.member(*alike[0]) if alike else None
            return (order, m, other) if other and other != m else None
        if kind in ("number", "small", "integer"):
            if chance < 0.4:
                numbers = [("number", number(rng).text) for _ in range(rng.randint(1, 3))]
                return (rng.choice(["in", "not in"]), m, numbers)
            return (order, m, ("number", rng.choice([number, small])(rng).text))
        if kind in ("text", "word"):
            return self.comparison_of_text(m, order)
        literal = self.literal(kind)
        if literal is None:
            return None
        if chance < 0.36 and kind != "list":
            return (rng.choice(["in", "not in"]), m, [literal, self.literal(kind)])
        if kind == "list":
            return ("has", literal, m)
        has_order = kind not in ("key", "truth") and literal[0] != "constant"
        return (order if has_order else same, m, literal)

    def comparison_of_text(self, m, order):
        rng, chance = self.rng, self.rng.random()
        word = ("text", rng.choice(PLAIN_WORDS))
        if chance < 0.3:
            sign = rng.choice(["contains", "starts", "ends"])
            wanted = ("text", rng.choice(["a", "e1", "F", "file", "é", "2", "b"]))
            return (sign, m, wanted) if rng.random() < 0.5 or m[1][0] == '"' else (
                "call", sign, m, wanted)
        if chance < 0.5:
            return (rng.choice(["~", "!~", "matches"]), m, ("pattern", rng.choice(PATTERNS)))
        if chance < 0.6:
            return (rng.choice(["in", "not in"]), m, [word, ("text", "Bo")])
        return (order, m, word)

    def literal(self, kind):
        """What a column of a kind is compared with."""
        rng = self.rng
        choices = {
            "key": lambda: [("number", "1"), ("text", "a"), ("text", ""), ("text", "1"),
                            ("constant", "true"), ("text", "true")],
            "truth": lambda: [("constant", "true"), ("constant", "false"), ("text", "true")],
            "time": lambda: [("time", rng.choice([t for t in TIMES if " " not in t])),
                             ("text", rng.choice(TIMES))],
            "epoch": lambda: [("time", rng.choice(["2026-01-02", "2024-04-01T00:00:00Z"])),
                              ("number", "1767323045")],
            "duration": lambda: [("duration", rng.choice(DURATIONS)), ("text", "75s")],
            "size": lambda: [("size", rng.choice(SIZES)), ("number", "512000"), ("text", "1Mi")],
            "level": lambda: [("text", rng.choice(LEVELS))],
            "percentage": lambda: [("text", rng.choice(["5%", "9.5%", "50%"]))],
            "numeric": lambda: [("number", rng.choice(["9", "10", "-2.5", "1000"])),
                                ("size", "1k")],
            "mixed": lambda: [("number", "7"), ("text", "ada"), ("duration", "2d"),
                              ("time", "2026-01-01"), ("size", "1Ki"), ("constant", "true")],
            "list": lambda: [("text", rng.choice(PLAIN_WORDS)), ("number", small(rng).text)],
        }.get(kind)
        return rng.choice(choices()) if choices else None

    def test(self, depth=0):
        rng, choice = self.rng, self.rng.random()
        if depth < 2 and choice < 0.35:
            sign = rng.choice(["&&", "||", "and", "or"])
            return (sign, self.test(depth + 1), self.test(depth + 1))
        if choice < 0.42:
            return ("not", self.test(depth + 1))
        if depth == 0 and choice > 0.97:
            # A text is no part of an expression.
            text = rng.choice(["ada", "file", "Bo", "é"])
            name = self.any()[1]
            return ("search in", text, name) if name.isalpha() else ("search", text)
        if choice < 0.54:
            return (rng.choice(ORDERS), self.number(), self.number())
        if choice < 0.6 and self.member("word"):
            return (rng.choice(["==", "!="]), self.text(), ("text", rng.choice(PLAIN_WORDS)))
        if choice < 0.66 and self.member("time"):
            return self.rng.choice([
                (rng.choice(ORDERS), ("-", self.member("time"), self.time()),
                 ("duration", rng.choice(DURATIONS))),
                (rng.choice(ORDERS), ("+", self.time(), ("duration", "36h")),
                 ("time", "2026-01-02T03:04:05Z"))])
        return self.simple()
