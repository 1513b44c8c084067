"""Expressions of filters and derived members: random ones as texts, and what they give.

An expression is a tuple: its kind, and its parts. Quotations are from `mocoa-tui --help filter`.
"""
import datetime
import json
import math
import re
from fractions import Fraction

from comparisons import compare, doubts, equal, is_element
from values import (
    Calculated, Duration, Missing, Number, Time, Uncertain, duration_in, find, first_of, is_nothing,
    missing, number_in, size_in, time_in, time_of_number, truncated, without_colors)

# Writing

def text_of(e):
    kind = e[0]
    if kind == "member":
        return e[1]
    if kind == "text":
        return json.dumps(e[1], ensure_ascii=False)
    if kind == "pattern":
        return "/" + e[1] + "/"
    if kind in ("number", "size", "duration", "time", "unit", "constant"):
        return e[1]
    if kind == "call":
        return "%s(%s)" % (e[1], ", ".join(map(text_of, e[2:])))
    if kind == "part":
        return "%s[%d]" % (text_of(e[1]), e[2])
    if kind == "has":
        return "%s in %s" % (text_of(e[1]), text_of(e[2]))
    if kind == "not":
        return "!(%s)" % text_of(e[1])
    if kind in ("in", "not in"):
        return "%s %s (%s)" % (text_of(e[1]), kind, ", ".join(map(text_of, e[2])))
    if kind == "exists":
        return text_of(e[1])
    if kind in ("search", "search in"):
        return ":".join(list(e[2:]) + [json.dumps(e[1], ensure_ascii=False)])
    # Calculations and combinations are in parentheses where they are in one another.
    return " ".join([inner_text(e[1]), kind, inner_text(e[2])])


def inner_text(e):
    infix = {"+", "-", "*", "/", "%", "and", "or", "&&", "||", "==", "!=", "<", "<=", ">", ">=",
             "contains", "starts", "ends", "~", "!~", "matches", "in", "not in"}
    return "(%s)" % text_of(e) if e[0] in infix else text_of(e)


def members_of(e):
    """The names of the members of an expression."""
    if e[0] == "member":
        return [e[1]]
    names = list(e[2:]) if e[0] == "search in" else []
    for inner in e[1:]:
        for each in inner if isinstance(inner, list) else [inner]:
            if isinstance(each, tuple):
                names += members_of(each)
    return names


# Values

def evaluate(e, row):
    kind = e[0]
    if kind == "member":
        value = find(row, e[1])
        return without_colors(value) if isinstance(value, str) else Calculated.of(value)
    if kind == "text":
        return e[1]
    if kind == "number":
        return Calculated(Fraction(e[1]), is_exact=True)
    if kind == "size":
        return Calculated(size_in(e[1]), is_exact=True)
    if kind == "duration":
        return Duration(duration_in(e[1]))
    if kind == "time":
        return Time(time_in(e[1]))
    if kind == "constant":
        return {"true": True, "false": False, "null": None}[e[1]]
    if kind == "part":
        values = evaluate(e[1], row)
        value, text = part(values, e[2]), text_of(e)
        if values is not missing:
            elements[text] = elements.get(text, False) or value is not missing
        return value
    if kind == "call":
        return call(e[1], e[2:], row)
    if kind in ("+", "-", "*", "/", "%"):
        return calculate(kind, evaluate(e[1], row), evaluate(e[2], row))
    return test(e, row)


# Whether any row has the elements that are asked for: "an element, as of split, that no row has" is
# an error.
elements = {}


def part(values, index):
    if values is missing:
        return missing
    return values[index] if -len(values) <= index < len(values) else missing


def no_value(what):
    doubts.add("a calculation has no value: " + what)
    return missing


