"""Compares what mocoa-tui prints of random feeds with what Python's json and csv make of them.

usage: reference.py PROGRAM SEED ROWS
"""
import csv
import io
import json
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(seed)


class Number:
    """A number as it is written, compared exactly."""

    def __init__(self, text):
        self.text = text
        self.value = Fraction(text)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value


def parse(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


# Feeds: text first, so that duplicates, spaces and escapes are in them.

WORDS = ["ada", "Bo", "file2", "file10", "file010", "x, y", 'quo"te', "l\nf", "tab\t", "", "é", "漢字", "back\\"]


def number():
    return rng.choice([
        lambda: str(rng.randint(-5, 5)),
        lambda: str(rng.randint(-5, 5)) + rng.choice([".0", ".5", ".50", "e1", "E-2", "e+0"]),
        lambda: str(1712345678901234560 + rng.randint(0, 9)),
        lambda: "0.1000000000000000000" + str(rng.randint(0, 3)),
        lambda: "-" + str(10 ** 30 + rng.randint(0, 3)),
    ])()


def text():
    word = rng.choice(WORDS)
    return json.dumps(word, ensure_ascii=rng.random() < 0.5)


def space():
    return rng.choice(["", "", "", " ", "  "])


def value(depth=0):
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return number()
    if kind < 4:
        return text()
    if kind == 4:
        return rng.choice(["true", "false", "null"])
    if kind == 5:
        return rng.choice(["{}", "[]"])
    if kind == 6:
        return "[" + (space() + ",").join(value(depth + 1) for _ in range(rng.randint(0, 3))) + space() + "]"
    return obj(["x", "y", "z.w"], depth + 1, rng.randint(0, 3))


def obj(names, depth, n):
    members = [json.dumps(rng.choice(names)) + space() + ":" + space() + value(depth) for _ in range(n)]
    return "{" + space() + ",".join(members) + space() + "}"


def row(index):
    if rng.random() < 0.05:
        return value(2)
    late = ["late%d" % (index // 50)] if rng.random() < 0.1 else []
    members = ['"n":' + number() if rng.random() < 0.9 else '"n":null', '"s":' + text()]
    members.append('"k":' + rng.choice(['"a"', '"b"', '"\\u0061"', "1", "1.0", "null", "true"]))
    for name in ["o", "p"] + late:
        if rng.random() < 0.5:
            members.append('"%s":%s' % (name, value()))
    rng.shuffle(members)
    return "{" + (space() + ",").join(members) + "}"


lines = [row(i) for i in range(count)]
# A feed that begins with an array is one of sections.
while not lines[0].startswith("{"):
    lines[0] = row(0)
if rng.random() < 0.5:
    document = "[" + (space() + ",\n").join(lines) + "]"
else:
    document = "\n".join(lines) + "\n"
rows = [parse(line) for line in lines]
file = tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json")
file.write(document)
file.flush()


def printed(*arguments):
    jobs = rng.choice(["1", "2", "3"])
    result = subprocess.run([program, *arguments, "--jobs", jobs, file.name], capture_output=True)
    # Rows with a member twice are mentioned.
    errors = [
        line for line in result.stderr.splitlines()
        if b"more than once" not in line and b"--sort: " not in line
    ]
    if result.returncode != 0 or errors:
        sys.exit("%s: status %d: %s" % (arguments, result.returncode, result.stderr.decode()))
    return result.stdout.decode("utf-8")


def check(name, got, expected):
    if got == expected:
        return
    for index, pair in enumerate(zip(got, expected)):
        if pair[0] != pair[1]:
            sys.exit("%s, seed %d: item %d is %r, expected %r" % (name, seed, index, *map(plain, pair)))
    sys.exit("%s, seed %d: %d items, expected %d" % (name, seed, len(got), len(expected)))


def plain(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def compact(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k, ensure_ascii=False) + ":" + compact(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def cell(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value)


# --json: the rows as they are.
check("--json", [parse(line) for line in printed("--json").splitlines()], rows)


# --csv: a column for each member of any row.

class Node:
    def __init__(self):
        self.children, self.kinds = {}, set()


def take(node, item):
    if isinstance(item, dict):
        if not item:
            node.kinds.add("empty")
        for key, inner in item.items():
            take(node.children.setdefault(key, Node()), inner)
    else:
        node.kinds.add("null" if item is None else "value")


def paths(node, path=()):
    if "value" in node.kinds or not node.children and node.kinds:
        yield path
    for key, child in node.children.items():
        yield from paths(child, path + (key,))


def find(item, path):
    for key in path:
        if not isinstance(item, dict) or key not in item:
            return None
        item = item[key]
    return None if isinstance(item, dict) and item else item


# Duplicates: what json.loads forgets still has columns, so the schema is taken from pairs.
class Pairs(list):
    pass


def take_pairs(node, item):
    if isinstance(item, Pairs):
        if not item:
            node.kinds.add("empty")
        for key, inner in item:
            take_pairs(node.children.setdefault(key, Node()), inner)
    else:
        node.kinds.add("null" if item is None else "value")


root = Node()
for line in lines:
    take_pairs(root, json.loads(line, object_pairs_hook=Pairs))
columns = list(paths(root))
titles = ["value" if not path else ".".join(path) for path in columns]
got = list(csv.reader(io.StringIO(printed("--csv"), newline="")))


def pointer(path):
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in path) or "."


header = [pointer(p) if titles.count(t) > 1 else t for p, t in zip(columns, titles)]
check("--csv header", got[0], header)


def normal(text):
    """Nested JSON is compared as values, since escapes may differ."""
    if text[:1] in "[{":
        try:
            return ("json", parse(text))
        except ValueError:
            pass
    return text


for index, item in enumerate(rows):
    check("--csv row %d" % index, [normal(c) for c in got[index + 1]],
          [normal(cell(find(item, path))) for path in columns])
check("--csv", [len(got)], [len(rows) + 1])


# --sort: numbers, texts, arrays and objects as they are written, false, true, empty texts, null and
# missing.

def text_key(text):
    def digits(match):
        bare = match.group().lstrip("0")
        return "0" + chr(len(bare) + 1) + bare
    return re.sub("[0-9]+", digits, text).lower().encode("utf-8")


def member(item, name):
    return item.get(name, "missing!") if isinstance(item, dict) else "missing!"


def sort_key(item, descending):
    if item == "missing!":
        return (9, 0)
    if item is None:
        return (8, 0)
    if item == "":
        return (7, 0)
    if isinstance(item, bool):
        key = (4, int(item))
    elif isinstance(item, Number):
        key = (0, item.value)
    else:
        key = (1, text_key(item))
    return key if not descending else (5 - key[0], Reversed(key[1]))


class Reversed:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return other.value < self.value

    def __eq__(self, other):
        return other.value == self.value


for keys in ["n", "-n", "s,-n", "-s,k", "k,n"]:
    def order(item):
        return [sort_key(member(item, k.lstrip("-")), k[0] == "-") for k in keys.split(",")]
    expected = sorted(rows, key=order)
    check("--sort " + keys, [parse(line) for line in printed("--json", "--sort", keys).splitlines()], expected)
    got = list(csv.reader(io.StringIO(printed("--csv", "--columns", "s", "--sort", keys), newline="")))
    check("--csv --sort " + keys, [c for [c] in got[1:]],
          [cell(i.get("s")) if isinstance(i, dict) else "" for i in expected])


# --filter

def compares(item, name, test):
    found = member(item, name)
    return isinstance(found, Number) and test(found.value)


for expression, test in [
    ("n > 1.5", lambda i: compares(i, "n", lambda v: v > Fraction("1.5"))),
    ("n == 1712345678901234563", lambda i: compares(i, "n", lambda v: v == 1712345678901234563)),
    ("n <= 0.10000000000000000001", lambda i: compares(i, "n", lambda v: v <= Fraction("0.10000000000000000001"))),
    ('s == "file2" && n < 2', lambda i: member(i, "s") == "file2" and compares(i, "n", lambda v: v < 2)),
]:
    expected = [i for i in rows if test(i)]
    if not expected:
        continue
    check("--filter " + expression,
          [parse(line) for line in printed("--json", "--filter", expression).splitlines()], expected)


# --group-by

groups = {}
for item in rows:
    found = member(item, "k")
    found = None if found == "missing!" else found
    key = found.value if isinstance(found, Number) else (type(found).__name__, found)
    group = groups.setdefault(key, [found, 0, Fraction(0), []])
    group[1] += 1
    n = member(item, "n")
    if isinstance(n, Number):
        group[2] += n.value
        group[3].append(n)
got = [parse(line) for line in printed(
    "--json", "--group-by", "k", "--count", "--sum", "n", "--min", "n", "--max", "n").splitlines()]
check("--group-by", [(g["k"], g["count"].value, g["min(n)"], g["max(n)"]) for g in got],
      [(g[0], g[1], min(g[3], key=lambda n: n.value) if g[3] else None,
        max(g[3], key=lambda n: n.value) if g[3] else None) for g in groups.values()])
for line, group in zip(got, groups.values()):
    if group[3]:
        error = abs(line["sum(n)"].value - group[2])
        if error > abs(group[2]) * Fraction("1e-9") + Fraction("1e-6") * max(1, max(abs(n.value) for n in group[3]) / 10 ** 9):
            sys.exit("sum of %r: %s, expected %s" % (plain(group[0]), line["sum(n)"].text, float(group[2])))
