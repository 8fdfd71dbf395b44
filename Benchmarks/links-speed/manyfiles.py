"""Measures many local files on all cores: 2,000 pages, and 311 pages beside parsers that print links."""

import os
import pathlib
import shutil
import statistics
import sys
import tempfile

import commands

HERE = pathlib.Path(__file__).resolve().parent
# The size at which pages are cut, so that 2,000 of them have 365 MB.
LONGEST = 768 << 10


def make_pages(sources, number, directory, own=True):
    """Writes `number` pages, each a real page, by default with links of its own; returns their paths and bytes."""
    contents = [pathlib.Path(source).read_bytes() for source in sources]
    made, size = [], 0
    for index in range(number):
        page = contents[index % len(contents)]
        if own:
            start = f'<p><a href="/own/{index}?a=b">{index}</a> <img src="../image-{index}.png" alt="">\n'
            page = start.encode() + page[:LONGEST]
        target = pathlib.Path(directory) / f"page-{index:05}.html"
        target.write_bytes(page)
        made.append(str(target))
        size += len(page)
    return made, size


def measure(programs, rounds, printed, out, title, first):
    """Runs interleaved rounds and prints the seconds, the CPU seconds and the ratios to the first program."""
    times, lines = {name: [] for name, _, _ in programs}, {}
    for turn in range(rounds):
        for name, slow, command in programs:
            if slow and turn:
                continue
            seconds, cpu, code = commands.spawn(command, stdout=printed)
            if code:
                print(f"links-speed: {name}: exit code {code}", file=sys.stderr)
            times[name].append((seconds, cpu))
            with open(printed, "rb") as file:
                lines[name] = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        print(f"links-speed: {title}, round {turn + 1} of {rounds}", file=sys.stderr)
    out(f"== {title}, median of {rounds} interleaved rounds")
    out(f"{'':22}{'seconds':>9} {'min':>8} {'CPU s':>8} {'min':>8} {'lines':>8} {'time':>8} {'CPU':>7}")
    reference = [statistics.median(column) for column in zip(*times[first])]
    for name, _, _ in programs:
        wall, cpu = zip(*times[name])
        median = statistics.median(wall), statistics.median(cpu)
        out(f"{name:22}{median[0]:9.3f} {min(wall):8.3f} {median[1]:8.3f} {min(cpu):8.3f} {lines[name]:8}"
            f" {median[0] / reference[0]:6.2f} x {median[1] / reference[1]:5.2f} x")
    return times


def run(leftoff, sources, where, rounds, out):
    """Measures on a file system: `where` is a directory, by default in memory."""
    results = {}
    with tempfile.TemporaryDirectory(prefix="links-speed.", dir=where) as directory:
        printed = os.path.join(directory, "printed")
        binaries = [("leftoff", leftoff)]
        if base := os.environ.get("LEFTOFF_BASE"):
            binaries.append(("base", base))
        pages = pathlib.Path(directory) / "pages"
        pages.mkdir()
        files, size = make_pages(sources, 2000, pages)
        inputs = pathlib.Path(directory) / "list"
        inputs.write_text("".join(f"{file}\n" for file in files))
        programs = [(f"{name}, {format}", False, [binary, "links", "-q", "-i", inputs, "--format", format])
                    for format in ["lines", "ndjson", "csv"] for name, binary in binaries]
        if cat := shutil.which("cat"):
            programs.append(("cat", False, [cat, *files]))
        title = f"{len(files)} files, {size / 1e6:.0f} MB, in {where}, {os.cpu_count()} cores"
        results["2000"] = measure(programs, rounds, printed, out, title, "leftoff, lines")
        shutil.rmtree(pages)

        pages.mkdir()
        files, size = make_pages(sources, 311, pages, own=False)
        inputs.write_text("".join(f"{file}\n" for file in files))
        shell = shutil.which("sh")
        programs = [(name, False, [binary, "links", "-q", "-i", inputs]) for name, binary in binaries]
        programs.append(("lexbor", False, [sys.executable, HERE / "printer.py", *files]))
        for tool, words in [("pup", "'a attr{href}'"), ("hxwls", f"-b {commands.BASE}")]:
            if path := shutil.which(tool):
                each = commands.EACH.format(f"{path} {words}")
                programs.append((f"{tool}, each file", True, [shell, "-c", each, "sh", *files]))
            else:
                print(f"links-speed: {tool} is skipped: its Debian package could not be installed", file=sys.stderr)
        title = f"{len(files)} files, {size / 1e6:.0f} MB, in {where}, {os.cpu_count()} cores"
        results["311"] = measure(programs, rounds, printed, out, title, "leftoff")
    return results
