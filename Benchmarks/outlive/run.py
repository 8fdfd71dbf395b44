"""Resumes places whose pages are gone, different or moved. See README.md."""

import argparse
import collections
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Tests" / "Browser"), str(HERE.parent / "restore")]

from articles import Article, body_html, page  # noqa: E402
from chromium_extension import ChromiumWithExtension, allow_pages  # noqa: E402
from conftest import Leftoff, Service  # noqa: E402
from library import Library, articles  # noqa: E402
from page_view import PageView  # noqa: E402
from place import CAPTURE  # noqa: E402
from playwright.sync_api import Error as PlaywrightError  # noqa: E402

LINES = (HERE / "lines.js").read_text()
FATES = ["stopped", "missing", "other article", "moved"]
# In seconds: a place that is not shown by then counts as failed.
PATIENCE = 12
# In seconds: a copy that is not at the line by then is wrong. It is less than the goal, so it adds no right ones.
SCROLLING = 1
CARD = """(() => { const host = [...document.body.children].find((e) => e.style.position === 'fixed'
    && e.style.right === '16px'); if (!host) return null; const r = host.getBoundingClientRect();
    return r.width > 0 ? [r.left, r.bottom] : null })()"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--places", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="write all results to this file")
    parser.add_argument("--failures", action="store_true", help="print each place that did not open at its line")
    return parser.parse_args()


def try_run(tab, expression):
    """Returns the value of an expression; None while the document is replaced."""
    try:
        return tab.evaluate(expression)
    except PlaywrightError:
        return None


class Run:
    def __init__(self, options, directory):
        self.options = options
        self.leftoff = Leftoff(os.environ["LEFTOFF_BIN"], directory / "home")
        self.script = self.leftoff("script", "capture")
        files = directory / "extension"
        self.leftoff("extension", str(files))
        # The script with which the extension copies a page.
        self.copy = (files / "page" / "copy.js").read_text()
        allow_pages(files)
        self.service = Service(self.leftoff)
        self.browser = ChromiumWithExtension(files)
        self.browser.close_welcome_page()
        self.view = PageView(self.browser, self.service, self.leftoff.environment["LEFTOFF_HOME"])
        self.browser.new_page()
        self.browser.open(f"{self.service.origin}/install")
        assert self.browser.pair(self.browser.shown_code(), self.service.port).startswith("Paired")
        others = [page(article.title, body_html(article.blocks))
                  for article in (Article(990_000 + n, paragraphs=60) for n in range(20))]
        self.library = Library(list(articles(options.places, options.seed)), others)
        self.numbers = random.Random(options.seed)

    def stop(self):
        self.browser.quit()
        self.service.stop()
        self.library.stop()

    def capture(self, tab, number, fate):
        """Captures a place and its copy; returns the id and the line, or None if no line is in view."""
        tab.goto(self.library.address(number, fate), wait_until="load")
        part = self.numbers.choice([0.15, 0.35, 0.5, 0.7, 0.9])
        tab.evaluate(f"scrollTo(0, {part} * (document.documentElement.scrollHeight - innerHeight))")
        line = tab.evaluate(f"(() => {{ {LINES}; return lines.first() }})()")
        if line is None:
            return None
        snapshot = tab.evaluate(CAPTURE.replace("SCRIPT", json.dumps(self.script)))
        place = self.leftoff_id(snapshot)
        copy = self.copy_of(tab, snapshot)
        if copy is None:
            print(f"no copy of {self.library.pages[number][0]}", file=sys.stderr)
        else:
            self.view.api("PUT", f"/api/snapshots/{place}/copies/text", copy)
        return place, line

    def leftoff_id(self, snapshot):
        return self.view.api("POST", "/api/snapshots", snapshot)["id"]

    def copy_of(self, tab, snapshot):
        """Copies the text as the extension does; returns None if the page cannot be copied."""
        made = tab.evaluate(f"(() => {{ (0, eval)({json.dumps(self.copy)});"
                            f" return leftoffCopy.text({json.dumps(snapshot)}) }})()")
        return made and json.loads(made["json"])

    def resume(self, driver, tab, tab_id, place, line):
        """Resumes a place, and presses what the extension offers; returns how and when it was shown."""
        # Nothing of the previous place is left in the tab.
        tab.goto("about:blank")
        began = time.monotonic()
        driver.evaluate("([id, tab]) => chrome.runtime.sendMessage({type: 'again', id, tab})", [place, tab_id])
        shown = tab
        while time.monotonic() - began < PATIENCE:
            tab.wait_for_timeout(10)
            offer = next((one for one in self.browser.context.pages if "/copy.html" in one.url), None)
            if offer:
                shown = offer
                button = "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Open your copy')"
                if try_run(offer, f"Boolean({button})"):
                    try_run(offer, f"({button}.click(), null)")
                    self.wait_for_copy(offer, began)
            copy = next((one for one in self.browser.context.pages if f"/copies/{place}" in one.url), None)
            if copy:
                if try_run(copy, "document.readyState") == "complete":
                    return self.judge_copy(copy, line, began, tab)
                continue
            if shown is tab and tab.url.startswith("http://localhost"):
                box = try_run(tab, CARD)
                if box:
                    tab.mouse.click(box[0] + 90, box[1] - 28)
                    continue
                where = f"scrollY > 0 ? lines.where({json.dumps(line)}) : null"
                tops = try_run(tab, f"(() => {{ {LINES}; return {where} }})()")
                if tops and "/moved/" in tab.url and min(abs(top - line["top"]) for top in tops) <= line["line"] * 1.5:
                    return self.judged("page", tops, True, line, began)
        return {"how": "none", "seconds": time.monotonic() - began, "grade": "not shown", "tab": tab.url}

    def wait_for_copy(self, tab, began):
        while "/copies/" not in tab.url and time.monotonic() - began < PATIENCE:
            tab.wait_for_timeout(5)

    def judge_copy(self, copy, line, began, tab):
        """Judges a copy that is loaded. The browser may scroll to the line a moment later."""
        judged = None
        until = time.monotonic() + SCROLLING
        while time.monotonic() < until and (judged is None or judged["grade"] != "line"):
            tops = try_run(copy, f"(() => {{ {LINES}; return lines.where({json.dumps(line)}) }})()")
            is_marked = try_run(copy, "document.getElementById('leftoff-line') !== null")
            if tops is not None:
                judged = self.judged("copy", tops, is_marked, line, began)
            copy.wait_for_timeout(10)
        if copy is not tab:
            copy.close()
        return judged or {"how": "copy", "seconds": time.monotonic() - began, "grade": "no line"}

    def judged(self, how, tops, is_marked, line, began):
        seconds = time.monotonic() - began
        error = min((abs(top - line["top"]) for top in tops), default=None)
        grade = "line" if error is not None and error <= max(line["line"], 32) * 1.5 else \
            "wrong" if is_marked else "no line"
        return {"how": how, "seconds": seconds, "error": error, "grade": grade}


def main():
    options = arguments()
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        run = Run(options, pathlib.Path(directory))
        try:
            tab = run.browser.new_page()
            tab.set_viewport_size({"width": 1280, "height": 800})
            places = []
            fates = {}
            for number in range(options.places):
                fate = FATES[number % len(FATES)]
                taken = run.capture(tab, number, fate)
                if taken is None:
                    print(f"no line in view on {run.library.pages[number][0]}", file=sys.stderr)
                    continue
                fates[number] = fate
                places.append((number, fate, *taken))
                if len(places) % 100 == 0:
                    print(f"captured {len(places)}", file=sys.stderr)
            tab.close()
            run.library.end(fates)
            run.browser.open_extension_page("pair.html")
            driver = run.browser.page
            tab = run.browser.new_page()
            tab.set_viewport_size({"width": 1280, "height": 800})
            tab_id = driver.evaluate("chrome.tabs.query({active: true}).then(([tab]) => tab.id)")
            for count, (number, fate, place, line) in enumerate(places, 1):
                result = run.resume(driver, tab, tab_id, place, line)
                rows.append({"page": run.library.pages[number][0], "fate": fate, **result})
                if options.failures and (result["grade"] != "line" or result["seconds"] > 2):
                    print(rows[-1], file=sys.stderr)
                if count % 50 == 0:
                    print(f"resumed {count}", file=sys.stderr)
        finally:
            run.stop()
    report(rows)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, ensure_ascii=False))


def report(rows):
    print("| fate | places | at the line | in the copy | on the page | no line | wrong | not shown | median | 95 % |"
          " longest | over 2 s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for fate in [*FATES, "all"]:
        some = [row for row in rows if fate in ("all", row["fate"])]
        if not some:
            continue
        grades = collections.Counter(row["grade"] for row in some)
        seconds = sorted(row["seconds"] for row in some)
        at_line = [row for row in some if row["grade"] == "line"]
        print(f"| {fate} | {len(some)} | {len(at_line)} ({100 * len(at_line) / len(some):.1f} %) |"
              f" {sum(row['how'] == 'copy' for row in at_line)} | {sum(row['how'] == 'page' for row in at_line)} |"
              f" {grades['no line']} | {grades['wrong']} | {grades['not shown']} | {statistics.median(seconds):.2f} s |"
              f" {seconds[int(0.95 * (len(seconds) - 1))]:.2f} s | {seconds[-1]:.2f} s |"
              f" {sum(value > 2 for value in seconds)} |")


if __name__ == "__main__":
    main()
