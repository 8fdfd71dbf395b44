"""Measures capture and restore on a page of 10 MB of text, and how long they block the page."""

import measure
from articles import Article, page
from case import Case

HEARTBEAT = """(() => {
    globalThis.longest = 0;
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        port2.postMessage(null);
    };
    port2.postMessage(null);
    return null;
})()"""
ROUNDS = 3


def big_page(size=10_000_000):
    article = Article(77)
    paragraphs, length = [], 0
    while length < size:
        text = " ".join(article.words(90))
        paragraphs.append(f"<p>{text}</p>")
        length += len(text)
    return page("Ten megabytes", "".join(paragraphs))


def run(browser, site, leftoff, out):
    html = big_page()
    case = Case(html, None)
    captures, restores, gaps = [], [], []
    for _ in range(ROUNDS):
        measure.load(browser, site, html, case, 0)
        measure.scroll_to(browser, case, 0.6)
        browser.run(HEARTBEAT)
        browser.run("(longest = 0, null)")
        taken = browser.run(leftoff.capturing())
        gaps.append(browser.run("longest"))
        captures.append(taken["ms"])
        identifier = leftoff.keep(taken["snapshot"])
        script = leftoff.restoring(identifier)
        browser.open(site.origin + "/page", 1280)
        browser.run("(document.body.getBoundingClientRect().height, null)")
        outcome = browser.run(script)
        restores.append(outcome["settledMs"])
        assert outcome["status"] == "restored", f"expected status 'restored': {outcome}"
    out(f"10 MB of text: capture {sorted(captures)[1]:.0f} ms (blocked the page for {sorted(gaps)[1]:.0f} ms at most), "
        f"load to restored {sorted(restores)[1]:.0f} ms; medians of {ROUNDS}")
    return {"captureMs": captures, "restoreMs": restores, "longestGapMs": gaps}
