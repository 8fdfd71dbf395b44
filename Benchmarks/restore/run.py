"""Compares strategies of restoring places. See README.md."""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import measure  # noqa: E402
import report  # noqa: E402
from articles import Article  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
import big  # noqa: E402
import classes  # noqa: E402
import honesty  # noqa: E402
import layouts  # noqa: E402
import real  # noqa: E402
from loopback import Site  # noqa: E402

CLASSES = {**classes.CLASSES, **layouts.LAYOUTS}
STRATEGIES = ["scrollTo", "percent", "selector", "quote", "fragment", "leftoff", "truth"]
PARAGRAPHS_ONLY = {"10 % edited", "30 % edited", "50 % edited", "anchor deleted", "lookalikes", "moved and edited",
                   "several at once"}
NOT_IN_FIREFOX = {
    "pinch zoom": "its driver cannot pinch",
    "strict policy": "the policy keeps its driver's scripts out too",
}
PARTS = [0.45, 0.2, 0.72, 0.93]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--classes", default="")
    parser.add_argument("--strategies", default=",".join(STRATEGIES[:-1]))
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--positions", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", action="store_true", help="print each place that Leftoff did not"
                        " restore exactly")
    parser.add_argument("--only-big", action="store_true", help="run only the page of 10 MB")
    parser.add_argument("--only-honesty", action="store_true", help="run only the pages that are not the captured one")
    parser.add_argument("--json", help="write all results to this file")
    return parser.parse_args()


def cases_of(name, options):
    if name in real.REAL:
        yield from real.cases(name)
        return
    for number in range(options.pages):
        # The paragraph that is edited, moved or deleted must be one of those at the reading line.
        yield CLASSES[name](Article(options.seed * 1000 + number * 17 + len(name),
                                    headings=name not in PARAGRAPHS_ONLY))


def run(browser, site, leftoff, options):
    rows = []
    names = [*CLASSES, *real.REAL]
    chosen = [name for name in names if not options.classes or name in options.classes.split(",")]
    if not real.pages():
        print("real pages are skipped: there is no shared/pages next to the checkout", file=sys.stderr)
    strategies = options.strategies.split(",")
    for name in chosen:
        if browser.name == "firefox" and name in NOT_IN_FIREFOX:
            print(f"{name}: skipped in Firefox: {NOT_IN_FIREFOX[name]}", file=sys.stderr)
            continue
        began = time.monotonic()
        for number, case in enumerate(cases_of(name, options)):
            for part in PARTS[:options.positions if name in CLASSES else min(2, options.positions)]:
                found = measure.run_case(browser, site, leftoff, case, part, strategies)
                if found is None:
                    print(f"{name}: no text in view at {part}", file=sys.stderr)
                    continue
                rows.append({"class": name, "page": number, "part": part, "late": case.late,
                             "wordsExist": case.words_exist, **found})
                mine = found["results"].get("leftoff")
                if options.failures and mine and mine["grade"] != "exact" and case.words_exist:
                    outcome = mine["outcome"]
                    print(f"  {name} page {number} at {part}: {mine['grade']} {mine['error']} px, {outcome['status']}"
                          f" by {outcome['tier']}"
                          f" {outcome['confidence']}, {outcome['settledMs']} ms; {found['reading']}", file=sys.stderr)
        print(f"{browser.name}: {name}, {time.monotonic() - began:.0f} s", file=sys.stderr)
    return rows


def main():
    options = arguments()
    site = Site()
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        leftoff = measure.Leftoff(os.environ["LEFTOFF_BIN"], home)
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                if options.only_big:
                    big.run(browser, site, leftoff, print)
                    continue
                rows = [] if options.only_honesty else run(browser, site, leftoff, options)
                print(f"\n== {kind.name}")
                if not options.classes:
                    big.run(browser, site, leftoff, print)
                    honesty.run(browser, site, leftoff, print)
                    honesty.reader_first(browser, site, leftoff, print)
            finally:
                browser.quit()
            if not rows:
                continue
            report.table(rows, [name for name in options.strategies.split(",")], print)
            if "leftoff" in options.strategies:
                report.calibration(rows, print)
                report.summary(rows, print)
            everything[kind.name] = rows
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
