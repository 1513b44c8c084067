"""Values as mocoa-tui documents them: what they are, and how they are compared and ordered.

Quotations in comments are from `mocoa-tui --help filter` and `--help all`.
"""
import datetime
import json
import math
import re
from fractions import Fraction


class Uncertain(Exception):
    """The documents do not say what this case gives: it is left out, and counted."""


class Number:
    """A number as it is written, compared exactly."""

    def __init__(self, text):
        self.text, self.value = text, Fraction(text)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return self.text


class Calculated:
    """A number that is calculated, "in binary with some 15 digits".

    `scale` is the largest number that it was calculated of.
    """

    def __init__(self, value, scale=0, is_exact=False, has_all_digits=False):
        self.value, self.is_exact = Fraction(value), is_exact
        # Of a sum, and of numbers that are only passed on, all digits are printed.
        self.has_all_digits = has_all_digits
        self.scale = max(abs(self.value), abs(Fraction(scale)))

    @staticmethod
    def of(value):
        """A number of a row; other values are as they are."""
        if not isinstance(value, Number):
            return value
        return Calculated(value.value, is_exact=True, has_all_digits=True)

    def __repr__(self):
        return str(self.value) if self.is_exact else "about %s" % float(self.value)

    @property
    def error(self):
        return 0 if self.is_exact else self.scale * Fraction("3e-15")

    def is_near(self, value):
        """Whether it can be printed so, with 14 digits or more."""
        return abs(self.value - value) <= self.error + abs(self.value) * Fraction("1e-14")


class Time:
    """A time, in seconds since 1970."""

    def __init__(self, seconds):
        self.value, self.error = Fraction(seconds), 0


class Duration:
    """A duration, in seconds."""

    def __init__(self, seconds):
        self.value, self.error = Fraction(seconds), 0

    def is_in(self, text):
        """Whether a text is this duration."""
        found = duration_in(text.removeprefix("-"))
        return found is not None and abs(self.value) == found and (
            self.value == 0 or text.startswith("-") == (self.value < 0))


class Missing:
    """The value of a member that a row does not have."""

    def __repr__(self):
        return "missing"


missing = Missing()


