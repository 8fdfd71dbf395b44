"""Tests the bookmarklets under the policies of pages, their fallbacks, and the snapshots that they send."""

import json
import re

import pytest
from browsers import wait_equal, wait_for
from firefox_extension import loaded_address
from pages_ways_in import MARKUP
from place import assert_same_place, first_line

ROOT = "document.scrollingElement"
# Runs a bookmarklet's program with a replaced window.open; returns the URL that it would open.
OPENED = """new Promise((done) => { window.open = (address) => { done(address); return {}; };
    PREPARE; (0, eval)(PROGRAM) })"""


def stored(leftoff):
    return [json.loads(line) for line in leftoff("list", "--format", "ndjson").splitlines()]


def opened_address(browser, bookmarklet, prepare="null"):
    program = json.dumps(browser.program_of(bookmarklet))
    return browser.run(OPENED.replace("PROGRAM", program).replace("PREPARE", prepare))


def wait_for_page(browser, address):
    """Waits until a page has loaded whose address has this beginning."""
    wait_for(lambda: browser.here().startswith(address))
    if browser.name == "chromium":
        browser.page.wait_for_load_state("load")
    else:
        wait_for(lambda: loaded_address(browser).startswith(address))


@pytest.mark.parametrize("path,scroller", [
    ("/sixty", ROOT), ("/policy", ROOT), ("/cut-off", ROOT), ("/application", "document.querySelector('main')"),
])
def test_a_bookmarklet_captures_under_any_page_policy(browser, site, service, leftoff, path, scroller):
    seen = {} if scroller == ROOT else {"scroller": scroller}
    browser.open(site.elsewhere + path)
    wait_for(lambda: browser.run(f"{scroller} !== null"))
    browser.run(f"({scroller}.scrollTop = {scroller}.scrollHeight * 0.4, null)")
    line = first_line(browser, **seen)
    popup = browser.run_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    assert "Captured" in wait_for(lambda: "Captured" in browser.text_in(popup) and browser.text_in(popup))
    [place] = stored(leftoff)
    assert place["url"].split("#")[0] == site.elsewhere + path
    browser.close_popup(popup)
    browser.open(site.elsewhere + path, 700)
    wait_for(lambda: browser.run(f"{scroller} !== null"))
    assert browser.run(leftoff.restore())["status"] == "restored"
    assert_same_place(browser, line, **seen)


def test_in_a_sandbox_the_bookmarklet_opens_the_receiver_in_the_same_window(browser, site, service, leftoff):
    browser.open(f"{site.elsewhere}/sandboxed")
    browser.run(f"({ROOT}.scrollTop = 2000, null)")
    browser.start_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_for_page(browser, f"{service.origin}/c")
    wait_for(lambda: "Captured" in browser.run("document.body?.innerText ?? ''"))
    [place] = stored(leftoff)
    assert place["url"] == f"{site.elsewhere}/sandboxed"
    browser.click_words("Back to the page")
    wait_equal(browser.here, f"{site.elsewhere}/sandboxed")


