"""Tests that hidden places are revealed, that media are restored, and that the reading line is marked."""

import json

import pytest
from place import FRAME_CLOCK, assert_same_place, capture, first_line, restore_by_fast_clock

# The middle of a paragraph of the fourth part.
FOURTH = "(document.querySelectorAll('p')[34].scrollIntoView(), scrollBy(0, 20), null)"

# Keeps what the marks look like that are added to the root element.
MARK = """(() => {
    globalThis.marks = [];
    new MutationObserver((records) => {
        for (const mark of records.flatMap(({addedNodes}) => [...addedNodes])) {
            marks.push({hidden: mark.getAttribute('aria-hidden'), events: getComputedStyle(mark).pointerEvents,
                height: mark.getBoundingClientRect().height});
        }
    }).observe(document.documentElement, {childList: true});
    return null;
})()"""


def captured(browser, site, leftoff, script, kind):
    """Captures a place in the page with all parts open, and stores it for the page with folds of a kind."""
    browser.open(f"{site.origin}/folded?kind=none")
    browser.run(FOURTH)
    line = first_line(browser)
    leftoff.keep({**capture(browser, script), "url": f"{site.origin}/folded?kind={kind}"})
    browser.open(f"{site.origin}/folded?kind={kind}")
    return line


@pytest.mark.parametrize("kind", ["details", "nested", "until-found", "accordion", "tabs", "form", "fragment"])
def test_a_fold_that_hides_the_place_is_opened(browser, site, leftoff, capture_script, kind):
    line = captured(browser, site, leftoff, capture_script, kind)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert_same_place(browser, line)
    if kind == "details":
        assert browser.run("[...document.querySelectorAll('details')].map((d) => d.open)")[:3] == [False] * 3
    if kind == "until-found":
        assert browser.run("globalThis.sawBeforeMatch ?? null") is True, "the page did not receive beforematch"


@pytest.mark.parametrize(
    "kind", ["submit", "typeless", "reset", "input", "outside", "link", "role", "within", "base"])
def test_controls_that_navigate_or_submit_are_not_clicked(browser, site, leftoff, capture_script, kind):
    captured(browser, site, leftoff, capture_script, kind)
    result = restore_by_fast_clock(browser, leftoff.restore())
    assert result["status"] in ("abstained", "approximate"), result
    assert browser.run("pressed") == []
    assert browser.run("location.pathname") == "/folded"


def test_media_are_restored_to_their_time_and_stay_paused(browser, site, leftoff, capture_script):
    ready = ("new Promise((done) => { const m = first; m.readyState > 0 ? done(null)"
             " : m.addEventListener('loadedmetadata', () => done(null)) })")
    browser.open(f"{site.origin}/media")
    browser.run(ready)
    browser.run("new Promise((done) => { first.addEventListener('seeked', () => done(null)); first.currentTime"
                " = 12.5 })")
    snapshot = capture(browser, capture_script)
    assert [round(one["currentTime"], 1) for one in snapshot["media"]] == [12.5]
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/media")
    browser.run(leftoff.restore())
    browser.run(ready)
    time = browser.run(
        "new Promise((done) => { const look = () => Math.abs(first.currentTime - 12.5) < 0.6 ? done(first.currentTime)"
        " : setTimeout(look, 30); look(); setTimeout(() => done(first.currentTime), 60000) })")
    assert abs(time - 12.5) < 0.6
    assert browser.run("first.paused") is True


def test_the_reading_line_is_marked_briefly(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, 3000), null)")
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/sixty")
    before = browser.run("document.documentElement.children.length")
    # As soon as it is in the page, because it disappears after 1.2 s, whether the restore has ended or not.
    browser.run(MARK)
    assert browser.run(leftoff.restore())["status"] == "restored"
    mark = browser.run("marks")[0]
    assert mark["hidden"] == "true" and mark["events"] == "none" and 10 < mark["height"] < 60, json.dumps(mark)
    browser.run(
        f"new Promise((done) => {{ const look = () => document.documentElement.children.length === {before}"
        f" ? done(null)"
        " : setTimeout(look, 30); look() })")
