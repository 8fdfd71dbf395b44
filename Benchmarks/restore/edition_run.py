"""Measures how places are restored in other editions of their pages. See README.md."""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import edition_report  # noqa: E402
import editions  # noqa: E402
import measure  # noqa: E402
from articles import Article, STYLE, block_html, page  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
from honesty import FOOTER, HEADER  # noqa: E402
from loopback import Site  # noqa: E402
from real import POLICY, pages, unmarked  # noqa: E402

LIBRARY = (HERE / "truth.js").read_text() + ";" + (HERE / "editions.js").read_text()
PARTS = [0.1, 0.3, 0.5, 0.7, 0.95]
# Opening another page takes six seconds, since the place might still be loaded.
FEW_PARTS = {"amp without": [0.3, 0.7], "reader without": [0.7], "other article": [0.3], "teasers": [0.3, 0.7]}
# In CSS px: a first line further down is not the first one, or there is a picture above it.
FARTHEST = 110
TO = ["phone", "print", "reader", "reader phone", "readability-lxml", "trafilatura", "archive", "amp", "copy"]
FROM = ["from phone", "from reader", "from archive", "from amp", "from copy"]
WITHOUT = list(edition_report.WITHOUT)


def generated(seed):
    """Returns an article with the chrome of a site: menus, teasers at the side, comments below."""
    article = Article(7000 + seed, paragraphs=34)
    aside = "".join(f"<li><a href='#t{n}'>{article.sentence(9)}</a></li>" for n in range(14))
    comments = "".join(f"<li class=comment><b>{article.sentence(2)}</b><p>{article.sentence(30)}</p></li>"
                       for _ in range(18))
    body = (f"{HEADER}<div class=page><main><article><h1>{article.title}</h1>"
            + "".join(block_html(kind, None, words) for kind, _, words in article.blocks)
            + f"</article></main><aside><h3>Most read</h3><ul>{aside}</ul></aside></div>"
            f"<section class=comments><h2>Comments</h2><ul>{comments}</ul></section>{FOOTER}")
    extra = (".page{display:grid;grid-template-columns:1fr 16em;gap:2em}@media(max-width:900px){.page{display:block}}"
             "body{max-width:70em}@media print{aside,nav,.comments{display:none}}")
    return page(f"{article.title} | The Morning Harbour", body, style=STYLE, extra=extra)


def sources(half):
    """Returns the pages of a half by name: every second one is only for the final measurement."""
    found = {name: unmarked(name) for name in pages()}
    found.update({f"article {seed}": generated(seed) for seed in range(6)})
    names = sorted(found)
    wanted = {"tuning": names[::2], "held-out": names[1::2], "all": names}[half]
    return {name: found[name] for name in wanted}


class Scripts:
    """The scripts of a directory, for measuring them without a build."""

    def __init__(self, directory):
        self.capture_script = (directory / "capture.js").read_text()
        self.restore_script = (directory / "restore.js").read_text()

    def capture(self):
        return f"({self.capture_script}).capturePlace()"

    def restore(self, snapshot):
        return f"({self.restore_script}).restoreFromJSON({json.dumps(json.dumps(snapshot))})"


class Binary:
    """The scripts that a binary prints."""

    def __init__(self, path, home):
        self.leftoff = measure.Leftoff(path, home)

    def capture(self):
        return measure.CAPTURE.replace("SCRIPT", json.dumps(self.leftoff.script)) + ".then(({snapshot}) => snapshot)"

    def restore(self, snapshot):
        return self.leftoff.run("restore", self.leftoff.keep(snapshot), "--as", "script")


def set_medium(browser, medium):
    """Shows the page as it is printed, or as it is on the screen if the medium is empty."""
    if browser.name == "chromium":
        browser.page.emulate_media(media=medium or "screen")
        return
    with browser.client.using_context("chrome"):
        browser.client.execute_script(
            "gBrowser.selectedBrowser.browsingContext.mediumOverride = arguments[0]", script_args=[medium])


