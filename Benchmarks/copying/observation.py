"""The long tasks of a page on which the extension observes how far the reader has read."""

from test_automatic import Reader, prepare

OBSERVE = """(() => { globalThis.long = []; new PerformanceObserver((list) => long.push(...list.getEntries()
    .map((entry) => entry.duration))).observe({type: 'longtask'}) })()"""
GROW = """(() => { const all = [...document.querySelectorAll('p')]; for (let n = 0; n < 50; n += 1)
    document.body.append(...all.map((p) => p.cloneNode(true))) })()"""


def measure(directory, site, binary):
    print("\n### Chromium: the observation of automatic places\n")
    print("| page of 3,000 paragraphs | tasks over 50 ms | longest |")
    print("|---|---|---|")
    home = directory / "observation"
    home.mkdir()
    running = Reader("chromium", binary, home, prepare=prepare)
    try:
        for name, mode in (("not observed", "off"), ("observed, and a place kept", "all")):
            running.begin()
            running.choose(mode)
            browser = running.browser
            browser.open(f"{site.elsewhere}/sixty")
            browser.run(GROW)
            browser.page.wait_for_timeout(1000)
            browser.run(OBSERVE)
            # A place is kept only after 5 % of the page.
            for _ in range(20):
                browser.wheel(2500)
                browser.page.wait_for_timeout(100)
            if mode == "all":
                running.kept()
            browser.page.wait_for_timeout(1000)
            tasks = browser.run("globalThis.long")
            print(f"| {name} | {len(tasks)} | {max(tasks, default=0):.0f} ms |", flush=True)
    finally:
        running.stop()
