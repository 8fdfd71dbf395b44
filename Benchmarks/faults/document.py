"""Writes docs/faults.md: the introduction, the counts and the tables."""

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

This page lists faults that can happen during a download, and the outcome with Leftoff and with
three other programs. Each row of the tables is a test.

- `Tests/DownloadsTests/Faults` runs the faults of the network in process, on a simulated clock.
- `Tests/EndToEndTests` (`Fault*`, `Crash*`) runs the binary on failing disks, through crashes and
  with a clock that jumps.

The column *Leftoff* is the outcome that the tests require. The columns of the other programs were
measured by `Benchmarks/faults/run --write` on {date}, one run each, against the same server.

## How to read the tables

- *correct*: the complete file has its final name, with the right bytes.
- *error*: no file has the final name, and the exit code reports the failure.
- *error; marked as unfinished*: the same, but a part of the file has the final name, and aria2c's
  control file beside it marks it as unfinished.
- *accepted*: the program accepts the file as complete although the response contradicts itself.
- *not checked*: the program does not check the digest.
- **bold**: a wrong or incomplete file has the final name, the failure is not reported, the program
  hangs, or a file is written outside the destination.
- An empty cell means that there was no measurement, because the fault concerns only Leftoff or
  cannot be applied to the other program.

## How it was measured

The other programs are {versions}.
Each has the options of a careful user, and a low-speed limit or a timeout of 30 s:

- `curl --fail --location --retry 2 --continue-at -` (for names `--remote-header-name`)
- `aria2c --continue --max-tries=3`
- `wget2 --continue --tries=3`

If a fault interrupts a download that has to be resumed, the other programs are started a second
time. wget2 ends with exit code 0 after most errors; such an error counts as not reported.

## Summary

There are {count} faults of the network.

- The number of faults without an outcome in bold: {tally}.
- The number of faults with the required outcome (the right file, if it can be downloaded):
  {wanted}.
  In two cases, Leftoff waits for an hour, which is longer than the benchmark lasts.

{crashes}
"""

# The output of Benchmarks/faults/crash, which takes too long to run for each table. Update it by hand.
CRASHES = """\
`Benchmarks/faults/crash` killed Leftoff with `kill -9` on 2026-11-21, 50 times at random while it
downloaded 200 MiB over four connections of 3.2 MB/s. The SHA-256 was right, and Leftoff downloaded
1.026 times the size of the file. `Benchmarks/faults/run` killed each program five times while it
downloaded 20 MiB. As a multiple of the size, each program downloaded:
{killed}."""


def heading(row):
    if "group" in row:
        return row["group"]
    return HEADINGS[re.split("-", row["slug"])[0]]


def is_safe(words):
    return "**" not in words


def wanted(fault):
    """Returns the required outcomes of a fault, in the words of judge.py."""
    words = {"done": "correct", "failed": "error", "quarantined": "quarantined"}
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
            count = sum(set(self.results[(fault["slug"], client.name)].split(", ")) <= wanted(fault)
                        for fault in self.faults)
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
            f"\n\nof {len(self.faults)} faults: without an outcome in bold: {self.tally()};"
            f" with the required outcome: {self.as_wanted()}\n"
            f"killed five times, downloaded in multiples of the size: {self.killed()}\n")

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
        """Yields the faults whose outcome with the binary differs from what the tests require."""
        for fault in self.faults:
            words = self.results[(fault["slug"], "Leftoff")]
            ends = wanted(fault)
            # The benchmark does not run for an hour.
            if any("after an hour" in outcome["words"] for outcome in fault["outcomes"]):
                ends = {"error"}
            if set(words.split(", ")) - ends:
                yield fault["slug"], words
        for row in self.machine:
            words = self.results.get((row["slug"], "Leftoff"), "")
            if not is_safe(words):
                yield row["slug"], words
