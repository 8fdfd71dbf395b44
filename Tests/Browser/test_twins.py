"""Tests that the page scripts and the binary read the same text from the same page; see Tests/Twins/README.md.

The pages run no scripts and load no style sheets and pictures, so that both see the same document.
"""

import http.server
import json
import os
import pathlib
import re
import threading
from itertools import zip_longest

import pytest
from browsers import TEST_ALL

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "Tests" / "Twins" / "pages.json"
# The address of the pages of the table, which the Swift tests use too.
ADDRESS = "https://twins.example/d/page?q"
PAGES = pathlib.Path(os.environ.get("LEFTOFF_PAGES", ROOT.parent / "shared" / "pages"))

POLICY = {"Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": "default-src 'none'; style-src-attr 'unsafe-inline'"}

# A page of each kind: code, tables, formulas, lists, lines, right-to-left text, hidden parts, buttons in headings,
# links beside each other, markup with errors. `make test-all` takes all of them.
CHOSEN = {"base-url", "comment-inside-script-parsing", "hidden-nodes", "ietf-1", "lazy-image-1", "lifehacker-working",
          "mathjax", "medium-2", "nytimes-1", "replace-brs", "rtl-1", "seattletimes-1", "table-style-attributes",
          "visibility-hidden", "wikipedia"}

# What the script reads in a page. The clock stands, because the script omits the rest of a page after some time.
READ = """async (sketches) => {
    performance.now = () => 0;
    const root = document.documentElement;
    const { direction } = getComputedStyle(document.body ?? root);
    const place = { lang: root.getAttribute('lang')?.slice(0, 64) || null, dir: direction, anchors: ANCHORS };
    COPY.defineCopy();
    const copy = await leftoffCopy.text(place);
    const sketch = sketches ? (await CAPTURE.capturePlace()).sketch : null;
    return { place: { lang: place.lang, dir: place.dir, sketch }, copy: copy && JSON.parse(copy.json),
        isWhole: copy?.isWhole ?? true };
}"""


def read(browser, address, anchors=(), sketches=True):
    """Opens a page, and returns its place, the JSON of the copy of its text, and whether it is the whole text."""
    script = READ.replace("ANCHORS", json.dumps(list(anchors)))
    for name in ("copy", "capture") if sketches else ("copy",):
        script = script.replace(name.upper(), (ROOT / "js" / "generated" / f"{name}.js").read_text())
    browser.open(address)
    return browser.page.evaluate(script, sketches)


def test_the_table_of_pages_has_the_results_of_the_script(chromium):
    rows = json.loads(TABLE.read_text())
    html = ""
    chromium.page.route(f"{ADDRESS}*", lambda route: route.fulfill(body=html, headers=POLICY))
    found = []
    for row in rows:
        html = row["html"]
        quote = {"exact": row.get("line", ""), "prefix": "", "suffix": ""}
        copy = read(chromium, ADDRESS, [{"role": "primary", "quote": quote}], sketches=False)["copy"]
        if copy:
            copy = {key: value for key, value in copy.items() if key not in ("schema", "url")}
        found.append({**row, "copy": copy})
    if os.environ.get("RECORD"):
        lines = [json.dumps(row, ensure_ascii=False) for row in found]
        TABLE.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n")
    for row, expected in zip(found, rows, strict=True):
        assert os.environ.get("RECORD") or row["copy"] == expected["copy"], row["name"]


class SavedPages:
    """Serves pages on loopback."""

    def __init__(self, pages):
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                body = pages.get(self.path.removeprefix("/"), b"")
                self.send_response(200 if body else 404)
                for name, value in {**POLICY, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def without_images(html):
    """Replaces images, of which the layout decides if they are blocks. The parser treats `area` as it treats `img`."""
    return re.sub(rb"(?i)<img(?=[\s/>])", b"<area", html)


def flattened(html):
    """Removes all by which the main content is recognized, so that a copy of the page contains all of its text."""
    html = re.sub(rb"(?i)<(/?)(?:article|aside|dialog|fieldset|footer|form|main|menu|nav)(?=[\s/>])",
                  rb"<\1section", html)
    html = re.sub(rb"(?i)<(/?)a(?=[\s/>])", rb"<\1font", html)
    html = re.sub(rb"(?i)<[a-z][^<>]*>", lambda tag: re.sub(
        rb"(?i)([\s\"'])(aria-modal|class|id|itemprop|role)(?=\s*=)", rb"\1x-\2", tag[0]), html)
    # A large part of the text is directly in the body, so that no other part is chosen.
    words = b"<p>" + b"Words of the body. " * (len(html) // 300) + b"</p>"
    return re.sub(rb"(?i)<body[^>]*>", lambda tag: tag[0] + words, html, count=1)


@pytest.mark.parametrize("change", [without_images, flattened])
def test_real_pages_have_the_same_text_in_the_browser_and_in_the_binary(change, leftoff, service, chromium):
    files = [file for file in sorted(PAGES.glob("*.html")) if TEST_ALL or file.stem in CHOSEN]
    if not files:
        pytest.skip(f"{PAGES} is missing: set LEFTOFF_PAGES")
    site = SavedPages({file.stem: change(without_images(file.read_bytes())) for file in files})
    try:
        ids, of_script = {}, {}
        for file in files:
            address = f"{site.origin}/{file.stem}"
            found = read(chromium, address)
            assert found["isWhole"], file.stem
            # The binary refuses a page in which it does not find the sketch of the place.
            ids[file.stem] = service.request("POST", "/api/snapshots", {"url": address, **found["place"]})["id"]
            path = f"/api/snapshots/{ids[file.stem]}/copies/text"
            service.request("PUT", path, found["copy"])
            of_script[file.stem] = service.request("GET", path)
        leftoff("keep", "--quiet", "--replace", "--allow-private", "localhost", *ids.values())
        differing = {}
        for name, id in ids.items():
            of_binary = {"dir": "ltr", **service.request("GET", f"/api/snapshots/{id}/copies/text")}
            pairs = list(zip_longest(of_binary.pop("blocks"), of_script[name].pop("blocks")))
            for pair in [(of_binary, of_script[name]), *pairs]:
                if pair[0] != pair[1]:
                    # The first difference of each page is enough; the others often follow from it.
                    differing.setdefault(name, [json.dumps(each, ensure_ascii=False)[:300] for each in pair])
        assert differing == {}
    finally:
        site.stop()
