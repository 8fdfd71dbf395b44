"""Tests that a restore on a page that never comes to rest ends honestly, and leaves no work behind."""

import json

import pytest
from browsers import wait_for
from place import DISTANCE, FAST_CLOCK, capture, first_line

# The page's own functions, which are not counted.
OWN = """(() => {
    globalThis.ownFrame = requestAnimationFrame.bind(globalThis);
    globalThis.ownScroll = scrollTo.bind(globalThis);
    globalThis.passed = (from, time) => new Promise((done) => {
        const look = () => (performance.now() - from > time ? done(null) : ownFrame(look));
        look();
    });
})()"""
# It may become faster after the result.
CLOCK = (FAST_CLOCK.replace("requestAnimationFrame(tick)", "ownFrame(tick)")
         .replace("10 *", "(globalThis.speed ?? 10) *"))
# Timers by the same clock: those of the computer are late, by this clock, if it is busy.
TIMERS = """(() => {
    const timers = new Map();
    let last = 0;
    globalThis.setTimeout = (call, delay = 0) => {
        last += 1;
        timers.set(last, { call, due: performance.now() + delay });
        return last;
    };
    globalThis.clearTimeout = (id) => timers.delete(id);
    const run = () => {
        for (const [id, { call, due }] of timers) if (performance.now() >= due && timers.delete(id)) call();
        ownFrame(run);
    };
    run();
})()"""
COUNT = """(() => {
    globalThis.calls = {};
    const count = (owner, name) => {
        const original = owner[name];
        owner[name] = function (...values) {
            calls[name] = (calls[name] ?? 0) + 1;
            return original.apply(this, values);
        };
    };
    for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval', 'scrollTo', 'scrollBy'])
        count(globalThis, name);
    for (const { prototype } of [Element, Range])
        for (const name of ['getClientRects', 'getBoundingClientRect']) count(prototype, name);
})()"""

BAD = {
    "a loader without end": """
        const more = () => {
            const p = document.createElement('p');
            p.textContent = 'Earlier words ' + document.querySelectorAll('p').length;
            document.querySelector('p').before(p);
            ownFrame(more);
        };
        for (const p of [...document.querySelectorAll('p')]) p.remove();
        document.body.append(Object.assign(document.createElement('p'), { textContent: 'The newest words' }));
        more();""",
    "an overlay that returns": """
        const overlay = document.createElement('div');
        overlay.style.cssText = 'position:fixed;inset:0;background:#fff';
        overlay.textContent = 'We value your privacy';
        // By the page's clock. Otherwise, a busy machine decides whether a place holds for 600 ms between two locks.
        const later = setTimeout;
        const lock = () => {
            document.body.append(overlay);
            document.body.style.cssText = 'position:fixed;top:0;left:0;right:0';
            later(unlock, 1500);
        };
        const unlock = () => {
            overlay.remove();
            document.body.style.cssText = '';
            ownScroll(0, 0);
            later(lock, 400);
        };
        lock();""",
    "a page that renders itself every 100 ms": """
        let renderedAt = performance.now();
        const render = () => {
            ownFrame(render);
            if (performance.now() - renderedAt < 100) return;
            renderedAt = performance.now();
            for (const p of document.querySelectorAll('p')) p.replaceWith(p.cloneNode(true));
        };
        render();""",
    "500 frames": """
        for (let n = 0; n < 500; n += 1) {
            const frame = document.createElement('iframe');
            frame.srcdoc = '<p>A frame';
            frame.style.cssText = 'display:inline-block;width:60px;height:20px';
            document.body.append(frame);
        }""",
    "a page that scrolls back": "addEventListener('scroll', () => ownScroll(0, 0));",
}
# In ms: what follows a result ends 10 s after the start, but later when a page that has changed slowly is at rest for
# 30 s, after 5 minutes if the reader may still close what covers the page, and after 6 minutes in any case.
ENDS = {"500 frames": 60_000, "an overlay that returns": 380_000}


@pytest.mark.parametrize("bad", BAD)
def test_a_restore_on_a_page_without_rest_ends_within_ten_seconds(browser, site, leftoff, capture_script, bad):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, document.documentElement.scrollHeight * 0.47), null)")
    line = first_line(browser)
    leftoff.keep(capture(browser, capture_script))
    browser.open(f"{site.origin}/sixty")
    browser.run(f"({OWN}, null)")
    browser.run(f"({CLOCK}, {TIMERS}, null)")
    browser.run(f"(() => {{ {BAD[bad]} return null }})()")
    restore = leftoff.restore().rstrip().rstrip(";")
    result = browser.run(f"(globalThis.began = performance.now(), {restore})"
                         ".then((result) => ({ ...result, took: performance.now() - began }))")
    assert result["took"] <= 10_500, f"the restore ended late by the page's clock: {result}"
    browser.run(f"(globalThis.speed = {100 if bad in ENDS else 10}, null)")
    if bad == "500 frames":
        # They are loaded by the real clock. The page changes until then, and is at rest afterwards.
        wait_for(lambda: browser.run("[...document.querySelectorAll('iframe')].every(({contentDocument: each}) =>"
                                     " each?.readyState === 'complete' && each.body?.textContent === 'A frame')"))
        browser.run("(globalThis.began = performance.now(), null)")
    browser.run(f"passed(began, {ENDS.get(bad, 12_000)})")
    browser.run(f"({COUNT}, null)")
    browser.run("passed(performance.now(), 20000)")
    assert browser.run("calls") == {}, "Leftoff still works on the page"
    if result["status"] == "restored":
        found = browser.run(f"{DISTANCE}(document, null, {json.dumps(line['text'])}, {line['offset']})")
        assert found is not None and abs(found - line["distance"]) <= 2, f"{result}, {found} px from the top"
