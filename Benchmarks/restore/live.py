"""Measures whether places hold in chats and feeds that go on for minutes. See README.md."""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import measure  # noqa: E402
from articles import Article, page  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
from case import READER, WINDOW, Case  # noqa: E402
from loopback import Site  # noqa: E402

# The number of pages that are open at once.
AT_ONCE = 5
MESSAGES = 160

# Lets the page's clock and timers run faster, so that a test takes seconds instead of minutes.
FAST = """<script>{
const speed = SPEED, began = performance.now(), read = performance.now.bind(performance);
const [timeout, interval] = [setTimeout, setInterval];
performance.now = () => began + (read() - began) * speed;
globalThis.setTimeout = (code, delay, ...rest) => timeout(code, delay / speed, ...rest);
globalThis.setInterval = (code, delay, ...rest) => interval(code, delay / speed, ...rest);
}</script>"""

# A list of messages whose events follow from a seed. `SKIPPED` events happen before the page is shown. The captured
# message is neither edited nor deleted.
SCRIPT = """<script>{
const { texts, kinds, mode, seed, kept, skipped, words } = OPTIONS;
const messages = texts.map((text, key) => ({ key, text }));
const scroller = mode === 'window' ? document.scrollingElement : document.querySelector('.bench-reader');
const list = document.getElementById('list');
let nextKey = 1000;
let state = seed;
const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const text = () => Array.from({ length: 3 + Math.floor(random() * 50) },
    () => words[Math.floor(random() * words.length)]).join(' ');
const isReverse = mode === 'reverse';

function element({ key, text }) {
    const made = document.createElement('div');
    made.className = 'message';
    const p = document.createElement('p');
    p.append(document.createComment('k:' + key), text);
    made.append('Ada', p);
    return made;
}

// The rows of a virtual list have known heights, and only those near the view exist.
const rowHeight = (message) => 34 + Math.ceil(message.text.length / 90) * 24;
function renderRows() {
    const rows = [];
    let top = 0;
    for (const message of messages) {
        const height = rowHeight(message);
        if (top + height > scroller.scrollTop - 200 && top < scroller.scrollTop + scroller.clientHeight + 200) {
            const row = element(message);
            row.style.cssText = `position:absolute;left:0;right:0;overflow:hidden;top:${top}px;height:${height}px`;
            rows.push(row);
        }
        top += height;
    }
    list.style.height = top + 'px';
    list.replaceChildren(...rows);
}

function renderAll() {
    if (mode === 'virtual') { renderRows(); return; }
    const all = messages.map(element);
    list.replaceChildren(...(isReverse ? all.reverse() : all));
}

// Changes the messages, and returns the change of the document.
function change() {
    const kind = kinds[Math.floor(random() * kinds.length)];
    const at = messages.findIndex(({ key }) => key === kept);
    const above = Math.floor(random() * Math.max(1, at));
    const message = { key: nextKey, text: text() };
    const child = (n) => list.children[isReverse ? list.children.length - 1 - n : n];
    if (kind === 'append') {
        nextKey += 1;
        messages.push(message);
        return () => (isReverse ? list.prepend(element(message)) : list.append(element(message)));
    }
    if (kind === 'prepend') {
        nextKey += 1;
        messages.unshift(message);
        return () => (isReverse ? list.append(element(message)) : list.prepend(element(message)));
    }
    if (above >= at) return () => undefined;
    if (kind === 'edit') {
        messages[above] = { key: messages[above].key, text: message.text };
        return () => child(above).replaceWith(element(messages[above]));
    }
    const [old] = [child(above)];
    messages.splice(above, 1);
    return () => old.remove();
}

for (let left = skipped; left > 0; left -= 1) {
    // The time until the event.
    random();
    change();
}
renderAll();
if (mode === 'virtual') scroller.addEventListener('scroll', () => requestAnimationFrame(renderRows));

// Between the events are 0.5 to 8 s.
globalThis.benchLive = (key, number) => {
    globalThis.benchSamples = [];
    globalThis.benchEvents = 0;
    const next = () => setTimeout(() => {
        const draw = change();
        if (mode === 'keyed' || mode === 'virtual') renderAll(); else draw();
        benchEvents += 1;
        next();
    }, 500 + random() * 7500);
    next();
    setInterval(() => {
        const found = truth.where(key, number);
        benchSamples.push(found ? found.y : null);
    }, 1000);
};
}</script>"""

