"""Tests the restore script on pages that have changed."""

import json
import urllib.parse

import pytest
from browsers import wait_for
from place import (
    FAST_CLOCK, FIRST_LINE, FRAME_CLOCK, STOPPED_CLOCK, assert_same_place, capture, distance, first_line, frame_clock,
    pass_frames, restore_by_fast_clock, wait_for_place)

MIDDLE = "scrollTo(0, document.documentElement.scrollHeight * 0.47)"
TO_TOP = "(scrollTo(0, 0), null)"
# The page's clock stands still for three seconds while the page is read for the first time.
STOOD_STILL = frame_clock(speed=10, stands_still=3000)
# A page that observes its end may not notice that the end stays in view while content is added. A reader would then
# scroll up one view and down again, as this script does.
READ_ON = """(scroller) => new Promise((done) => {
    const inTwoFrames = (action) => requestAnimationFrame(() => requestAnimationFrame(action));
    const goUp = () => {
        scroller.scrollTop -= innerHeight;
        inTwoFrames(goDown);
    };
    const goDown = () => {
        scroller.scrollTop += innerHeight + 3000;
        if (scroller.scrollTop > 12000) setTimeout(done, 300);
        else setTimeout(goUp, 60);
    };
    goUp();
})"""


def captured(browser, site, leftoff, script, path="/sixty", width=1280, scroll=MIDDLE, **seen):
    """Opens a page, scrolls to its middle and captures; returns the line at the top of the view."""
    browser.open(site.origin + path, width)
    browser.run(f"({scroll}, null)")
    line = first_line(browser, **seen)
    leftoff.keep(capture(browser, script))
    return line


@pytest.mark.parametrize(("before", "after"), [(1280, 600), (600, 1280), (1280, 1280)])
def test_a_place_is_restored_at_another_width(browser, site, leftoff, capture_script, before, after):
    line = captured(browser, site, leftoff, capture_script, width=before)
    browser.open(f"{site.origin}/sixty", after)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"], result["zoom"]) == ("restored", "quote", "unchanged")
    assert result["confidence"] >= 0.95
    assert result["movedPx"] > 100
    assert result["settledMs"] < 500, "it took 30 frames, although nothing delays a restore on this page"
    assert_same_place(browser, line)


def test_a_place_of_one_browser_is_restored_in_the_other(chromium, firefox, site, leftoff, capture_script):
    for here, there in ((chromium, firefox), (firefox, chromium)):
        line = captured(here, site, leftoff, capture_script)
        there.open(f"{site.origin}/sixty", 800)
        assert there.run(leftoff.restore())["status"] == "restored"
        assert_same_place(there, line)


def test_a_place_is_restored_below_new_content(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script)
    snapshot = leftoff.newest()
    snapshot["url"] = f"{site.origin}/banner"
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/banner", 900)
    assert browser.run(leftoff.restore())["status"] == "restored"
    assert_same_place(browser, line)


# True after all late content has arrived.
LATE = {
    "/late-image": "document.images[0].complete",
    "/late-banner": "document.body.firstElementChild.style.height === '77px'",
}