def parse(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


def written(value):
    """JSON without spaces, with numbers as they were written."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(written(k) + ":" + written(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def path_of(name):
    """The keys of a name: "status.phase", "tags[0]", "labels."app/name"", "/status/phase"."""
    if name.startswith("/"):
        return tuple(name[1:].split("/"))
    parts = re.findall(r'"([^"]*)"|\[(\d+)\]|([^."\[]+)', name)
    return tuple(int(index) if index else quoted or plain for quoted, index, plain in parts)


def find(row, name):
    """The value of a member; in a row of groups, a name with points is one key."""
    if isinstance(row, dict) and name in row:
        return row[name]
    for key in path_of(name):
        if isinstance(key, int) and isinstance(row, list) and key < len(row):
            row = row[key]
        elif isinstance(row, dict) and key in row:
            row = row[key]
        else:
            return missing
    return row


# What a text holds

# "A number next to a time is one since 1970 if it is of the years 1990 to 2099"; "seconds,
# milliseconds, microseconds or nanoseconds since 1970, and dates as numbers, 20240501"
def time_of_number(number):
    if 19900101 <= number < 21000101 and number.denominator == 1:
        text = str(number)
        return time_in("-".join((text[:4], text[4:6], text[6:])))
    for unit in (1, 10 ** 3, 10 ** 6, 10 ** 9):
        if 631152000 <= number / unit < 4102444800:
            return number / unit
    return None


def is_blank(value):
    return isinstance(value, str) and value.strip() == ""


# "the first that is not missing: neither null, blank nor a placeholder such as -"
def is_placeholder(value):
    return isinstance(value, str) and value.strip().lower() in ("-", "n/a")


def is_nothing(value):
    return value is missing or value is None or is_blank(value) or is_placeholder(value)


UNITS = {
    "": 1, "k": 10 ** 3, "M": 10 ** 6, "G": 10 ** 9, "T": 10 ** 12, "P": 10 ** 15,
    "Ki": 2 ** 10, "Mi": 2 ** 20, "Gi": 2 ** 30, "Ti": 2 ** 40, "Pi": 2 ** 50,
}
SECONDS = {
    "ns": Fraction(1, 10 ** 9), "us": Fraction(1, 10 ** 6), "ms": Fraction(1, 1000), "s": 1,
    "m": 60, "h": 3600, "d": 86400, "w": 604800,
}


def number_in(text):
    match = re.fullmatch(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", text)
    return Fraction(text) if match else None


# "k M G T P (1000), Ki Mi Gi Ti Pi g t (1024), with B or without"
def size_in(text):
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)([kMGTP]|[KMGTP]i)B?", text)
    return Fraction(match[1]) * UNITS[match[2]] if match else None


# "ns us ms s m h d w"
def duration_in(text):
    if not re.fullmatch(r"(\d+(\.\d+)?(ns|us|ms|s|m|h|d|w))+", text):
        return None
    parts = re.findall(r"(\d+(?:\.\d+)?)(ns|us|ms|s|m|h|d|w)", text)
    return sum((Fraction(n) * SECONDS[unit] for n, unit in parts), Fraction(0))


def percentage_in(text):
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)%", text)
    return Fraction(match[1]) if match else None


# "dates and times (RFC 3339), UTC where there is no zone"
def time_in(text):
    match = re.fullmatch(
        r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[-+]\d\d:\d\d)?)?", text)
    if not match:
        return None
    day, hour, minute, second, fraction, zone = match.groups()
    try:
        days = (datetime.date.fromisoformat(day) - datetime.date(1970, 1, 1)).days
    except ValueError:
        return None
    offset = 0
    if zone and zone != "Z":
        offset = int(zone[0] + "1") * (int(zone[1:3]) * 60 + int(zone[4:6])) * 60
    clock = int(hour or 0) * 3600 + int(minute or 0) * 60 + int(second or 0)
    return days * 86400 + clock - offset + Fraction("0" + (fraction or ""))


READERS = {
    "time": time_in, "size": lambda t: first_of(size_in(t), number_in(t)),
    "percentage": percentage_in, "duration": duration_in, "number": number_in,
}
LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"]


def first_of(*values):
    return next((value for value in values if value is not None), None)


def seems_special(text):
    """Whether a text could be taken for something else than words."""
    return any(read(text) is not None for read in READERS.values()) or bool(
        re.match(r"[-+.$€]?\d", text))


class AnyOf:
    """One of several values, which are equally small or large."""

    def __init__(self, values):
        self.values = values
        self.value = getattr(values[0], "value", values[0])


# "searches, filters, functions, groups, sorting, --unique and --join see the text without them"
# (Readings.md)
def without_colors(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


# Identity

def identity(value):
    """What is the same for values that are one group, one unique value, or one key."""
    if value is missing:
        return None
    if isinstance(value, Calculated):
        if not value.is_exact:
            raise Uncertain("groups of what is not exact")
        return ("number", value.value)
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, Number):
        return ("number", value.value)
    if isinstance(value, Duration):
        return ("duration", value.value)
    if isinstance(value, str):
        value = without_colors(value)
        # "Texts are equal where they are the same, or the same time"
        time = time_in(value)
        return ("text", value) if time is None else ("time", time)
    if isinstance(value, list):
        return ("list",) + tuple(map(identity, value))
    if isinstance(value, dict):
        return ("object", frozenset((k, identity(v)) for k, v in value.items()))
    return value


# Order

# "without regard to case, numbers in them by value: file2 < file10"
def text_key(text):
    text = without_colors(text)

    def digits(match):
        bare = match.group().lstrip("0")
        return "0" + chr(len(bare) + 1) + bare
    return re.sub("[0-9]+", digits, text).lower().encode("utf-8", "surrogatepass")


class Reversed:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return other.value < self.value

    def __eq__(self, other):
        return other.value == self.value


def reading_of_column(values, name):
    """How the texts of a column are ordered: all by their value, or all as text.

    "Texts with numbers, sizes or levels are sorted as such if all of them are" (CHANGELOG); a few
    others follow.
    """
    values = [v.values[0] if isinstance(v, AnyOf) else v for v in values]
    texts = [v for v in values if isinstance(v, str) and not is_nothing(v)]
    # "The levels of a log have the order of their severity"
    if name == "level" and texts and all(t.lower() in LEVELS for t in texts):
        return lambda text: LEVELS.index(text.lower())
    if any(isinstance(v, (list, dict)) for v in values):
        raise Uncertain("order of lists and objects")
    readings = [r for r in READERS.values() if texts and all(r(t) is not None for t in texts)]
    special = [t for t in texts if seems_special(t)]
    if special and any(isinstance(v, (Number, Calculated, bool)) for v in values):
        raise Uncertain("order of numbers beside texts that seem numbers")
    if readings:
        if all(number_in(t) is not None for t in texts) and any("." in t for t in texts):
            decimals = {len(t.partition(".")[2]) for t in texts}
            if len(decimals) > 1 and not all(t.lstrip("-").startswith("0.") for t in texts):
                raise Uncertain("order of texts that may be versions")
        return readings[0]
    if len(special) * 2 > len(texts) or any(not t.isalnum() for t in special):
        raise Uncertain("order of words beside texts that seem numbers or times")
    return text_key


def order_key(value, reading, is_descending):
    """The place of a value in one key of --sort.

    Numbers are before texts, false before true. "Placeholders (-, N/A) and blank texts are last
    in both directions of a sort, as null is" (CHANGELOG); then null and what is missing.
    """
    if value is missing or value is None:
        return (8, 0)
    if is_nothing(value):
        return (7, 0)
    if isinstance(value, bool):
        key = (4, int(value))
    elif isinstance(value, AnyOf):
        return order_key(value.values[0], reading, is_descending)
    elif isinstance(value, (Number, Calculated)):
        if isinstance(value, Calculated) and not value.is_exact:
            raise Uncertain("order of what is not exact")
        key = (0, value.value)
    else:
        key = (1, value.value if isinstance(value, Duration) else reading(value))
    return (5 - key[0], Reversed(key[1])) if is_descending else key


def truncated(seconds, unit):
    """The start of an interval in UTC. "weeks (7d) begin on Monday; 1month, 3months and 1y are
    those of the calendar"
    """
    if unit.endswith(("month", "months", "y")):
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=math.floor(seconds))
        count = {"1month": 1, "3months": 3, "1y": 12}[unit]
        month = (moment.month - 1) // count * count + 1
        return Fraction((datetime.date(moment.year, month, 1) - datetime.date(1970, 1, 1)).days
                        * 86400)
    # 1970-01-05 is a Monday.
    length, origin = duration_in(unit), 4 * 86400 if unit == "7d" else 0
    return (seconds - origin) // length * length + origin
