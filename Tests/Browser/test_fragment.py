"""Tests the browser's own scroll to the text fragment that Leftoff prints."""

import pytest
from browsers import wait_for
from place import capture

POSITIONS = [0.25, 0.6]
# Returns the character at the middle of the window, by its node's ordinal, and its position.
AT_MIDDLE = """(() => {
    const nodes = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) nodes.push(walk.currentNode);
    for (let y = innerHeight / 2; y > 0; y -= 4) for (let x = 20; x < innerWidth; x += 40) {
        const caret = document.caretPositionFromPoint(x, y);
        const ordinal = caret ? nodes.indexOf(caret.offsetNode) : -1;
        if (ordinal < 0 || caret.offset >= nodes[ordinal].length) continue;
        const range = document.createRange();
        range.setStart(nodes[ordinal], caret.offset);
        range.setEnd(nodes[ordinal], caret.offset + 1);
        const box = range.getBoundingClientRect();
        if (box.height > 0 && box.top <= y && y <= box.bottom) return [ordinal, caret.offset, box.top, box.height];
    }
    return null;
})()"""
WHERE = """(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let left = ORDINAL; left >= 0; left -= 1) walk.nextNode();
    const range = document.createRange();
    range.setStart(walk.currentNode, OFFSET);
    range.setEnd(walk.currentNode, OFFSET + 1);
    return range.getBoundingClientRect().top;
})()"""


# Waits until the medium of the page has a picture or a sound at its present time.
MEDIUM = """new Promise((done) => {
    const medium = document.querySelector('audio, video');
    const look = () => medium.readyState >= 2 && !medium.seeking ? done(medium.currentTime) : setTimeout(look, 20);
    look();
})"""
SEEK = "(() => { const m = document.querySelector('audio, video'); m.pause(); m.currentTime = 12.5; return null })()"


def visit(browser, address, width=1280):
    """Opens the URL in a new tab and waits until the browser has scrolled."""
    browser.reset()
    if browser.name == "chromium":
        browser.open(address, width)
        browser.page.wait_for_function("scrollY > 0")
    else:
        browser.client.navigate(address)
        wait_for(lambda: browser.run("scrollY > 0"))


@pytest.mark.parametrize("part", POSITIONS)
@pytest.mark.parametrize("path", ["plain", "code", "twins", "spans", "signs"])
def test_the_text_fragment_scrolls_to_the_captured_view(browser, site, leftoff, capture_script, path, part):
    browser.open(f"{site.origin}/fragment/{path}")
    browser.run(f"(scrollTo(0, {part} * (document.documentElement.scrollHeight - innerHeight)), null)")
    before = browser.run(AT_MIDDLE)
    assert before, "no text in the middle of the window"
    identifier = leftoff.keep(capture(browser, capture_script))
    address = leftoff("restore", identifier, "--as", "fragment").strip()
    assert "#:~:text=" in address, address
    visit(browser, address)
    ordinal, offset, top, height = before
    off = browser.run(WHERE.replace("ORDINAL", str(ordinal)).replace("OFFSET", str(offset))) - top
    print(f"{browser.name} {path}: {off:+.1f} px, {address.partition(':~:')[2]}")
    assert abs(off) <= 2.5 * height


@pytest.mark.parametrize(("path", "time"), [("/fragment/timed?t=1", "/fragment/timed?t=12"),
                                            ("/silence.flac", "/silence.flac#t=12")])
def test_a_page_whose_address_takes_a_time_opens_at_the_captured_one(
        browser, site, leftoff, capture_script, path, time):
    browser.open(site.origin + path)
    browser.run(MEDIUM)
    browser.run(SEEK)
    browser.run(MEDIUM)
    identifier = leftoff.keep(capture(browser, capture_script))
    address = leftoff("restore", identifier, "--as", "fragment").strip()
    assert address.partition(":~:")[0].rstrip("#") == site.origin + time
    browser.reset()
    browser.open(address)
    time_at_start = browser.run(MEDIUM)
    if path == "/silence.flac" and browser.name == "firefox":
        # Firefox reads the time in the address of an element only, and not in that of its own document.
        browser.run(leftoff.restore())
        time_at_start = browser.run(MEDIUM)
    assert time_at_start >= 11.9
