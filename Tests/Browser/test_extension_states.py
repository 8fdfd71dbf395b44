"""Tests that the button shows each state of a tab as docs/ways-in.md says, and which state each outcome leads to."""

import pathlib
import re

import pytest
from browsers import wait_equal, wait_for
from copy_site import article, look
from marionette_driver import By
from test_fallback import BROWSERS, CARD, Fallback

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/ways-in.md"
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in DOCUMENT.read_text().splitlines()
        if re.match(r"\| `\w+` \|", line)]
# The symbol, the badge, the tooltip and the card of each state.
TABLE = {kind.strip("`"): ["" if cell == "–" else cell for cell in cells] for kind, _, *cells in ROWS}
# Lets the title of a page choose the state of its tab.
CHOOSE = """
(globalThis.browser ?? globalThis.chrome).tabs.onUpdated.addListener((tabId, {title}) => {
    const kind = /^state:(.+)$/.exec(title ?? '')?.[1];
    if (kind) showState(tabId, {kind, message: 'the reason'});
});
"""
USUAL = "Capture this place"


class States(Fallback):
    """A paired browser whose tabs' states can be chosen and read by a page of the extension."""

    def prepare_files(self, files):
        super().prepare_files(files)
        with (files / "background.js").open("a") as background:
            background.write(CHOOSE)

    def shown(self):
        """Returns the badge and the tooltip of the button on the selected tab."""
        browser = self.browser
        if browser.name == "chromium":
            return browser.worker.evaluate(
                "chrome.tabs.query({active: true, lastFocusedWindow: true}).then(async ([{id: tabId}]) =>"
                " [await chrome.action.getBadgeText({tabId}), await chrome.action.getTitle({tabId})])")
        with browser.client.using_context("chrome"):
            button = browser.client.find_element(By.CSS_SELECTOR, browser.button)
            title = button.get_attribute("tooltiptext") or button.get_attribute("title") or ""
            return [button.get_attribute("badge") or "", title]

    def shows(self, kind):
        """Waits until the button shows a state as the table says."""
        _, badge, tooltip, _ = TABLE[kind]
        # Browsers show a name of their own for an empty tooltip.
        titles = [tooltip] if tooltip else ["", USUAL, "Leftoff"]
        wait_for(lambda: (shown := self.shown())[0] == badge and shown[1] in titles)


@pytest.fixture(scope="module", params=BROWSERS)
def running(request, binary, tmp_path_factory):
    made = States(request.param, binary, tmp_path_factory.mktemp("states"))
    yield made
    made.stop()


@pytest.fixture
def states(running):
    running.begin()
    return running


def test_the_button_shows_every_state_of_the_table(states, site):
    browser = states.browser
    browser.open(f"{site.elsewhere}/sixty")
    for kind in TABLE:
        # Another state between two with the same words shows that the second one has arrived.
        for chosen in ("waiting", kind):
            browser.run(f"(document.title = 'state:{chosen}', null)")
            states.shows(chosen)


@pytest.mark.parametrize("how,kind", [
    (None, "restored"), ("other article", "wrongPage"), ("lost words", "abstained"), ("404", "missing"),
    ("refused", "unreachable"),
])
def test_each_outcome_has_its_state(states, own_site, how, kind):
    states.captured(own_site)
    if how == "refused":
        own_site.stop()
    elif how == "404":
        own_site.status = 404
        own_site.body = "<!doctype html><title>Gone</title><p>There is nothing here."
    elif how:
        own_site.body = article(first=500) if how == "other article" else article(count=6) + article(first=500)
    states.click_resume()
    card = TABLE[kind][3]
    if kind in ("missing", "unreachable"):
        states.switch_to("/copy.html")
        wait_for(lambda: "Open the page anyway" in states.words())
    else:
        states.switch_to("/article")
        browser = states.browser
        wait_equal(lambda: look(browser, "document.documentElement.dataset.restored"), kind)
        wait_equal(lambda: browser.run(CARD) is not None, card != "")
    # A page that takes the place of another one says itself what has happened.
    states.shows("nothing" if kind in ("missing", "unreachable") else kind)


def test_a_tab_that_is_closed_during_a_search_leaves_no_failure(states, own_site, site):
    states.captured(own_site)
    own_site.body = article(count=6) + article(first=500)
    states.click_resume()
    states.switch_to("/article")
    browser = states.browser
    wait_for(lambda: browser.run(CARD))
    # The search goes on for seconds.
    browser.close_others()
    # A success would end a failure, so nothing is done first.
    states.shows("nothing")
    browser.open(f"{site.elsewhere}/sixty")
    states.shows("nothing")
