"""Tests restores on pages that are locked or covered, and the reader's input meanwhile."""

import pytest
from browsers import wait_for
from page_restore import load_modules, restore_in_page, start_restore
from place import FAST_CLOCK, FRAME_CLOCK, STOPPED_CLOCK, capture, first_line, pass_frames, wait_for_place

MIDDLE = "(scrollTo(0, document.documentElement.scrollHeight * 0.47), null)"
# A dialog over the page, whose button removes it and does what `release` says.
DIALOG = """(() => {
    document.body.insertAdjacentHTML('beforeend', `<div id=dialog style="position:fixed;inset:0;background:#000c">
        <div style="margin:20vh 25%;background:#fff;padding:2em">We value your privacy <button id=accept>Accept</button>
        </div></div>`);
    globalThis.release = () => {};
    globalThis.clicks = 0;
    document.getElementById('accept').onclick = () => {
        clicks += 1;
        document.getElementById('dialog').remove();
        release();
    };
})()"""
LOCKS = {
    "fixed body": "document.body.style.cssText = 'position:fixed;top:0;left:0;right:0';"
                  "release = () => { document.body.style.cssText = ''; scrollTo(0, 0); };",
    "full height": "document.documentElement.style.cssText = document.body.style.cssText = 'height:100%;"
                   "overflow:hidden'; release = () => { document.documentElement.style.cssText ="
                   " document.body.style.cssText = ''; };",
    "hidden words": "for (const p of document.querySelectorAll('p')) p.hidden = true; release = () => {"
                    " for (const p of document.querySelectorAll('p')) p.hidden = false; };",
}


@pytest.fixture
def place(browser, site, capture_script):
    """A place in the middle of a page, which is open again under a dialog: its snapshot and its first line."""
    browser.open(f"{site.origin}/late-on-request")
    browser.run("(write(), null)")
    browser.run(MIDDLE)
    line = first_line(browser)
    snapshot = capture(browser, capture_script)
    browser.open(f"{site.origin}/late-on-request")
    load_modules(browser)
    return snapshot, line


@pytest.mark.parametrize("lock", LOCKS)
def test_a_restore_goes_on_when_the_reader_accepts(browser, place, lock):
    snapshot, line = place
    browser.run("(write(), null)")
    browser.run(f"({DIALOG}, null)")
    browser.run(f"(() => {{ {LOCKS[lock]} return null }})()")
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    pass_frames(browser, 10)
    assert browser.run("scrollY") == 0
    browser.click_here("#accept")
    browser.run(FRAME_CLOCK)
    result = browser.finish()
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    wait_for_place(browser, line)
    assert browser.run("clicks") == 1


@pytest.mark.parametrize("lock", LOCKS)
def test_a_restore_goes_on_when_the_reader_accepts_after_the_report(browser, place, lock):
    snapshot, line = place
    browser.run("(write(), null)")
    browser.run(f"({DIALOG}, null)")
    browser.run(f"(() => {{ {LOCKS[lock]} return null }})()")
    browser.run(FAST_CLOCK)
    result = browser.run(restore_in_page(snapshot))
    reason = "covered" if lock == "hidden words" else "locked"
    assert (result["status"], result.get("reason"), result.get("continues")) == ("abstained", reason, True), result
    assert result["movedPx"] == 0
    browser.run(FRAME_CLOCK)
    browser.click_here("#accept")
    wait_for_place(browser, line)
    (later,) = wait_for(lambda: browser.run("later"))
    assert later["status"] == "restored"
    assert browser.run("clicks") == 1, "Leftoff clicks nothing"


def test_under_a_lock_that_scripts_can_scroll_the_place_is_taken_at_once(browser, place):
    snapshot, line = place
    browser.run("(write(), null)")
    browser.run("(document.documentElement.style.overflow = 'hidden', null)")
    result = browser.run(restore_in_page(snapshot))
    assert result["status"] == "restored"
    wait_for_place(browser, line)
    browser.run("(document.documentElement.style.overflow = '', null)")
    pass_frames(browser, 5)
    wait_for_place(browser, line)


def test_a_backdrop_that_is_a_pseudo_element_is_not_a_header(browser, place):
    snapshot, line = place
    browser.run("(write(), null)")
    browser.run("""(document.body.insertAdjacentHTML('beforeend', `<style>#cover::before { content: ''; position: fixed;
        inset: 0; background: #0008 }</style><div id=cover style="position:fixed;top:700px"></div>`), null)""")
    result = browser.run(restore_in_page(snapshot))
    assert result["status"] == "restored", result
    wait_for_place(browser, line)


@pytest.mark.parametrize("lock", ["fixed body", "hidden words"])
@pytest.mark.parametrize("touch", ["wheel", "press"])
def test_scrolling_ends_the_restore_under_a_lock(browser, place, lock, touch):
    snapshot, _ = place
    browser.run("(write(), null)")
    browser.run(f"({DIALOG}, null)")
    browser.run(f"(() => {{ {LOCKS[lock]} return null }})()")
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    pass_frames(browser, 5)
    browser.wheel(40) if touch == "wheel" else browser.press()
    assert browser.finish()["status"] == "aborted"
    browser.run("(release(), null)")
    pass_frames(browser, 10)
    assert browser.run("scrollY") == 0


def test_a_press_on_a_button_of_the_page_pauses_the_restore(browser, place):
    snapshot, line = place
    browser.run("(document.body.insertAdjacentHTML('afterbegin', '<button id=other>Share</button>'), null)")
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    pass_frames(browser, 5)
    browser.click_here("#other")
    browser.run("(write(), null)")
    pass_frames(browser, 5)
    assert browser.run("scrollY") == 0, "nothing is moved during a pause"
    browser.run(FRAME_CLOCK)
    assert browser.finish()["status"] == "restored"
    wait_for_place(browser, line)


def test_a_press_that_scrolls_the_page_ends_the_restore(browser, place):
    snapshot, _ = place
    browser.run("(document.body.insertAdjacentHTML('afterbegin', '<button id=go onclick=\"window.scrollTo(0, 900)\">"
                "Next</button><div style=height:3000px></div>'), null)")
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    pass_frames(browser, 5)
    browser.click_here("#go")
    assert browser.finish()["status"] == "aborted"
    browser.run("(write(), null)")
    pass_frames(browser, 10)
    assert browser.run("scrollY") == 900


def test_a_press_on_the_text_ends_the_restore(browser, place):
    snapshot, _ = place
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    pass_frames(browser, 5)
    browser.click_here("#app")
    assert browser.finish()["status"] == "aborted"
