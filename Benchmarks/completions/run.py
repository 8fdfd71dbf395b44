"""Measures how long a shell waits for Leftoff's completions; see README.md.

Usage: LEFTOFF_BIN=PATH run.py [COUNT]
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
RUNS = 20


def identifier(number):
    """Returns an id of twelve characters that begins with hardly related ones, as random ids do."""
    bits = (number * 0x9E3779B97F4A7C15) & ((1 << 60) - 1)
    return "".join(ALPHABET[bits >> (5 * place) & 31] for place in range(12))


def fill(leftoff, home, count):
    """Stores places with tags on 2,000 sites, and downloads from 1,000 hosts."""
    places = [
        {
            "id": identifier(number), "storedAt": f"2026-03-{number % 28 + 1:02}T12:30:00Z",
            "tags": [f"tag{number % 300}"],
            "snapshot": {
                "url": f"https://site{number % 2000}.example/page/{number}",
                "title": f"A page with the number {number}", "pageYOffset": 100,
            },
        }
        for number in range(count)
    ]
    backup = Path(home, "backup.json")
    backup.write_text(json.dumps({"leftoff": 1, "places": places}))
    addresses = Path(home, "addresses.txt")
    addresses.write_text("".join(f"https://host{number % 1000}.example/{number}.zip\n" for number in range(count)))
    for arguments in (["import", backup], ["queue", "add", "-i", addresses, "--dir", home]):
        subprocess.run([leftoff, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def measure(leftoff, words, argument):
    """Returns the median and the longest of the times of a completion in ms, and the number of its lines."""
    commands = words[:2] if words[0] == "queue" else words[:1]
    position = [str(len(words)), str(len(words[-1]))]
    command = [leftoff, "---completion", *commands, "--", argument, *position, "leftoff", *words]
    environment = {**os.environ, "SAP_SHELL": "fish"}
    times, lines = [], 0
    for _ in range(RUNS):
        begin = time.monotonic()
        output = subprocess.run(command, check=True, capture_output=True, env=environment).stdout
        times.append((time.monotonic() - begin) * 1000)
        lines = output.count(b"\n")
    return statistics.median(times), max(times), lines


def main():
    leftoff = os.environ["LEFTOFF_BIN"]
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory(prefix="leftoff-completions-") as home:
        os.environ["LEFTOFF_HOME"] = home + "/home"
        fill(leftoff, home, count)
        print(f"{count} places and {count} downloads, {RUNS} runs each")
        print("| completed | median | longest | values |")
        print("|---|---|---|---|")
        for title, words, argument in (
            ("ids of places", ["show", ""], "positional@0"),
            ("ids of places, one letter", ["show", "a"], "positional@0"),
            ("tags", ["list", "--tag", ""], "--tag"),
            ("sites", ["list", "--site", ""], "--site"),
            ("ids of downloads", ["queue", "remove", ""], "positional@0"),
            ("ids of downloads, one letter", ["queue", "remove", "a"], "positional@0"),
            ("ids of downloads that can be resumed", ["queue", "resume", ""], "positional@0"),
            ("hosts", ["queue", "list", "--host", ""], "--host"),
        ):
            median, longest, lines = measure(leftoff, words, argument)
            print(f"| {title} | {median:.0f} ms | {longest:.0f} ms | {lines} |", flush=True)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"largest process, the import included: {memory} MiB")


if __name__ == "__main__":
    main()
