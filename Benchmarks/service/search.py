"""Search as you type and the first view, over many places: search.py LEFTOFF-BINARY [PLACES].

Imports generated places and measures the running service in three ways. A client sends the web page's requests after
each key: from the request to the last byte. Chromium receives real keys: from the key to the list in the page, and to
the frame that shows it. A browser without a cache opens the first view: from the start of the navigation.
"""

import http.client
import os
import shutil
import sys
import time
import urllib.parse

from playwright.sync_api import sync_playwright

from places import common, ideographs, rare, service, vocabulary

# Records for each key the time until the list has changed, and the time until that was painted. An element is
# used again for another page.
WATCH = """() => {
    let start = 0;
    globalThis.keysSeen = [];
    addEventListener('keydown', (event) => { start = event.timeStamp; }, true);
    const [cards, notice] = ['cards', 'places-notice'].map((id) => document.getElementById(id));
    const seen = () => {
        const isShown = cards.querySelector(':scope > [data-key]') && !cards.querySelector(':scope > .loading');
        if (!start || !(isShown || notice.hasChildNodes())) return;
        const [from, list] = [start, performance.now() - start];
        start = 0;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => keysSeen.push([list, performance.now() - from]);
            port2.postMessage(null);
        });
    };
    const observer = new MutationObserver(seen);
    observer.observe(cards, { childList: true, subtree: true, attributeFilter: ['data-key'] });
    observer.observe(notice, { childList: true });
}"""

# Records when the first row shows a page, and the bytes transferred until then.
FIRST = """(() => {
    new MutationObserver((_, observer) => {
        if (!document.querySelector('#cards > [data-key]')) return;
        observer.disconnect();
        globalThis.listAt = performance.now();
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-key'] });
})()"""
MEASURED = """async () => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name }) => !name.endsWith('/api/events'));
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return { list: globalThis.listAt, paint: paint?.startTime, 
             load: performance.timing.loadEventEnd - performance.timing.navigationStart,
        bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0), files: entries.length };
}"""


def until(page, expression, seconds=20):
    """Polls until an expression is true in the page, because the page's policy forbids evaluating text in it."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(expression)
        time.sleep(0.002)


def row(name, times):
    times = sorted(times)
    print(f"{name:44} median {times[len(times) // 2]:6.1f} ms, p95 {times[int(len(times) * .95)]:6.1f} ms, "
          f"max {times[-1]:6.1f} ms", flush=True)


def measure_service(port, token):
    """Measures the service's response times for the requests of the page."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def request(query):
        start = time.perf_counter()
        path = f"/api/shelf?sort=newest&limit=100&offset=0&{query}"
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        connection.getresponse().read()
        return (time.perf_counter() - start) * 1000

    request("state=unfinished")
    cases = {"the first view": ["state=unfinished"] * 20, "all pages": [""] * 20, "a site": ["site=site7.example"],
             "a tag": [f"tag={vocabulary[1]}"]}
    cases["each key of a common word"] = [f"q={word[:end]}" for word in common for end in range(1, len(word) + 1)]
    cases["each key of a rare word"] = [f"q={word[:end]}" for word in rare for end in range(1, len(word) + 1)]
    cases["two words"] = ["q=" + urllib.parse.quote(f"{a} {b[:3]}") for a in common for b in rare]
    cases["no match"] = [f"q=zzz{index}" for index in range(20)]
    written = {
        "each key of common characters": [
            "".join(ideographs[rank:rank + 3])[:end] for rank in range(20) for end in (1, 2, 3)],
        "each key of rare characters": [
            "".join(ideographs[-rank - 3:][:3])[:end] for rank in range(20) for end in (1, 2, 3)],
        "no match": ["".join(reversed(ideographs[rank:rank + 6])) for rank in range(20)],
        "beside a common word": [f"{word} {character}" for word, character in zip(common, ideographs)],
    }
    for name, queries in written.items():
        cases[f"without spaces: {name}"] = ["q=" + urllib.parse.quote(query) for query in queries]
    for name, queries in cases.items():
        row(f"service: {name}", [request(query) for query in queries])


def typed(page):
    """Measures the time from a key to the list."""
    page.wait_for_selector("#cards > [data-key]")
    page.evaluate(WATCH)
    page.focus("#query")
    count = 0
    cases = {
        "a common word": common[:6], "a rare word": rare[:6],
        "two words": [f"{a} {b[:3]}" for a, b in zip(common[6:10], rare)],
        "without spaces": ["".join(ideographs[rank:rank + 2]) for rank in range(0, 2_500, 250)],
    }
    for name, words in cases.items():
        marks = []
        for word in words:
            for letter in word:
                if letter == " ":
                    # A space alone sends no request.
                    page.keyboard.press("Space")
                    continue
                if letter.isascii():
                    page.keyboard.press(letter)
                else:
                    # As an input method does: a key without a letter, then the text.
                    page.keyboard.press("Shift")
                    page.keyboard.insert_text(letter)
                count += 1
                until(page, f"keysSeen.length >= {count}")
                marks.append(page.evaluate("keysSeen.at(-1)"))
            page.keyboard.press("Control+a")
            page.keyboard.press("Backspace")
            count += 1
            until(page, f"keysSeen.length >= {count}")
        row(f"browser: key to list, {name}", [mark[0] for mark in marks])
        row(f"browser: key to painted frame, {name}", [mark[1] for mark in marks])


def signed_in(chromium, origin, token):
    """Returns the cookie and the storage of a browser that is signed in."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{origin}/?token={token}")
    until(page, "localStorage.getItem('leftoff-session') !== null")
    state = context.storage_state()
    context.close()
    return state


def opened(chromium, origin, state, runs=15):
    """Measures the first view in a browser with an empty cache, and its size."""
    found = []
    for _ in range(runs):
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, storage_state=state)
        context.add_init_script(FIRST)
        page = context.new_page()
        page.goto(origin, wait_until="load")
        until(page, "globalThis.listAt > 0 && performance.getEntriesByName('first-contentful-paint').length > 0")
        found.append(page.evaluate(MEASURED))
        context.close()
    # For comparison, a page without scripts and data, which the service sends to a browser that is not signed in.
    bare = []
    for _ in range(runs):
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{origin}/install", wait_until="load")
        until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
        bare.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        context.close()
    row("for comparison: a page without scripts painted", bare)
    row("first view: until something is painted", [one["paint"] for one in found])
    row("first view: until the list is shown", [one["list"] for one in found])
    row("first view: until everything is loaded", [one["load"] for one in found])
    print(f"first view: {max(one['bytes'] for one in found) / 1000:.0f} KB in {found[0]['files']} responses",
          flush=True)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with service(sys.argv[1], count, per_page=1) as (port, token), sync_playwright() as playwright:
        measure_service(port, token)
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or "/usr/bin/chromium", args=root)
        origin = f"http://127.0.0.1:{port}"
        state = signed_in(chromium, origin, token)
        opened(chromium, origin, state)
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, storage_state=state)
        page = context.new_page()
        page.goto(origin)
        typed(page)
        chromium.close()


main()
