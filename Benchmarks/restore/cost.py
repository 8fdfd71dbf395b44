"""Compares what captures and restores cost with what they cost in an earlier version. See README.md."""

import argparse
import json
import math
import os
import pathlib
import random
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import measure  # noqa: E402
from articles import Article  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
from case import Case, plain  # noqa: E402
from classes import CLASSES  # noqa: E402
from loopback import Site  # noqa: E402
from real import POLICY, SHARED, unmarked  # noqa: E402

REAL = ["buzzfeed-1", "engadget", "guardian-1", "ietf-1", "lemonde-1", "mozilla-2", "nytimes-1", "quanta-1", "rtl-1",
        "table-style-attributes", "wikipedia", "yahoo-2"]
SYNTHETIC = ["nothing changed", "nested scroller", "gallery", "shadow root"]
RESAMPLES = 2000

# Runs a restore; adds the time in ms until the words were at their position for the first time.
RESTORE = """(() => {
    const began = performance.now();
    let first = null;
    let isOver = false;
    const y = scrollY;
    const look = () => {
        if (first === null && scrollY !== y) first = performance.now() - began;
        if (first === null && !isOver) requestAnimationFrame(look);
    };
    const restored = SCRIPT;
    look();
    return restored.then((result) => { isOver = true; return { ...result, first }; });
})()"""


def pages():
    """Returns the cases by name: saved pages and generated ones."""
    found = {name: Case(unmarked(name), None, headers=POLICY) for name in REAL if (SHARED / f"{name}.html").exists()}
    for number, name in enumerate(SYNTHETIC):
        found[name] = CLASSES[name](Article(5000 + number))
    return found


def ratio(rounds):
    """Returns the geometric mean over the pages of the ratio of medians; `rounds` has pairs for each page."""
    logs = [math.log(max(0.05, statistics.median(after for _, after in pairs))
                     / max(0.05, statistics.median(before for before, _ in pairs))) for pairs in rounds]
    return math.exp(statistics.mean(logs))


def interval(rounds):
    """Returns the 95 % interval of the ratio, by resampling the rounds of each page."""
    numbers = random.Random(1)
    found = sorted(ratio([numbers.choices(pairs, k=len(pairs)) for pairs in rounds]) for _ in range(RESAMPLES))
    return found[int(0.025 * RESAMPLES)], found[int(0.975 * RESAMPLES)]


def alternately(versions, number, run):
    """Returns what `run` returns for each version; in every second round the second version is the first."""
    order = (0, 1) if number % 2 == 0 else (1, 0)
    found = {which: run(versions[which]) for which in order}
    return found[0], found[1]


def captures(browser, site, versions, options):
    """Returns the times of captures, in ms: pairs of both versions by page. A page is loaded once."""
    found = {}
    for name, case in pages().items():
        measure.load(browser, site, case.before, case, 0)
        measure.pause(browser, case.late)
        measure.scroll_to(browser, case, 0.4)
        # The first ones include the compilation of the scripts, and the layout of the page.
        for version in versions:
            browser.run(version.capturing())
        found[name] = [alternately(versions, number, lambda version: browser.run(version.capturing())["ms"])
                       for number in range(options.rounds)]
    return found


def restores(browser, site, versions, options):
    """Returns the times of restores on pages without scripts, in ms, by measure and page."""
    settled, first = {}, {}
    for seed in range(options.pages):
        html = plain(Article(5100 + seed))
        case = Case(html, None)
        measure.load(browser, site, html, case, 0)
        measure.scroll_to(browser, case, [0.2, 0.5, 0.8][seed % 3])
        snapshot = browser.run(versions[0].capturing())["snapshot"]
        identifiers = {id(version): version.keep(snapshot) for version in versions}

        def run(version):
            measure.load(browser, site, html, case, 1)
            outcome = browser.run(RESTORE.replace("SCRIPT", version.restoring(identifiers[id(version)])))
            assert outcome["status"] == "restored", f"expected status 'restored': {outcome}"
            return outcome
        pairs = [alternately(versions, number, run) for number in range(options.rounds)]
        settled[f"page {seed}"] = [(before["settledMs"], after["settledMs"]) for before, after in pairs]
        first[f"page {seed}"] = [(before["first"], after["first"]) for before, after in pairs]
    return settled, first


def show(label, found, out):
    rounds = list(found.values())
    low, high = interval(rounds)
    medians = [statistics.median(pair[which] for pairs in rounds for pair in pairs) for which in (0, 1)]
    out(f"{label}: before {medians[0]:.2f} ms, now {medians[1]:.2f} ms, ratio {ratio(rounds):.3f}"
        f" (95 %: {low:.3f} to {high:.3f})")
    worst = max(found, key=lambda name: ratio([found[name]]))
    out(f"  highest ratio: {worst}, {ratio([found[worst]]):.3f}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", required=True, help="the binary of the earlier version")
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--rounds", type=int, default=40, help="the number of captures of each page by each version")
    parser.add_argument("--pages", type=int, default=3, help="the number of pages without scripts that are restored")
    parser.add_argument("--scripts", type=pathlib.Path, help="measure the scripts of a directory, such as js/generated")
    parser.add_argument("--json", help="write all times to this file")
    return parser.parse_args()


def main():
    options = arguments()
    site = Site()
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        versions = [measure.Leftoff(options.before, pathlib.Path(home) / "before"),
                    measure.Leftoff(os.environ["LEFTOFF_BIN"], pathlib.Path(home) / "now", options.scripts)]
        for kind in ("capture", "restore"):
            lengths = [len(version.run("bookmarklet", kind).strip()) for version in versions]
            print(f"bookmarklet {kind}: before {lengths[0]}, now {lengths[1]} characters")
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                taken = captures(browser, site, versions, options)
                settled, first = restores(browser, site, versions, options)
            finally:
                browser.quit()
            print(f"\n== {kind.name}")
            show("capture", taken, print)
            show("restore, until it is reported", settled, print)
            show("restore, until the first movement", first, print)
            everything[kind.name] = {"captures": taken, "settled": settled, "first": first}
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything))


if __name__ == "__main__":
    main()
