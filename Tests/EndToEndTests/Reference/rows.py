"""Random rows with hard values. A column has one kind of values, which views know."""
import json

from values import Number

WORDS = [
    "ada", "Ada", "Bo", "file2", "file10", "file010", "x, y", 'quo"te', "l\nf", "tab\t", "é",
    "漢字", "back\\", "a|b", "it's", "{s}", "<b>&amp;", "😀", "a;b", "#x", "a\u2028b", "trailing.",
    "É", "e\u0301", "a\r\nb", "a\x7fb", "\x1b[31mada\x1b[0m", "fi\x1b[1mle2\x1b[m", "\ufeffada",
]
PLAIN_WORDS = [
    "ada", "Ada", "Bo", "file2", "file10", "file010", "é", "漢字", "cat", "zebra", "v1.9", "v1.10",
    "x99999999999999999999", "x100000000000000000000",
]
SIZES = ["10Mi", "512k", "1Gi", "1.5GiB", "0.5M", "1024Ki", "3kB", "7P"]
DURATIONS = ["2h5m", "90s", "1.5h", "100ms", "2m", "120s", "3d", "1w", "250us", "1h"]
TIMES = [
    "2026-01-02T03:04:05Z", "2026-01-02T04:04:05+01:00", "2026-01-02T03:04:05.250Z",
    "2026-01-02T03:04:05.123456Z", "2025-12-31T23:59:59-02:30", "2024-02-29T12:00:00Z",
    "1999-12-31T23:59:59Z", "2026-11-30T00:00:00Z", "2026-03-29 01:30:00", "2026-03-29",
]
EPOCHS = ["1767323045", "1767323045250", "1767323045000001", "20260329", "1711929600"]
NANOSECOND = "2026-01-02T03:04:05.000000001Z"
LEVELS = ["info", "WARN", "error", "debug", "Error", "warn", "trace", "fatal"]
NUMBER_TEXTS = ["7", "10", "9", "-3", "1e3", "12", "007", "100"]


def number(rng):
    return Number(rng.choice([
        lambda: str(rng.randint(-5, 5)),
        lambda: str(rng.randint(-5, 5)) + rng.choice([".0", ".5", ".50", "e1", "E-2", "e+0"]),
        lambda: str(2 ** 53 + rng.randint(-2, 2)),
        lambda: str(1712345678901234560 + rng.randint(0, 9)),
        lambda: "0.1000000000000000000" + str(rng.randint(0, 3)),
        lambda: "-" + str(10 ** 30 + rng.randint(0, 3)),
        lambda: rng.choice(["-0", "0e5", "1E40", "-1e-40", "100000000000000000000.0"]),
        lambda: str(rng.randint(-99, 99)) + "." + str(rng.randint(0, 10 ** 9)).zfill(9),
    ])())


def small(rng):
    return Number(rng.choice([str(rng.randint(-20, 20)), str(rng.randint(-9, 9)) + ".5"]))


def any_value(rng, depth=0):
    kind = rng.randrange(8 if depth < 2 else 5)
    if kind < 2:
        return number(rng)
    if kind == 2:
        return rng.choice(WORDS)
    if kind == 3:
        return rng.choice([True, False, None])
    if kind == 4:
        return rng.choice([{}, []])
    if kind == 5:
        return [any_value(rng, depth + 1) for _ in range(rng.randint(0, 3))]
    names = rng.sample(["x", "y", "a b", "z.w"], rng.randint(0, 3))
    return {name: any_value(rng, depth + 1) for name in names}


# The kinds of columns: how a value is made, and whether tables of text can have it.
KINDS = {
    "number": number,
    "small": small,
    "integer": lambda rng: Number(
        str(rng.choice([rng.randint(-9, 30), 2 ** 62 - rng.randint(0, 2)]))),
    "text": lambda rng: rng.choice(WORDS),
    "word": lambda rng: rng.choice(PLAIN_WORDS),
    "key": lambda rng: rng.choice(
        ["a", "b", "a", Number("1"), Number("1.0"), Number("10e-1"), "", None, True, "true"]),
    "truth": lambda rng: rng.random() < 0.5,
    "epoch": lambda rng: Number(rng.choice(EPOCHS)),
    "time": lambda rng: rng.choice(TIMES if rng.random() < 0.99 else [NANOSECOND]),
    "duration": lambda rng: rng.choice(DURATIONS),
    "size": lambda rng: rng.choice(SIZES),
    "level": lambda rng: rng.choice(LEVELS),
    "percentage": lambda rng: rng.choice(["5%", "40%", "9.5%", "100%"]),
    "numeric": lambda rng: rng.choice(NUMBER_TEXTS),
    "mixed": lambda rng: rng.choice([
        "1,200", "1e3", "007", "N/A", "-", "", "ada", "3d", "10Mi", "2026-01-02", Number("7"),
        True, None]),
    "object": lambda rng: rng.choice([
        {"x": small(rng), "y": rng.choice(PLAIN_WORDS)}, {"y": rng.choice(PLAIN_WORDS)}, {},
        {"x": small(rng), "a b": {"w": small(rng)}}]),
    "list": lambda rng: [
        rng.choice([small(rng), rng.choice(PLAIN_WORDS), {"x": small(rng)}, None])
        for _ in range(rng.randint(0, 3))],
    "any": any_value,
}
COLUMNS = {
    "n": "number", "q": "small", "i": "integer", "s": "text", "w": "word", "k": "key",
    "b": "truth", "t": "time", "u": "time", "d": "duration", "z": "size", "level": "level",
    "p": "percentage", "c": "numeric", "m": "mixed", "o": "object", "a": "list", "any": "any",
    "e": "epoch", "now": "small", "app/name": "word",
}


