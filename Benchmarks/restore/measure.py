"""Runs one case: opens the page, captures with every strategy, changes the page, restores with each, and measures."""

import json
import pathlib
import subprocess
import sys
import time

from case import AFTER_RESULT

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

CAPTURE_WITH = """(() => {
    const began = performance.now();
    return (SCRIPT).capturePlace().then((snapshot) => ({snapshot, ms: performance.now() - began}));
})()"""

STEPWISE = """new Promise((done) => { const at = SCROLLER; let left = 60; const step = () => {
    at.scrollTop += 500; left -= 1;
    if (left < 0 || at.scrollTop > WANTED) setTimeout(done, 400); else setTimeout(step, 60); };
    step(); })"""


class Leftoff:
    """A binary, and optionally a directory such as js/generated whose scripts are used instead of the binary's."""

    def __init__(self, binary, home, scripts=None):
        self.binary = binary
        self.environment = {"LEFTOFF_HOME": str(home), "NO_COLOR": "1", "PATH": "/usr/bin:/bin"}
        self.script = self.run("script", "capture")
        self.scripts = scripts
        self.snapshots = {}

    def run(self, *arguments, text=None):
        done = subprocess.run([self.binary, *arguments], input=text, capture_output=True, text=True,
                              env=self.environment, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"leftoff {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def keep(self, snapshot):
        identifier = self.run("capture", "-", text=json.dumps(snapshot)).strip()
        self.snapshots[identifier] = snapshot
        return identifier

    def capturing(self):
        """Returns the expression that captures the open page: a Promise of the snapshot and the time in ms."""
        if self.scripts:
            return CAPTURE_WITH.replace("SCRIPT", (self.scripts / "capture.js").read_text())
        return CAPTURE.replace("SCRIPT", json.dumps(self.script))

    def restoring(self, identifier):
        """Returns the expression that restores a place: a Promise of the result."""
        if self.scripts:
            snapshot = json.dumps(json.dumps(self.snapshots[identifier]))
            # As the extension does, which tells the reader if the place is lost later.
            return (f"(() => {{ ({(self.scripts / 'restore.js').read_text()}).defineRestore(); const onLater ="
                    " (result) => { globalThis.laterResult = result; };"
                    f" return leftoffRestore(JSON.parse({snapshot}), {{ onLater }}); }})()")
        # Scripts end with a semicolon and a line break.
        return self.run("restore", identifier, "--as", "script").rstrip().rstrip(";")


def pause(browser, seconds):
    browser.run(f"new Promise((done) => setTimeout(done, {seconds * 1000}))")


def pinch(browser, scale):
    if scale != 1:
        session = browser.context.new_cdp_session(browser.page)
        session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})


def load(browser, site, html, case, which, fragment=""):
    """Opens one state of the page: 0 is the one before the change, 1 the one after it."""
    site.show(html, case.headers)
    if fragment:
        # Otherwise the document stays.
        browser.open("about:blank")
    # Firefox has no windows narrower than 450 px.
    browser.open(site.origin + "/page" + fragment, max(case.widths[which], 500 if browser.name == "firefox" else 0))
    pinch(browser, case.scale[which])
    browser.run(f"(() => {{ {TRUTH}; {STRATEGIES}; return null }})()")


def scroll_to(browser, case, part):
    scroller = case.scroller
    if case.go:
        browser.run(case.go.replace("PART", str(part)))
    elif case.stepwise:
        wanted = f"{2000 + 5000 * part}"
        browser.run(STEPWISE.replace("SCROLLER", scroller).replace("WANTED", wanted))
    elif case.axis == "x":
        browser.run(f"(scrollTo({{left: -{part} * (document.documentElement.scrollWidth - innerWidth),"
                    f" behavior: 'instant'}}), null)")
    else:
        browser.run(f"(() => {{ const at = {scroller}; at.scrollTo({{top: {part} * (at.scrollHeight - at.clientHeight),"
                    " behavior: 'instant'}); return null })()")
    pause(browser, 0.15)


def act(browser, action):
    """Performs an action of a case: trusted input, or a script of the page. Returns false if it had no target."""
    kind, _, rest = action.partition(" ")
    if kind == "click":
        # A control that the page does not show is not clicked.
        if not browser.run(f"document.querySelector({json.dumps(rest)})?.checkVisibility() ?? false"):
            return False
        browser.click_here(rest)
    elif kind == "press":
        browser.press(rest)
    elif kind == "wheel":
        browser.wheel(int(rest))
    elif kind == "wait":
        pause(browser, float(rest))
    else:
        browser.run(f"(() => {{ {action}; return null }})()")
    return True


