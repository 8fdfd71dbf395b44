"""Accessibility of the extension's pages: axe-core in light and dark, large text, forced colours, and the keyboard."""

import pytest
from conftest import Leftoff
from extension_browsers import borrow, give_back
from pixels import rows
from test_page_access import AXE, FINDINGS, RULES

# The popup in a tab of its own, with the responses of the background script that lead to each of its states.
PLACE = ("{id: 'a', url: 'https://example.org/', title: 'A page with a rather long title that takes two lines',"
         " quote: 'Words. '.repeat(40)}")
STATES = {
    "Looking…": "new Promise(() => {})",
    # What the popup asks for afterwards is a place, or a list that is not empty.
    "Captured": "Promise.resolve({result: message.type === 'look' ? {kind: 'captured', place: PLACE} : message.type"
                " === 'copies' ? [] : PLACE, connection: 'Direct connection · Leftoff 1.2.3'})".replace("PLACE", PLACE),
    "Your place": "Promise.resolve({result: {kind: 'place', place: PLACE, here: 0.2, isHere: false}, connection:"
                  " 'Direct connection · Leftoff 1.2.3'})".replace("PLACE", PLACE),
    "No place": "Promise.resolve({result: {kind: 'untouched', title: 'A page', url: 'https://example.org/'},"
                " connection: ''})",
    "Not captured": "Promise.resolve({problem: 'No. '.repeat(40), status: 500, connection: 'Paired service'})",
    "Not connected": "Promise.resolve({problem: 'Run this. '.repeat(9), status: -1, connection: ''})",
}
# What each page shows last.
LAST = {
    "Looking…": "h1:text-is('Looking…')", "Your place": "text='Capture here'", "No place": "text='Save this page'",
    "Captured": "text='Go to the previous place'",
    "Not captured": "text='Try again'", "Not connected": "text='Connect'", "welcome.html": "#actions button",
    "automatic.html": "form:not([inert])", "pair.html": "form:not([inert])", "open.html": "h1:text-is('Not opened')",
    "resume.html": "h1:text-is('Not loaded')",
}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def extension(binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("access")
    files = directory / "extension"
    Leftoff(binary, directory / "home")("extension", str(files))
    browser = borrow("chromium", files)
    browser.close_welcome_page()
    yield browser
    give_back(browser)


def show(browser, name, state=None, width=640, **media):
    """Opens a page of the extension; returns it when all of it is there."""
    page = browser.new_page()
    page.set_viewport_size({"width": width, "height": 500})
    page.emulate_media(reduced_motion="reduce", **media)
    if state:
        page.add_init_script(f"chrome.runtime.sendMessage = (message) => {STATES[state]};")
    page.goto(f"chrome-extension://{browser.id}/{name}")
    page.wait_for_selector(LAST[state or name])
    return page


PAGES = [("popup.html", state) for state in STATES] + [
    (name, None) for name in ("welcome.html", "automatic.html", "pair.html", "open.html", "resume.html")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name,state", PAGES)
def test_axe_finds_nothing_serious(extension, name, state, scheme):
    page = show(extension, name, state, color_scheme=scheme)
    page.evaluate(AXE.read_text() + "; null")
    assert page.evaluate(FINDINGS.replace("RULES", RULES)) == []
    page.close()


@pytest.mark.parametrize("name,state", PAGES)
def test_text_of_twice_the_size_fits(extension, name, state):
    # A popup is as wide as its content. In a tab, a scroll bar may be beside it.
    page = show(extension, name, state, width=700)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OVERFLOW) == 0
    page.close()


def test_symbols_and_focus_are_visible_in_forced_colours(extension):
    page = show(extension, "popup.html", "Captured", forced_colors="active", color_scheme="dark")
    picture = rows(page.locator("svg.mark").screenshot())
    assert len({colour for row in picture for colour in row}) > 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Undo"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.close()


def test_every_action_can_be_reached_by_keyboard(extension):
    page = show(extension, "pair.html")
    reached = []
    for _ in range(10):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
    names = {"check", "Pair with a running service", "code", "port", "restore", "Pair", "paint-highlights"}
    assert names <= set(reached)
    page.close()
