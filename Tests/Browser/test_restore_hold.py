"""Tests that a place which was restored stays at its line, and is reported when it does."""

import json

import pytest
from browsers import wait_equal, wait_for
from page_restore import RENDERINGS, load_modules, restore_in_page, start_restore
from place import FAST_CLOCK, FRAME_CLOCK, STOPPED_CLOCK, capture, distance, first_line, pass_frames, wait_for_place

MIDDLE = "(scrollTo(0, document.documentElement.scrollHeight * 0.47), null)"
# Scrolls the page back COUNT times, when something else has scrolled it.
SCROLL_BACK = """(() => {
    let left = COUNT;
    addEventListener('scroll', () => {
        if (scrollY > 0 && left > 0) {
            left -= 1;
            scrollTo(0, 0);
        }
    });
})()"""
ROOTS = {"shadow": "document.getElementById('host').shadowRoot"}


@pytest.fixture
def place(browser, site, capture_script):
    """A place in the middle of an application's page, which is open again: its snapshot and its first line."""
    browser.open(f"{site.origin}/late-on-request")
    browser.run("(write(), null)")
    browser.run(MIDDLE)
    line = first_line(browser)
    snapshot = capture(browser, capture_script)
    browser.open(f"{site.origin}/late-on-request")
    browser.run(f"({RENDERINGS}, null)")
    load_modules(browser)
    return snapshot, line


@pytest.mark.parametrize("kind", ["replaced", "innerHTML", "texts", "shadow", "banner"])
def test_words_that_are_replaced_after_the_result_stay_at_their_line(browser, place, kind):
    snapshot, line = place
    browser.run("(write(), null)")
    result = browser.run(restore_in_page(snapshot, then=f"renders('{kind}'); scrollTo(0, scrollY - 7)"))
    assert result["status"] == "restored"
    wait_for_place(browser, line, root=ROOTS.get(kind, "document"))
    assert browser.run("later") == []


def test_words_that_come_back_after_the_result_are_at_their_line(browser, place):
    snapshot, line = place
    browser.run("(write(), null)")
    assert browser.run(restore_in_page(snapshot, then="renders('skeleton')"))["status"] == "restored"
    pass_frames(browser, 20)
    browser.run("(finish(), renders('banner'), null)")
    wait_for_place(browser, line)


def test_words_that_never_come_back_are_reported_as_lost(browser, place):
    snapshot, _ = place
    browser.run("(write(), null)")
    browser.run(FAST_CLOCK)
    assert browser.run(restore_in_page(snapshot, then="renders('skeleton')"))["status"] == "restored"
    at = browser.run("scrollY")
    (lost,) = wait_for(lambda: browser.run("later"))
    assert (lost["status"], lost["reason"], lost["confidence"]) == ("abstained", "lost", 0)
    assert browser.run("scrollY") == at


@pytest.mark.parametrize("kind", ["replaced", "shadow", "banner"])
def test_a_place_is_reported_after_the_page_has_rendered_itself_again(browser, place, kind):
    """The page does so half a second after the words were there, by its own clock."""
    snapshot, line = place
    browser.run(FRAME_CLOCK)
    result = browser.run(
        f"(() => {{ let frames = 0; const look = () => {{ frames += 1; if (frames === 3) write();"
        f" if (frames === 30) {{ globalThis.isRendered = true; renders('{kind}'); }}"
        " if (frames < 30) requestAnimationFrame(look); }; look(); })(),"
        f" {restore_in_page(snapshot, then='globalThis.wasRendered = globalThis.isRendered')}")
    assert result["status"] == "restored" and browser.run("wasRendered") is True
    off = distance(browser, line, root=ROOTS.get(kind, "document")) - line["distance"]
    assert abs(off) <= 2, f"{off:+.2f} px off"


def test_words_that_vanish_before_the_report_are_not_restored(browser, place):
    snapshot, _ = place
    browser.run("(write(), null)")
    # Otherwise the words may hold before the test has seen that they are found.
    browser.run(STOPPED_CLOCK)
    start_restore(browser, snapshot)
    wait_for(lambda: browser.run("scrollY > 0"))
    browser.run("(renders('skeleton'), null)")
    browser.run(FAST_CLOCK)
    result = browser.finish()
    assert (result["status"], result["tier"]) == ("abstained", "none")
    assert browser.run("scrollY") == 0