# Rows of listings and logs, which have the same members in all rows: their kinds, and how their
# values are made, as the program reads them.

CLASSES = ["com.app.Main", "o.h.Pool", "Db"]
CAPITALS = ["INFO", "WARN", "ERROR", "DEBUG"]


def clock(rng, fraction=""):
    return "2026-%02d-%02dT%02d:%02d:%02d%s" % (
        rng.randint(1, 9), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59),
        rng.randint(0, 59), fraction)


def message(rng):
    """Some words, and sometimes further lines, which belong to the record."""
    words = " ".join(["it"] + rng.choices(PLAIN_WORDS, k=rng.randint(1, 4)))
    return words + rng.choice(["", "", "", "\n    at x.y\n    at z"])


FIXED = {
    "listing": {
        "mode": ("derived", lambda rng: rng.choice(["-rw-r--r--", "drwxr-xr-x", "-rwx------"])),
        "links": ("small", lambda rng: Number(str(rng.randint(1, 12)))),
        "owner": ("word", lambda rng: rng.choice(["root", "ada", "bo"])),
        "group": ("word", lambda rng: rng.choice(["root", "staff"])),
        "size": ("integer", lambda rng: Number(str(rng.choice([0, 7, 512, 4096, 123456789])))),
        "time": ("time", lambda rng: clock(rng).replace("T", " ")[:16]),
        "name": ("word", lambda rng: rng.choice(PLAIN_WORDS + ["my file", "a.b"])),
    },
    "log": {
        "time": ("time", lambda rng: clock(rng, rng.choice(["Z", ".250Z"]))),
        "level": ("level", lambda rng: rng.choice(CAPITALS)),
        "message": ("text", message),
    },
    "java": {
        "time": ("time", lambda rng: clock(rng, ".%03d" % rng.randint(0, 999))),
        "thread": ("word", lambda rng: rng.choice(["main", "pool-1"])),
        "level": ("level", lambda rng: rng.choice(CAPITALS)),
        "logger": ("word", lambda rng: rng.choice(CLASSES)),
        "message": ("text", message),
    },
}


def columns(rng, kinds=None):
    """The names of some columns with their kinds."""
    names = [name for name in COLUMNS if kinds is None or COLUMNS[name] in kinds]
    return {name: COLUMNS[name]
            for name in rng.sample(names, rng.randint(min(3, len(names)), min(7, len(names))))}


def rows(rng, count, columns, is_whole=False, is_json=False):
    """Rows with these columns; `is_whole` if all have all of them, and no null; `is_json` if some
    have members that the first fifty do not have, and some may be no objects.
    """
    result, odd = [], rng.random() < 0.1
    for index in range(count):
        row = {"id": Number(str(index + 1))}
        for name, kind in columns.items():
            chance = rng.random()
            if is_whole or chance > 0.18:
                row[name] = KINDS[kind](rng)
            elif chance < 0.07:
                row[name] = None
            elif chance < 0.09 and kind in ("text", "word", "duration", "size", "time", "level"):
                row[name] = rng.choice(["", "-", "N/A", " "])
        if is_json and index >= 50 and rng.random() < 0.05:
            row["late%d" % (index // 50)] = any_value(rng)
        # A row that is no object.
        if is_json and index > 0 and odd and rng.random() < 0.1:
            row["odd"] = any_value(rng, 1)
        members = list(row.items())
        if not is_whole and rng.random() < 0.5:
            rng.shuffle(members)
        result.append(dict(members))
    return result


# JSON as others write it: spaces, escapes and members that come twice, of which the last counts.

def loose(rng, value, repeated=False):
    def space():
        return rng.choice(["", "", "", " ", "  "])
    if isinstance(value, Number):
        return value.text
    if isinstance(value, list):
        items = (space() + ",").join(space() + loose(rng, item) for item in value)
        return "[" + items + space() + "]"
    if isinstance(value, dict):
        members = [(name, loose(rng, item)) for name, item in value.items()]
        if repeated and members and rng.random() < 0.05:
            members.insert(0, (members[-1][0], "null"))
        return "{" + (space() + ",").join(
            space() + json.dumps(name) + space() + ":" + space() + text
            for name, text in members) + space() + "}"
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if isinstance(value, str) and value[:1].isprintable() and value[:1].isascii() and value[0:1] \
            not in ("", '"', "\\") and rng.random() < 0.1:
        text = '"\\u%04x' % ord(value[0]) + text[2:]
    return text
