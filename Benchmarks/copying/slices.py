"""The time for which copying a hostile page occupies the page's thread, and its longest slice."""

import gzip
import json
import statistics

from pages_copies import HOSTILE_SIZES

WORDS = "Words of a paragraph that is as long as a line of a book, and a little longer than that."
# Pages of the browser tests, and what is built in them.
PAGES = {
    "100,000 elements": ("/copies/large?count=100000", ""),
    "50 images, 200 MB": ("/copies/gallery?count=50", ""),
    "nested 1,000 deep": ("/short", f"""
        for (let n = 0; n < 100; n += 1) {{
            let e = document.body;
            for (let depth = 0; depth < 1000; depth += 1) {{
                e = e.appendChild(document.createElement(depth % 3 ? 'div' : 'section'));
                if (depth % 10 === 0) e.append('{WORDS}');
            }}
        }}"""),
    "100,000 elements in 2,000 shadow trees": ("/short", f"""
        for (let n = 0; n < 2000; n += 1) {{
            const host = document.body.appendChild(document.createElement('div'));
            host.attachShadow({{mode: 'open'}}).innerHTML = '<style>p{{margin:2px}}</style><slot></slot>'
                + '<p>{WORDS} <b>bold</b></p>'.repeat(24);
            host.append('Slotted ' + n);
        }}"""),
    "100,000 distinct styles": ("/short", f"""
        for (let n = 0; n < 100000; n += 1) {{
            const e = document.body.appendChild(document.createElement('p'));
            e.style.cssText = 'color:rgb(' + n % 256 + ',' + (n >> 8) % 256 + ',9);padding:' + n % 7 + 'px';
            e.textContent = 'Word ' + n;
        }}"""),
    **{name: ("/copies/article", prepare) for name, prepare in HOSTILE_SIZES.items()},
}

# Between two messages to itself, the page waits for the longest of its tasks. An idle page needs far less than 2 ms.
MEASURED = """(async () => {
    const gaps = [];
    let last = performance.now();
    let isDone = false;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
        const now = performance.now();
        if (now - last > 1) gaps.push(now - last);
        last = now;
        if (!isDone) channel.port2.postMessage(null);
    };
    channel.port2.postMessage(null);
    await new Promise((done) => setTimeout(done, 300));
    gaps.length = 0;
    const began = performance.now();
    const copy = await leftoffCopy.KIND(null);
    const whole = performance.now() - began;
    await new Promise((done) => setTimeout(done, 0));
    isDone = true;
    const busy = gaps.filter((gap) => gap > 2).reduce((sum, gap) => sum + gap, 0);
    return {json: copy.json, isWhole: copy.isWhole, longest: Math.max(0, ...gaps), busy, whole};
})()"""


# Each task of a thread, with its wall time and, where the system has one, the time of the thread's processor.
TASKS = ["disabled-by-default-devtools.timeline"]


def traced(browser, kind):
    """Copies in Chromium; returns the processor time of all tasks of the page's thread, and of the longest, in ms."""
    browser.browser.start_tracing(page=browser.page, categories=TASKS)
    browser.run(f"leftoffCopy.{kind}(null).then(() => null)")
    events = json.loads(browser.browser.stop_tracing())["traceEvents"]
    threads = {(event["pid"], event["tid"]) for event in events
               if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    times = {thread: [0.0] for thread in threads}
    for event in events:
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in times:
            times[event["pid"], event["tid"]].append(event.get("tdur", 0) / 1000)
    busiest = max(times.values(), key=sum)
    return sum(busiest), max(busiest)


def measure(start, site, script, runs):
    print(f"\n### {start.name.title()}: the page's thread\n")
    print("| page | copy | processor: total | longest slice | clock: total | longest slice | complete after | JSON |"
          " stored | whole |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    browser = start()
    try:
        for name, (path, prepare) in PAGES.items():
            browser.open(site.origin + path)
            browser.run(f"(() => {{ {prepare}; return document.body.offsetHeight }})()")
            browser.run(f"({script}, null)")
            for kind in ("text", "picture"):
                spent = [traced(browser, kind) for _ in range(runs)] if start.name == "chromium" else []
                found = [browser.run(MEASURED.replace("KIND", kind)) for _ in range(runs)]
                report(name, kind, spent, found)
    finally:
        browser.quit()


def range_of(values):
    """Returns the median and the largest value."""
    values = list(values)
    return f"{statistics.median(values):.0f} (at most {max(values):.0f}) ms" if values else ""


def report(name, kind, spent, found):
    data = json.dumps(json.loads(found[0]["json"]), ensure_ascii=False, separators=(",", ":")).encode()
    print(f"| {name} | {kind} | {range_of(total for total, _ in spent)} | {range_of(longest for _, longest in spent)} |"
          f" {range_of(run['busy'] for run in found)} | {range_of(run['longest'] for run in found)} |"
          f" {statistics.median(run['whole'] for run in found):.0f} ms | {len(data) / 1000:.0f} kB |"
          f" {len(gzip.compress(data)) / 1000:.0f} kB | {'yes' if found[0]['isWhole'] else 'no'} |", flush=True)
