"""Sources: rows written in each format, compressed, and brought to the program in each way.

Each says which rows the program reads from it, and by which options.
"""
import bz2
import csv
import gzip
import io
import lzma
import random
import shutil
import sqlite3
import struct
import subprocess
import unicodedata
import zipfile
import zlib

import rows as random_rows
from rows import FIXED
from values import Number, Uncertain, parse, written

SCALARS = {"integer", "text", "word", "time", "duration", "size", "level", "percentage"}
# The kinds of columns that a format can have, so that it is certain what is read.
FORMATS = {
    "array": None, "ndjson": None, "document": None, "yaml": None, "groups": None, "jsonc": None,
    "concatenated": None, "json-seq": None,
    "csv": SCALARS | {"number", "small", "truth", "numeric"},
    "tsv": SCALARS | {"number", "small", "truth", "numeric"},
    "semicolons": SCALARS | {"numeric"},
    "markdown": {"integer", "word"},
    "logfmt": {"integer", "word", "level", "time"},
    "sqlite": SCALARS | {"small", "numeric", "key"},
    # As `kubectl get` prints it, and with rules below the titles.
    "columns": {"integer", "word", "duration", "size", "level", "percentage"},
    "ruled": {"integer", "word", "duration", "size", "level", "percentage"},
    "listing": set(), "log": set(), "java": set(),
    "duckdb": SCALARS | {"truth", "numeric"}, "parquet": SCALARS | {"truth", "numeric"},
}
# Those of an engine take ten times as long.
WEIGHTS = {"duckdb": 0.2, "parquet": 0.2}
ENGINE = shutil.which("duckdb")
# Those that need no option, so that they can be among several sources.
MIXABLE = ["array", "ndjson", "csv", "tsv", "yaml", "sqlite"]
ENDINGS = {"array": "json", "document": "json", "groups": "json", "concatenated": "json",
           "semicolons": "csv", "markdown": "md",
           "logfmt": "log", "sqlite": "db", "columns": "txt", "ruled": "txt", "listing": "txt",
           "java": "log"}
# One line, or titles alone, are text: how many rows there must be.
TEXTS = {"markdown": 1, "columns": 1, "ruled": 1, "listing": 2, "log": 1, "java": 1}
JSON = ["array", "ndjson", "document", "groups", "jsonc", "concatenated", "json-seq"]
# What can be wrong with a source: a row that cannot be read, or an end in the middle.
FAULTS = {"ndjson": ["row", "cut"], "array": ["cut"], "jsonc": ["cut"], "csv": ["row"],
          "tsv": ["row"]}
BROKEN = ['{"id": 0, "w":', '{"id": 0 "w": 1}', "[1", '{"id": nul}', '{"w": "a}']
COMPRESSIONS = ["gz", "bz2", "xz", "zst", "zip"]
CARRIERS = ["file", "file", "file", "pipe", "command", "line"]


