"""Tests restores of places whose words are not in the snapshot: in editable documents and in closed shadow roots."""

import pytest
from place import capture, restore_by_fast_clock

# The block at the top of the scroller, and its distance from that top.
TOP_BLOCK = """((within) => {
    const top = within ? within.getBoundingClientRect().top : 0;
    for (const block of document.querySelectorAll('h2, p')) {
        const box = block.getBoundingClientRect();
        if (box.bottom > top) return {text: block.textContent, distance: box.top - top};
    }
    return null;
})"""
DISTANCE = """((within, text) => {
    const top = within ? within.getBoundingClientRect().top : 0;
    const block = [...document.querySelectorAll('h2, p')].find((each) => each.textContent === text);
    return block.getBoundingClientRect().top - top;
})"""
NEW = "<p>A paragraph that somebody has written since the capture, longer than the others.</p>"
SCROLLERS = {"window": "null", "scroller": "document.getElementById('editor')", "mode": "null"}


@pytest.mark.parametrize("kind", SCROLLERS)
def test_a_place_in_an_editable_document_is_restored_below_new_paragraphs(
        browser, site, leftoff, capture_script, kind):
    address = f"{site.origin}/editor?kind={kind}"
    within = SCROLLERS[kind]
    browser.open(address, 1000, 800)
    browser.run(f"(({within} ?? document.scrollingElement).scrollTop = 1500, null)")
    before = browser.run(f"{TOP_BLOCK}({within})")
    leftoff.keep(capture(browser, capture_script))
    browser.open(address, 1000, 800)
    browser.run(f"(document.querySelector('h2').insertAdjacentHTML('beforebegin', `{NEW * 4}`), null)")
    outcome = restore_by_fast_clock(browser, leftoff.restore())
    assert outcome["tier"] == "selector" and outcome["confidence"] <= 0.75
    after = browser.run(f"{DISTANCE}({within}, {before['text']!r})")
    assert abs(after - before["distance"]) <= 2


def test_a_place_in_an_edited_block_is_restored_by_its_order(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/editor", 1000, 800)
    browser.run("(scrollTo(0, 1500), null)")
    before = browser.run(f"{TOP_BLOCK}(null)")
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/editor", 1000, 800)
    browser.run("(document.querySelectorAll('h2, p').forEach((each) => { if (each.localName === 'p')"
                " each.textContent = [...each.textContent].reverse().join(''); }), null)")
    outcome = restore_by_fast_clock(browser, leftoff.restore())
    assert outcome["status"] == "approximate" and outcome["confidence"] <= 0.5
    text = before["text"] if before["text"] in browser.run(
        "[...document.querySelectorAll('h2')].map((each) => each.textContent)") else before["text"][::-1]
    assert abs(browser.run(f"{DISTANCE}(null, {text!r})") - before["distance"]) <= 40


def test_a_place_in_closed_roots_is_approximate(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/closed-roots", 1000, 800)
    browser.run("(scrollTo(0, 1500), null)")
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/closed-roots", 1000, 800)
    browser.run("(document.querySelector('h1').style.height = '400px', null)")
    height = browser.run("document.querySelector('h1').offsetHeight")
    outcome = restore_by_fast_clock(browser, leftoff.restore())
    assert outcome["status"] == "approximate" and outcome["confidence"] <= 0.5
    assert abs(browser.run("scrollY") - 1500) > 300 and height == 400
