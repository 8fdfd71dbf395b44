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
HARD = classes.HARD
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
    parser.add_argument("--classes", default="", help="classes separated by commas; `hard`: all hard classes")
    parser.add_argument("--variants", default="", help="only these variants of the hard classes")
    parser.add_argument("--scripts", type=pathlib.Path, help="measure the scripts of a directory, such as js/generated")
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
    """Yields the variant, the number, the case and the positions of each case of a class."""
    if name in real.REAL:
        for number, case in enumerate(real.cases(name)):
            yield "", number, case, PARTS[:min(2, options.positions)]
        return
    for variant, made in HARD.get(name, {"": None}).items():
        if made and options.variants and variant not in options.variants.split(";"):
            continue
        for number in range(options.pages):
            # The paragraph that is edited, moved or deleted must be one of those at the reading line.
            article = Article(options.seed * 1000 + number * 17 + len(name), headings=name not in PARAGRAPHS_ONLY)
            if made:
                # One position for each number, so that each delay of a class meets each position.
                yield variant, number, made(article, number), [PARTS[(number + number // 4) % 4]]
            else:
                yield "", number, CLASSES[name](article), PARTS[:options.positions]


def chosen_classes(options):
    names = [*CLASSES, *HARD, *real.REAL]
    if options.classes == "hard":
        return list(HARD)
    return [name for name in names if not options.classes or name in options.classes.split(",")]


def run(browser, site, leftoff, options):
    rows = []
    if not real.pages():
        print("real pages are skipped: there is no shared/pages next to the checkout", file=sys.stderr)
    strategies = options.strategies.split(",")
    for name in chosen_classes(options):
        if browser.name == "firefox" and name in NOT_IN_FIREFOX:
            print(f"{name}: skipped in Firefox: {NOT_IN_FIREFOX[name]}", file=sys.stderr)
            continue
        began = time.monotonic()
        for variant, number, case, parts in cases_of(name, options):
            for part in parts:
                found = measure.run_case(browser, site, leftoff, case, part, strategies)
                if found is None:
                    print(f"{name} {variant}: no text in view at {part}", file=sys.stderr)
                    continue
                row = {"class": name, "variant": variant, "page": number, "part": part, "late": case.late,
                       "metric": case.metric, "wordsExist": case.words_exist and case.metric != "honest", **found}
                rows.append(row)
                if options.failures and report.is_failure(row):
                    print(f"  {report.described(row)}", file=sys.stderr, flush=True)
        print(f"{browser.name}: {name}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows


def main():
    options = arguments()
    site = Site()
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        leftoff = measure.Leftoff(os.environ["LEFTOFF_BIN"], home, options.scripts)
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
            strategies = options.strategies.split(",")
            ordinary = [row for row in rows if row["class"] not in HARD]
            report.table(ordinary, strategies, print)
            report.hard_table([row for row in rows if row["class"] in HARD], strategies, print)
            if "leftoff" in strategies:
                report.calibration(rows, print)
                report.summary(ordinary or rows, print)
            everything[kind.name] = rows
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
