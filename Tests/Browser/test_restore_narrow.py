"""Tests the restore script where the place's block cannot be seen, or its lines differ, in a narrow or low window."""

import json

import pytest
from browsers import wait_for
from pages_narrow import HIDING
from place import (
    FAST_CLOCK, FRAME_CLOCK, assert_same_place, capture, distance, first_line, pass_frames, restore_by_fast_clock)

WIDE, NARROW = 1280, 600
# The first character of the first line that is fully in view, among all texts of a root: its node and offset, and its
# distance from the top. `nth` counts the texts.
READ = """((root) => {
    const walker = document.createTreeWalker(root, 4);
    const range = document.createRange();
    let best = null;
    for (let node = walker.nextNode(), nth = 0; node; node = walker.nextNode(), nth += 1) {
        if (!/\\S/.test(node.data) || /^(style|script|title)$/i.test(node.parentElement.localName)) continue;
        for (let offset = 0; offset < node.length; offset += 1) {
            if (/\\s/.test(node.data[offset])) continue;
            range.setStart(node, offset);
            range.setEnd(node, offset + 1);
            const box = range.getClientRects()[0];
            if (!box || box.top < -0.5 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) continue;
            const isFirst = !best || box.bottom <= best.top + 1 || (box.top < best.bottom - 1 && box.left < best.left);
            if (isFirst) best = {nth, offset, top: box.top, bottom: box.bottom, left: box.left,
                words: node.data.slice(offset, offset + 20)};
            break;
        }
    }
    return best;
})"""
WHERE = """((root, nth, offset) => {
    const walker = document.createTreeWalker(root, 4);
    let node = walker.nextNode();
    for (let at = 0; at < nth; at += 1) node = walker.nextNode();
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const {top, left, right, bottom} = range.getClientRects()[0];
    return {top, left, right, bottom};
})"""


def read_in_aside(browser, site, leftoff, script, path):
    """Captures a place in the middle of the aside."""
    browser.open(site.origin + path, WIDE)
    if "where=frame" in path:
        wait_for(lambda: browser.run("document.querySelector('iframe').contentDocument.querySelectorAll('p').length"))
    browser.run("(() => { const box = document.querySelector('aside').getBoundingClientRect();"
                " if (getComputedStyle(document.documentElement).writingMode === 'vertical-rl')"
                " scrollBy(box.left + box.width / 2 - innerWidth, 0);"
                " else scrollBy(0, box.top + box.height / 3); return null })()")
    snapshot = capture(browser, script)
    assert snapshot["anchors"][0]["quote"]["exact"]
    leftoff.keep(snapshot)
    return snapshot


def assert_not_restored(result):
    assert result["status"] in ("approximate", "abstained"), result
    assert result["confidence"] < 0.7, result


@pytest.mark.parametrize("hiding", HIDING)
def test_a_place_in_a_block_that_cannot_be_seen_is_not_restored(browser, site, leftoff, capture_script, hiding):
    read_in_aside(browser, site, leftoff, capture_script, f"/aside?hiding={hiding}")
    browser.open(f"{site.origin}/aside?hiding={hiding}", NARROW)
    assert_not_restored(restore_by_fast_clock(browser, leftoff.restore()))
    assert browser.run("scrollX") == 0
    browser.open(f"{site.origin}/aside?hiding={hiding}", WIDE)
    assert browser.run(leftoff.restore())["status"] == "restored"


@pytest.mark.parametrize("hiding", ["left", "drawer", "collapsed", "clip-path"])
@pytest.mark.parametrize("where", ["shadow", "frame", "rtl"])
def test_a_hidden_place_in_other_trees_and_directions_is_not_restored(
        browser, site, leftoff, capture_script, hiding, where):
    hiding = "right" if (hiding, where) == ("left", "rtl") else hiding
    path = f"/aside?hiding={hiding}&where={where}"
    read_in_aside(browser, site, leftoff, capture_script, path)
    browser.open(site.origin + path, NARROW)
    assert_not_restored(restore_by_fast_clock(browser, leftoff.restore()))
    browser.open(site.origin + path, WIDE)
    assert browser.run(leftoff.restore())["status"] == "restored"


def test_a_place_above_the_window_in_vertical_lines_is_not_restored(browser, site, leftoff, capture_script):
    read_in_aside(browser, site, leftoff, capture_script, "/vertical-aside")
    browser.open(f"{site.origin}/vertical-aside", NARROW)
    assert_not_restored(restore_by_fast_clock(browser, leftoff.restore()))
    browser.open(f"{site.origin}/vertical-aside", WIDE)
    assert browser.run(leftoff.restore())["status"] == "restored"


@pytest.mark.parametrize("hiding", ["left", "drawer", "collapsed"])
def test_a_place_is_restored_once_its_block_is_shown(browser, site, leftoff, capture_script, hiding):
    read_in_aside(browser, site, leftoff, capture_script, f"/aside?hiding={hiding}")
    script = leftoff.restore()
    browser.open(f"{site.origin}/aside?hiding={hiding}", NARROW)
    browser.run(FRAME_CLOCK)
    # After 15 frames, which are 250 ms. They are drawn during the restore, which begins at once.
    assert browser.run("(() => { let left = 15; const look = () => left-- > 0 ? requestAnimationFrame(look)"
                       " : document.documentElement.classList.add('open'); look(); })(),"
                       f" {script.strip().rstrip(';')}")["status"] == "restored"