@pytest.mark.parametrize("path", LATE)
def test_a_place_is_restored_below_content_that_loads_late(browser, site, leftoff, capture_script, path):
    browser.open(site.origin + path)
    wait_for(lambda: browser.run(LATE[path]))
    browser.run(f"({MIDDLE}, null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    browser.client.navigate("about:blank") if browser.name == "firefox" else browser.page.goto("about:blank")
    if browser.name == "chromium":
        browser.page.goto(site.origin + path, wait_until="domcontentloaded")
    else:
        browser.open(site.origin + path)
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored"
    wait_for(lambda: browser.run(LATE[path]))
    wait_for_place(browser, line)


@pytest.mark.parametrize(("frames", "clock"), [(18, FRAME_CLOCK), (9, FAST_CLOCK), (9, STOOD_STILL)],
                         ids=["300", "1500", "1500-stood-still"])
def test_a_place_in_text_written_late_by_scripts_is_restored(
        browser, site, leftoff, capture_script, frames, clock):
    """The text is written 300 ms or 1.5 s after the page was opened, by the page's clock."""
    browser.open(f"{site.origin}/late-on-request")
    browser.run("(write(), null)")
    browser.run(f"({MIDDLE}, null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    script = leftoff.restore()
    browser.open(f"{site.origin}/late-on-request", 800)
    browser.run(clock)
    # At once, so that the frames are drawn during the restore.
    result = browser.run(f"(() => {{ let left = {frames};"
                         " const look = () => left-- > 0 ? requestAnimationFrame(look) : write(); look(); })(),"
                         f" {script.strip().rstrip(';')}")
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert_same_place(browser, line)


@pytest.mark.parametrize(("path", "root", "scroller"), [
    ("/shadow", "document.querySelector('#host').shadowRoot", "null"),
    ("/framed", "document.querySelector('iframe').contentDocument", "null"),
])
def test_a_place_in_shadow_roots_and_frames_is_restored(browser, site, leftoff, capture_script, path, root, scroller):
    scroll = MIDDLE
    if path == "/framed":
        scroll = f"{root}.defaultView.scrollTo(0, {root}.documentElement.scrollHeight * 0.4)"
    line = captured(browser, site, leftoff, capture_script, path, scroll=scroll, root=root, scroller=scroller)
    browser.open(site.origin + path, 700)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert_same_place(browser, line, root=root, scroller=scroller)


@pytest.mark.parametrize("path", ["/rtl", "/smooth", "/hidden-visibility", "/plain.txt"])
def test_a_place_is_restored_on_other_kinds_of_pages(browser, site, leftoff, capture_script, path):
    if path == "/plain.txt":
        browser.open(site.origin + path)
        browser.run("(scrollTo(0, 1500), null)")
        snapshot = capture(browser, capture_script)
        leftoff.keep(snapshot)
        browser.open(site.origin + path)
        assert browser.run(leftoff.restore())["status"] == "restored"
        assert abs(browser.run("scrollY") - snapshot["pageYOffset"]) <= 2
        return
    line = captured(browser, site, leftoff, capture_script, path,
                    scroll=MIDDLE.replace("scrollTo(0, ", "scrollTo({behavior: 'instant', top: ").replace(")", "})"))
    browser.open(site.origin + path, 700)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert_same_place(browser, line)


def test_a_place_is_restored_in_vertical_lines(browser, site, leftoff, capture_script):
    """In vertical-rl the first line is at the right."""
    column = (
        "((text, offset) => { const r = document.createRange(); const n = [...document.querySelectorAll('p')]"
        ".map(p => p.firstChild).find(n => n.data === text); r.setStart(n, offset); r.setEnd(n, offset + 1);"
        " return innerWidth - r.getClientRects()[0].right; })")
    first = (
        "(() => { const r = document.createRange(); for (const p of document.querySelectorAll('p')) {"
        " const n = p.firstChild; for (let i = 0; i < n.length; i += 1) { r.setStart(n, i); r.setEnd(n, i + 1);"
        " const b = r.getClientRects()[0]; if (b.right <= innerWidth + 0.5) return [n.data, i, innerWidth - b.right];"
        " } } })()")
    browser.open(f"{site.origin}/vertical")
    browser.run("(scrollTo(-document.documentElement.scrollWidth * 0.4, 0), null)")
    text, offset, wanted = browser.run(first)
    snapshot = capture(browser, capture_script)
    assert snapshot["writingMode"] == "vertical-rl"
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/vertical", 900, 600)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert abs(browser.run(f"{column}({json.dumps(text)}, {offset})") - wanted) <= 2


def test_a_sticky_header_that_has_grown_does_not_cover_the_place(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script, "/sticky?height=70", covered=70)
    snapshot = leftoff.newest()
    assert abs(snapshot["stickyTop"] - 70) < 1
    snapshot["url"] = f"{site.origin}/sticky?height=130"
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/sticky?height=130", 800)
    assert browser.run(leftoff.restore())["status"] == "restored"
    assert_same_place(browser, line, wanted=line["distance"] + 60)


def test_duplicates_are_distinguished_by_their_surroundings(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/duplicates")
    same = "[...document.querySelectorAll('p')].filter((p) => p.textContent.startsWith('Paragraph 9 '))"
    browser.run(f"({same}[7].scrollIntoView(), null)")
    before = browser.run("scrollY")
    snapshot = capture(browser, capture_script)
    assert snapshot["anchors"][0]["occurrences"] == 21
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/duplicates")
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert abs(browser.run("scrollY") - before) <= 2
    assert abs(browser.run(f"{same}[7].getBoundingClientRect().top")) <= 2


def test_a_repeated_text_without_other_anchors_is_restored_approximately(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/identical")
    browser.run(f"({MIDDLE}, null)")
    snapshot = capture(browser, capture_script)
    for anchor in snapshot["anchors"]:
        anchor["selector"] = None
    snapshot["progress"] = {"px": snapshot["progress"]["px"], "text": None}
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/identical", 700)
    result = browser.run(leftoff.restore())
    assert result["status"] == "approximate" and result["confidence"] < 0.7


def test_an_edited_paragraph_is_found_by_its_remaining_words(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script)
    words = leftoff.newest()["anchors"][0]["quote"]["exact"].split()
    was, now = f"{words[2]} {words[3]}", "edited here"
    snapshot = leftoff.newest()
    snapshot["url"] = f"{site.origin}/edited?" + urllib.parse.urlencode({"from": was, "to": now})
    leftoff.keep(snapshot)
    browser.open(snapshot["url"], 1280)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "fuzzy")
    assert_same_place(browser, {**line, "text": line["text"].replace(was, now)})


@pytest.mark.parametrize("path", ["/endless", "/virtual"])
def test_a_place_is_restored_in_content_that_loads_on_scrolling(browser, site, leftoff, capture_script, path):
    """The page is scrolled to 60 % of its height in steps, as a reader does, and then opened again."""
    scroller = "document.getElementById('list')" if path == "/virtual" else "null"
    browser.open(site.origin + path)
    browser.run(f"({READ_ON})({scroller} ?? document.scrollingElement)")
    wait_for(lambda: browser.run(f"{FIRST_LINE}(document, {scroller}, 0)"))
    line = first_line(browser, scroller=scroller)
    leftoff.keep(capture(browser, capture_script))
    browser.open(site.origin + path)
    browser.run(FRAME_CLOCK)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert_same_place(browser, line, scroller=scroller)


def test_the_place_is_kept_while_the_page_still_changes(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script)
    browser.open(f"{site.origin}/sixty")
    # In one step, because the place is kept only for a while.
    status, before, after = browser.run(
        leftoff.restore().rstrip().rstrip(";") +
        ".then(({status}) => { const { documentElement, head } = document; const before = documentElement.scrollHeight;"
        " const style = document.createElement('style'); style.textContent = 'body{font-size:22px}';"
        " head.append(style);"
        " return [status, before, documentElement.scrollHeight] })")
    assert status == "restored" and after > before
    wait_for_place(browser, line)


@pytest.mark.parametrize("now", ["login", "gone", "another"])
@pytest.mark.parametrize("where", ["0", "document.body.scrollHeight / 2"])
def test_another_page_at_the_same_url_is_recognized(browser, site, leftoff, capture_script, now, where):
    browser.open(f"{site.origin}/changing?is=article")
    browser.run(f"(scrollTo(0, {where}), null)")
    leftoff.keep({**capture(browser, capture_script), "url": f"{site.origin}/changing?is={now}"})
    browser.open(f"{site.origin}/changing?is={now}")
    result = restore_by_fast_clock(browser, leftoff.restore())
    assert result["status"] in ("wrongPage", "abstained"), result
    assert browser.run("scrollY") == 0


def test_a_deleted_paragraph_is_approximated_by_its_neighbours(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script)
    number = int(line["text"].split()[1])
    snapshot = leftoff.newest()
    snapshot["url"] = f"{site.origin}/without?number={number}"
    leftoff.keep(snapshot)
    browser.open(snapshot["url"], 800)
    result = browser.run(leftoff.restore())
    assert result["status"] == "approximate" and result["tier"] in ("fuzzy", "selector", "bracket")
    near = browser.run(
        "[...document.querySelectorAll('p')].filter(p => { const r = p.getBoundingClientRect();"
        " return r.bottom > 0 && r.top < innerHeight / 2 }).map(p => +p.textContent.split(' ')[1])")
    assert number - 1 in near or number + 1 in near, near


# Resolves with the text of the notice that a bookmarklet shows at its end, or an empty string for its mark on the line.
# It must be started before the bookmarklet, because both disappear automatically.
SHOWN = """new Promise((done) => new MutationObserver((records) => {
    const added = records.flatMap(({addedNodes}) => [...addedNodes]);
    const shown = added.find((node) => node.matches?.('[role=status], [aria-hidden]'));
    if (shown) done(shown.textContent);
}).observe(document, {childList: true, subtree: true}))"""


def test_the_bookmarklet_of_a_place_restores_it(browser, site, leftoff, capture_script):
    line = captured(browser, site, leftoff, capture_script)
    browser.open(f"{site.origin}/sixty", 700)
    browser.start(SHOWN)
    browser.click_link(leftoff("restore", "@", "--as", "bookmarklet"))
    assert browser.finish() == ""
    assert_same_place(browser, line)
    assert browser.run("document.querySelector('[role=status]')") is None
    browser.open(f"{site.origin}/other", 700)
    browser.start(SHOWN)
    browser.click_link(leftoff("restore", "@", "--as", "bookmarklet"))
    assert "another page" in browser.finish()


def test_another_page_is_not_scrolled(browser, site, leftoff, capture_script):
    captured(browser, site, leftoff, capture_script)
    browser.open(f"{site.origin}/other")
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"], result["confidence"], result["movedPx"]) == ("wrongPage", "none", 0, 0)
    assert browser.run("scrollY") == 0


def test_a_page_without_its_text_is_not_scrolled(browser, site, leftoff, capture_script):
    """Waits by the real clock for late content; other tests of pages without the place move the page's clock."""
    captured(browser, site, leftoff, capture_script)
    snapshot = leftoff.newest()
    snapshot["url"] = f"{site.origin}/short"
    leftoff.keep(snapshot)
    browser.open(f"{site.origin}/short")
    result = browser.run(leftoff.restore())
    assert (result["status"], result["movedPx"]) == ("abstained", 0)


def test_the_original_four_fields_suffice_to_restore_the_offsets(browser, site, leftoff):
    leftoff.keep({"pageXOffset": 0, "pageYOffset": 1234, "pageScale": 1, "baseURI": f"{site.origin}/sixty"})
    browser.open(f"{site.origin}/sixty")
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("approximate", "pixels")
    assert browser.run("scrollY") == 1234


@pytest.mark.parametrize("share", [0.05, 0.42, 1])
def test_a_place_with_only_a_share_of_the_text_is_restored_approximately(browser, site, leftoff, share):
    library = f"""Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
Sixty,{site.origin}/sixty,1,[],2022-11-06 04:33:50+00:00,{share},new,True
"""
    leftoff("import", "-", text=library)
    for width in (1280, 500):
        browser.open(f"{site.origin}/sixty", width)
        result = browser.run(leftoff.restore())
        assert (result["status"], result["tier"]) == ("approximate", "progress"), result
        assert result["confidence"] < 0.7
        read, height, end = browser.run(
            "[scrollY, document.documentElement.scrollHeight, document.documentElement.scrollHeight - innerHeight]")
        # The pages' lines are of the same length, so that the share of the text is that of the height.
        wanted = min(share * height, end)
        assert abs(read - wanted) < 0.03 * height, (read, wanted, height)


@pytest.mark.parametrize("touch", ["wheel", "press"])
def test_input_of_the_reader_ends_the_restore(browser, site, leftoff, capture_script, touch):
    browser.open(f"{site.origin}/late-on-request")
    browser.run("(write(), null)")
    browser.run(f"({MIDDLE}, null)")
    leftoff.keep(capture(browser, capture_script))
    script = leftoff.restore()
    browser.open(f"{site.origin}/late-on-request")
    browser.run(STOPPED_CLOCK)
    browser.start(script)
    browser.wheel(40) if touch == "wheel" else browser.press()
    result = browser.finish()
    assert result["status"] == "aborted"
    place = browser.run("scrollY")
    browser.run("(write(), null)")
    # A restore that went on would find the text within a few frames.
    browser.run(FAST_CLOCK)
    pass_frames(browser, 20)
    assert browser.run("document.querySelectorAll('p').length") == 60
    assert abs(browser.run("scrollY") - place) <= 40, "scrolled further than by the reader's input"
    assert browser.run("document.documentElement.getAttribute('style')") is None


def test_events_that_the_page_makes_do_not_end_the_restore(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/late-on-request")
    browser.run("(write(), null)")
    browser.run(f"({MIDDLE}, null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    script = leftoff.restore()
    browser.open(f"{site.origin}/late-on-request")
    browser.run(STOPPED_CLOCK)
    browser.start(script)
    browser.run("(['wheel', 'keydown', 'pointerdown', 'mousedown', 'touchstart'].forEach((name) => "
                "document.body.dispatchEvent(new Event(name, {bubbles: true}))), write(), null)")
    browser.run(FRAME_CLOCK)
    result = browser.finish()
    assert (result["status"], result["tier"]) == ("restored", "quote")
    assert_same_place(browser, line)


def test_styles_are_reset_exactly(browser, site, leftoff, capture_script):
    captured(browser, site, leftoff, capture_script)
    browser.open(f"{site.origin}/sixty", 800)
    browser.run("(document.documentElement.setAttribute('style', 'color:  black ; overflow-anchor:auto'), null)")
    # In one step, because the restore may end soon.
    during = browser.run(
        f"(() => {{ globalThis.outcome = {leftoff.restore().rstrip().rstrip(';')};"
        " return document.documentElement.style.getPropertyValue('overflow-anchor') })()")
    assert during == "none"
    assert browser.finish()["status"] == "restored"
    assert browser.run("document.documentElement.getAttribute('style')") == "color:  black ; overflow-anchor:auto"
    assert browser.run("document.body.getAttribute('style')") is None


def test_finalize_restores_a_place_and_ignores_other_values(browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run(f"({MIDDLE}, null)")
    line = first_line(browser)
    snapshot = capture(browser, capture_script)
    for given in (snapshot, {"snapshot": snapshot}):
        browser.run(TO_TOP)
        browser.run(f"(ExtensionPreprocessingJS.finalize({json.dumps(given)}), null)")
        assert abs(distance(browser, line) - line["distance"]) <= 2
    browser.run("(ExtensionPreprocessingJS.finalize({pageXOffset: 0, pageYOffset: 321, pageScale: 1}), null)")
    assert browser.run("scrollY") == 321
    for nothing in ("undefined", "null", "{}", "7", "{anchors: 3, scrollers: {}}"):
        browser.run(f"(ExtensionPreprocessingJS.finalize({nothing}), null)")
    assert browser.run("scrollY") == 321


@pytest.mark.parametrize("snapshot", [
    '{"__proto__": {"polluted": 1}, "url": "http://127.0.0.1/</script><script>globalThis.hacked = 1</script>"}',
    '{"url": "http://127.0.0.1/", "title": "\\u2028globalThis.hacked = 1\\u2029"}',
])
def test_text_in_hostile_snapshots_is_not_executed(browser, site, leftoff, snapshot):
    leftoff("capture", "-", text=snapshot)
    browser.open(f"{site.origin}/sixty")
    result = browser.run(leftoff.restore())
    assert result["status"] == "wrongPage"
    assert browser.run("globalThis.hacked ?? ({}).polluted ?? null") is None
