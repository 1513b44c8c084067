#!/usr/bin/env python3
"""Makes the table of how a terminal shows each Unicode scalar value.

Reads Unicode's data files (Debian: apt install unicode-data) and writes
  Sources/MocoaTUI/Text/CharacterClass+Generated.swift        the table
  Tests/MocoaTUITests/Text/CharacterClassCounts+Generated.swift  what the test compares it with

Usage: Scripts/make-width-table.py [--data /usr/share/unicode]

Documentation/TextWidth.md says what the classes mean and why.
"""

import argparse
import pathlib
import re

LIMIT = 0x110000
SCALARS_PER_LEAF = 128
LEAVES_PER_BRANCH = 64

# In the order of CharacterClass.
NARROW, WIDE, JOINING, INVISIBLE, REPLACED, NARROW_PICTOGRAPH, WIDE_PICTOGRAPH, MODIFIER = range(8)
NAMES = ["narrow", "wide", "joining", "invisible", "replaced",
         "narrowPictograph", "widePictograph", "modifier"]


def read_properties(path):
    """Yields (first, last, value) for each line `0041..005A ; value # comment`."""
    line_form = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)")
    for line in path.read_text(encoding="utf-8").splitlines():
        match = line_form.match(line)
        if match:
            first = int(match[1], 16)
            yield first, int(match[2] or match[1], 16), match[3]


def read_value(path, default):
    """The value of one property for every scalar value."""
    values = [default] * LIMIT
    for first, last, value in read_properties(path):
        values[first:last + 1] = [value] * (last + 1 - first)
    return values


def read_set(path, name):
    """The scalar values that have a binary property."""
    members = set()
    for first, last, value in read_properties(path):
        if value == name:
            members.update(range(first, last + 1))
    return members


def read_version(path):
    return re.search(r"-(\d+\.\d+)\.\d+\.txt", path.read_text(encoding="utf-8"))[1]


def classify(data):
    """The class of every scalar value; the rules are tried in the order in which they stand."""
    category = read_value(data / "extracted/DerivedGeneralCategory.txt", "Cn")
    width = read_value(data / "EastAsianWidth.txt", "N")
    syllable = read_value(data / "HangulSyllableType.txt", "NA")
    ignorable = read_set(data / "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    prepended = read_set(data / "PropList.txt", "Prepended_Concatenation_Mark")
    pictographs = read_set(data / "emoji/emoji-data.txt", "Extended_Pictographic")
    modifiers = read_set(data / "emoji/emoji-data.txt", "Emoji_Modifier")

    def class_of(scalar):
        is_wide = width[scalar] in ("W", "F")
        if category[scalar] in ("Cc", "Cs", "Cn", "Zl", "Zp"):
            return REPLACED
        if syllable[scalar] in ("V", "T"):
            return JOINING
        if category[scalar] == "Lo":
            return WIDE if is_wide else NARROW  # Hangul fillers are ignorable, yet take cells.
        if scalar in ignorable or category[scalar] == "Cf" and scalar not in prepended:
            return INVISIBLE
        if category[scalar] in ("Mn", "Me"):
            return JOINING
        if scalar in modifiers:
            return MODIFIER
        if scalar in pictographs:
            return WIDE_PICTOGRAPH if is_wide else NARROW_PICTOGRAPH
        return WIDE if is_wide else NARROW

    return [class_of(scalar) for scalar in range(LIMIT)]


def split(values, size):
    """The distinct blocks of `size` values, and the number of the block for each place."""
    blocks, numbers, index = [], {}, []
    for start in range(0, len(values), size):
        block = tuple(values[start:start + size])
        if block not in numbers:
            numbers[block] = len(blocks)
            blocks.append(block)
        index.append(numbers[block])
    return blocks, index


def digits(values):
    """A character for each value below 64, from "0" to "o" in the order of ASCII."""
    assert all(value < 64 for value in values)
    return "".join(chr(0x30 + value) for value in values)


def literal(name, text):
    """A Swift property with a string literal in lines of less than 100 columns."""
    lines = [text[start:start + 90].replace("\\", "\\\\") for start in range(0, len(text), 90)]
    body = "\n".join(f"    {line}\\" for line in lines).removesuffix("\\")
    return f'  static var {name}: StaticString {{\n    """\n{body}\n    """\n  }}\n'


def checksum(classes):
    """FNV-1a of the classes, in the order of the scalar values."""
    value = 0xCBF29CE484222325
    for each in classes:
        value = (value ^ each) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


HEADER = """// Made by Scripts/make-width-table.py from Unicode {version}. Do not edit.

"""


def table_source(classes, version):
    leaves, leaf_numbers = split(classes, SCALARS_PER_LEAF)
    branches, root = split(leaf_numbers, LEAVES_PER_BRANCH)
    leaf_text = digits([low | high << 3
                        for leaf in leaves for low, high in zip(leaf[::2], leaf[1::2])])
    branch_text = digits([digit for branch in branches for number in branch
                          for digit in (number >> 6, number & 63)])
    return (HEADER.format(version=version)
            + "/// The classes as a tree of three levels, in digits of six bits: `0` is 0, `o` is 63.\n"
            + "extension CharacterClass {\n"
            + f"  /// A digit for each {SCALARS_PER_LEAF * LEAVES_PER_BRANCH} scalar values:"
            + " the number of their branch.\n"
            + literal("root", digits(root)) + "\n"
            + f"  /// Two digits for each {SCALARS_PER_LEAF} scalar values of a branch:"
            + " the number of their leaf.\n"
            + literal("branches", branch_text) + "\n"
            + "  /// A digit for each two scalar values of a leaf; the first is in its lower half.\n"
            + literal("leaves", leaf_text)
            + "}\n")


def counts_source(classes, version):
    rows = "\n".join(f"    (.{name}, {classes.count(number):_}),"
                     for number, name in enumerate(NAMES))
    return (HEADER.format(version=version)
            + "@testable import MocoaTUI\n\n"
            + "enum CharacterClassCounts {\n"
            + "  /// How many scalar values (and surrogates) are in each class.\n"
            + "  static let counts: [(CharacterClass, Int)] = [\n" + rows + "\n  ]\n\n"
            + "  /// FNV-1a of the classes from 0 to 0x10FFFF, a byte each.\n"
            + f"  static let checksum: UInt64 = 0x{checksum(classes):016X}\n"
            + "}\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=pathlib.Path, default="/usr/share/unicode")
    data = arguments.parse_args().data
    root = pathlib.Path(__file__).resolve().parent.parent
    version = read_version(data / "EastAsianWidth.txt")
    classes = classify(data)
    (root / "Sources/MocoaTUI/Text/CharacterClass+Generated.swift").write_text(
        table_source(classes, version), encoding="utf-8")
    (root / "Tests/MocoaTUITests/Text/CharacterClassCounts+Generated.swift").write_text(
        counts_source(classes, version), encoding="utf-8")


if __name__ == "__main__":
    main()
