"""Tests the userscript with a small manager: an extension that gives it the functions that real managers provide."""

import json
import pathlib
import shutil

import pytest
from browsers import wait_for
from conftest import Leftoff, Service
from extension_browsers import BROWSERS, borrow, give_back
from place import first_line
from prepared_extension import replaced
from test_extension import ROOT, still, wait_until_restored

MANAGER = pathlib.Path(__file__).resolve().parent / "userscript_manager"
# The card is in a closed shadow root, of which the page sees only the host.
CARD = """(() => { const host = [...document.body.children].at(-1);
    if (host.localName !== 'div' || host.childNodes.length)
    return null; const box = host.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] })()"""


# Counts the cards in the page's root element.
COUNT_CARDS = """(new MutationObserver((changes) => {
    const {dataset} = document.documentElement;
    for (const {addedNodes} of changes) dataset.cards = Number(dataset.cards ?? 0) + addedNodes.length;
}).observe(document.body, {childList: true}), null)"""


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
        # Otherwise a card disappears after 8 s, which may be too soon for a busy machine.
        replaced(files / "userscript.js", "CARD_TIME = 8e3;", "CARD_TIME = 864e5;")
        self.browser = borrow(name, files)
        self.service.sign_in(self.browser)
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
        self.browser.close_others()
        self.leftoff.empty()

    def resume(self):
        self.browser.new_page()
        self.open(self.service.origin)
        self.browser.click_resume()

    def stop(self):
        try:
            give_back(self.browser)
        finally:
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
    seen = None if scroller == ROOT else scroller
    connected.open(site.elsewhere + path)
    wait_for(lambda: browser.run(f"{scroller} !== null"))
    browser.run(f"({scroller}.scrollTop = {scroller}.scrollHeight * 0.4, null)")
    line = first_line(browser, **({"scroller": seen} if seen else {}))
    browser.press_in_page("l")
    # The card is shown after the service has stored the place.
    wait_for(lambda: browser.run(CARD))
    [place] = connected.places()
    connected.resume()
    wait_for(lambda: browser.run(f"{scroller} !== null"))
    wait_until_restored(browser, line, seen)
    seen_by_page = browser.run("location.href + performance.getEntriesByType('navigation')[0].name")
    assert place["id"] not in seen_by_page and "leftoff" not in seen_by_page


def test_the_menu_captures_and_the_card_undoes(connected, site):
    browser = connected.browser
    connected.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    browser.run(COUNT_CARDS)
    browser.trigger_action()
    # The second card, which also reports the copy, may be higher.
    wait_for(lambda: browser.run("document.documentElement.dataset.cards === '2'"))
    left, top, right, bottom = browser.run(CARD)
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