@pytest.mark.parametrize(("count", "status"), [(1, "restored"), (3, "restored"), (1000, "abstained")])
def test_a_page_that_scrolls_back_is_answered_three_times(browser, place, count, status):
    snapshot, line = place
    browser.run("(write(), null)")
    browser.run(FRAME_CLOCK)
    browser.run(f"({SCROLL_BACK.replace('COUNT', str(count))}, null)")
    result = browser.run(restore_in_page(snapshot))
    assert result["status"] == status
    if status == "restored":
        wait_for_place(browser, line)
        return
    assert result["reason"] == "movedAway"
    wait_equal(lambda: browser.run("scrollY"), 0)
    pass_frames(browser, 20)
    assert browser.run("scrollY") == 0


def test_a_page_that_scrolls_back_after_the_result_is_let_be(browser, place):
    snapshot, _ = place
    browser.run("(write(), null)")
    # By the real clock, watching rests if it has cost 300 ms, and ends without a report after 10 s.
    browser.run(FRAME_CLOCK)
    result = browser.run(restore_in_page(snapshot, then="requestAnimationFrame(() => requestAnimationFrame(() => {"
                                         + SCROLL_BACK.replace("COUNT", "1000") + "; scrollTo(0, 1); }))"))
    assert result["status"] == "restored"
    (later,) = wait_for(lambda: browser.run("later"))
    assert (later["status"], later["reason"]) == ("abstained", "movedAway")
    wait_equal(lambda: browser.run("scrollY"), 0)


def test_after_the_reader_has_scrolled_nothing_is_moved(browser, place):
    snapshot, _ = place
    browser.run("(write(), null)")
    assert browser.run(restore_in_page(snapshot))["status"] == "restored"
    before = browser.run("scrollY")
    browser.wheel(40)
    wait_for(lambda: browser.run("scrollY") != before)
    browser.run("(document.documentElement.style.overflowAnchor = 'none', null)")
    at = browser.run("scrollY")
    browser.run("(renders('banner'), null)")
    pass_frames(browser, 30)
    assert browser.run("scrollY") == at
    assert browser.run("later") == []


