#!/usr/bin/env python3
"""Measures the position to which the browser scrolls for a text fragment. See README.md."""

import argparse
import collections
import http.server
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import places  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402

VIEW = (HERE / "view.js").read_text()
CAPTURE = """(() => {
    (0, eval)(SCRIPT);
    return new Promise((done) => {
        const began = performance.now();
        ExtensionPreprocessingJS.run({completionFunction: (snapshot) =>
            done({snapshot, ms: performance.now() - began})});
    });
})()"""


class Site:
    """Serves the pages on loopback, with a policy that prevents them from loading anything else."""

    def __init__(self, pages):
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                html = pages.get(self.path.strip("/"))
                self.send_response(200 if html is not None else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", places.POLICY)
                self.end_headers()
                self.wfile.write((html or "").encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Leftoff:
    def __init__(self, home):
        self.binary = os.environ["LEFTOFF_BIN"]
        self.environment = {"LEFTOFF_HOME": home, "NO_COLOR": "1", "PATH": "/usr/bin:/bin"}

    def __call__(self, *words, text=None):
        done = subprocess.run([self.binary, *words], input=text, capture_output=True, text=True,
                              env=self.environment, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"leftoff {' '.join(words)}: {done.stderr}")
        return done.stdout.strip()


def frames(browser, count=8):
    """Waits for a number of frames, in which the browser lays out and scrolls."""
    browser.run(f"new Promise((done) => {{ let left = {count}; const step = () => --left ? requestAnimationFrame(step)"
                f" : done(null);"
                " step(); })")


def visit(browser, address, width):
    """Opens an address in a new tab, as a user does."""
    browser.open("about:blank" if browser.name == "chromium" else address.split("#")[0] + "?", width)
    if browser.name == "chromium":
        browser.page.goto(address, wait_until="load")
    else:
        browser.client.navigate("about:blank")
        browser.client.navigate(address)
    frames(browser)
    browser.run(f"(() => {{ {VIEW}; return null }})()")


def measure(browser, site, leftoff, script, name, part, widths):
    """Captures one place, stores it and visits its fragment; returns None if no text is in view or the page cannot
    scroll.
    """
    browser.open(f"{site.origin}/{name}", widths[0])
    browser.run(f"(() => {{ {VIEW}; const at = document.scrollingElement;"
                f" at.scrollTo({{top: {part} * (at.scrollHeight - innerHeight), behavior: 'instant'}});"
                f" return null }})()")
    frames(browser, 4)
    taken = browser.run(CAPTURE.replace("SCRIPT", json.dumps(script)))
    line = captured_line(browser, taken["snapshot"])
    before = browser.run(f"view.where({json.dumps(line)})") if line else None
    if before is None or before["scrolled"] < 1 or not 0 <= before["y"] + before["line"] < before["extent"]:
        return None
    identifier = leftoff("capture", "-", text=json.dumps(taken["snapshot"]))
    address = leftoff("restore", identifier, "--as", "fragment")
    visit(browser, address, widths[1])
    after = browser.run(f"view.where({json.dumps(line)})")
    return judged(name, part, before, after, address.partition(":~:")[2], taken)


def captured_line(browser, snapshot):
    """Returns the character that the capture chose as the start of the reading line, else the first visible one."""
    primary = next((anchor for anchor in snapshot["anchors"] if anchor["role"] == "primary" and anchor["quote"]), None)
    if not primary:
        return browser.run("view.first()")
    return browser.run(f"view.at({primary['offset']['x'] + 1}, {primary['offset']['y'] + primary.get('line', 16) / 2})")


def judged(name, part, before, after, directive, taken):
    off = after["y"] - before["y"] if after else None
    extent = before["extent"]
    in_view = after is not None and after["blockBottom"] > 0 and after["blockTop"] < extent
    whole = after is not None and after["y"] >= -0.5 and after["y"] < extent
    why = None
    if not directive:
        why = "no text to quote"
    elif not in_view:
        why = "not scrolled" if after is not None and after["scrolled"] < 1 else "scrolled elsewhere"
    return {"page": name, "part": part, "off": None if off is None else round(off, 1), "inView": in_view,
            "lineInView": whole,
            "landed": in_view and why is None, "why": why,
            "atTop": after is not None and after["scrolled"] < 1, "pageY": round(before["scrolled"]),
            "directive": directive, "captureMs": round(taken["ms"], 1),
            "middle": taken["snapshot"].get("middle") is not None}


def report(browser, rows, skipped):
    count = len(rows)

    def share(found):
        return f"{100 * sum(map(bool, found)) / max(1, count):5.1f} %"

    distances = [abs(row["off"]) for row in rows if row["landed"]]
    print(f"\n== {browser}: {count} places; skipped {skipped} without text in view or on pages that fit the window")
    print(f"  lands on the captured paragraph  {share(row['landed'] for row in rows)}")
    print(f"  reading line in view             {share(row['landed'] and row['lineInView'] for row in rows)}")
    print(f"  at the top of the page           {share(row['atTop'] and row['landed'] for row in rows)}")
    for most in (2, 24, 80):
        print(f"  reading line within {most:2}"
              f" px        {share(row['landed'] and abs(row['off']) <= most for row in rows)}")
    if distances:
        ordered = sorted(distances)
        print(f"  distance median {statistics.median(ordered):.1f} px,"
              f" p95 {ordered[int(0.95 * (len(ordered) - 1))]:.1f} px,"
              f" max {ordered[-1]:.1f} px")
    lengths = sorted(len(row["directive"]) for row in rows)
    print(f"  directive median {lengths[count // 2]} characters, max {lengths[-1]}" if count else "")
    for why, times in collections.Counter(row["why"] for row in rows if row["why"]).most_common():
        print(f"  {why}: {times}")
    for row in rows:
        if row["why"]:
            print(f"    {row['page']} at {row['part']}: {row['why']}, {row['off']} px off, {row['directive'][:160]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--widths", default="1280,1280", help="window widths at the capture and at the visit")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    pages = places.pages()
    if not pages:
        sys.exit(f"no pages in {places.SHARED}: nothing to measure")
    widths = [int(width) for width in options.widths.split(",")]
    site = Site(pages)
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        leftoff = Leftoff(home)
        script = leftoff("script", "capture")
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                rows, tried = [], 0
                for name, part in places.stream(sorted(pages), options.seed):
                    if len(rows) >= options.places or tried >= 3 * options.places:
                        break
                    tried += 1
                    row = measure(browser, site, leftoff, script, name, part, widths)
                    if row:
                        rows.append(row)
            finally:
                browser.quit()
            everything[kind.name] = rows
            report(kind.name, rows, tried - len(rows))
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