BOX = ".bench-reader{height:640px;overflow-y:auto;position:relative}"
# The kinds of events and how the list is laid out. `window`: the window scrolls.
PAGES = {
    "chat, new messages": (["append"], "box", ""),
    "chat, older messages": (["append", "prepend"], "box", ""),
    "chat, edits above": (["append", "edit"], "box", ""),
    "chat, deletions above": (["append", "delete"], "box", ""),
    "column-reverse": (["append"], "reverse", "#list{display:flex;flex-direction:column-reverse}.message{flex:none}"),
    "rendered again": (["append", "prepend", "edit"], "keyed", ""),
    "no scroll anchoring": (["append", "prepend", "edit", "delete"], "box", ".bench-reader{overflow-anchor:none}"),
    "feed, new posts on top": (["prepend"], "window", ""),
    "feed, both ends": (["append", "prepend", "edit", "delete"], "window", ""),
    "virtual list": (["append", "prepend"], "virtual", ""),
}


class Live:
    """A chat or feed. Its state after a number of events can be shown at once."""

    def __init__(self, name, seed=1, speed=1):
        self.kinds, self.mode, self.extra = PAGES[name]
        self.name, self.seed, self.speed = name, seed, speed
        self.article = Article(6000 + seed + len(name), paragraphs=6)
        self.texts = [" ".join(self.article.words(self.article.random.choice([4, 9, 20, 45]))) for _ in range(MESSAGES)]

    def html(self, kept=None, skipped=0):
        options = {"texts": self.texts, "kinds": self.kinds, "mode": self.mode, "seed": self.seed, "kept": kept,
                   "skipped": skipped, "words": self.article.vocabulary}
        script = SCRIPT.replace("OPTIONS", json.dumps(options))
        list_ = "<div id=list></div>"
        if self.mode == "reverse":
            list_ = "<div id=list class=bench-reader></div>"
        elif self.mode != "window":
            list_ = f"<div class=bench-reader>{list_}</div>"
        fast = FAST.replace("SPEED", str(self.speed)) if self.speed != 1 else ""
        return page(self.name, f"{fast}<h1>{self.name}</h1>{list_}{script}", extra=BOX + self.extra)

    def case(self):
        return Case("", None, scroller=WINDOW if self.mode == "window" else READER)


def scroll_to_middle(browser, live):
    """Scrolls to a message in the middle, which is read while others come."""
    part = -0.5 if live.mode == "reverse" else 0.5
    browser.run(f"(() => {{ const at = {live.case().scroller}; at.scrollTop = {part} * (at.scrollHeight -"
                " at.clientHeight); return null })()")
    measure.pause(browser, 0.3)


class Tabs:
    """Several windows of one browser, of which commands reach the current one."""

    def __init__(self, browser):
        self.browser = browser

    def new(self):
        if self.browser.name == "chromium":
            self.browser.new_context()
            return self.browser.context, self.browser.page
        handle = self.browser.client.open(type="window", focus=False)["handle"]
        self.show(handle)
        return handle

    def show(self, tab):
        if self.browser.name == "chromium":
            self.browser.context, self.browser.page = tab
        else:
            self.browser.client.switch_to_window(tab)

    def close(self, tab):
        self.show(tab)
        if self.browser.name == "chromium":
            self.browser.context.close()
        else:
            # New windows are opened from one that exists.
            self.browser.client.close()
            self.browser.client.switch_to_window(self.browser.client.window_handles[0])