def test_a_place_in_a_page_without_scripts_is_reported_at_once(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run(MIDDLE)
    snapshot = capture(browser, capture_script)
    browser.open(f"{site.origin}/sixty")
    browser.run(FRAME_CLOCK)
    took = browser.run(restore_in_page(snapshot, then="result.took = performance.now() - began"))["took"]
    assert took < 500, f"it took {took:.0f} ms by a clock of frames, although nothing can change on this page"


# Keeps frames back until `draw` is called, and counts the steps that follow by a timer instead.
HELD_FRAMES = """(() => {
    const [later, next] = [setTimeout, requestAnimationFrame];
    let held = [];
    globalThis.steps = 0;
    globalThis.setTimeout = (run, delay) => {
        if (delay === 100) steps += 1;
        return later(run, delay);
    };
    globalThis.requestAnimationFrame = (run) => (held ? held.push(run) : next(run));
    globalThis.draw = () => {
        const all = held;
        held = null;
        all.forEach((run) => next(run));
    };
})()"""


def test_steps_between_two_frames_are_no_sign_of_rest(browser, site, capture_script):
    """A busy machine draws no frame for a while, although the timers of the page are on time."""
    browser.open(f"{site.origin}/sixty")
    browser.run(MIDDLE)
    snapshot = capture(browser, capture_script)
    browser.open(f"{site.origin}/sixty")
    load_modules(browser)
    browser.run(STOPPED_CLOCK)
    browser.run(f"({HELD_FRAMES}, null)")
    start_restore(browser, snapshot, then="globalThis.isReported = true")
    wait_for(lambda: browser.run("steps") > 10)
    assert browser.run("globalThis.isReported ?? false") is False
    browser.run("(draw(), null)")
    assert browser.finish()["status"] == "restored"


def test_a_second_restore_stops_the_first(browser, place):
    snapshot, line = place
    browser.run(STOPPED_CLOCK)
    browser.start(
        "import('/js/restore/restore-definition.js').then(({defineRestore}) => {"
        f" const snapshot = {json.dumps(snapshot)}; defineRestore(); const phases = [leftoffRestoreState().phase];"
        " globalThis.first = leftoffRestore(snapshot); phases.push(leftoffRestoreState().phase); defineRestore();"
        " globalThis.phases = phases; return leftoffRestore(snapshot); })")
    assert wait_for(lambda: browser.run("globalThis.phases ?? null")) == ["over", "searching"]
    assert browser.run("first")["status"] == "aborted"
    browser.run(FRAME_CLOCK)
    browser.run("(write(), null)")
    assert browser.finish()["status"] == "restored"
    wait_for_place(browser, line)
    assert browser.run("leftoffRestoreState().phase") == "watching"
    browser.run("(leftoffStopRestore(), null)")
    assert browser.run("leftoffRestoreState().phase") == "over"


def test_words_that_are_cut_off_are_not_replaced_by_an_offset(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run(MIDDLE)
    snapshot = capture(browser, capture_script)
    # Without its neighbours, the place is known by its words and by the offset.
    snapshot["anchors"] = snapshot["anchors"][:1]
    browser.open(f"{site.origin}/sixty")
    browser.run("(document.head.insertAdjacentHTML('beforeend', '<style>body{padding-bottom:0}#cut{height:300px;"
                "overflow:hidden}#room{height:6000px}</style>'), null)")
    browser.run("(() => { const cut = document.createElement('div'); cut.id = 'cut';"
                " cut.append(...document.body.childNodes); const room = document.createElement('div');"
                " room.id = 'room'; document.body.append(cut, room); return null })()")
    browser.run(FAST_CLOCK)
    result = browser.run(restore_in_page(snapshot))
    assert (result["status"], result["tier"]) == ("abstained", "none"), result
    assert browser.run("scrollY") == 0


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_place_beside_a_frame_that_cannot_be_read_is_only_approximate(
        browser, site, capture_script, is_recorded):
    frame = (
        "(document.body.innerHTML = '<p>Words around the frame, which are the first of the page.</p>"
        f"<iframe src={site.elsewhere}/sixty style=\"display:block;width:90vw;height:80vh;border:0\"></iframe>"
        "<p>The end</p>', null)")
    is_unreadable = "document.querySelector('iframe').contentDocument === null"
    browser.open(f"{site.origin}/short")
    # Without an address, so that the capture does not depend on whether the frame has been loaded.
    browser.run(frame.replace(" src=", " title="))
    snapshot = capture(browser, capture_script)
    snapshot.pop("unread", None)
    snapshot.pop("frame", None)
    if is_recorded:
        snapshot["unread"] = {"kind": "frame", "selector": "iframe", "path": ["iframe"],
                              "rect": {"x": 0, "y": 100, "width": 1000, "height": 640}, "share": 0.8, "within": 0}
    browser.open(f"{site.origin}/short")
    browser.run(frame)
    # Until its document has replaced the first one, which is empty, the frame can be read.
    wait_for(lambda: browser.run(is_unreadable))
    browser.run(FRAME_CLOCK)
    result = browser.run(restore_in_page(snapshot))
    assert (result["status"], result["reason"]) == ("approximate", "frame"), result
    assert result["confidence"] <= 0.5


# A chat that is rendered again with each change. The same name is above each message, and at the line that is read.
CHAT = """(() => {
    const words = 'amber basin cedar delta ember fjord grove heron inlet joule kelp larch mango nacre onyx'.split(' ');
    const text = (n) => Array.from({length: 20}, (_, at) => words[(n * 7 + at * at * (n % 11 + 1)) % 15]).join(' ');
    globalThis.messages = Array.from({length: 160}, (_, n) => `${n} ${text(n)}`);
    globalThis.render = () => document.body.replaceChildren(...messages.map((text) => {
        const message = document.createElement('div');
        const p = document.createElement('p');
        p.append(text);
        message.append('Ada', p);
        return message;
    }));
    globalThis.topOf = (text) => [...document.querySelectorAll('p')].find((p) => p.textContent === text)
        .parentElement.getBoundingClientRect().top;
    render();
})()"""


@pytest.mark.parametrize(("changed", "twin"), [(1, False), (3, False), (12, False), (3, True)])
def test_a_name_above_a_message_is_found_again_between_changed_messages(
        browser, site, capture_script, changed, twin):
    """With a twin, the same message is there twice, and nothing tells which of them was read."""
    browser.open(f"{site.origin}/short")
    browser.run(f"({CHAT}, null)")
    browser.run("(scrollBy(0, topOf(messages[80]) - 8), null)")
    read, top = browser.run("[messages[80], topOf(messages[80])]")
    snapshot = capture(browser, capture_script)
    assert snapshot["anchors"][0]["quote"]["exact"] == "Ada"
    browser.open(f"{site.origin}/short")
    browser.run(f"({CHAT}, null)")
    browser.run(FAST_CLOCK)
    assert browser.run(restore_in_page(snapshot))["status"] == "restored"
    at = browser.run("scrollY")
    added = "messages[80], 'newer'" if twin else "'new', 'newer'"
    browser.run(f"(messages.forEach((text, at) => {{ if (at !== 80 && Math.abs(at - 80) <= {changed})"
                f" messages[at] = 'changed ' + at; }}), messages.unshift({added}), render(), null)")
    if twin:
        (lost,) = wait_for(lambda: browser.run("later"))
        assert (lost["status"], lost["reason"]) == ("abstained", "lost")
        assert browser.run("scrollY") == at
        return
    wait_equal(lambda: round(browser.run(f"topOf({json.dumps(read)})")), round(top))
    assert browser.run("later") == []
