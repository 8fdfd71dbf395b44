"""Opens copies in real browsers: at the line, without scripts, and without any request."""

import json
import re
import urllib.parse

import pytest
from browsers import wait_for, words
from copy_site import PARAGRAPHS, CountingServer, distance_in_copy, look, text_copy, wait_for_line_in_copy
from hostile_document import HOSTILE, SENT, control, open_beside  # noqa: F401
from page_view import PageView
from place import capture, first_line
from test_copies import copy_script  # noqa: F401

# The height of a line of the reader view at its usual size, in CSS px.
LINE = 32


@pytest.fixture
def view(browser, leftoff, service):
    return PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])


@pytest.fixture
def counter():
    server = CountingServer()
    yield server
    server.stop()


def captured(browser, view, leftoff, capture_script, site, path="/sixty", top=2500):
    """Captures a place, and returns its id, its first line and the texts of its paragraphs."""
    browser.open(site.elsewhere + path)
    browser.run(f"(scrollTo(0, {top}), null)")
    line = first_line(browser)
    texts = browser.run(PARAGRAPHS)
    html = browser.run("document.documentElement.outerHTML")
    return leftoff.keep(capture(browser, capture_script)), line, texts, html


def address(view, place):
    """Returns the address of a place's page, of which its copies must be."""
    return view.api("GET", f"/api/snapshots/{place}")["url"]


def keep_text(view, place, texts):
    view.api("PUT", f"/api/snapshots/{place}/copies/text", text_copy(address(view, place), "Sixty", texts))


def keep_picture(view, place, html):
    view.api("PATCH", "/api/settings", {"copyPicture": True})
    picture = {"schema": 1, "url": address(view, place), "title": "Sixty", "html": html, "omissions": {}}
    view.api("PUT", f"/api/snapshots/{place}/copies/picture", picture)


def open_copy(view, place, kind, **size):
    view.browser.open(f"{view.service.origin}/copies/{place}/{kind}#leftoff-line", **size)
    # The first page at this address requests a ticket, and goes on to the copy.
    wait_for(lambda: "?ticket=" in view.browser.here())


@pytest.mark.parametrize("kind", ["text", "picture"])
def test_a_copy_opens_at_the_line(browser, view, leftoff, capture_script, site, kind):
    place, line, texts, html = captured(browser, view, leftoff, capture_script, site)
    keep_text(view, place, texts) if kind == "text" else keep_picture(view, place, html)
    open_copy(view, place, kind)
    wait_for_line_in_copy(browser, line, LINE)
    assert look(browser, "scrollY") > 500
    # The mark beside the line can be seen.
    assert look(browser, "getComputedStyle(document.getElementById('leftoff-line'), '::before').position") == "absolute"


@pytest.mark.parametrize("options", [{"images": False}, {"limit": 100_000}])
def test_a_picture_without_all_images_opens_at_the_line(
        browser, view, leftoff, capture_script, copy_script, site, options):  # noqa: F811
    path = f"/copies/illustrated?origin={urllib.parse.quote(site.origin)}"
    place, line, _, _ = captured(browser, view, leftoff, capture_script, site, path, top=1300)
    browser.run(f"({copy_script}, null)")
    picture = json.loads(browser.run(f"leftoffCopy.picture(null, {json.dumps(options)})")["json"])
    keep_picture(view, place, picture["html"])
    open_copy(view, place, "picture")
    # The lines of the picture are those of the page, so another line would be farther away.
    wait_for_line_in_copy(browser, line, LINE / 4)


@pytest.mark.parametrize("width", [360, 1600])
def test_the_line_is_in_view_at_any_width(chromium, leftoff, service, capture_script, site, width):
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    place, line, texts, _ = captured(chromium, view, leftoff, capture_script, site)
    keep_text(view, place, texts)
    open_copy(view, place, "text", width=width, height=640)
    wait_for_line_in_copy(chromium, line, LINE)
    assert look(chromium, "document.documentElement.scrollWidth <= innerWidth")


def test_links_in_a_copy_lead_to_the_other_copy_and_to_the_place(browser, view, leftoff, capture_script, site):
    """A copy has an opaque origin, so its links send no cookie."""
    place, line, texts, html = captured(browser, view, leftoff, capture_script, site)
    keep_text(view, place, texts)
    keep_picture(view, place, html)
    open_copy(view, place, "text")
    for label, path in [("As it was", f"/copies/{place}/picture#leftoff-line"),
                        ("Reader view", f"/copies/{place}/text#leftoff-line")]:
        click_link(browser, label)
        wait_for(lambda path=path: re.sub(r"\?ticket=[\w-]+", "", browser.here()) == view.service.origin + path)
        wait_for_line_in_copy(browser, line, LINE)
    click_link(browser, "Place")
    wait_for(lambda: browser.here() == f"{view.service.origin}/places/{place}")
    wait_for(lambda: "Resume" in words(browser))


