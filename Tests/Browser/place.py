"""Finds the positions of words on a page with code that shares nothing with the scripts under test."""

import json

from browsers import wait_for

# In `root`, the first character at or below the top of the view, and its distance from that top.
FIRST_LINE = """((root, scroller, covered) => {
    const range = (root.ownerDocument ?? root).createRange();
    const top = scroller ? scroller.getBoundingClientRect().top + scroller.clientTop : 0;
    for (const paragraph of root.querySelectorAll('p')) {
        const node = paragraph.firstChild;
        if (paragraph.getBoundingClientRect().bottom < top + covered) continue;
        for (let offset = 0; offset < node.length; offset += 1) {
            range.setStart(node, offset);
            range.setEnd(node, offset + 1);
            const rect = range.getClientRects()[0];
            if (!rect || rect.width === 0 || rect.top < top + covered - 0.5) continue;
            return {text: node.data, offset, distance: rect.top - top, words: node.data.slice(offset, offset + 30)};
        }
    }
    return null;
})"""

DISTANCE = """((root, scroller, text, offset) => {
    const range = (root.ownerDocument ?? root).createRange();
    const top = scroller ? scroller.getBoundingClientRect().top + scroller.clientTop : 0;
    for (const paragraph of root.querySelectorAll('p')) {
        const node = paragraph.firstChild;
        if (!node || node.data !== text) continue;
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getClientRects()[0].top - top;
    }
    return null;
})"""


def frame_clock(speed=1, stands_still=0):
    """Returns a script that replaces the page's clock with one that counts frames, and stands still between them.

    A busy machine draws fewer frames in the same time, so timeouts by this clock last as long as the page needs. Timers
    of the page still use the real clock. `speed` is the number of seconds in 60 frames; at 0, the clock stands still.
    After it was read twice, the clock may stand still for a time in ms. The first clock of a page begins at the end of
    its load, however long the test has taken since: a page that was loaded 3 s ago counts as one that is at rest.
    """
    return """(() => {
        const [load] = globalThis.hasFrameClock ? [] : performance.getEntriesByType('navigation');
        let now = load?.loadEventEnd || performance.now();
        globalThis.hasFrameClock = true;
        let looks = 0;
        performance.now = () => now + (++looks > 2 ? STILL : 0);
        const tick = () => { now += SPEED * 1000 / 60; requestAnimationFrame(tick); };
        tick();
    })()""".replace("STILL", str(stands_still)).replace("SPEED", str(speed))


FRAME_CLOCK = frame_clock()
STOPPED_CLOCK = frame_clock(speed=0)
# The 5.5 s for which a restore waits for late content are 33 frames.
FAST_CLOCK = frame_clock(speed=10)

# `run` may return the snapshot in a later task, because it reads large pages in several tasks.
CAPTURE = """(() => {
    (0, eval)(SCRIPT);
    return new Promise((done) => ExtensionPreprocessingJS.run({completionFunction: done}));
})()"""


def first_line(browser, root="document", scroller="null", covered=0):
    found = browser.run(f"{FIRST_LINE}({root}, {scroller}, {covered})")
    assert found, "no text in view"
    return found


def distance(browser, line, root="document", scroller="null"):
    text = json.dumps(line["text"])
    found = browser.run(f"{DISTANCE}({root}, {scroller}, {text}, {line['offset']})")
    assert found is not None, f"not found: {line['words']}"
    return found


def capture(browser, script):
    """Returns a snapshot of the open page by the capture script."""
    return browser.run(CAPTURE.replace("SCRIPT", json.dumps(script)))


def restore_by_fast_clock(browser, script):
    """Returns the result of a restore script whose waits are ten times shorter, for pages without the place."""
    browser.run(FAST_CLOCK)
    return browser.run(script)


def pass_frames(browser, count):
    """Waits until the page has drawn a number of frames."""
    browser.run(f"new Promise((done) => {{ let left = {count};"
                " const look = () => left-- > 0 ? requestAnimationFrame(look) : done(null); look() })")


def wait_for_place(browser, line, root="document", scroller="null", within=2, wanted=None):
    """Waits until the words of a line are at their distance from the top."""
    text = json.dumps(line["text"])
    wanted = line["distance"] if wanted is None else wanted

    def is_there():
        found = browser.run(f"{DISTANCE}({root}, {scroller}, {text}, {line['offset']})")
        return found is not None and abs(found - wanted) <= within
    wait_for(is_there)


def assert_same_place(browser, line, root="document", scroller="null", within=2, wanted=None):
    off = distance(browser, line, root, scroller) - (line["distance"] if wanted is None else wanted)
    print(f"{browser.name}: {off:+.2f} px")
    assert abs(off) <= within, f"{off:+.2f} px off: {line['words']}"