class Source:
    def __init__(self, rng, format, count, name, is_alone=True):
        self.format, self.name, self.is_alone = format, name, is_alone
        kinds = FORMATS[format]
        if not is_alone and kinds:
            kinds = {"integer", "word", "time", "duration", "size"}
        if format in WEIGHTS and not ENGINE:
            raise Uncertain("an engine that is not there")
        self.columns = random_rows.columns(rng, kinds)
        # Few rows may not say what they are.
        self.least = TEXTS.get(format, 0) if is_alone else 2
        count = max(count, self.least)
        # A line with one pair is text.
        is_whole = format in ("logfmt", "columns")
        self.rows = random_rows.rows(
            rng, count, self.columns, is_whole, is_json=is_alone and format in JSON)
        for row in self.rows:
            if kinds:
                # Blanks around fields are another matter.
                row.update((n, "") for n, v in row.items() if v == " ")
        # The columns of a table are in one order.
        self.order = ["id"] + list(self.columns)
        rng.shuffle(self.order)
        self.seed = rng.random()
        self.columns = {"id": "integer", **self.columns}
        if format in FIXED:
            self.columns = {name: kind for name, (kind, _) in FIXED[format].items()}
            self.order = list(self.columns)
            self.rows = [{name: make(rng) for name, (_, make) in FIXED[format].items()}
                         for _ in range(count)]
        self.compression, self.carrier, self.encoding, self.fault = None, "file", "utf-8", None
        if format in ("sqlite", "duckdb", "parquet"):
            # "An engine compares the texts that it has", also the colors in them.
            for row in self.rows:
                row.update((n, v.replace("\x1b", "")) for n, v in row.items() if isinstance(v, str))
            return
        if rng.random() < 0.25:
            self.compression = rng.choice(COMPRESSIONS)
        # "What is not read: … zip from a pipe"
        if self.compression != "zip" and (is_alone or format in ("array", "ndjson")):
            self.carrier = rng.choice(CARRIERS if is_alone else ["file", "file", "line"])
        if is_alone and count > 1 and format in FAULTS and rng.random() < 0.3:
            self.fault, self.least = rng.choice(FAULTS[format]), 2
            # Of lines, it is the stream of gzip that ends.
            self.compression = "gz" if (format, self.fault) == ("ndjson", "cut") else None
        elif not self.compression and rng.random() < 0.08:
            self.encoding = "utf-16"

    @property
    def plain_file(self):
        return self.name + "." + ENDINGS.get(self.format, self.format)

    @property
    def file(self):
        return self.plain_file + ("." + self.compression if self.compression else "")

    @property
    def can_be_tailed(self):
        """"--tail: For arrays, lines, logs and tables." """
        return self.format in ("array", "ndjson", "csv", "tsv", "semicolons", "logfmt")

    @property
    def is_table(self):
        return FORMATS[self.format] is not None and self.format not in ("logfmt", *FIXED)

    @property
    def gap(self):
        """The blanks between aligned columns; with one, it may be uncertain where they begin."""
        is_aligned = self.format in ("columns", "ruled")
        return random.Random(self.seed).choice([1, 2, 2, 3]) if is_aligned else None

    @property
    def broken(self):
        """Which row cannot be read, or is the first one that is not there."""
        return 1 + random.Random(self.seed).randrange(max(1, len(self.rows) - 1))

    @property
    def kept(self):
        """The rows without those that a fault takes."""
        if self.fault == "row":
            return [row for i, row in enumerate(self.rows) if i != self.broken]
        if self.fault == "cut" and self.compression:
            text = zlib.decompressobj(31).decompress(self.packed())
            *lines, rest = text.decode("utf-8", "replace").split("\n")
            # "a whole object or array at the end of a file is one without" its end (Readings.md)
            if rest and rest == self.line(self.rows[len(lines)]):
                if rest[0] not in "{[":
                    raise Uncertain("a last line without its end")
                lines.append(rest)
            return self.rows[:len(lines)]
        return self.rows[:self.broken] if self.fault else self.rows

    # What is written

    def bytes(self):
        """The bytes of the file, which is not compressed."""
        rng = random.Random(self.seed)
        if self.format in JSON:
            lines = [self.line(row) for row in self.rows]
            if self.fault == "row":
                lines[self.broken] = rng.choice(BROKEN)
            comma = rng.choice([",", ",\n", " , "])
            text = self.document(lines, comma)
            if self.fault == "cut" and not self.compression:
                text = "[" + comma.join(lines[:self.broken] + ['{"id": 0, "w'])
        elif self.format == "yaml":
            text = "".join(self.yaml(row) for row in self.rows)
        elif self.format == "markdown":
            lines = [self.order, ["---"] * len(self.order)] + self.fields()
            text = "".join("| %s |\n" % " | ".join(line) for line in lines)
        elif self.format in ("columns", "ruled", "listing"):
            text = self.aligned(rng)
        elif self.format in ("log", "java"):
            text = "".join(map(self.record, self.rows))
        elif self.format == "logfmt":
            text = "".join(self.pairs(row) + "\n" for row in self.rows)
        elif self.format == "tsv":
            def escaped(field):
                for sign, escape in ("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"):
                    field = field.replace(sign, escape)
                return field
            text = "".join("\t".join(map(escaped, line)) + "\n"
                           for line in [self.order] + self.fields())
        else:
            file = io.StringIO(newline="")
            delimiter = ";" if self.format == "semicolons" else ","
            csv.writer(file, delimiter=delimiter, lineterminator=rng.choice(["\n", "\r\n"])) \
                .writerows([self.order] + self.fields())
            text = file.getvalue()
        return text.encode(self.encoding)

    def text(self):
        """The bytes as text, or the rows of a database."""
        if self.format in ("sqlite", "duckdb", "parquet"):
            return "\n".join(map(written, self.read()))
        return self.bytes().decode(self.encoding)

    def document(self, lines, comma):
        def array(lines):
            return "[" + comma.join(lines) + "]"
        return {
            "array": array(lines),
            "ndjson": "".join(line + "\n" for line in lines),
            "document": '{"meta": {"a/b": 1}, "data": {"items": %s}, "next": null}' % array(lines),
            "groups": '{"data": [{"n": 1, "items": %s}, {"items": %s}]}' % (
                array(lines[:3]), array(lines[3:])),
            "jsonc": "// rows, \n%s /* end */" % array(lines),
            "concatenated": " ".join(lines),
            "json-seq": "".join("\x1e%s\n" % line for line in lines),
        }[self.format]

    def line(self, row):
        rng = random.Random("%s/%s" % (self.seed, row["id"]))
        return random_rows.loose(rng, row.get("odd", row), repeated=True)

    def yaml(self, row):
        if random.Random("%s/%s" % (self.seed, row["id"])).random() < 0.5:
            text = written(row)
        else:
            text = "\n  ".join(name + ": " + written(value) for name, value in row.items())
        # These are ends of lines, or no characters of YAML.
        for sign in "\u2028\x7f\ufeff":
            text = text.replace(sign, "\\u%04x" % ord(sign))
        return "- " + text + "\n"

    def fields(self):
        def field(value):
            if value is None:
                return ""
            return value if isinstance(value, str) else written(value)
        lines = [[field(row.get(name)) for name in self.order] for row in self.rows]
        if self.fault == "row":
            lines[self.broken].append("x")
        return lines

    def aligned(self, rng):
        """Columns of one width, those of numbers at the right."""
        titles = [self.order] if self.format != "listing" else []
        lines = titles + self.fields()
        widths = [max(map(width, column)) for column in zip(*lines)]
        if self.format == "ruled":
            lines.insert(1, ["-" * width for width in widths])
        gap = " " * (1 if self.format == "listing" else self.gap)

        def padded(name, field, room):
            blanks = " " * (room - width(field))
            is_number = self.columns[name] in ("integer", "small")
            return blanks + field if is_number else field + blanks
        text = "".join(gap.join(map(padded, self.order, line, widths)).rstrip() + "\n"
                       for line in lines)
        return "total 24\n" + text if not titles and rng.random() < 0.5 else text

    def record(self, row):
        """A record of a log: a line, and those of its message."""
        if self.format == "log":
            return "%(time)s %(level)s %(message)s\n" % row
        time = row["time"].replace("T", " ").replace(".", ",")
        return "%s [%s] %-5s %s - %s\n" % (
            time, row["thread"], row["level"], row["logger"], row["message"])

    def pairs(self, row):
        def pair(name, value):
            return name + "=" + (written(value) if value else "")
        return " ".join(pair(n, v) for n, v in row.items() if v is not None)

    @staticmethod
    def stored(value):
        """A value as SQLite has it, which knows 64-bit integers, doubles and no truth values."""
        if isinstance(value, bool):
            return Number(str(int(value)))
        if isinstance(value, Number) and "e" in value.text:
            return Number(str(float(value.text)))
        return value

    # What is read

    def read(self):
        """The rows as the program reads them."""
        rows = self.kept
        if self.format in JSON:
            return [parse(self.line(row)) for row in rows]
        if self.format in ("duckdb", "parquet"):
            return [{name: row.get(name) for name in self.order} for row in rows]
        if self.format == "sqlite":
            return [{name: self.stored(row.get(name)) for name in self.order} for row in rows]
        if self.is_table:
            # A table has a field for each column.
            empty = {name: self.empty(name) for name in self.order}
            return [{name: empty[name] if row.get(name) in (None, "") else row[name]
                     for name in self.order} for row in rows]
        if self.format == "logfmt":
            return [{n: v for n, v in row.items() if v is not None} for row in rows]
        return rows

    def empty(self, name):
        """What an empty field is: null in a column of numbers or truth values, else a text."""
        kind = self.columns[name]
        is_typed = kind in ("number", "small") or kind in ("integer", "truth") and any(
            row.get(name) is not None for row in self.kept)
        return None if is_typed else ""

    def options(self):
        """How the format is said; several sources have names that say it."""
        if not self.is_alone:
            return []
        if self.format == "document":
            return ["--at", "/data/items"]
        if self.format == "groups":
            return ["--at", "/data/*/items"]
        if self.format in ("sqlite", "duckdb", "parquet"):
            return []
        if self.format in ("markdown", "columns", "ruled", "listing"):
            return ["--format", "aligned"]
        if self.format == "java":
            return ["--format", "log"]
        name = "csv" if self.format == "semicolons" else self.format
        options = ["--format", name]
        if self.format in ("csv", "tsv", "semicolons"):
            options += ["--header-row", "yes"]
            # "Read a column of a table as numbers or texts."
            for column, kind in self.columns.items():
                if kind in ("number", "small"):
                    options += ["--type", column + " = number"]
                elif kind == "numeric":
                    options += ["--type", column + "=text"]
        if self.format == "semicolons":
            options += ["--delimiter", ";"]
        return options

    def write(self, folder):
        """Writes the file; gives the arguments for it, and what is on standard input."""
        path = folder + "/" + self.file
        if self.format == "sqlite":
            self.write_table(path)
        elif self.format in ("duckdb", "parquet"):
            self.write_by_engine(path)
        else:
            with open(path, "wb") as file:
                file.write(self.packed())
        if self.carrier == "pipe":
            return ["-"], self.packed()
        if self.carrier == "command":
            return ["--", "cat", self.file], b""
        if self.carrier == "line":
            return ["--command", "cat '%s'" % self.file], b""
        return [self.file], b""

    def packed(self):
        """The bytes that are written."""
        data = compressed(self.bytes(), self.compression, self.plain_file)
        if self.fault == "cut" and self.compression:
            return data[:-random.Random(self.seed).randint(1, len(data) // 2)]
        return data

    def write_by_engine(self, path):
        """Writes a database of DuckDB, or a Parquet file, by its program."""
        types = {"integer": "BIGINT", "truth": "BOOLEAN"}
        columns = ", ".join("'%s': '%s'" % (name, types.get(self.columns[name], "VARCHAR"))
                            for name in self.order)
        with open(path + ".ndjson", "w", encoding="utf-8") as file:
            file.writelines(written(row) + "\n" for row in self.rows)
        table = "read_json('%s.ndjson', format = 'newline_delimited', columns = {%s})" % (
            path, columns)
        is_database = self.format == "duckdb"
        statement = "create table t as from %s" if is_database else "copy (from %%s) to '%s'" % path
        subprocess.run([ENGINE] + [path] * is_database + ["-c", statement % table], check=True)

    def write_table(self, path):
        base = sqlite3.connect(path)
        base.execute("pragma synchronous = off")
        base.execute("pragma journal_mode = off")
        base.execute("create table t(%s)" % ",".join(map('"{}"'.format, self.order)))

        def plain(value):
            if not isinstance(value, Number):
                return value
            return float(value.text) if set(value.text) & set(".e") else int(value.text)
        base.executemany(
            "insert into t values(%s)" % ",".join("?" * len(self.order)),
            [[plain(row.get(name)) for name in self.order] for row in self.rows])
        base.commit()
        base.close()


def width(text):
    """The columns of a terminal that a text takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def compressed(data, how, name):
    if how == "gz":
        return gzip.compress(data, 1)
    if how == "bz2":
        return bz2.compress(data, 1)
    if how == "xz":
        return lzma.compress(data, preset=0)
    if how == "zip":
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, data)
        return file.getvalue()
    if how == "zst":
        # A frame of raw blocks (RFC 8878), as there is no zstd in Python's library.
        frame = b"\x28\xb5\x2f\xfd\x00\x58"
        blocks = [data[i:i + 60_000] for i in range(0, len(data), 60_000)] or [b""]
        for i, block in enumerate(blocks):
            last = i == len(blocks) - 1
            frame += struct.pack("<I", len(block) << 3 | last)[:3] + block
        return frame
    return data