def test_a_copy_can_be_loaded_again_after_a_click_in_it(browser, view, leftoff, capture_script, site):
    """The browser takes the click for that of another site, and sends no cookie with the reload."""
    place, _, _, html = captured(browser, view, leftoff, capture_script, site)
    keep_picture(view, place, html.replace("<p>", "<p><a href='#end'>To the end</a></p><p>", 1)
                 .replace("</body>", "<p id='end'>The end</p></body>"))
    open_copy(view, place, "picture")
    click_link(browser, "To the end")
    wait_for(lambda: browser.here().endswith("#end"))
    browser.reload()
    wait_for(lambda: browser.here().endswith("#end") and "The end" in words(browser))


def click_link(browser, label):
    if browser.name == "chromium":
        browser.page.click(f"a:text-is({json.dumps(label)})")
    else:
        # The address of a page that still loads is already the new one.
        wait_for(lambda: browser.client.find_elements("link text", label))[0].click()


@pytest.mark.parametrize("kind", ["text", "picture"])
def test_a_hostile_copy_runs_nothing_and_sends_no_request(
        browser, view, leftoff, capture_script, site, counter, control, kind):
    place, line, texts, _ = captured(browser, view, leftoff, capture_script, site)
    hostile = HOSTILE.replace("ORIGIN", counter.origin)
    if kind == "text":
        copy = text_copy(address(view, place), hostile, [hostile, *texts, hostile])
        copy["blocks"] += [{"kind": "image", "src": f"{counter.origin}/i.png", "alt": hostile},
                           {"kind": "table", "rows": [[{"runs": [hostile], "header": True}]]},
                           {"kind": "code", "runs": [hostile]}]
        view.api("PUT", f"/api/snapshots/{place}/copies/text", copy)
    else:
        keep_picture(view, place, hostile.replace("WORDS", "</p>".join(f"<p>{text}" for text in texts)))
    open_copy(view, place, kind)
    if kind == "text":
        wait_for_line_in_copy(browser, line, LINE)
    else:
        wait_for(lambda: distance_in_copy(browser, line) is not None)
    # The same document without protection sends its last request later than the copy would.
    open_beside(browser, f"{control.origin}/document")
    wait_for(lambda: SENT <= set(control.requests))
    assert counter.requests == []
    assert "run" not in look(browser, "document.title").split()
    assert view.service.origin in browser.here()
    assert look(browser, "document.querySelectorAll('script, iframe, object, embed, base, form').length") == 0


def test_a_place_without_a_copy_gets_a_page_for_people(browser, view, leftoff, capture_script, site):
    place, _, _, _ = captured(browser, view, leftoff, capture_script, site)
    browser.open(f"{view.service.origin}/copies/{place}/text")
    wait_for(lambda: "no copy of the text of this page is stored" in words(browser))


def test_the_web_page_shows_opens_and_deletes_copies(browser, view, leftoff, capture_script, site):
    place, line, texts, html = captured(browser, view, leftoff, capture_script, site)
    view.go(f"/places/{place}")
    view.wait("document.getElementById('place-body').checkVisibility()")
    assert not view.js("document.getElementById('copies').checkVisibility()")
    keep_text(view, place, texts)
    keep_picture(view, place, html)
    view.go("/")
    # The row with the pointer shows its buttons.
    view.wait("document.querySelector('.row .copy[href]')?.hidden === false")
    assert view.js("document.querySelector('.row .copy').getAttribute('href')") == f"/copies/{place}/text#leftoff-line"
    view.go(f"/places/{place}")
    view.wait("document.getElementById('copies').checkVisibility()")
    browser.click_here("#copy-picture button")
    view.wait("!document.getElementById('copy-picture').checkVisibility()")
    assert view.js("document.getElementById('copy-text').checkVisibility()")
    browser.click_here("#copy-text a")
    wait_for(lambda: f"/copies/{place}/text" in newest_tab(browser))


def newest_tab(browser):
    """Returns the address of a tab that opened, and switches to it; otherwise that of this one."""
    if browser.name == "chromium":
        browser.page.wait_for_timeout(50)
        return browser.context.pages[-1].url
    for handle in browser.client.window_handles:
        browser.client.switch_to_window(handle)
        if "/copies/" in browser.client.get_url():
            break
    return browser.client.get_url()