class Run:
    def __init__(self, browser, site, options, capture, restore):
        self.browser, self.site, self.options = browser, site, options
        self.capturing, self.restoring = capture, restore
        self.rows = []

    def open(self, path, html, width=1280, medium=""):
        self.site.show(html, POLICY, path)
        set_medium(self.browser, medium)
        self.browser.open(self.site.origin + path, max(width, 500 if self.browser.name == "firefox" else 0))
        self.browser.run(f"(() => {{ {LIBRARY}; return null }})()")

    def prepare(self, name, html):
        """Returns the marked page and what extractors read out of it; None without an article."""
        self.open("/page", html)
        marked = self.browser.run("editions.mark()")
        article = self.browser.run(f"editions.article({json.dumps(editions.readability())})")
        if not article or len(editions.MARK.findall(article["content"])) < 8:
            print(f"{name}: Readability finds no article", file=sys.stderr)
            return None
        source = {"name": name, "marked": marked, "article": article, "live": editions.shown(marked)}
        source["blocks"] = self.browser.run(f"editions.blocks({json.dumps(article['content'])})")
        for kind in ("readability-lxml", "trafilatura"):
            source[kind] = editions.extract(self.options.extractors, kind, marked) if self.options.extractors else ""
        return source

    def read(self, part):
        """Scrolls to a part of the page; returns the reading line and the snapshot, or None."""
        self.browser.run(f"(() => {{ const at = document.scrollingElement; at.scrollTo({{top: {part} *"
                         " (at.scrollHeight - at.clientHeight), behavior: 'instant'}); return null })()")
        measure.pause(self.browser, 0.1)
        reading = self.browser.run("editions.reading()")
        if reading is None or reading["y"] > FARTHEST:
            return None
        reading["around"] = self.browser.run(f"editions.around({json.dumps(reading['key'])})")
        return {"reading": reading, "snapshot": self.browser.run(self.capturing.capture())}

    def edition(self, source, name, reading, part):
        """Returns the path, the markup, the width and the medium of an edition; None if it does not exist."""
        article, origin = source["article"], self.site.origin
        numbers = editions.chance(source["name"], name, part)
        keep = {chr(0xf0000 + int(reading["key"][2:]))} if reading else set()
        other = self.others[numbers.randrange(len(self.others))]
        while other["name"] == source["name"]:
            other = self.others[numbers.randrange(len(self.others))]
        path = "/page" if round(part * 10) % 2 else "/read/1234"
        if name == "phone":
            return "/page", source["live"], 390, ""
        if name == "print":
            return "/page", source["live"], 800, "print"
        if name in ("reader", "reader phone"):
            return path, editions.shown(editions.reader(article)), 390 if name == "reader phone" else 1280, ""
        if name in ("readability-lxml", "trafilatura"):
            markup = source[name]
            return (path, editions.shown(editions.extracted(article, markup)), 1280, "") if markup else None
        if name == "archive":
            html = editions.archive(source["marked"], origin, numbers.random() < 0.5)
            return f"/web/20260101000000/{origin}/page", editions.shown(html), 1280, ""
        if name in ("amp", "amp without", "reader without"):
            own = {chr(0xf0000 + int(key[2:])) for key in reading["around"]["own"]} if reading else set()
            content = editions.simplified(article, numbers, keep, 0.12)
            if name != "amp":
                content = without(article["content"] if "reader" in name else content, own)
            if content is None:
                return None
            if name == "reader without":
                return path, editions.shown(editions.reader({**article, "content": content})), 1280, ""
            return "/amp/page", editions.shown(editions.amp(article, content, origin, numbers)), 390, ""
        if name == "copy":
            return "/copies/1/text", editions.shown(editions.copy(article, source["blocks"], origin)), 1280, ""
        if name == "other article":
            html = other["live"] if numbers.random() < 0.5 else editions.reader(other["article"])
            return "/page", editions.plain(html), 1280, ""
        others = [(each["article"]["title"], each["blocks"][numbers.randrange(6)]["text"][:220])
                  for each in self.others if each["name"] != source["name"]]
        own = sentence(source, reading) if reading else ""
        html = editions.teasers(article["title"], own, others, numbers)
        return ("/page" if numbers.random() < 0.5 else "/"), html, 1280, ""

    def restore(self, source, name, captured, part, opened):
        reading = captured["reading"]
        self.open(*opened)
        outcome = self.browser.run(self.restoring.restore(captured["snapshot"]))
        measure.pause(self.browser, 0.15)
        key = json.dumps(reading["key"])
        found = self.browser.run(f"editions.where({key}, {reading['count']}, {reading['y']})")
        for rest in reading["rest"]:
            found = found or self.browser.run(
                f"editions.where({json.dumps(rest['key'])}, {rest['count']}, {rest['y']})")
        near = None
        if found is None or name in WITHOUT:
            near = self.nearest(reading)
        set_medium(self.browser, "")
        row = {"edition": name, "page": source["name"], "part": part, "outcome": outcome, "found": found,
               "near": near, "line": reading["line"], "text": reading["text"]}
        self.rows.append(row)
        if self.options.failures and edition_report.is_failure(row):
            print(f"  {edition_report.described(row)}", file=sys.stderr)

    def nearest(self, reading):
        """Returns the least distance, in views, of a text next to the missing one from its position.

        That is the position of the missing one at the capture, or as near to it as the page can be scrolled.
        """
        best = None
        for keys in (reading["around"]["before"], reading["around"]["after"]):
            for key in keys:
                found = self.browser.run(f"editions.where({json.dumps(key)}, 0, {reading['y']})")
                if found:
                    off = found["error"] / found["extent"]
                    best = off if best is None else min(best, off)
                    break
        return best

    def page(self, source):
        name = source["name"]
        chosen = self.options.editions.split(",") if self.options.editions else TO + FROM + WITHOUT
        for part in map(float, self.options.parts.split(",")):
            self.open("/page", source["live"])
            captured = self.read(part)
            if captured is None:
                print(f"{name}: no line at the top of the view at {part}", file=sys.stderr)
                continue
            for edition in [each for each in TO + WITHOUT if each in chosen]:
                if part not in FEW_PARTS.get(edition, PARTS):
                    continue
                opened = self.edition(source, edition, captured["reading"], part)
                if opened:
                    self.restore(source, edition, captured, part, opened)
            for edition in [each for each in FROM if each in chosen]:
                opened = self.edition(source, edition.removeprefix("from "), None, part)
                if not opened:
                    continue
                self.open(*opened)
                back = self.read(part)
                if back:
                    self.restore(source, edition, back, part, ("/page", source["live"]))

    def all(self):
        prepared = [self.prepare(name, html) for name, html in sources(self.options.half).items()]
        self.others = [source for source in prepared if source]
        part, of = map(int, self.options.share.split("/"))
        for source in self.others[part - 1::of]:
            began = time.monotonic()
            self.page(source)
            print(f"{self.browser.name}: {source['name']}, {time.monotonic() - began:.0f} s", file=sys.stderr)
        return self.rows


