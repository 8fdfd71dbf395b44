"""Measures what only the extension can restore: frames of other origins, closed shadow roots, a login in between.

See README.md.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

from marionette_driver.errors import MarionetteException  # noqa: E402
from playwright.sync_api import Error as PlaywrightError  # noqa: E402

import extension_browsers  # noqa: E402
import hard_words  # noqa: E402
import measure  # noqa: E402
from articles import Article, page  # noqa: E402
from browsers import look, wait_for  # noqa: E402
from case import plain  # noqa: E402
from loopback import Site  # noqa: E402
from prepared_extension import report_restores  # noqa: E402
from test_extension import Paired  # noqa: E402

PARTS = [0.45, 0.2, 0.72, 0.93]
FRAME = "<iframe src='{address}' style='display:block;width:100%;height:720px;border:2px solid'></iframe>"
# The time for a restore, in seconds: a search takes up to 10 s.
LONGEST = 15


def read(browser, expression):
    """Returns the value of an expression; None while the document is being replaced."""
    try:
        return browser.run(expression)
    except (AssertionError, PlaywrightError, MarionetteException):
        return None


def status_of(browser):
    """Returns how a restore has ended, which `report_restores` writes into the page; None if there was none in time."""
    status, _ = look(lambda: read(browser, "document.documentElement.dataset.restored ?? null"), bool, LONGEST)
    return status


def outer(content):
    return page("The Morning Harbour", f"<header>The Morning Harbour</header>{content}<footer>Imprint</footer>",
                extra="body{max-width:none;padding:0}")


def framed(kind):
    """Returns the pages by path, before and after the capture. `/inner` is the article."""
    inner = FRAME.format(address="//first.bench/inner")
    before = {"/page": outer(inner)}
    after = dict(before)
    if kind == "another index":
        after = {"/page": outer(FRAME.format(address="//first.bench/advertisement").replace("720", "90") + inner)}
    elif kind == "late":
        late = inner.replace("src=", "data-src=")
        script = ("<script>setTimeout(() => { const frame = document.querySelector('iframe');"
                  " frame.src = frame.dataset.src; }, 900)</script>")
        after = {"/page": outer(late + script)}
    elif kind == "nested":
        before = {"/page": outer(FRAME.format(address="//first.bench/middle")),
                  "/middle": page("Middle", FRAME.format(address="//second.bench/inner").replace("720", "690"))}
        after = dict(before)
    return before, after


def run_inside(browser, path, expression):
    """Runs an expression in the frame with a path, whatever its origin; None if there is no such frame."""
    if browser.name == "chromium":
        frame = next((frame for frame in browser.page.frames if frame.url.split("?")[0].endswith(path)), None)
        return frame.evaluate(expression) if frame else None
    client = browser.client

    def visit():
        if client.execute_script("return location.pathname") == path:
            return browser.run(expression)
        for element in client.find_elements("css selector", "iframe"):
            client.switch_to_frame(element)
            found = visit()
            client.switch_to_parent_frame()
            if found is not None:
                return found
        return None
    client.switch_to_frame()
    try:
        return visit()
    finally:
        client.switch_to_frame()


def show(site, pages):
    for path, html in pages.items():
        site.show(html, path=path)


class Run:
    def __init__(self, running, site):
        self.running, self.site = running, site
        self.browser = running.browser
        self.rows = []

    def begin(self):
        self.running.begin()
        self.browser.new_page()

    def resume(self):
        """Resumes the captured place, and returns how that ended; None if nothing was restored in time."""
        self.running.resume()
        return status_of(self.browser)

    def add(self, kind, variant, number, error, status, is_right):
        self.rows.append({"class": kind, "variant": variant, "page": number, "error": error, "status": status,
                          "isRight": is_right,
                          "isWrong": status == "restored" and not (error is not None and error <= 72)})

    def frame(self, kind, number):
        self.begin()
        article = Article(8000 + number)
        before, after = framed(kind)
        show(self.site, {**before, "/inner": plain(article), "/advertisement": page("A", "Advertisement")})
        browser = self.browser
        browser.open(self.site.origin + "/page")
        wait_for(lambda: run_inside(browser, "/inner", "document.readyState === 'complete' || null"))
        library = f"(() => {{ {measure.TRUTH}; return 1 }})()"
        run_inside(browser, "/inner", library)
        part = PARTS[number % 4]
        run_inside(browser, "/inner",
                   f"(scrollTo(0, {part} * (document.documentElement.scrollHeight - innerHeight)), 1)")
        reading = run_inside(browser, "/inner", "truth.reading('y', false)")
        self.running.capture()
        show(self.site, after)
        status = self.resume()
        measure.pause(browser, 1)
        found = None
        if run_inside(browser, "/inner", library):
            found = run_inside(browser, "/inner", f"truth.where('{reading['key']}', {reading['word']}, 'y')")
        error = abs(found["y"] - reading["y"]) if found else None
        self.add("frame of another origin", kind, number, error, status, error is not None and error <= 2)

    def words(self, kind, variant, number):
        """A case of hard_words.py, by the extension."""
        self.begin()
        case = hard_words.HARD[kind][variant](Article(8100 + number), number)
        browser = self.browser
        measure.load(browser, self.site, case.before, case, 0)
        measure.scroll_to(browser, case, PARTS[number % 4])
        reading = browser.run("truth.reading('y', false)")
        self.running.capture()
        html, truth = case.after(reading)
        self.site.show(html)
        status = self.resume()
        browser.run(f"(() => {{ {measure.TRUTH}; return null }})()")
        judged = measure.graded(reading, browser.run(f"truth.where('{truth[0]}', {truth[1]}, 'y')"))
        self.add(kind, variant, number, judged["error"], status,
                 judged["grade"] == "exact" if kind == "closed shadow root" else judged["in_view"])

    def login(self, kind):
        """Resumes a place while the site wants a login, or consent on another host, before it shows the page."""
        self.begin()
        article = Article(8200 + len(kind))
        html = plain(article)
        state = {"isIn": True}
        form = page("Sign in", "<form><button id=enter type=button>Sign in</button></form><script>"
                    "document.getElementById('enter').onclick = () => fetch('/enter').then(() => { NEXT })</script>")
        back = f"location.href = '{self.site.origin}/page'"
        elsewhere = f"http://localhost:{self.site.server.server_port}/consent"
        self.site.show(form.replace("NEXT", back), path="/login")
        self.site.show(form.replace("NEXT", back), path="/consent")

        def article_or_login():
            if state["isIn"]:
                return html, {}, 200
            if kind == "302":
                return "", {"Location": "/login"}, 302
            if kind == "script":
                return page("Wait", "<script>setTimeout(() => location.replace('/login'), 300)</script>"), {}, 200
            if kind == "consent host":
                return "", {"Location": elsewhere}, 302
            return form.replace("NEXT", "location.reload()"), {}, 200

        def enter():
            state["isIn"] = True
            return "", {"Access-Control-Allow-Origin": "*"}, 200
        self.site.pages["/page"] = article_or_login
        self.site.pages["/enter"] = enter
        if kind == "consent host":
            # Another site may not read the response, but the request arrives.
            self.site.show(form.replace("fetch('/enter')", f"fetch('{self.site.origin}/enter')").replace("NEXT", back),
                           path="/consent")
        browser = self.browser
        browser.open(self.site.origin + "/page")
        browser.run(f"(() => {{ {measure.TRUTH}; return null }})()")
        browser.run("(scrollTo(0, document.documentElement.scrollHeight / 2), null)")
        reading = browser.run("truth.reading('y', false)")
        self.running.capture()
        state["isIn"] = False
        self.running.resume()
        wait_for(lambda: read(browser, "document.getElementById('enter') !== null"))
        # A reader needs some seconds for a login.
        measure.pause(browser, 4)
        browser.click_here("#enter")
        wait_for(lambda: read(
            browser, "document.getElementById('enter') === null && document.readyState === 'complete'"))
        status = status_of(browser)
        browser.run(f"(() => {{ {measure.TRUTH}; return null }})()")
        found = browser.run(f"truth.where('{reading['key']}', {reading['word']}, 'y')")
        error = abs(found["y"] - reading["y"]) if found else None
        self.add("login", kind, 0, error, status, error is not None and error <= 2)


def table(rows, out):
    out(f"{'class':28} {'variant':20} {'n':>3} {'right':>6} {'wrong':>6}  statuses")
    for name, variant in dict.fromkeys((row["class"], row["variant"]) for row in rows):
        chosen = [row for row in rows if (row["class"], row["variant"]) == (name, variant)]
        statuses = {}
        for row in chosen:
            statuses[row["status"] or "none"] = statuses.get(row["status"] or "none", 0) + 1
        out(f"{name:28} {variant:20} {len(chosen):3} {sum(row['isRight'] for row in chosen):6}"
            f" {sum(row['isWrong'] for row in chosen):6}  {statuses}")


FRAMES = ["same", "another index", "late", "nested"]
LOGINS = ["302", "script", "same address", "consent host"]


def run(running, site, options, has_permission):
    measured = Run(running, site)
    kinds = options.only.split(",") if options.only else ["frames", "words", "logins"]
    for number in range(options.pages):
        if "frames" in kinds:
            for kind in FRAMES:
                measured.frame(kind, number)
        if "words" in kinds and has_permission:
            for variant in hard_words.HARD["closed shadow root"]:
                measured.words("closed shadow root", variant, number)
            for variant in ("window", "own scroller"):
                measured.words("editable document", variant, number)
    if "logins" in kinds and has_permission:
        for kind in LOGINS:
            measured.login(kind)
    return measured.rows


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--only", default="", help="frames, words, logins")
    parser.add_argument("--pages", type=int, default=6)
    parser.add_argument("--json", help="write all results to this file")
    return parser.parse_args()


def main():
    options = arguments()
    site = Site()
    everything = {}
    for name in extension_browsers.BROWSERS:
        if options.browser not in ("both", name):
            continue
        # Firefox grants an extension of a test all pages, so only Chromium shows what happens without them.
        for has_permission in ([True, False] if name == "chromium" else [True]):
            with tempfile.TemporaryDirectory() as directory:
                running = Paired(name, os.environ["LEFTOFF_BIN"], pathlib.Path(directory), has_pages=has_permission,
                                 prepare=report_restores)
                try:
                    if not has_permission:
                        # Nobody answers the browser's question for the permission.
                        running.browser.pairing_page().uncheck("#restore")
                    running.pair()
                    rows = run(running, site, options, has_permission)
                finally:
                    running.stop()
            label = name if has_permission else f"{name} without the permission"
            print(f"\n== {label}")
            table(rows, print)
            everything[label] = rows
    extension_browsers.quit_all()
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
