"""The law of the whole: what mocoa-tui prints of any source, through any view, in any way, is
what a plain reference makes of it, or the program says that it does not know.

usage: whole.py PROGRAM --seed N --cases M [--case K]

Cases for which the documents say no result are left out, and counted. rows.py, sources.py,
drawing.py and cases.py invent; values.py, comparisons.py, expressions.py, views.py and groups.py
are the reference; ways.py compares.
"""
import argparse
import collections
import copy
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

# The tests leave nothing in the repository.
sys.dont_write_bytecode = True

import comparisons
import expressions
import ways
from cases import Case
from rows import FIXED
from sources import TEXTS
from values import Uncertain
from views import Join, Limit, Unnest


# Faults of the program that are known: cases with them are left out, and counted.
KNOWN = {
    "YAML with an escaped DEL": lambda case: case.has(Unnest, Join) and any(
        source.format == "yaml" and "\\u007f" in source.text() for source in case.sources),
}


# Running

def arguments_of(case, folder):
    """Writes the files of a case; gives the arguments and the standard input."""
    options = ["--no-config", "--jobs", case.jobs] + case.view.options() + ways.WAYS[case.way]
    options += ["--merge"] if case.merge else []
    options += ["--memory", case.memory] if case.memory else []
    options += ["--width", str(case.width)] if case.width else []
    options += ["--print", case.template] if case.template else []
    options += ["--section-by", case.section] if case.section else []
    for step in case.view.steps:
        if isinstance(step, Join):
            with open(folder + "/" + step.file, "w", encoding="utf-8") as file:
                file.write(step.text())
    sources, stdin = [], b""
    for source in case.sources:
        arguments, data = source.write(folder)
        options += source.options()
        sources, stdin = sources + arguments, stdin + data
    return options + sources, stdin


def run(case, folder):
    """What comes of a case: "equal", "said", "known: …", or a fault of several lines."""
    comparisons.doubts.clear()
    expressions.elements.clear()
    if any(len(source.rows) < source.least or source.format in TEXTS and len(source.order) < 2
           for source in case.sources):
        raise Uncertain("how few rows are read")
    rows, all_rows, is_found = case.view.apply(case.read())
    if not all(expressions.elements.values()):
        raise Uncertain("an element that no row has")
    ways.make_certain(case, rows)
    name = next((name for name, is_it in KNOWN.items() if is_it(case)), None)
    if name:
        return "known: " + name
    arguments, stdin = arguments_of(case, folder)
    result = subprocess.run(
        [program, *arguments], input=stdin, capture_output=True, cwd=folder, env=environment)
    errors = result.stderr.decode("utf-8", "replace")
    output = result.stdout
    # A file that is not whole has another name.
    for ending in [""] + [".partial"] * case.has_fault:
        path = folder + "/" + case.way + ending
        if case.way.startswith("x.") and os.path.exists(path):
            with open(path, "rb") as file:
                output = file.read()
    fault = ways.check(case, output.decode("utf-8", "replace"), errors, rows, all_rows)
    # "1 if no row matches"; of --count "The status is 1 if it is 0."
    status = 0 if is_found and (rows or case.way != "count") else 1
    if case.has_fault:
        # Reading may end before the fault.
        status = result.returncode % 2 if case.has(Limit) else 1
        if fault is None and status == 1 and "mocoa-tui: " not in errors:
            fault = "nothing is said of the source"
    if fault is None and result.returncode != status:
        fault = "status %d, expected %d" % (result.returncode, status)
    if fault is None:
        return "equal"
    if result.returncode == 1 and result.stderr and comparisons.doubts:
        return "said"
    if b"no header with aligned values" in result.stderr and any(
            source.gap == 1 for source in case.sources):
        return "said"
    # A member that is there twice, of which another value may have elements, too.
    if result.returncode == 1 and b"only the elements of the last one are rows" in result.stderr:
        return "said"
    return fault + "\n" + errors


def outcome(case):
    folder = tempfile.mkdtemp(dir=base)
    try:
        return run(case, folder)
    except Uncertain as reason:
        return "left out: " + str(reason)
    finally:
        shutil.rmtree(folder)


def is_fault(result):
    return "\n" in result


# Shrinking

def changed(case, change, *arguments):
    other = copy.deepcopy(case)
    change(other, *arguments)
    return other


def drop_rows(case, i, start, size):
    del case.sources[i].rows[start:start + size]


