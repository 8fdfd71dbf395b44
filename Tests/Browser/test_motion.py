"""Restores places in content that a page moves by itself: by transforms, and as slides."""

import pytest
from place import FAST_CLOCK, FRAME_CLOCK, capture, pass_frames

# The first paragraph that can be seen, with its position.
SHOWN = """[...document.querySelectorAll('p')].map((p) => {
    const range = document.createRange();
    range.setStart(p.firstChild, 0);
    range.setEnd(p.firstChild, 1);
    const {left, top} = range.getBoundingClientRect();
    const isShown = document.elementsFromPoint(left + 3, top + 3).includes(p);
    return {words: p.textContent.slice(0, 24), left, top, isShown};
}).find(({isShown}) => isShown)"""


def assert_shown(browser, line, within=3):
    now = browser.run(SHOWN)
    assert now and now["words"] == line["words"], now
    assert abs(now["left"] - line["left"]) <= within and abs(now["top"] - line["top"]) <= within, (now, line)


def read_at(browser, leftoff, capture_script, address, at, fragment=""):
    """Captures the place at an offset of the page; returns the paragraph in view and the snapshot."""
    browser.open(address)
    browser.run(f"(jump({at}), null)")
    pass_frames(browser, 2)
    line = browser.run(SHOWN)
    snapshot = capture(browser, capture_script)
    leftoff.keep({**snapshot, "url": address + fragment})
    return line, snapshot


@pytest.mark.parametrize(("kind", "axis"), [
    ("wheel", "y"), ("older", "y"), ("keys", "y"), ("across", "x")])
def test_a_place_in_a_shifted_article_is_restored(browser, site, leftoff, capture_script, kind, axis):
    address = f"{site.origin}/shifted?kind={kind}"
    # A multiple of what the keys move.
    line, snapshot = read_at(browser, leftoff, capture_script, address, 2440)
    motion = snapshot["motion"]
    assert (motion["kind"], motion["axis"], round(motion[axis])) == ("transform", axis, 2440)
    assert 0 < snapshot["progress"]["px"] < 1
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored", result
    assert_shown(browser, line)


@pytest.mark.parametrize("kind", ["stacked", "short", "keys", "plane", "hash", "route"])
def test_a_slide_is_restored(browser, site, leftoff, capture_script, kind):
    address = f"{site.origin}/slides?kind={kind}"
    fragment = {"hash": "#4", "route": "#/4"}.get(kind, "")
    line, snapshot = read_at(browser, leftoff, capture_script, address, 4, fragment)
    assert (snapshot["motion"]["kind"], snapshot["motion"]["slide"], snapshot["motion"]["slides"]) == ("slides", 4, 9)
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored", result
    assert_shown(browser, line)


def test_a_place_in_sections_that_are_hidden_out_of_view_is_restored(browser, site, leftoff, capture_script):
    address = f"{site.origin}/sections"
    line, snapshot = read_at(browser, leftoff, capture_script, address, 2440)
    assert (snapshot["motion"]["kind"], round(snapshot["motion"]["y"])) == ("transform", 2440)
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored", result
    assert_shown(browser, line)
    # The window of such a page shows other words at the line if it is scrolled too.
    assert browser.run("[scrollX, scrollY]") == [0, 0]


def test_a_slide_that_is_gone_is_not_replaced_by_the_one_that_is_shown(browser, site, leftoff, capture_script):
    address = f"{site.origin}/slides?kind=keys"
    _, snapshot = read_at(browser, leftoff, capture_script, address, 4)
    leftoff.keep({**snapshot, "url": f"{address}&other=1"})
    browser.open(f"{address}&other=1")
    browser.run(FAST_CLOCK)
    result = browser.run(leftoff.restore())
    assert result["status"] == "abstained", result


def test_a_page_that_ignores_scripts_is_left_where_it_was(browser, site, leftoff, capture_script):
    address = f"{site.origin}/shifted?kind=trusted"
    read_at(browser, leftoff, capture_script, address, 2440)
    browser.open(address)
    browser.run(FAST_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result.get("reason")) == ("abstained", "motion"), result
    assert browser.run("[at, scrollX, scrollY]") == [0, 0, 0]


def test_a_map_receives_no_wheel_and_no_keys(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/mapped")
    browser.run("(document.getElementById('text').className = 'open', scrollTo(0, 1500), null)")
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/mapped")
    browser.run(FAST_CLOCK)
    assert browser.run(leftoff.restore())["status"] != "restored"
    assert browser.run("wheels") == 0


def test_a_page_at_its_beginning_has_moved_nothing(browser, site, capture_script):
    for path in ("/sixty", "/shifted?kind=wheel", "/nested"):
        browser.open(site.origin + path)
        assert capture(browser, capture_script).get("motion") is None, path
