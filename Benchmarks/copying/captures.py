"""The time of a capture by the extension in Chromium, from its command until the place is stored."""

import json
import pathlib
import shutil
import statistics
import time
import urllib.request

from chromium_extension import ChromiumWithExtension, allow_pages
from conftest import Leftoff, Service

PAGES = {"article": "/copies/article", "20,000 elements": "/copies/large?count=20000"}
# In seconds: longer than the extension uses settings again.
PAUSE = 2.2


class Extension:
    """One version of the extension in a browser of its own, with its own service."""

    def __init__(self, name, binary, directory, files, settings):
        self.name = name
        self.leftoff = Leftoff(binary, directory / "home")
        if files:
            shutil.copytree(files, directory / "extension")
        files = directory / "extension"
        if not files.exists():
            self.leftoff("extension", str(files))
        allow_pages(files)
        self.service = Service(self.leftoff)
        if settings:
            token = (pathlib.Path(self.leftoff.environment["LEFTOFF_HOME"]) / "token").read_text().strip()
            request = urllib.request.Request(
                self.service.origin + "/api/settings", json.dumps(settings).encode(), method="PATCH",
                headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=60).close()
        self.browser = ChromiumWithExtension(files)
        self.browser.close_welcome_page()
        self.browser.open(self.service.address)
        self.browser.new_page()
        self.browser.open(f"{self.service.origin}/install")
        said = self.browser.pair(self.browser.shown_code(), self.service.port)
        assert said.startswith("Paired"), said
        self.browser.open_extension_page("pair.html")
        self.driver = self.browser.page
        self.page = self.browser.new_page()
        self.tab = self.driver.evaluate("chrome.tabs.query({active: true}).then(([tab]) => tab.id)")

    def open(self, url):
        self.page.goto(url, wait_until="load")
        self.page.evaluate("scrollTo(0, 2000)")

    def capture(self):
        """Returns the time of a capture in ms."""
        self.page.bring_to_front()
        found = self.driver.evaluate("""async (tab) => {
            const began = performance.now();
            const {result, problem} = await chrome.runtime.sendMessage({type: 'capture', tab, isStill: true});
            return {time: performance.now() - began, id: result?.id, problem};
        }""", self.tab)
        assert found["id"], found
        # The copies belong to this capture, not to the next one.
        self.driver.evaluate("(id) => chrome.runtime.sendMessage({type: 'copies', id}).then(() => null)", found["id"])
        return found["time"]

    def stop(self):
        self.browser.quit()
        self.service.stop()


def measure(directory, site, binary, before, count):
    print("\n### Chromium: a capture\n")
    print("| page | version | median | 95 % | in relation to the first |")
    print("|---|---|---|---|---|")
    versions = {"before copies": (before, {"copyText": False})} if before else {}
    versions |= {"copies off": (None, {"copyText": False}), "copies on": (None, {"copyText": True})}
    running = [Extension(name, binary, directory / name.replace(" ", "-"), files, settings)
               for name, (files, settings) in versions.items()]
    try:
        for name, path in PAGES.items():
            times = {extension.name: [] for extension in running}
            for extension in running:
                extension.open(site.elsewhere + path)
                extension.capture()
            for _ in range(count):
                # One after the other, so that what else happens on the machine affects all alike.
                began = time.monotonic()
                for extension in running:
                    times[extension.name].append(extension.capture())
                time.sleep(max(0, PAUSE - (time.monotonic() - began)))
            first = statistics.median(times[running[0].name])
            for version, found in times.items():
                median = statistics.median(found)
                print(f"| {name} | {version} | {median:.1f} ms | {sorted(found)[int(0.95 * (count - 1))]:.1f} ms |"
                      f" {median / first:.2f} |", flush=True)
    finally:
        for extension in running:
            extension.stop()