def test_the_page_does_not_move_when_a_restored_place_is_hidden_later(browser, site, leftoff, capture_script):
    read_in_aside(browser, site, leftoff, capture_script, "/aside?hiding=top")
    browser.open(f"{site.origin}/aside?hiding=top", NARROW)
    browser.run(FRAME_CLOCK)
    # In one step, because the place is kept only for a while.
    status, before = browser.run(
        "(document.documentElement.classList.add('open'), " + leftoff.restore().rstrip().rstrip(";") + ")"
        ".then(({status}) => { const before = scrollY; document.documentElement.classList.remove('open');"
        " return [status, before] })")
    assert status == "restored" and before > 1000
    # The place is corrected until 300 ms after a change, which are 18 frames.
    pass_frames(browser, 36)
    after = browser.run("scrollY")
    assert after > 1000, (before, after)


def test_a_hidden_picture_is_not_restored(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/gallery")
    browser.run("(scrollTo(0, 3 * 920 - 50), null)")
    leftoff.keep(capture(browser, capture_script))
    for style in ("display:none", "visibility:hidden", "position:absolute;left:-3000px"):
        browser.open(f"{site.origin}/gallery")
        browser.run(f"(document.querySelectorAll('img')[3].setAttribute('style', '{style}'), null)")
        assert_not_restored(restore_by_fast_clock(browser, leftoff.restore()))


def test_a_line_beside_the_window_is_scrolled_into_view(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/wide-table", WIDE)
    browser.run("(document.querySelectorAll('tr')[20].scrollIntoView(), null)")
    snapshot = capture(browser, capture_script)
    exact = snapshot["anchors"][0]["quote"]["exact"]
    assert exact.startswith("Paragraph"), exact
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/wide-table", NARROW)
    assert browser.run(leftoff.restore())["status"] == "restored"
    box = browser.run(
        "(() => { const p = [...document.querySelectorAll('p')].find((p) => p.textContent.startsWith(WORDS));"
        " const {left, top} = p.getBoundingClientRect(); return {left, top} })()"
        .replace("WORDS", json.dumps(exact[:40])))
    assert 0 <= box["left"] < NARROW - 20 and -30 <= box["top"] < 60, box
    assert browser.run("scrollX") == 0


CHANGES = {
    "narrow": (NARROW, ""), "font": (WIDE, "body{font-size:25px!important}"),
    "line-height": (WIDE, "body{line-height:2.3!important}"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("path", ["/link-list", "/beside-picture", "/mixed-sizes"])
def test_the_first_line_in_view_keeps_its_height(browser, site, leftoff, capture_script, path, change):
    """The line may end before the middle of the window, or begin beside a picture or with a larger word."""
    width, style = CHANGES[change]
    for offset in (700, 1313, 1977):
        browser.open(site.origin + path, WIDE)
        browser.run(f"(scrollTo(0, {offset}), null)")
        line = browser.run(f"{READ}(document.body)")
        leftoff.keep(capture(browser, capture_script))
        browser.open(site.origin + path, width)
        browser.run("(() => { const style = document.createElement('style');"
                    f" style.textContent = {json.dumps(style)}; document.head.append(style); return null }})()")
        assert browser.run(leftoff.restore())["status"] == "restored"
        now = browser.run(f"{WHERE}(document.body, {line['nth']}, {line['offset']})")
        assert abs(now["top"] - line["top"]) <= 2, (offset, line, now)


@pytest.mark.parametrize("height", [900, 720, 600, 390, 300])
def test_a_line_far_down_stays_in_view_in_a_low_window(browser, site, leftoff, capture_script, height):
    browser.open(f"{site.origin}/below-picture?height=650", WIDE, 900)
    browser.run("(document.querySelector('canvas').scrollIntoView(), null)")
    line = first_line(browser)
    assert line["distance"] > 640
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/below-picture?height=650", WIDE, height)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    if height > line["distance"] + 40:
        assert_same_place(browser, line)
    else:
        assert height - 60 < distance(browser, line) < height - 15


def test_a_line_found_by_its_selector_stays_in_view_in_a_low_window(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/below-picture?height=650", WIDE, 900)
    browser.run("(document.querySelector('canvas').scrollIntoView(), null)")
    line = first_line(browser)
    snapshot = capture(browser, capture_script)
    # As if all words had been rewritten: only the selector and the hash of the block are left.
    for anchor in snapshot["anchors"]:
        anchor["quote"] = {"exact": "qzx vjw kqy wzj xqv", "prefix": "", "suffix": ""}
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/below-picture?height=650", WIDE, 600)
    result = browser.run(leftoff.restore())
    assert result["tier"] == "selector" and result["status"] != "abstained", result
    assert 600 - 60 < distance(browser, line) < 600 - 15


@pytest.mark.parametrize("hiding", ["collapsed", "drawer"])
def test_a_restore_ends_soon_and_leaves_a_closed_block_alone(browser, site, leftoff, capture_script, hiding):
    """The words are in the page, so that no offset claims to know better, and nothing is scrolled."""
    browser.open(f"{site.origin}/fold?hiding={hiding}")
    browser.run("(() => { document.documentElement.classList.add('open');"
                " document.querySelectorAll('aside p')[15].scrollIntoView(); return null })()")
    snapshot = capture(browser, capture_script)
    # As for a container that is no longer there, so that the block itself is scrolled if it can be.
    leftoff.keep({**snapshot, "anchors": [{**anchor, "scroller": 9} for anchor in snapshot["anchors"]]})
    browser.open(f"{site.origin}/fold?hiding={hiding}")
    browser.run(FAST_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"], result["movedPx"]) == ("abstained", "none", 0), result
    assert result["settledMs"] < 9000, "it ended by its limit of 10 s, which are 60 frames"
    assert browser.run("document.querySelector('aside').scrollTop") == 0