def without(content, own):
    """Returns markup without the marks of one block and the words after them; None if it does not contain them."""
    if not own & set(editions.MARK.findall(content)):
        return None
    parts = editions.re.split("([\U000f0000-\U000ffffd][^<\U000f0000-\U000ffffd]*)", content)
    return "".join(part for part in parts if part[:1] not in own or part == "")


def sentence(source, reading):
    """Returns the words at the reading line, as a list of articles quotes them."""
    mark = chr(0xf0000 + int(reading["key"][2:]))
    at = source["marked"].index(mark) + 1
    words = editions.escapes.unescape(editions.re.sub(r"<[^>]*>", "", source["marked"][at:at + 1500]))
    words = editions.plain(words)
    return words[reading["count"]:reading["count"] + 300].strip()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--half", choices=["tuning", "held-out", "all"], default="all")
    parser.add_argument("--editions", default="", help="the editions to measure, separated by commas")
    parser.add_argument("--parts", default=",".join(map(str, PARTS)), help="the positions in the page")
    parser.add_argument("--share", default="1/1", help="2/3: only the second of three shares of the pages")
    parser.add_argument("--extractors", default="", help="a Python with the packages readability-lxml and trafilatura")
    parser.add_argument("--scripts", type=pathlib.Path, help="measure the scripts of this directory, not of a binary")
    parser.add_argument("--capture-with", help="an earlier binary, or the directory of its scripts")
    parser.add_argument("--failures", action="store_true", help="print each place that is not as it should be")
    parser.add_argument("--json", help="write all results to this file")
    return parser.parse_args()


def main():
    options = arguments()
    site = Site()
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        restore = Scripts(options.scripts) if options.scripts else Binary(os.environ["LEFTOFF_BIN"], home)
        capture = restore
        if options.capture_with:
            is_directory = pathlib.Path(options.capture_with).is_dir()
            capture = Scripts(pathlib.Path(options.capture_with)) if is_directory else Binary(
                options.capture_with, home)
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                everything[kind.name] = Run(browser, site, options, capture, restore).all()
            finally:
                browser.quit()
            print(f"\n== {kind.name}")
            edition_report.table(everything[kind.name], print)
            edition_report.calibration(everything[kind.name], print)
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