def captured(browser, site, leftoff, live):
    """Opens a page, scrolls to its middle, and returns the reading line and the id of the place."""
    measure.load(browser, site, live.html(), live.case(), 0)
    scroll_to_middle(browser, live)
    reading = browser.run("truth.reading('y', false)")
    return reading, leftoff.keep(browser.run(leftoff.capturing())["snapshot"])


def restored_at_once(browser, site, leftoff, live, reading, identifier, events):
    """Restores in the page as it is after a number of events."""
    kept = int(reading["key"][2:])
    case = live.case()
    measure.load(browser, site, live.html(kept, events), case, 1)
    where = f"truth.where('{reading['key']}', {reading['word']}, 'y')"
    outcome = measure.restore(browser, leftoff.restoring(identifier), case, where)
    measure.pause(browser, 0.3)
    return measure.judge(reading, browser.run(where), outcome), outcome


def run_batch(tabs, site, leftoff, names, options):
    """Runs some pages at once; returns a row for each."""
    browser = tabs.browser
    running = []
    for name in names:
        live = Live(name, options.seed, options.speed)
        tab = tabs.new()
        reading, identifier = captured(browser, site, leftoff, live)
        measure.load(browser, site, live.html(int(reading["key"][2:])), live.case(), 1)
        where = f"truth.where('{reading['key']}', {reading['word']}, 'y')"
        outcome = measure.restore(browser, leftoff.restoring(identifier), live.case(), where)
        browser.run(f"(benchLive('{reading['key']}', {reading['word']}), null)")
        running.append((live, tab, reading, identifier, outcome))
    time.sleep(options.minutes * 60 / options.speed)
    rows = []
    for live, tab, reading, identifier, outcome in running:
        tabs.show(tab)
        samples, events, is_hidden = browser.run("[benchSamples, benchEvents, document.hidden]")
        after, outcome_after = restored_at_once(browser, site, leftoff, live, reading, identifier, events)
        errors = [None if y is None else abs(y - reading["y"]) for y in samples]
        line = max(reading["line"], 16) * 1.5
        rows.append({
            "page": live.name, "status": outcome["status"], "events": events, "samples": len(errors),
            "within": sum(error is not None and error <= line for error in errors),
            "missing": sum(error is None for error in errors), "hidden": is_hidden,
            "most": max((error for error in errors if error is not None), default=None),
            "laterStatus": outcome_after["status"], "laterError": after["error"], "laterGrade": after["grade"],
        })
        tabs.close(tab)
    return rows


def table(rows, out):
    out(f"{'page':26} {'restored':12} {'events':>6} {'samples':>8} {'within a line':>14} {'most px':>8}"
        "   restored after the events")
    for row in rows:
        most = "-" if row["most"] is None else f"{row['most']:.0f}"
        hidden = " (hidden)" if row["hidden"] else ""
        out(f"{row['page']:26} {row['status']:12} {row['events']:6} {row['samples']:8} {row['within']:14} {most:>8}"
            f"   {row['laterStatus']}, {row['laterGrade']}, {row['laterError']} px{hidden}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--pages", default="", help="the pages to measure, separated by semicolons")
    parser.add_argument("--minutes", type=float, default=5, help="by the page's clock")
    parser.add_argument("--speed", type=float, default=1, help="how much faster the page's clock runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scripts", type=pathlib.Path, help="measure the scripts of a directory, such as js/generated")
    parser.add_argument("--json", help="write all results to this file")
    return parser.parse_args()


def main():
    options = arguments()
    site = Site()
    names = options.pages.split(";") if options.pages else list(PAGES)
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        leftoff = measure.Leftoff(os.environ["LEFTOFF_BIN"], home, options.scripts)
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                tabs = Tabs(browser)
                rows = []
                for at in range(0, len(names), AT_ONCE):
                    rows += run_batch(tabs, site, leftoff, names[at:at + AT_ONCE], options)
            finally:
                browser.quit()
            print(f"\n== {kind.name}")
            table(rows, print)
            everything[kind.name] = rows
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
