"""Captures places in real browser windows, restarts the browsers and resumes.

Prints one line for each scenario, and fails with the first one in which a place is not restored within 2 px.
"""

import argparse
import json
import os
import pathlib
import subprocess
import time

from chromium import Chromium
from firefox import Firefox
from page import first_line, position, serve_pages
from screen import Screen
from service import processes, traces
from waiting import wait_for

BROWSERS = {"chromium": Chromium, "firefox": Firefox}
# The browser that captures and the one that resumes. The time of the first two includes the browser's first start.
ORDER = (("chromium", "chromium"), ("firefox", "firefox"), ("chromium", "firefox"), ("firefox", "chromium"))
CAPTURE, RESUME = "alt+shift+l", "alt+shift+k"
# The most that a place may be off, in CSS px.
TOLERANCE = 2
# A second extension of the system, which Chromium must load too.
OTHER_EXTENSION = pathlib.Path("/usr/share/chromium/extensions/another")
# The most that a user waits from the first command to the restored place, in seconds, without the download.
LIMIT = 60


class Scenarios:
    def __init__(self, options, log):
        self.options = options
        self.log = log
        self.home = os.environ["HOME"]
        self.origin = serve_pages()
        self.screen = Screen(log)
        self.started = set()
        self.failed = False

    def start(self, name):
        """Starts a browser. At its first start, waits for the extension's page for new users."""
        browser = BROWSERS[name](self.screen, self.home, self.log, self.options.extension)
        if name not in self.started:
            wait_for(browser.shows_welcome, f"the first-use page in {browser.name}")
            self.picture(f"welcome-{name}")
            self.started.add(name)
        return browser

    def quit(self, browser):
        browser.quit()
        wait_for(lambda: not processes(), "end of the native host")

    def capture(self, browser, url):
        """Reads down the page and captures the place; returns the reading line."""
        browser.open(url)
        self.check_other_extension(browser)
        self.screen.scroll(23)
        before = -1
        while (now := browser.run("scrollY")) != before or now == 0:
            before = now
            time.sleep(0.3)
        line = first_line(browser)
        self.screen.press(CAPTURE)
        try:
            wait_for(lambda: "Captured" in (browser.popup() or ""), "captured place")
        except TimeoutError as error:
            self.picture("not-captured")
            raise SystemExit(f"{browser.name}: {error}; the popup says: {browser.popup()!r}") from None
        self.picture(f"captured-{browser.window_class}")
        self.check_service(browser)
        self.screen.press("Escape")
        wait_for(lambda: browser.popup() is None, "closed popup")
        return line

    def resume(self, browser, url, line, is_same_browser):
        """Opens the page again and resumes; returns by how many px words and page are off."""
        browser.open(url)
        if browser.run("scrollY") != 0:
            raise SystemExit(f"{browser.name}: the page did not open at its top, which makes the test worthless")
        self.screen.press(RESUME)

        def distance():
            now = position(browser, line)
            return now["top"] - line["top"], now["scrolled"] - line["scrolled"]

        def is_there():
            return abs(distance()[0]) <= TOLERANCE

        try:
            wait_for(is_there, f"restored place in {browser.name}")
        except TimeoutError as error:
            self.picture("not-restored")
            raise SystemExit(f"{error}; off by {distance()} px") from None
        self.arrived = time.monotonic()
        # The place must also stay there.
        time.sleep(1)
        words, page = distance()
        if abs(words) > TOLERANCE or (is_same_browser and abs(page) > TOLERANCE):
            raise SystemExit(f"{browser.name}: off by {words:+.2f} px (words), {page:+.2f} px (page)")
        self.picture(f"resumed-{browser.window_class}")
        self.check_service(browser)
        return words, page

    def check_other_extension(self, browser):
        if browser.window_class == "chromium" and OTHER_EXTENSION.exists():
            if browser.run("document.documentElement.dataset.otherExtension") != "loaded":
                raise SystemExit(f"{browser.name} did not load the other extension of the system")

    def check_service(self, browser):
        if found := traces(self.home):
            raise SystemExit(f"{browser.name}: a service was started: {'; '.join(found)}")

    def run(self, captured_in, resumed_in):
        url = f"{self.origin}/{captured_in}-to-{resumed_in}"
        began = time.monotonic()
        browser = self.start(captured_in)
        line = self.capture(browser, url)
        self.quit(browser)
        browser = self.start(resumed_in)
        words, page = self.resume(browser, url, line, captured_in == resumed_in)
        seconds = self.arrived - began
        again = browser.shows_welcome() and captured_in == resumed_in
        self.quit(browser)
        if again:
            raise SystemExit(f"{browser.name}: the first-use page opened again at the second start")
        self.report(BROWSERS[captured_in].name, BROWSERS[resumed_in].name, line, words, page, seconds)
        self.check_store(url)

    def report(self, captured_in, resumed_in, line, words, page, seconds):
        text = (f"  captured in {captured_in}, resumed in {resumed_in}: {words:+.2f} px (words), page {page:+.2f} px of"
                f" {line['scrolled']:.0f}")
        if captured_in == resumed_in:
            total = self.options.install_seconds + seconds
            text += f"; {total:.1f} s from the first command (install {self.options.install_seconds:.1f} s)"
            if total > LIMIT:
                self.failed = True
                text += f", more than {LIMIT} s"
        print(text, flush=True)

    def check_store(self, url):
        """Checks with the command line that exactly one place of the page is stored."""
        found = subprocess.run(["leftoff", "list", "--format", "json"], stdout=subprocess.PIPE, check=True)
        places = [place["url"] for place in json.loads(found.stdout)]
        if places.count(url) != 1:
            raise SystemExit(f"{places.count(url)} places of {url} are stored instead of 1")

    def picture(self, name):
        if self.options.pictures:
            time.sleep(1)
            self.screen.picture(f"{self.options.pictures}/{name}.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--install-seconds", type=float, default=0)
    parser.add_argument("--extension", help="directory of an extension that is not installed for the whole system")
    parser.add_argument("--pictures", help="directory for pictures of the screen")
    parser.add_argument("--log", default="browsers.log")
    options = parser.parse_args()
    with pathlib.Path(options.log).open("ab") as log:
        scenarios = Scenarios(options, log)
        for captured_in, resumed_in in ORDER:
            try:
                scenarios.run(captured_in, resumed_in)
            except TimeoutError as error:
                scenarios.picture("failed")
                raise SystemExit(f"captured in {captured_in}, resumed in {resumed_in}: {error}") from None
        scenarios.screen.close()
    raise SystemExit(1 if scenarios.failed else 0)


if __name__ == "__main__":
    main()
