"""Tests the whole loop: bookmarklet, service, store, restore script."""

import json
import re
from urllib.parse import quote

import pytest
from browsers import wait_for
from place import assert_same_place, first_line

PRIVATE = {
    "pageZoom": 1.5,
    "selection": {"exact": "secret selection"},
    "links": [{"url": "https://example.org/secret", "text": "secret link"}],
    "frame": {
        "path": [{"selector": "#frame", "path": [], "index": 0, "name": "", "src": "https://other.example/secret"}],
        "url": "https://other.example/secret?page=2",
        "place": {"title": "secret page", "anchors": [{"role": "primary", "quote": {"exact": "secret words"}}]},
    },
}


def wait_until_stored(leftoff, popup, browser):
    """Waits until the receiver's page has stored the snapshot, which needs no click."""
    wait_for(lambda: leftoff("list", "--format", "ndjson").strip())
    browser.close_popup(popup)


def test_a_place_is_captured_by_the_bookmarklet_and_restored_at_another_width(browser, site, service, leftoff):
    browser.open(f"{site.origin}/sixty", 1280)
    browser.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    line = first_line(browser)
    popup = browser.click_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, browser)
    browser.open(f"{site.origin}/sixty", 600)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert_same_place(browser, line)


def test_a_place_in_a_nested_scroller_is_restored(browser, site, service, leftoff):
    main = "document.querySelector('main')"
    browser.open(f"{site.origin}/nested", 1280)
    browser.run(f"({main}.scrollTop = {main}.scrollHeight / 2, null)")
    line = first_line(browser, scroller=main)
    popup = browser.click_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, browser)
    browser.open(f"{site.origin}/nested", 600)
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored"
    assert_same_place(browser, line, scroller=main)


def test_a_place_is_captured_and_restored_under_the_strictest_policy(chromium, site, service, leftoff):
    chromium.open(f"{site.origin}/policy", 1280)
    chromium.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    line = first_line(chromium)
    popup = chromium.run_as_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, chromium)
    chromium.open(f"{site.origin}/policy", 600)
    result = chromium.run(leftoff.restore())
    assert result["status"] == "restored"
    assert_same_place(chromium, line)


def test_the_fragment_address_scrolls_without_script(chromium, site, service, leftoff):
    chromium.open(f"{site.origin}/sixty", 1280)
    chromium.run("scrollTo(0, document.documentElement.scrollHeight / 2)")
    line = first_line(chromium)
    popup = chromium.click_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, chromium)
    address = leftoff("restore", "@", "--as", "fragment").strip()
    assert "#:~:text=" in address, address
    chromium.reset()
    chromium.open(address, 1000)
    chromium.page.wait_for_function("scrollY > 0")
    number = re.match(r"Paragraph \d+", line["text"]).group(0)
    box = chromium.run(
        f"(() => {{ const p = [...document.querySelectorAll('p')].find(p => p.textContent.startsWith('{number} '));"
        " const r = p.getBoundingClientRect(); return [r.top, r.bottom, innerHeight]; })()")
    assert box[1] > 0 and box[0] < box[2], f"not in view: {box}"


@pytest.mark.parametrize("path", ["/nested", "/sixty"])
def test_the_restore_bookmarklet_gets_the_place_from_the_service(browser, site, service, leftoff, path):
    scroller = "document.querySelector('main')" if path == "/nested" else "document.scrollingElement"
    seen = {"scroller": scroller} if path == "/nested" else {}
    browser.open(service.address)
    browser.open(site.origin + path)
    browser.run(f"({scroller}.scrollTop = {scroller}.scrollHeight / 3, null)")
    line = first_line(browser, **seen)
    popup = browser.click_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, browser)
    browser.open(site.origin + path, 700)
    popup = browser.click_bookmark(leftoff("bookmarklet", "restore", "--port", service.port))
    browser.click_words_in(popup, "Go back to my place")
    wait_for(lambda: browser.run(f"{scroller}.scrollTop > 0"))
    browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert_same_place(browser, line, **seen)


def test_a_page_gets_a_place_only_after_a_click_in_leftoffs_window(browser, site, service, leftoff):
    browser.open(service.address)
    browser.open(site.origin + "/sixty")
    popup = browser.click_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_until_stored(leftoff, popup, browser)
    # What only the reader and a frame of another site know.
    leftoff.keep({**leftoff.newest(), **PRIVATE})
    browser.open(site.origin + "/sixty")
    # The page opens the window itself, as the bookmarklet does, with each way of clicking that a page has.
    address = json.dumps(f"{service.origin}/r#{quote(site.origin + '/sixty', safe='')}")
    browser.run("(globalThis.received = [], addEventListener('message', (event) => received.push(event.data)), null)")
    popup = browser.click_bookmark(
        f"javascript:void (globalThis.asked = open({address}, '_blank', 'popup,width=460,height=420'))")
    wait_for(lambda: "Go back to your place?" in browser.text_in(popup))
    assert browser.run("(() => { try { return asked.document.querySelector('button').click(), 'clicked'; }"
                       " catch (error) { return error.name; } })()") == "SecurityError"
    browser.run("(asked.postMessage('leftoff-restore', '*'), asked.focus(), null)")
    assert browser.run("received.length") == 0
    browser.click_words_in(popup, "Go back to my place")
    wait_for(lambda: browser.run("received.length") == 1)
    sent = browser.run("received[0].snapshot")
    assert sent["url"] == site.origin + "/sixty"
    assert not {"selection", "links", "pageZoom", "frame"} & set(sent)
    assert "secret" not in json.dumps(sent)
    browser.close_popup(popup)


def test_a_place_is_captured_and_restored_on_the_sample_page(browser, service, leftoff):
    browser.open(service.address)
    browser.open(f"{service.origin}/sample")
    browser.run("(scrollTo(0, document.documentElement.scrollHeight / 2), null)")
    line = first_line(browser, root="document.querySelector('main')")
    browser.click_here("#capture")
    said = "document.getElementById('result').textContent"
    wait_for(lambda: browser.run(said).startswith("Captured at "))
    assert leftoff.newest()["url"] == f"{service.origin}/sample"
    browser.open(f"{service.origin}/sample", 700)
    browser.click_here("#restore")
    wait_for(lambda: browser.run(said).startswith("Back where you were (quote, "))
    assert_same_place(browser, line, root="document.querySelector('main')")
    browser.open(f"{service.origin}/sample", 900)
    # A bookmark has more permissions than the page's own links.
    popup = browser.run_bookmark(leftoff("bookmarklet", "restore", "--port", service.port))
    browser.click_words_in(popup, "Go back to my place")
    wait_for(lambda: browser.run("scrollY > 0"))
    browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert_same_place(browser, line, root="document.querySelector('main')")