def calculate(sign, a, b):
    if a is missing or b is missing or a is None or b is None:
        return missing
    # "+ joins texts where one side is in quotes or such a function"
    if sign == "+" and isinstance(a, str) and isinstance(b, str):
        return a + b
    if isinstance(a, (Time, Duration)) or isinstance(b, (Time, Duration)):
        return calculate_times(sign, a, b)
    if not isinstance(a, Calculated) or not isinstance(b, Calculated):
        return no_value(sign)
    x, y = a.value, b.value
    if sign in "/%" and y == 0:
        return no_value("division by zero")
    if sign == "%" and (a.scale > 2 ** 50 or b.scale > 2 ** 50 or x < 0 or y < 0):
        raise Uncertain("remainders of large and of negative numbers")
    value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y,
             "%": lambda: x - y * (x // y)}[sign]()
    if all(is_binary(v) for v in (x, y, value)) and a.is_exact and b.is_exact:
        return Calculated(value, is_exact=True)
    scale = max(a.scale, b.scale) if sign in "+-%" else 0
    if sign in "*/" and (a.error or b.error):
        scale = abs(value) * 4
        if a.scale > 1000 * abs(x) or b.scale > 1000 * abs(y):
            raise Uncertain("a product of an inexact difference")
    return Calculated(value, scale)


def is_binary(value):
    return abs(value) < 10 ** 300 and Fraction(float(value)) == value


# "times differ by durations"
def calculate_times(sign, a, b):
    # "A number …, and in calculations with durations it needs a unit"
    if isinstance(a, Calculated) or isinstance(b, Calculated):
        raise Uncertain("numbers beside times and durations")
    a, b = (Time(as_time(v)) if as_time(v) is not None else v for v in (a, b))
    if sign == "-" and isinstance(a, Time) and isinstance(b, Time):
        return Duration(a.value - b.value)
    if isinstance(b, Duration) and isinstance(a, (Time, Duration)) and sign in "+-":
        return type(a)(a.value + (b.value if sign == "+" else -b.value))
    return no_value("times")


def as_time(value):
    if isinstance(value, Time):
        return value.value
    if isinstance(value, Calculated):
        return time_of_number(value.value)
    return time_in(value) if isinstance(value, str) else None


def rounded(value, digits):
    """Halves away from zero."""
    factor = Fraction(10) ** digits
    return Fraction(math.floor(abs(value) * factor + Fraction(1, 2))) / factor * (
        -1 if value < 0 else 1)


def call(name, arguments, row):
    if name == "exists":
        return find(row, arguments[0][1]) is not missing
    if name == "if":
        return evaluate(arguments[1 if test(arguments[0], row) else 2], row)
    values = [evaluate(a, row) if a[0] not in ("pattern", "unit") else a[1]
              for a in arguments]
    if name in ("contains", "starts", "ends"):
        return test_text(name, *values)
    if name == "coalesce":
        return next((v for v in values if not is_nothing(v)), missing)
    if name == "type":
        # "time and duration of calculations"
        v = values[0]
        kinds = {str: "text", bool: "boolean", Calculated: "number", list: "array",
                 dict: "object", Missing: "missing", Time: "time", Duration: "duration"}
        return "null" if v is None else kinds[type(v)]
    if any(v is missing or v is None for v in values):
        if name in ("min", "max", "concat"):
            raise Uncertain(name + " of a missing value")
        return missing
    a = values[0]
    if name in ("lower", "upper", "trim", "length", "substr", "split", "replace", "extract"):
        if not isinstance(a, str):
            if name == "length" and isinstance(a, list):
                return Calculated(len(a), is_exact=True)
            return no_value(name)
        return call_of_text(name, a, values[1:])
    if name == "concat":
        return "".join(v if isinstance(v, str) else str(v.value) for v in values)
    if name == "text":
        if not isinstance(a, Calculated):
            raise Uncertain("the text of a text")
        return str(a.value)
    if name in ("time", "truncate", "format"):
        time = as_time(a)
        if time is None:
            return no_value(name)
        if time * 10 ** 6 % 1:
            raise Uncertain("a calculation with nanoseconds")
        if name == "time":
            return Time(time)
        if name == "truncate":
            return Time(truncated(time, arguments[1][1]))
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=math.floor(time))
        return moment.strftime(values[1].replace("%s", str(math.floor(time))))
    if name == "number":
        # "of a text; the seconds of a duration, or since 1970 of a time"
        if isinstance(a, (Time, Duration)):
            return Calculated(a.value)
        value = a.value if isinstance(a, Calculated) else first_of(
            number_in(a), size_in(a), duration_in(a))
        return no_value(name) if value is None else Calculated(
            value, is_exact=True, has_all_digits=True)
    if not all(isinstance(v, Calculated) for v in values):
        return no_value(name)
    return call_of_numbers(name, a, values)


def call_of_text(name, a, rest):
    if name == "substr":
        start = int(rest[0].value)
        start = max(0, start + len(a)) if start < 0 else start
        return a[start:] if len(rest) < 2 else a[start:start + int(rest[1].value)]
    if name == "replace":
        return a.replace(rest[0], rest[1])
    if name == "extract":
        found = re.search(rest[0], a)
        return found[1] if found else no_value("extract finds nothing")
    return {"lower": a.lower, "upper": a.upper, "trim": a.strip,
            "length": lambda: Calculated(len(a), is_exact=True),
            "split": lambda: a.split(rest[0])}[name]()


