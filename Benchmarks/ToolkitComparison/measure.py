#!/usr/bin/env python3
"""Compares a list of ROWS rows in Mocoa, TUIkit and SwiftTUI, in a pseudo-terminal of 120 by 40.

Usage: Benchmarks/ToolkitComparison/measure.py [ROWS …]

Each program is built separately: one that does not build is reported and left out. A start takes
until the text of the first row is written, a key until its first byte. Memory is what is resident
after the start. Then, in a process of its own, a row changes every 10 ms for five seconds. No
terminal is emulated, so what it needs to draw is in no figure.
"""

import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time

PACKAGE = pathlib.Path(__file__).resolve().parent

sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE.parent))
from keys import ESCAPE, drain, read, spawn

PROGRAMS = ["MocoaList", "TUIkitList", "SwiftTUIList"]
LIMIT = 90
KEYS = 50
SECONDS = 5
DOWN = b"\x1b[B"


def build(name):
    """Returns the path of a program, or nothing if it does not build."""
    command = [os.environ.get("SWIFT", "swift"), "build", "-c", "release",
               "--package-path", str(PACKAGE), "--product", name]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        return None
    folder = subprocess.run(command[:-2] + ["--show-bin-path"], stdout=subprocess.PIPE, text=True)
    return os.path.join(folder.stdout.strip(), name)


class Run:
    """A program in a pseudo-terminal."""

    def __init__(self, *command):
        self.begin = time.monotonic()
        self.process, self.terminal = spawn(command)

    def read(self, seconds):
        """Returns what is written within some seconds; nothing at a time-out or the end."""
        return read(self.terminal, seconds)

    def drain(self, quiet, limit):
        """Counts what is written until nothing is for a while, or until a limit of time."""
        return drain(self.terminal, quiet, limit)

    def start(self):
        """Returns the milliseconds until the first row is written, or nothing."""
        written = b""
        while b"row 0" not in ESCAPE.sub(b"", written):
            rest = self.begin + LIMIT - time.monotonic()
            data = self.read(rest) if rest > 0 else b""
            if not data:
                return None
            written += data
        return (time.monotonic() - self.begin) * 1000

    def key(self):
        """Returns the milliseconds to the first byte that a key causes, and its bytes."""
        self.drain(0.005, 0.05)
        begin = time.monotonic()
        os.write(self.terminal, DOWN)
        data = self.read(10)
        taken = (time.monotonic() - begin) * 1000
        return (taken, len(data) + self.drain(0.02, 0.1)) if data else None

    def memory(self):
        text = pathlib.Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def measure(program, rows):
    """Returns the cells of a row of the table."""
    run = Run(program, str(rows))
    try:
        start = run.start()
        if start is None:
            return [f"over {LIMIT} s, or ended"] + ["–"] * 5
        memory = run.memory()
        run.drain(0.3, 2)
        keys = []
        for _ in range(45 + KEYS):  # To the foot of the screen, then those that count.
            key = run.key()
            if key is None:
                break
            keys.append(key)
        counted = keys[45:]
        cells = [f"{start:.0f}"]
        if counted:
            cells += [f"{statistics.median(column):.{digits}f}"
                      for column, digits in zip(zip(*counted), (2, 0))]
        else:
            cells += ["–", "–"]
        cells.append(f"{memory:.0f}")
    finally:
        run.end()
    return cells + measure_changes(program, rows)


def measure_changes(program, rows):
    run = Run(program, str(rows), "live")
    try:
        if run.start() is None:
            return ["–", "–"]
        run.drain(0.3, 1)
        before = run.processor_seconds()
        (count, end) = (0, time.monotonic() + SECONDS)
        while (rest := end - time.monotonic()) > 0:
            count += len(run.read(rest))
        part = (run.processor_seconds() - before) / SECONDS * 100
        return [f"{part:.1f}", f"{count / SECONDS / 1000:.1f}"]
    finally:
        run.end()


def main():
    counts = [int(argument) for argument in sys.argv[1:]] or [1_000, 100_000, 1_000_000]
    programs = {name: build(name) for name in PROGRAMS}
    print("| program | lines | rows | first row, ms | key, ms | bytes of a key | memory, MiB |"
          " processor, % | kB a second |")
    print("|---|" + "---:|" * 8)
    for name, program in programs.items():
        sources = (PACKAGE / "Sources" / name).glob("*.swift")
        lines = sum(bool(line.strip()) for file in sources for line in file.read_text().split("\n"))
        for rows in counts:
            cells = measure(program, rows) if program else ["does not build"] + ["–"] * 5
            print(f"| {name} | {lines} | {rows:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
