#!/usr/bin/env python3
"""Measures how fast links are found. See README.md."""

import argparse
import json
import os
import pathlib
import sys

import commands
import manyfiles
import process

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=pathlib.Path, default=SHARED)
    parser.add_argument("--process", action="store_true", help="measure extraction in one process")
    parser.add_argument("--commands", action="store_true", help="measure whole commands")
    parser.add_argument("--scaling", action="store_true", help="measure one page from 1 KiB to 1 GiB")
    parser.add_argument("--startup", action="store_true", help="measure the start-up, compared with curl")
    parser.add_argument("--files", action="store_true", help="measure many files on all cores")
    parser.add_argument("--where", type=pathlib.Path, action="append", metavar="DIR",
                        help="directory for the pages of --files; repeatable (default: /dev/shm)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--starts", type=int, default=200, help="rounds of --startup")
    parser.add_argument("--copies", type=int, default=8, help="copies of each page for --commands")
    parser.add_argument("--largest", type=int, default=1 << 30, help="largest page of --scaling in bytes")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    files = sorted(map(str, options.pages.glob("*.html")))
    if not files:
        sys.exit(f"links-speed: no pages in {options.pages}: nothing to measure")
    every = not (options.process or options.commands or options.scaling or options.startup or options.files)
    leftoff = os.path.abspath(os.environ["LEFTOFF_BIN"])
    results = {}
    if options.files:
        print(f"links-speed: on all cores; load of the last minute {os.getloadavg()[0]:.2f}", file=sys.stderr)
        for where in options.where or [pathlib.Path("/dev/shm")]:
            results[f"files, {where}"] = manyfiles.run(leftoff, files, where, options.rounds, print)
        # The other parts use one core.
        if not (options.process or options.commands or options.scaling or options.startup):
            return write(results, options.json)
    # All measured programs inherit this.
    os.sched_setaffinity(0, {options.core})
    print(f"links-speed: only on core {options.core}; load of the last minute {os.getloadavg()[0]:.2f}",
          file=sys.stderr)
    if options.process or every:
        results["process"] = process.run(os.environ["LINKS_BENCH_BIN"], files, options.rounds, print)
    if options.commands or every:
        results["commands"] = commands.run(leftoff, files, options.copies, options.rounds, print)
    if options.scaling:
        results["scaling"] = commands.scaling(leftoff, files, min(3, options.rounds), options.largest,
                                              options.core, print)
    if options.startup:
        results["startup"] = commands.startup(leftoff, files, options.starts, print)
    write(results, options.json)


def write(results, path):
    if path:
        path.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
