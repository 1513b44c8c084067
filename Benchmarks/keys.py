#!/usr/bin/env python3
"""Compares a start and keys that scroll with less, in a pseudo-terminal of 120 by 40.

Usage: Benchmarks/keys.py PROGRAM FEED

Each runs three times, in turn. A start takes until the first text of a row is written, a key until
its first byte. No terminal is emulated, so what it needs to draw is in no figure.
"""

import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import termios
import time

KEYS = 200
ESCAPE = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[()][0-9A-Z]|[=>78M])")


def read(terminal, seconds):
    """Returns what is written within some seconds; nothing at a time-out or the end."""
    if not select.select([terminal], [], [], seconds)[0]:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def drain(terminal, quiet, limit=float("inf")):
    """Counts what is written until nothing is for a while, or until a limit of time."""
    (count, end) = (0, time.monotonic() + limit)
    while time.monotonic() < end and (data := read(terminal, quiet)):
        count += len(data)
    return count


def spawn(command, **variables):
    """Starts a program in a pseudo-terminal of 120 by 40; returns its process and terminal."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORFGBG="15;0", LC_ALL="C.UTF-8", **variables)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.execvp(command[0], command)
    return process, terminal


def measure(command, text):
    """Returns the milliseconds of a start, and the medians of time and bytes of a key."""
    begin = time.monotonic()
    process, terminal = spawn(command, LESS="")
    written = b""
    while text not in ESCAPE.sub(b"", written):
        data = read(terminal, 10)
        if not data:
            sys.exit(f"keys.py: {command[0]} does not show {text.decode()!r}")
        written += data
    start = time.monotonic() - begin
    drain(terminal, 0.5)
    for _ in range(60):  # To the foot of the screen.
        os.write(terminal, b"j")
    drain(terminal, 0.3)
    times, counts = [], []
    for _ in range(KEYS):
        begin = time.monotonic()
        os.write(terminal, b"j")
        data = read(terminal, 1)
        times.append(time.monotonic() - begin)
        counts.append(len(data) + drain(terminal, 0.02))
    os.write(terminal, b"q")
    drain(terminal, 0.3)
    os.close(terminal)
    os.waitpid(process, 0)
    return start * 1000, statistics.median(times) * 1000, statistics.median(counts)


def main():
    program, feed = sys.argv[1:]
    with open(feed, "rb") as file:
        text = re.search(rb'":\s*"([A-Za-z]{3,})', file.read(1 << 16))[1]
    commands = {"mocoa-tui": [program, "--fresh", feed], "less": ["less", "-S", feed]}
    results = {name: [] for name in commands}
    for _ in range(3):
        for name, command in commands.items():
            results[name].append(measure(command, text))
    print("| case | ours | `less` |\n|---|---:|---:|")
    for index, (case, digits) in enumerate(
            [("first row, ms", 1), ("key that scrolls to first byte, ms", 2), ("bytes of a key", 0)]):
        figures = [
            ", ".join(f"{result[index]:.{digits}f}" for result in results[name]) for name in results]
        print(f"| {case} | {figures[0]} | {figures[1]} |")


if __name__ == "__main__":
    main()
