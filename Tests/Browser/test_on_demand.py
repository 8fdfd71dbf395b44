"""Restores places in content that a page loads at its top, at both ends, or when a button is pressed."""

import urllib.parse

import pytest
from place import FAST_CLOCK, FRAME_CLOCK, capture, distance, first_line, pass_frames, wait_for_place

LIST = "document.getElementById('list')"

# Scrolls to the top of a chat until it has loaded a message, and then brings that message to the middle of the list.
READ_UP = """(async () => {
    const has = () => [...list.querySelectorAll('p')].find((p) => p.textContent.startsWith('Paragraph 47 '));
    const isReversed = list.className === 'reverse';
    for (let turn = 0; !has() && turn < 600; turn += 1) {
        list.scrollTop = (isReversed ? list.clientHeight - list.scrollHeight : 0) + turn % 2 * 300;
        // The page sees an offset only in a frame.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    list.scrollTop += has().getBoundingClientRect().top - list.getBoundingClientRect().top - 250;
    return null;
})()"""


def query(**values):
    return "?" + urllib.parse.urlencode(values)


def assert_named(result, name):
    """Fails unless a restore has ended within 4 s of the page's clock because a control has to be pressed."""
    found = [result.get(key) for key in ("status", "reason", "control", "continues")]
    assert found == ["abstained", "control", name, True], result
    assert result["settledMs"] < 4000, result


@pytest.mark.parametrize("new", [0, 12])
@pytest.mark.parametrize(("kind", "keeps"), [("sentinel", 1), ("scroll", 1), ("scroll", 0), ("reverse", 1)])
def test_a_place_in_older_messages_of_a_chat_is_restored(browser, site, leftoff, capture_script, kind, keeps, new):
    browser.open(f"{site.origin}/chat{query(kind=kind, keeps=keeps)}")
    browser.run(READ_UP)
    line = first_line(browser, scroller=LIST)
    address = f"{site.origin}/chat{query(kind=kind, keeps=keeps, new=new)}"
    leftoff.keep({**capture(browser, capture_script), "url": address})
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    wait_for_place(browser, line, scroller=LIST)


@pytest.mark.parametrize("direction", ["up", "down"])
def test_a_place_in_a_discussion_that_opens_in_its_middle_is_restored(
        browser, site, leftoff, capture_script, direction):
    browser.open(f"{site.origin}/both")
    wanted = 61 if direction == "up" else 171
    browser.run(f"""(async () => {{
        const texts = document.getElementsByTagName('p');
        const has = () => [...texts].find((p) => p.textContent.startsWith('Paragraph {wanted} '));
        for (let turn = 0; !has() && turn < 600; turn += 1) {{
            // Leaves the end in every second turn: an end that stays in view from frame to frame loads nothing.
            const away = turn % 2 * 1800;
            scrollTo(0, '{direction}' === 'up' ? away : document.documentElement.scrollHeight - away);
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }}
        has().scrollIntoView();
        return null;
    }})()""")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/both")
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    wait_for_place(browser, line)


def test_a_place_in_a_chat_that_contains_only_the_rows_in_view_is_restored(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/virtual")
    for _ in range(3):
        browser.run("(list.scrollTop = 7000, null)")
        # The event follows in the next frame, in which the page asks for another one to draw its rows.
        pass_frames(browser, 3)
    # The first line is in many rows, and the next one in a single row.
    browser.run("(() => { const top = list.getBoundingClientRect().top; const row = [...rows.children].find((each) =>"
                " each.textContent.startsWith('Yes') && each.getBoundingClientRect().top > top);"
                " list.scrollTop += row.getBoundingClientRect().top - top - 4; return null; })()")
    line = first_line(browser, scroller="list", covered=60)
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/virtual")
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert abs(distance(browser, line, scroller="list") - line["distance"]) < 2


@pytest.mark.parametrize("by", ["height", "lines", "rows"])
def test_the_button_of_a_cut_off_text_is_named_and_the_place_is_reached_after_it_was_pressed(
        browser, site, leftoff, capture_script, by):
    address = f"{site.origin}/clipped{query(by=by)}"
    browser.open(address)
    browser.click_here("button:nth-of-type(2)")
    browser.run("([...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('Paragraph 25 '))"
                ".scrollIntoView(), scrollBy(0, -200), null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert_named(result, "Read more")
    assert browser.run("scrollY") == 0
    browser.click_here("button:nth-of-type(2)")
    wait_for_place(browser, line)


@pytest.mark.parametrize(("name", "kind"), [
    ("Load more", ""), ("Mehr laden", "pinned"), ("もっと見る", "component"), ("Show all comments", "teasers")])
def test_the_button_of_a_list_is_named_and_the_place_is_reached_after_it_was_pressed(
        browser, site, leftoff, capture_script, name, kind):
    address = f"{site.origin}/buttoned{query(name=name, kind=kind)}"
    browser.open(address)
    browser.click_here("#more")
    browser.run("([...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('Paragraph 33 '))"
                ".scrollIntoView(), null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    browser.open(address)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert_named(result, name)
    browser.click_here("#more")
    wait_for_place(browser, line)


def test_a_chat_without_end_is_searched_for_a_bounded_time(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/chat{query(kind='scroll')}")
    browser.run(READ_UP)
    address = f"{site.origin}/chat{query(kind='scroll', endless=1)}"
    leftoff.keep({**capture(browser, capture_script), "url": address})
    browser.open(address)
    browser.run(FAST_CLOCK)
    result = browser.run(leftoff.restore())
    assert result["status"] in ("abstained", "wrongPage"), result
    assert result["settledMs"] < 11_000, result
    loads = browser.run("new Promise((done) => setTimeout(() => done(loads), 100))")
    end = "Math.abs(list.scrollHeight - list.clientHeight - list.scrollTop)"
    assert loads > 1 and browser.run(f"{end} < 2"), "the chat stands at its end again"