def act_during(browser, case, began, is_after=False):
    """Performs the actions of a case at their times, or those after the result; returns how many had no target."""
    missed = 0
    for seconds, action in case.during:
        if (seconds is AFTER_RESULT) != is_after:
            continue
        if seconds is not AFTER_RESULT:
            pause(browser, max(0, began + seconds - time.monotonic()))
        missed += not act(browser, action)
    return missed


def restore(browser, script, case, where):
    """Runs a restore script while the actions of a case happen; adds the position at the result to the outcome."""
    began = time.monotonic()
    browser.start(f"{script}.then((result) => ({{...result, seen: {where}}}))")
    missed = act_during(browser, case, began)
    outcome = browser.finish()
    missed += act_during(browser, case, began, is_after=True)
    if missed:
        print(f"{missed} of {len(case.during)} actions had no target", file=sys.stderr)
    return outcome


def open_fragment(browser, site, address, case):
    """Opens the address with a text fragment in Chromium, as a user does."""
    browser.page.set_viewport_size({"width": case.widths[1], "height": 800})
    browser.page.goto("about:blank")
    browser.page.goto(site.origin + "/page" + address, wait_until="load")
    began = time.monotonic()
    browser.run(f"(() => {{ {TRUTH}; return null }})()")
    act_during(browser, case, began)
    act_during(browser, case, began, is_after=True)


def judge(before, after, outcome=None):
    """Returns the distance from the true position, and its grade, at the end and when the result was reported."""
    judged = graded(before, after)
    if outcome and "seen" in outcome:
        judged["reported"] = graded(before, outcome["seen"])["grade"]
    return judged


def graded(before, after):
    if after is None:
        return {"error": None, "grade": "fail", "in_view": False}
    error = abs(after["y"] - before["y"])
    line = max(before["line"], 16)
    grade = "exact" if error <= 2 else "line" if error <= line * 1.5 else "usable" if error <= 0.1 * before["extent"] \
        else "fail"
    return {"error": round(error, 1), "grade": grade, "in_view": -line / 2 <= after["y"] <= before["extent"] - line / 2}


def run_case(browser, site, leftoff, case, part, strategies):
    """Returns the results of every strategy at one position of a case; None if no text is in view."""
    load(browser, site, case.before, case, 0)
    pause(browser, min(case.late, 1.0) if not case.stepwise else 0.3)
    scroll_to(browser, case, part)
    if case.at_capture:
        act(browser, case.at_capture)
        pause(browser, 0.1)
    reading = browser.run("truth.line()" if case.by_lines else
                          f"truth.reading('{case.axis}', {str(case.strict).lower()})")
    if reading is None or reading["y"] > case.farthest:
        return None
    captured = {name: browser.run(f"strategies.{name}.capture()") for name in strategies if name in OTHERS}
    taken = browser.run(leftoff.capturing())
    size = len(json.dumps(taken["snapshot"], ensure_ascii=False, separators=(",", ":")).encode())
    identifier = leftoff.keep(taken["snapshot"])
    fragment = browser.run("location.hash") if case.at_address else ""
    html, truth = case.after(reading)
    where = f"truth.where({json.dumps(truth[0])}, {truth[1]}, '{case.axis}')" if truth else "null"
    results = {}
    for name in strategies:
        outcome = None
        if name == "fragment":
            if browser.name != "chromium" or case.scale != (1, 1):
                continue
            site.show(html, case.headers)
            address = leftoff.run("restore", identifier, "--as", "fragment").strip()
            open_fragment(browser, site, address[len(site.origin + "/page"):], case)
            pause(browser, case.late + 0.3)
        else:
            load(browser, site, html, case, 1, fragment)
            if name == "leftoff":
                outcome = restore(browser, leftoff.restoring(identifier), case, where)
                if case.back:
                    again = browser.run(leftoff.capturing())["snapshot"]
                    load(browser, site, html, case, 0)
                    outcome = browser.run(leftoff.restoring(leftoff.keep(again)))
                pause(browser, case.hold)
            elif name == "truth":
                act_during(browser, case, time.monotonic())
                pause(browser, case.late)
                act_during(browser, case, 0, is_after=True)
            else:
                began = time.monotonic()
                again = f"strategies.{name}.restore({json.dumps(captured[name])})"
                browser.run(f"(({again}), null)")
                act_during(browser, case, began)
                pause(browser, case.late)
                act_during(browser, case, began, is_after=True)
                browser.run(f"(({again}), null)")
            # Until nothing changes any more, and all reactions to the last change are over.
            pause(browser, 0.2 + (case.late if name == "leftoff" and case.late > 0.3 else 0))
            if outcome:
                outcome["later"] = browser.run("globalThis.laterResult ?? null")
        results[name] = {**judge(reading, browser.run(where), outcome), "outcome": outcome, "extent": reading["extent"]}
    return {"reading": reading, "results": results, "captureMs": taken["ms"], "bytes": size}
