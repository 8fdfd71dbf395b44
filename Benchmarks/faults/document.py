"""docs/faults.md: the table, its introduction, and the counts."""

import datetime
import re
import subprocess

HEADINGS = {
    "disk": "The disk", "database": "The database", "killed": "Crashes", "two": "Several processes",
    "stopped": "Several processes", "duplicate": "Several processes", "adding": "Several processes",
    "clock": "The clock", "tls": "TLS",
}

INTRODUCTION = """\
# Faults

What goes wrong on the way of a download, and what comes of it. The first column is what happens, the second what Leftoff must
make of it. Every row is a test: `Tests/DownloadsTests/Faults` runs the rows of the network in process, on a clock that moves by
itself, and `Tests/EndToEndTests` (`Fault*`, `Crash*`) runs the binary on disks that fail, through crashes and jumps of the clock.
The other columns were measured by `Benchmarks/faults/run --write` on {date}, one run each, against the same server.

| word | means |
|---|---|
| right | the whole file has its final name, with the right bytes |
| error | nothing has the final name, or aria2c's own file marks it as unfinished, and the exit code says so |
| takes it | a whole file, although the response contradicts itself |
| **bold** | a wrong or incomplete file under its final name, silence, a hang, or a file outside the destination |

The programs: {versions}. Each has the flags of a careful person: `curl --fail --location --retry 2 --continue-at -` (for
names `--remote-header-name`), `aria2c --continue --max-tries=3`, `wget2 --continue --tries=3`, all with a low-speed limit or a
timeout of 30 s. Where a download is cut and goes on, all but Leftoff are started a second time. wget2 ends with exit code 0 after
most errors, which is silence. An empty cell was not measured: the fault is Leftoff's own, or cannot be put to the others.

Of the {count} faults of the network, so many end without anything in bold: {tally}.
And so many end as they must, with the file where there can be one: {wanted}.
(Leftoff waits for an hour in two of them, which the benchmark does not.)

{crashes}
"""

# What Benchmarks/faults/crash printed, by hand: it takes too long to run with each table.
CRASHES = """\
Killed by `Benchmarks/faults/crash` on 2026-11-21: 50 times kill -9 at random during 200 MiB over four connections of 3.2 MB/s, SHA-256
right, 1.026 times the size fetched. By `Benchmarks/faults/run`, five times during 20 MiB, in times the size:
{killed}."""


def heading(row):
    if "group" in row:
        return row["group"]
    return HEADINGS[re.split("-", row["slug"])[0]]


def is_safe(words):
    return "**" not in words


def wanted(fault):
    """What must come of a fault, in the words of the judge."""
    words = {"done": "right", "failed": "error", "quarantined": "quarantined"}
    return {words[outcome["end"]] for outcome in fault["outcomes"]}


class Table:
    def __init__(self, faults, machine, programs, results):
        self.faults, self.machine, self.programs, self.results = faults, machine, programs, results

    def cells(self, row):
        outcomes = row.get("outcomes")
        own = "; ".join(outcome["words"] for outcome in outcomes) if outcomes else row["words"]
        others = [self.results.get((row["slug"], client.name), "") for client in self.programs[1:]]
        return [f"`{row['slug']}`", row["title"], own, *others]

    def lines(self):
        last = None
        for row in self.faults + self.machine:
            if heading(row) != last:
                last = heading(row)
                yield ""
                yield f"## {last}"
                yield ""
                yield "| fault | what happens | Leftoff | " + " | ".join(c.name for c in self.programs[1:]) + " |"
                yield "|---" * (3 + len(self.programs[1:])) + "|"
            yield "| " + " | ".join(self.cells(row)) + " |"

    def tally(self):
        parts = []
        for client in self.programs:
            results = [self.results[(fault["slug"], client.name)] for fault in self.faults]
            safe = sum(is_safe(words) for words in results)
            parts.append(f"{client.name} {safe}")
        return ", ".join(parts)

    def as_wanted(self):
        parts = []
        for client in self.programs:
            count = sum(set(self.results[(fault["slug"], client.name)].split(", ")) <= wanted(fault) for fault in self.faults)
            parts.append(f"{client.name} {count}")
        return ", ".join(parts)

    def killed(self):
        parts = []
        for client in self.programs:
            number = re.search(r"[\d.]+(?= times)", self.results.get(("killed-at-random", client.name), ""))
            parts.append(f"{client.name} {number.group() if number else 'unknown'}")
        return ", ".join(parts)

    def text(self):
        return "\n".join(self.lines()) + (
            f"\n\nof {len(self.faults)}: nothing in bold: {self.tally()}; as wanted: {self.as_wanted()}\n"
            f"killed five times, times the size: {self.killed()}\n")

    def page(self):
        versions = []
        for client in self.programs[1:]:
            first = subprocess.run([client.program, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
            number = re.search(r"\d+(\.\d+)+", first)
            versions.append(f"{client.name} {number.group() if number else ''}".strip())
        introduction = INTRODUCTION.format(
            date=datetime.date.today().isoformat(), versions=", ".join(versions), count=len(self.faults),
            tally=self.tally(), wanted=self.as_wanted(), crashes=CRASHES.format(killed=self.killed()))
        return introduction + "\n".join(self.lines()) + "\n"

    def broken(self):
        """Where the binary did other than what the tests assert of it."""
        for fault in self.faults:
            words = self.results[(fault["slug"], "Leftoff")]
            ends = wanted(fault)
            # A wait of an hour is longer than the benchmark's.
            if any("after an hour" in outcome["words"] for outcome in fault["outcomes"]):
                ends = {"error"}
            if set(words.split(", ")) - ends:
                yield fault["slug"], words
        for row in self.machine:
            words = self.results.get((row["slug"], "Leftoff"), "")
            if not is_safe(words):
                yield row["slug"], words
