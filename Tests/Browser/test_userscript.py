"""Tests the userscript with a small manager: an extension that gives it the functions that real managers provide."""

import json
import pathlib
import shutil

import pytest
from browsers import wait_for
from chromium_extension import ChromiumWithExtension
from conftest import Leftoff, Service
from firefox_extension import FirefoxWithExtension
from place import assert_same_place, first_line
from test_extension import ROOT, still

MANAGER = pathlib.Path(__file__).resolve().parent / "userscript_manager"
BROWSERS = {"chromium": ChromiumWithExtension, "firefox": FirefoxWithExtension}
# The card is in a closed shadow root, of which the page sees only the host.
CARD = """(() => { const host = [...document.body.children].at(-1);
    if (host.localName !== 'div' || host.childNodes.length)
    return null; const box = host.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] })()"""


class Connected:
    """A browser with the userscript, connected to a running service."""

    def __init__(self, name, binary, directory):
        self.leftoff = Leftoff(binary, directory / "home")
        self.service = Service(self.leftoff)
        files = directory / "manager"
        shutil.copytree(MANAGER, files)
        self.script = self.leftoff("userscript", "--port", self.service.port)
        (files / "userscript.js").write_text(
            "(() => {\n" + (files / "gm.js").read_text() + "\n" + self.script
            + "\ndocument.documentElement.dataset.manager = 'done';\n})();\n")
        self.browser = BROWSERS[name](files)
        self.browser.open(self.service.address)
        self.browser.open(f"{self.service.origin}/install")
        self.said_before = wait_for(lambda: self.outcome("Connect it"))
        self.browser.click_here("#connect-userscript")
        wait_for(lambda: self.outcome("is connected"))

    def outcome(self, words):
        said = self.browser.run("document.getElementById('userscript-outcome').textContent")
        return said if words in said else None

    def places(self):
        return [json.loads(line) for line in self.leftoff("list", "--format", "ndjson").splitlines()]

    def open(self, address):
        self.browser.open(address)
        wait_for(lambda: self.browser.run("document.documentElement.dataset.manager === 'done'"))

    def begin(self):
        for place in self.places():
            self.leftoff("forget", place["id"])
        self.browser.close_others()

    def resume(self):
        self.browser.new_page()
        self.open(self.service.origin)
        self.browser.click_resume()

    def stop(self):
        self.browser.quit()
        self.service.stop()


@pytest.fixture(scope="module", params=BROWSERS)
def connected_browser(request, binary, tmp_path_factory):
    running = Connected(request.param, binary, tmp_path_factory.mktemp("userscript"))
    yield running
    running.stop()


@pytest.fixture
def connected(connected_browser):
    connected_browser.begin()
    return connected_browser


def test_the_userscript_contains_no_token(connected):
    tokens = [(pathlib.Path(connected.leftoff.environment["LEFTOFF_HOME"]) / name).read_text()
              for name in ("token", "capture-token")]
    assert [token for token in tokens if token in connected.script] == []
    assert connected.script.startswith("// ==UserScript==\n")


@pytest.mark.parametrize("path,scroller", [
    ("/sixty", ROOT), ("/policy", ROOT), ("/overridden", ROOT), ("/application", "document.querySelector('main')"),
])
def test_the_shortcut_captures_and_resume_restores(connected, site, path, scroller):
    browser = connected.browser
    seen = {} if scroller == ROOT else {"scroller": scroller}
    connected.open(site.elsewhere + path)
    wait_for(lambda: browser.run(f"{scroller} !== null"))
    browser.run(f"({scroller}.scrollTop = {scroller}.scrollHeight * 0.4, null)")
    line = first_line(browser, **seen)
    browser.press_in_page("l")
    # The card is shown after the service has stored the place, and disappears automatically.
    wait_for(lambda: browser.run(CARD))
    [place] = connected.places()
    connected.resume()
    wait_for(lambda: browser.run(f"{scroller} !== null && {scroller}.scrollTop > 0"))
    still(browser, scroller)
    assert_same_place(browser, line, **seen)
    seen_by_page = browser.run("location.href + performance.getEntriesByType('navigation')[0].name")
    assert place["id"] not in seen_by_page and "leftoff" not in seen_by_page


def test_the_menu_captures_and_the_card_undoes(connected, site):
    browser = connected.browser
    connected.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    browser.trigger_action()
    left, top, right, bottom = wait_for(lambda: browser.run(CARD))
    # The card stays while the pointer is on it.
    browser.point_at(right - 30, (top + bottom) / 2)
    assert len(connected.places()) == 1
    # A click that the page creates has no effect.
    browser.run(
        f"(document.elementFromPoint({right - 30}, {(top + bottom) / 2}).dispatchEvent(new MouseEvent('click',"
        " {bubbles: true, composed: true})), null)")
    assert len(connected.places()) == 1
    browser.click_at(right - 30, (top + bottom) / 2)
    wait_for(lambda: not connected.places())


def test_a_page_opened_without_resume_is_not_scrolled(connected, site):
    browser = connected.browser
    connected.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    browser.press_in_page("l")
    wait_for(connected.places)
    browser.new_page()
    connected.open(f"{site.elsewhere}/sixty")
    assert still(browser) == 0


def test_key_events_that_the_page_creates_do_not_capture(connected, site):
    browser = connected.browser
    connected.open(f"{site.elsewhere}/sixty")
    browser.run(
        "(window.dispatchEvent(new KeyboardEvent('keydown', {key: 'L', code: 'KeyL', altKey: true,"
        " shiftKey: true})), null)")
    still(browser)
    assert connected.places() == []
    browser.press_in_page("l")
    wait_for(connected.places)