def call_of_numbers(name, a, values):
    # "Numbers of any length are compared exactly, and calculated in binary with some 15 digits"
    if name in ("min", "max"):
        return {"min": min, "max": max}[name](values, key=lambda v: v.value)
    if name == "abs":
        return Calculated(abs(a.value), a.scale, a.is_exact, a.has_all_digits)
    if not a.is_exact:
        raise Uncertain("rounding what is not exact")
    if name == "round":
        digits = int(values[1].value) if len(values) > 1 else 0
        if abs(a.value) > 2 ** 45 or 0 < abs(a.value * 10 ** digits * 2 % 1) < Fraction("1e-9"):
            raise Uncertain("rounding a number that binary does not have")
        return Calculated(rounded(a.value, digits))
    if abs(a.value) > 2 ** 50:
        raise Uncertain("floor of a large number")
    return Calculated({"floor": math.floor, "ceil": math.ceil}[name](a.value), is_exact=True)


# Tests

def is_true(value):
    # "exists, and is neither false nor null"; "true where that is neither missing, null nor false,
    # or that as a text"
    return value is not missing and value is not None and value is not False and value != "false"


def test(e, row):
    kind = e[0]
    if kind == "not":
        return not test(e[1], row)
    if kind in ("&&", "and", "||", "or"):
        a, b = test(e[1], row), test(e[2], row)
        return (a and b) if kind in ("&&", "and") else (a or b)
    if kind == "exists":
        return is_true(evaluate(e[1], row))
    # "raven: rows with a value that contains the text"; "title:raven: the text in one member"
    if kind in ("search", "search in"):
        value = row if kind == "search" else find(row, e[2])
        return holds(value, e[1])
    if kind == "call":
        return is_true(call(e[1], e[2:], row))
    if kind in ("in", "not in"):
        value = evaluate(e[1], row)
        no_calculation(value, e[1])
        # "only != is true for different kinds, …; so are not in and !~ for a missing member"
        found = any(equal(value, evaluate(item, row), is_level(e[1], item)) for item in e[2])
        return found == (kind == "in")
    if kind == "has":
        return is_element(evaluate(e[1], row), evaluate(e[2], row))
    if kind in ("contains", "starts", "ends", "~", "!~", "matches"):
        return test_text(kind, evaluate(e[1], row), e[2][1])
    a, b = evaluate(e[1], row), evaluate(e[2], row)
    if kind == "==":
        return equal(a, b, is_level(*e[1:3]))
    if kind == "!=":
        # "only != is true for different kinds, and for a missing member and any value but null";
        # "neither holds where both sides are missing" (CHANGELOG)
        if a is missing or b is missing:
            no_calculation(a, e[1])
            no_calculation(b, e[2])
            return a is not b and a is not None and b is not None
        return not equal(a, b, is_level(*e[1:3]))
    order = compare(a, b, any(is_member_level(side) for side in e[1:3]))
    if order is None:
        return False
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[kind]


def is_member_level(e):
    return e[0] == "member" and e[1] == "level"


def is_level(one, other):
    """Whether a member with a level is compared with a text, in either order."""
    return any(is_member_level(a) and b[0] == "text" for a, b in ((one, other), (other, one)))


def holds(value, wanted):
    """Whether a text is in a value, or in a value in it: "case is ignored; a capital letter makes
    it case-sensitive".
    """
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return any(holds(each, wanted) for each in inner)
    if not isinstance(value, str):
        return isinstance(value, Number) and wanted in value.text
    value = searched(value)
    return wanted in (value.lower() if wanted == wanted.lower() else value)


def searched(text):
    if "\u0301" in text:
        raise Uncertain("search in decomposed letters")
    return without_colors(text)


def no_calculation(value, e):
    if value is missing and e[0] != "member":
        raise Uncertain("!= of a calculation of a missing member")


def test_text(kind, value, wanted):
    if value is missing:
        return kind == "!~"
    if not isinstance(value, str):
        raise Uncertain("search in null and in what is no text")
    value = searched(value)
    if kind in ("~", "matches", "!~"):
        return bool(re.search(wanted, value)) == (kind != "!~")
    # "case is ignored as above"
    if wanted == wanted.lower():
        value = value.lower()
    return {"contains": wanted in value, "starts": value.startswith(wanted),
            "ends": value.endswith(wanted)}[kind]