def drop_step(case, i):
    del case.view.steps[i]


def drop_column(case, i, name):
    source = case.sources[i]
    for row in source.rows:
        row.pop(name, None)
    source.columns.pop(name)
    source.order = [each for each in source.order if each != name]


def simplify(case, i):
    source = case.sources[i]
    if not source.fault:
        source.compression = None
    source.carrier, source.encoding, case.memory = "file", "utf-8", None


def smaller(case):
    """The same case with fewer rows, then with fewer steps, then with fewer columns."""
    for i, source in enumerate(case.sources):
        for size in (64, 8, 4, 2, 1):
            for start in range(0, len(source.rows), size):
                yield changed(case, drop_rows, i, start, size)
    for i in range(len(case.view.steps)):
        yield changed(case, drop_step, i)
    for i, source in enumerate(case.sources):
        compression = source.compression if source.fault else None
        if (source.compression, source.carrier, source.encoding, case.memory) != (
                compression, "file", "utf-8", None):
            yield changed(case, simplify, i)
        for name in source.columns:
            if (name not in ("id", "time") and source.format not in FIXED
                    and any(name in row for row in source.rows)):
                yield changed(case, drop_column, i, name)


def shrunk(case):
    tries, is_smaller = 0, True
    while is_smaller and tries < 1000:
        is_smaller = False
        for other in smaller(case):
            tries += 1
            if is_fault(outcome(other)):
                case, is_smaller = other, True
                break
    return case


def report(case, seed, number, result):
    case = shrunk(case)
    folder = tempfile.mkdtemp(dir=base)
    arguments, stdin = arguments_of(case, folder)
    again = outcome(case)
    if not is_fault(again):
        again = "%s, but the first time: %s" % (again, result)
    print("seed %d, case %d: %s" % (seed, number, again))
    for source in case.sources:
        print("--- %s\n%s" % ("standard input" if stdin else source.file, source.text()))
    for step in case.view.steps:
        if isinstance(step, Join):
            print("--- %s\n%s" % (step.file, step.text()))
    print("$ " + shlex.join(["mocoa-tui", *arguments]) + "\n")


# The law

def draw(rng, counts):
    """Draws cases until one has a certain result."""
    while True:
        try:
            case = Case(rng)
            result = outcome(case)
        except Uncertain as reason:
            result = "left out: " + str(reason)
        if not result.startswith("left out"):
            return case, result
        counts[result] += 1


def parts_of(case):
    yield "way " + case.way
    for source in case.sources:
        yield "source " + source.format
        yield "in " + source.encoding
        yield "by " + (source.compression or source.carrier)
        yield "fault " + str(source.fault)
    for step in case.view.steps:
        yield "step " + type(step).__name__
    if len(case.sources) > 1:
        yield "merged" if case.merge else "several"


def main(options):
    results, left_out, parts = (collections.Counter() for _ in range(3))
    numbers = range(options.cases) if options.case is None else [options.case]
    for number in numbers:
        case, result = draw(random.Random("%d/%d" % (options.seed, number)), left_out)
        results["fault" if is_fault(result) else result] += 1
        parts.update(parts_of(case))
        if is_fault(result):
            report(case, options.seed, number, result)
            if not options.all:
                break
    print("seed %d, %d cases: %s; %d drawn again" % (
        options.seed, len(numbers), ", ".join("%d %s" % (n, r) for r, n in results.most_common()),
        sum(left_out.values())))
    if options.parts:
        for counts in parts, left_out:
            print(", ".join("%s %d" % item for item in sorted(counts.items())))
    # A law that mostly leaves out or accepts what is said is none.
    is_empty = len(numbers) >= 100 and results["equal"] < len(numbers) * 0.8
    return 1 if results["fault"] or is_empty else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--case", type=int, help="only this case")
    parser.add_argument("--all", action="store_true", help="go on after a fault")
    parser.add_argument("--parts", action="store_true", help="count what was drawn")
    chosen = parser.parse_args()
    program, base = os.path.abspath(chosen.program), tempfile.mkdtemp()
    environment = {**os.environ, "TZ": "UTC", "MOCOA_OPTS": "", "HOME": base}
    environment.update(("XDG_%s_HOME" % name, base) for name in ["CONFIG", "STATE", "CACHE"])
    try:
        sys.exit(main(chosen))
    finally:
        shutil.rmtree(base)
