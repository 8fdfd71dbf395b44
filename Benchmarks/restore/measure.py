"""Runs one case: opens the page, captures with every strategy, changes the page, restores with each, and measures."""

import json
import pathlib
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
TRUTH = (HERE / "truth.js").read_text()
STRATEGIES = (HERE / "strategies.js").read_text()
OTHERS = ["scrollTo", "percent", "selector", "quote"]

CAPTURE = """(() => {
    (0, eval)(SCRIPT);
    return new Promise((done) => {
        const began = performance.now();
        ExtensionPreprocessingJS.run({completionFunction: (snapshot) =>
            done({snapshot, ms: performance.now() - began})});
    });
})()"""

STEPWISE = """new Promise((done) => { const at = SCROLLER; let left = 60; const step = () => {
    at.scrollTop += 500; left -= 1;
    if (left < 0 || at.scrollTop > WANTED) setTimeout(done, 400); else setTimeout(step, 60); };
    step(); })"""


class Leftoff:
    def __init__(self, binary, home):
        self.binary = binary
        self.environment = {"LEFTOFF_HOME": str(home), "NO_COLOR": "1", "PATH": "/usr/bin:/bin"}
        self.script = self.run("script", "capture")

    def run(self, *arguments, text=None):
        done = subprocess.run([self.binary, *arguments], input=text, capture_output=True, text=True,
                              env=self.environment, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"leftoff {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def keep(self, snapshot):
        return self.run("capture", "-", text=json.dumps(snapshot)).strip()


def pause(browser, seconds):
    browser.run(f"new Promise((done) => setTimeout(done, {seconds * 1000}))")


def pinch(browser, scale):
    if scale != 1:
        session = browser.context.new_cdp_session(browser.page)
        session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})


def load(browser, site, html, case, which):
    """Opens one state of the page: 0 is the one before the change, 1 the one after it."""
    site.show(html, case.headers)
    # Firefox has no windows narrower than 450 px.
    browser.open(site.origin + "/page", max(case.widths[which], 500 if browser.name == "firefox" else 0))
    pinch(browser, case.scale[which])
    browser.run(f"(() => {{ {TRUTH}; {STRATEGIES}; return null }})()")


def scroll_to(browser, case, part):
    scroller = case.scroller
    if case.stepwise:
        wanted = f"{2000 + 5000 * part}"
        browser.run(STEPWISE.replace("SCROLLER", scroller).replace("WANTED", wanted))
    elif case.axis == "x":
        browser.run(f"(scrollTo({{left: -{part} * (document.documentElement.scrollWidth - innerWidth),"
                    f" behavior: 'instant'}}), null)")
    else:
        browser.run(f"(() => {{ const at = {scroller}; at.scrollTo({{top: {part} * (at.scrollHeight - at.clientHeight),"
                    " behavior: 'instant'}); return null })()")
    pause(browser, 0.15)


def fragment(browser, site, address, case):
    """Opens the address with a text fragment in Chromium, as a user does."""
    browser.page.set_viewport_size({"width": case.widths[1], "height": 800})
    browser.page.goto("about:blank")
    browser.page.goto(site.origin + "/page" + address, wait_until="load")
    browser.run(f"(() => {{ {TRUTH}; return null }})()")


def judge(before, after, outcome=None):
    """Returns the distance from the true position, and its grade."""
    if after is None:
        return {"error": None, "grade": "fail"}
    error = abs(after["y"] - before["y"])
    line = max(before["line"], 16)
    grade = "exact" if error <= 2 else "line" if error <= line * 1.5 else "usable" if error <= 0.1 * before["extent"] \
        else "fail"
    return {"error": round(error, 1), "grade": grade}


def run_case(browser, site, leftoff, case, part, strategies):
    """Yields the results of every strategy at one position of a case; none if no text is in view."""
    load(browser, site, case.before, case, 0)
    pause(browser, min(case.late, 1.0) if not case.stepwise else 0.3)
    scroll_to(browser, case, part)
    reading = browser.run("truth.line()" if case.by_lines else
                          f"truth.reading('{case.axis}', {str(case.strict).lower()})")
    if reading is None or reading["y"] > case.farthest:
        return None
    captured = {name: browser.run(f"strategies.{name}.capture()") for name in strategies if name in OTHERS}
    taken = browser.run(CAPTURE.replace("SCRIPT", json.dumps(leftoff.script)))
    size = len(json.dumps(taken["snapshot"], ensure_ascii=False, separators=(",", ":")).encode())
    identifier = leftoff.keep(taken["snapshot"])
    html, truth = case.after(reading)
    results = {}
    for name in strategies:
        if name == "fragment":
            if browser.name != "chromium" or case.scale != (1, 1):
                continue
            site.show(html, case.headers)
            address = leftoff.run("restore", identifier, "--as", "fragment").strip()
            fragment(browser, site, address[len(site.origin + "/page"):], case)
            pause(browser, case.late + 0.3)
            outcome = None
        else:
            load(browser, site, html, case, 1)
            outcome = None
            if name == "leftoff":
                outcome = browser.run(leftoff.run("restore", identifier, "--as", "script"))
                if case.back:
                    again = browser.run(CAPTURE.replace("SCRIPT", json.dumps(leftoff.script)))["snapshot"]
                    load(browser, site, html, case, 0)
                    outcome = browser.run(leftoff.run("restore", leftoff.keep(again), "--as", "script"))
            elif name == "truth":
                pause(browser, case.late)
                outcome = None
            else:
                again = f"strategies.{name}.restore({json.dumps(captured[name])})"
                browser.run(f"(({again}), null)")
                pause(browser, case.late)
                browser.run(f"(({again}), null)")
            # Until nothing changes any more, and all reactions to the last change are over.
            pause(browser, 0.2 + (case.late if name == "leftoff" and case.late > 0.3 else 0))
        after = browser.run(f"truth.where({json.dumps(truth[0])}, {truth[1]}, '{case.axis}')") if truth else None
        results[name] = {**judge(reading, after), "outcome": outcome, "extent": reading["extent"]}
    return {"reading": reading, "results": results, "captureMs": taken["ms"], "bytes": size}
