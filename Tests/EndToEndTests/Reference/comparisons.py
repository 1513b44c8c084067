"""How values are compared in expressions. Quotations are from `mocoa-tui --help filter`."""
import re

from values import (
    LEVELS, READERS, Calculated, Duration, Time, Uncertain, duration_in, is_nothing, missing,
    number_in, percentage_in, seems_special, text_key, time_in, time_of_number)

# Why the program may say that it does not know: what is compared or calculated is doubtful.
doubts = set()


def sign_of(value):
    return (value > 0) - (value < 0)


def equal(a, b, is_level=False):
    # "The levels of a log …, and are equal in any spelling"
    if is_level and isinstance(a, str) and isinstance(b, str) and a.lower() in LEVELS:
        return a.lower() == b.lower()
    if a is missing or b is missing:
        return False
    if a is None or b is None:
        return a is b
    if isinstance(a, (dict, list)) or isinstance(b, (dict, list)):
        raise Uncertain("equality of lists and objects")
    if isinstance(a, bool) or isinstance(b, bool):
        # "a text "true" is equal to true"
        texts = {True: "true", False: "false"}
        a, b = (texts[v] if isinstance(v, bool) else v for v in (a, b))
        return isinstance(a, str) and a == b
    if isinstance(a, str) and isinstance(b, str):
        # "Texts are equal where they are the same, or the same time"
        return a == b or (time_in(a) is not None and time_in(a) == time_in(b))
    return compare(a, b, is_ordered=False) == 0


def compare(a, b, is_level=False, is_ordered=True):
    """-1, 0 or 1; nothing where there is no order, which may be said if an order was asked for.

    "A comparison with a missing member, or between kinds of values, is false"
    """
    if a is missing or b is missing or a is None or b is None:
        return None
    if isinstance(a, str) and isinstance(b, str):
        return compare_texts(a, b, is_level)
    if isinstance(a, (bool, list, dict)) or isinstance(b, (bool, list, dict)):
        if is_ordered:
            doubts.add("an order of different kinds")
        return None
    if isinstance(a, str):
        reverse = compare(b, a, is_level, is_ordered)
        return None if reverse is None else -reverse
    if isinstance(b, str):
        b = as_kind_of(a, b)
        if b is None:
            # "a text that has no order among numbers, times or durations is reported"
            doubts.add("a text has no order among numbers, times or durations")
            return None
    if {type(a), type(b)} == {Time, Calculated}:
        times = [v.value if isinstance(v, Time) else time_of_number(v.value) for v in (a, b)]
        if None in times:
            doubts.add("a number is no time since 1970")
            return None
        return sign_of(times[0] - times[1])
    if {type(a), type(b)} == {Time, Duration}:
        raise Uncertain("times beside durations")
    # "a number is a number of seconds"
    error = a.error + b.error
    if error and abs(a.value - b.value) <= error * 2:
        raise Uncertain("a comparison at the precision of a calculation")
    return sign_of(a.value - b.value)


def as_kind_of(value, text):
    """A text as a value of the same kind as another.

    "Numbers in texts compare with numbers and sizes, "512Mi" with 1Gi; durations in texts with
    durations; texts that hold times, …, with times."
    """
    if isinstance(value, Time):
        if time_in(text) is None and re.match(r"\d", text):
            raise Uncertain("numbers in texts as times")
        return None if time_in(text) is None else Time(time_in(text))
    if isinstance(value, Duration):
        if number_in(text) is not None:
            raise Uncertain("numbers in texts as durations")
        return None if duration_in(text) is None else Duration(duration_in(text))
    if duration_in(text) is not None or percentage_in(text) is not None:
        raise Uncertain("durations and percentages in texts beside numbers")
    size = READERS["size"](text)
    return None if size is None else Calculated(size, is_exact=True)


def compare_texts(a, b, is_level):
    if is_nothing(a) or is_nothing(b):
        raise Uncertain("order of blank texts and placeholders beside values")
    if is_level:
        # "The levels of a log have the order of their severity, in the list as in
        # level >= "warn"."
        if a.lower() in LEVELS and b.lower() in LEVELS:
            return sign_of(LEVELS.index(a.lower()) - LEVELS.index(b.lower()))
        doubts.add("a text is no level")
    # "ordered as times, sizes, percentages or durations where both are such"
    for name in ("time", "size", "percentage", "duration"):
        x, y = READERS[name](a), READERS[name](b)
        if x is not None and y is not None:
            if name == "size" and (number_in(a) is None) != (number_in(b) is None):
                doubts.add("a size beside a number, both as texts")
                return None
            if "." in a + b and number_in(a) is not None and number_in(b) is not None:
                raise Uncertain("order of texts that may be versions")
            return sign_of(x - y)
    if seems_special(a) or seems_special(b):
        doubts.add("an order relative to a text that seems a number or a time")
    x, y = text_key(a), text_key(b)
    return sign_of((x > y) - (x < y))


def is_element(item, values):
    """"an element of an array" """
    if values is missing or values is None:
        return False
    if not isinstance(values, list):
        raise Uncertain("an element of what is no array")
    return any(not isinstance(v, (dict, list)) and equal(item, Calculated.of(v)) for v in values)
