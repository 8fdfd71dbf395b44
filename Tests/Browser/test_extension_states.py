"""Tests that the button shows each state of a tab as docs/ways-in.md says, and which state each outcome leads to."""

import json
import pathlib
import re

import pytest
from browsers import wait_equal, wait_for
from copy_site import ArticleSite, article, look
from test_fallback import BROWSERS, CARD, Fallback

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/ways-in.md"
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in DOCUMENT.read_text().splitlines()
        if re.match(r"\| `\w+` \|", line)]
# The symbol, the badge, the tooltip and the card of each state.
TABLE = {kind.strip("`"): ["" if cell == "–" else cell for cell in cells] for kind, _, *cells in ROWS}
# Lets a page of the extension choose the state of a tab.
CHOOSE = """
{
    const {runtime} = globalThis.browser ?? globalThis.chrome;
    runtime.onConnect.addListener((port) => port.onMessage.addListener(async ({tab, kind}) => {
        await showState(tab, {kind, message: 'the reason'});
        port.postMessage(kind);
    }));
}
"""
SHOWN = """(async () => {
    const api = globalThis.browser ?? chrome;
    const own = await api.tabs.getCurrent();
    const others = (await api.tabs.query({currentWindow: true})).filter(({id}) => id !== own.id);
    const tabId = others.at(-1).id;
    const port = api.runtime.connect();
    const found = {};
    for (const kind of KINDS) {
        const isDone = new Promise((done) => port.onMessage.addListener((shown) => shown === kind && done()));
        port.postMessage({tab: tabId, kind});
        await isDone;
        found[kind] = [await api.action.getBadgeText({tabId}), await api.action.getTitle({tabId})];
    }
    port.disconnect();
    return JSON.stringify(found);
})()"""
NOW = """(async () => {
    const api = globalThis.browser ?? chrome;
    const own = await api.tabs.getCurrent();
    const shown = [];
    for (const {id: tabId} of await api.tabs.query({currentWindow: true})) {
        if (tabId !== own.id) shown.push([await api.action.getBadgeText({tabId}), await api.action.getTitle({tabId})]);
    }
    return JSON.stringify([shown, await api.action.getBadgeText({})]);
})()"""
USUAL = "Capture this place"


class States(Fallback):
    """A paired browser whose tabs' states can be chosen and read by a page of the extension."""

    def prepare_files(self, files):
        super().prepare_files(files)
        with (files / "background.js").open("a") as background:
            background.write(CHOOSE)

    def look(self, script):
        """Runs a script in a new page of the extension, and closes the page."""
        browser = self.browser
        browser.open_extension_page("welcome.html")
        found = json.loads(browser.run(script))
        if browser.name == "chromium":
            browser.page.close()
            browser.page = browser.context.pages[-1]
        else:
            browser.client.close()
            browser.client.switch_to_window(browser.client.window_handles[-1])
        return found


@pytest.fixture(scope="module", params=BROWSERS)
def running(request, binary, tmp_path_factory):
    made = States(request.param, binary, tmp_path_factory.mktemp("states"))
    yield made
    made.stop()


@pytest.fixture
def states(running):
    running.begin()
    return running


@pytest.fixture
def own_site():
    site = ArticleSite(article())
    yield site
    site.close()


def test_the_button_shows_every_state_of_the_table(states, site):
    browser = states.browser
    browser.open(f"{site.elsewhere}/sixty")
    found = states.look(SHOWN.replace("KINDS", json.dumps(list(TABLE))))
    for kind, (_, badge, tooltip, _) in TABLE.items():
        shown_badge, title = found[kind]
        assert (shown_badge, USUAL if title == "" else title) == (badge, tooltip or USUAL), kind


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
    _, badge, tooltip, card = TABLE[kind]
    if kind in ("missing", "unreachable"):
        states.switch_to("/copy.html")
        wait_for(lambda: "Open the page anyway" in states.words())
    else:
        states.switch_to("/article")
        browser = states.browser
        wait_equal(lambda: look(browser, "document.documentElement.dataset.restored"), kind)
        wait_equal(lambda: browser.run(CARD) is not None, card != "")
    wait_for(lambda: [badge, tooltip] in states.look(NOW)[0])
    # No failure is shown on other tabs.
    assert states.look(NOW)[1] == ""


def test_a_tab_that_is_closed_during_a_search_leaves_no_failure(states, own_site):
    states.captured(own_site)
    own_site.body = article(count=6) + article(first=500)
    states.click_resume()
    states.switch_to("/article")
    browser = states.browser
    wait_for(lambda: browser.run(CARD))
    # The search goes on for seconds.
    browser.close_others()
    shown, everywhere = states.look(NOW)
    assert everywhere == "" and all(badge == "" for badge, _ in shown), (shown, everywhere)