def test_a_page_that_blocks_windows_and_navigation_shows_a_text_to_copy(browser, site, service, leftoff):
    browser.open(f"{site.elsewhere}/stubborn")
    browser.run(f"({ROOT}.scrollTop = 2000, null)")
    browser.start_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    field = "document.querySelector('dialog[open] textarea')"
    wait_for(lambda: browser.run(f"{field} !== null"))
    active = "document.activeElement"
    assert browser.run(f"{active}.matches('dialog[open] textarea') || {active}.outerHTML.slice(0, 200)") is True
    selected = browser.run(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")
    snapshot = json.loads(selected)
    leftoff.keep(snapshot)
    assert leftoff.newest()["url"] == f"{site.elsewhere}/stubborn"
    browser.click_words("Close")
    assert browser.run("document.querySelectorAll('dialog').length") == 0


def test_in_a_sandbox_the_restore_bookmarklet_offers_to_resume(browser, site, service, leftoff):
    service.sign_in(browser)
    browser.open(f"{site.elsewhere}/sandboxed")
    browser.run(f"({ROOT}.scrollTop = 2000, null)")
    browser.start_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_for(lambda: stored(leftoff))
    browser.open(f"{site.elsewhere}/sandboxed")
    browser.start_bookmark(leftoff("bookmarklet", "restore", "--port", service.port))
    wait_for_page(browser, f"{service.origin}/r")
    href = wait_for(lambda: browser.run(
        "[...document.querySelectorAll('a')].find((a) => a.textContent.startsWith('Resume'))?.href ?? null"))
    assert href.startswith(f"{site.elsewhere}/sandboxed#:~:text=")


def test_the_snapshot_in_the_url_is_compressed_and_short(browser, site, leftoff):
    bookmarklet = leftoff("bookmarklet", "capture")
    sizes = {}
    for name, path, prepare in (
        ("ordinary", "/sixty", "scrollTo(0, 2345)"),
        ("without compression", "/sixty", "window.CompressionStream = undefined; scrollTo(0, 2345)"),
        ("broken compression", "/sixty", "window.CompressionStream = function () { throw new Error('no') }"),
        ("long", "/sixty", LONG), ("long without compression", "/sixty", LONG + "; window.CompressionStream ="
                                   " undefined"),
    ):
        browser.open(site.elsewhere + path)
        address = opened_address(browser, bookmarklet, prepare)
        found = re.fullmatch(
            r"(http://127\.0\.0\.1:5338/c#[\w-]+\.[\w-]{43}(\.z)?)((?:\.[\w-]+)(\.part)?)?", address)
        assert found, address
        snapshot, form, copy, _ = found.groups()
        sizes[name] = len(snapshot)
        # Only compressed copies of the text are sent, and none if the page is so slow that the window would be blocked.
        assert (form is not None) == ("compression" not in name) and (form or not copy), (name, address)
        assert len(address) <= 65_536
    print(browser.name, sizes)
    assert max(sizes.values()) <= 16_384
    assert sizes["ordinary"] < sizes["without compression"] / 2


# More than fits into the URL, and hardly compressible: numbers of a generator of Lehmer's.
LONG = (
    "let number = 1; const next = () => { number = number * 48271 % 2147483647; return number.toString(36) };"
    " const noise = (n) => { let s = ''; while (s.length < n) s += next(); return s };"
    " for (let i = 0; i < 300; i += 1) { const a = document.createElement('a'); a.href = '/' + noise(900);"
    " a.textContent = noise(90); document.body.prepend(a); } history.replaceState(null, '', '?q=' + noise(14000))"
)


@pytest.mark.parametrize("prepare", ["null", "window.CompressionStream = undefined", LONG])
def test_the_receiver_reads_every_encoding_of_a_snapshot(browser, site, service, leftoff, prepare):
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 1500), null)")
    address = opened_address(browser, leftoff("bookmarklet", "capture", "--port", service.port), prepare)
    browser.open(address)
    wait_for(lambda: "Captured" in browser.run("document.body?.innerText ?? ''"))
    assert leftoff.newest()["anchors"]
    assert browser.here() == f"{service.origin}/c"


# Deflate data of one letter repeated 70,000 times.
BOMB = """new Response(new Blob(['"' + 'x'.repeat(70000) + '"']).stream()
    .pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()
    .then((buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-')
    .replaceAll('/', '_').replaceAll('=', ''))"""


def test_the_receiver_reports_invalid_payloads(browser, site, service, leftoff):
    browser.open(f"{site.elsewhere}/sixty")
    bomb = browser.run(BOMB)
    for payload in (f"{bomb}..z", "AAAA..z", "....", "bm90IGpzb24.", "W10."):
        # A new document, because changing only the fragment would keep the previous one.
        browser.open("about:blank")
        browser.open(f"{service.origin}/c#{payload}")
        wait_for(lambda: browser.run("(document.body?.innerText ?? '').length > 80"))
        text = browser.run("document.body?.innerText ?? ''")
        assert "Nothing was captured" in text, (payload, text)
    assert stored(leftoff) == []


def test_a_browser_that_is_not_signed_in_can_undo_its_capture(browser, site, service, leftoff):
    browser.open(f"{site.elsewhere}/markup")
    browser.run(f"({ROOT}.scrollTop = 500, null)")
    address = opened_address(browser, leftoff("bookmarklet", "capture", "--port", service.port))
    browser.open(address)
    wait_equal(lambda: len(stored(leftoff)), 1)
    wait_for(lambda: "Captured" in browser.run("document.body?.innerText ?? ''"))
    shown = browser.run("document.getElementById('title').textContent")
    assert shown == MARKUP
    assert browser.run("document.querySelectorAll('#place img, #place b').length") == 0
    assert browser.run("document.querySelector('#outcome svg"
                       " path').getAttribute('d')") == "M1 47C23 69 27 73 27 73L87 13"
    browser.click_words("Undo")
    wait_equal(lambda: stored(leftoff), [])
    browser.click_words("Save it again")
    wait_equal(lambda: len(stored(leftoff)), 1)
