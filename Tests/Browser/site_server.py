"""Serves a small site on loopback whose origin is not the service's."""

import http.server
import importlib
import pathlib
import re
import threading
import urllib.parse

from pages_text import ARABIC, JAPANESE, STYLE, document, paragraphs, sentence
from pages_ways_in import HEADERS, REDIRECTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The modules of the pages' scripts and of the service's own page.
SCRIPTS = {"/js/": ROOT / "js", "/web/": ROOT / "Resources" / "web"}


def nested():
    style = STYLE + (
        "body{max-width:none;display:flex;height:100vh;padding:0}nav{width:160px}"
        "main{flex:1;height:calc(100vh - 60px);margin-top:30px;overflow-y:auto;border:5px solid;padding:0 2em}"
    )
    return document(f"<nav>Contents<p>One<p>Two</nav><main>{paragraphs()}</main>", style)


def duplicates():
    same = "<p>" + sentence(9) + "</p>"
    return document("".join(f"<p>{sentence(n)}</p>{same if n % 3 == 0 else ''}" for n in range(1, 61)))


def identical():
    return document("".join(f"<p>{sentence(5)}</p>" for _ in range(80)))


def sticky(height=70):
    style = STYLE + f"header{{position:sticky;top:0;height:{height}px;background:#fff}}"
    return document(f"<header>The header stays</header>{paragraphs()}", style)


def late(milliseconds):
    """Returns a page that shows only a notice until its script writes the text."""
    script = (
        f"<div id=app>Loading</div><template id=t>{paragraphs()}</template><script>setTimeout(() => "
        f"app.replaceChildren(t.content.cloneNode(true)), {milliseconds})</script>"
    )
    return document(script)


def late_on_request():
    """Returns a page that shows only a notice until a test calls `write`."""
    return document(
        f"<div id=app>Loading</div><template id=t>{paragraphs()}</template><script>"
        "function write() { app.replaceChildren(t.content.cloneNode(true)) }</script>")


def late_image():
    """Returns a page with an image of unknown size above the text, which arrives 0.7 s after the page."""
    return document(f"<img src='/slow.svg?ms=700' alt=''>{paragraphs()}")


def late_banner():
    script = (
        "<script>setTimeout(() => { const b = document.createElement('div'); b.style.height = '333px'; "
        "document.body.prepend(b); }, 60); setTimeout(() => { document.body.firstElementChild.style.height ="
        " '77px' }, 350)"
        "</script>"
    )
    return document(paragraphs() + script)


def shadow():
    script = (
        "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = "
        f"`<style>p{{margin:0 0 1em}}</style><article>{paragraphs()}</article>`</script>"
    )
    return document(script)


def framed():
    style = STYLE + "iframe{width:100%;height:80vh;border:3px solid}"
    return document("<p>Around the frame.</p><iframe src='/sixty'></iframe>", style)


def clobbered():
    names = "firstChild nextSibling nodeType localName parentNode shadowRoot id classList children body title".split()
    fields = "".join(f"<input name='{name}'>" for name in names)
    secrets = (
        "<input type=password value=SECRET-ONE><textarea>SECRET-TWO</textarea><input value=SECRET-THREE>"
        "<select><option selected>SECRET-FOUR</select><p contenteditable>SECRET-FIVE is being written here</p>"
    )
    return document(f"<form>{secrets}{fields}{paragraphs()}</form>")


def overridden():
    """Returns a page whose scripts have replaced built-in functions."""
    script = (
        "<script>Array.prototype.toJSON = function () { return 'broken' }; String.prototype.toJSON = () => 'broken';"
        "JSON.stringify = () => { throw new Error('no') }; window.btoa = null; window.CSS = undefined;"
        "document.elementsFromPoint = null; document.title = 'Overridden';</script>"
    )
    return document(script + paragraphs())


PAGES = {
    "/sixty": lambda query: document(paragraphs()),
    "/long": lambda query: document(paragraphs(2000)),
    "/policy": lambda query: document(paragraphs()),
    "/nested": lambda query: nested(),
    "/duplicates": lambda query: duplicates(),
    "/identical": lambda query: identical(),
    "/sticky": lambda query: sticky(int(query.get("height", "70"))),
    "/smooth": lambda query: document(paragraphs(), STYLE + "html{scroll-behavior:smooth}"),
    "/banner": lambda query: document("<div style='height:400px'>A new banner</div>" + paragraphs()),
    "/edited": lambda query: document(paragraphs().replace(query["from"], query["to"])),
    "/without": lambda query: document(
        "".join(f"<p>{sentence(n)}</p>" for n in range(1, 61) if n != int(query["number"]))),
    "/other": lambda query: document("".join(f"<p>{sentence(n)}</p>" for n in range(201, 261)), title="Other"),
    "/short": lambda query: document("<p>There is nothing left of this page.</p>"),
    "/late": lambda query: late(int(query["ms"])),
    "/late-on-request": lambda query: late_on_request(),
    "/late-image": lambda query: late_image(),
    "/late-banner": lambda query: late_banner(),
    "/shadow": lambda query: shadow(),
    "/framed": lambda query: framed(),
    "/hidden-visibility": lambda query: document(paragraphs(), STYLE + "p{content-visibility:auto}"),
    "/rtl": lambda query: document(paragraphs(words=ARABIC), attributes="lang=ar dir=rtl"),
    "/vertical": lambda query: document(
        "".join(f"<p>{n}番。{''.join(JAPANESE[(n * 5 + i * (n % 7 + 1)) % len(JAPANESE)] for i in range(160))}</p>"
                for n in range(1, 41)),
        "html{writing-mode:vertical-rl}body{font:18px/1.6 serif;margin:1em}"),
    "/clobbered": lambda query: clobbered(),
    "/overridden": lambda query: overridden(),
    "/empty": lambda query: "",
    "/frameset": lambda query: "<frameset cols='50%,50%'><frame src='/sixty'><frame src='/short'></frameset>",
    "/picture.svg": lambda query: (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text y='5'>Drawn text</text></svg>"),
    "/feed.xml": lambda query: "<?xml version='1.0'?><feed><entry><title>Entry</title></entry></feed>",
    "/plain.txt": lambda query: "\n".join(sentence(n) for n in range(1, 200)),
    "/slow.svg": lambda query: (
        "<svg xmlns='http://www.w3.org/2000/svg' width='500' height='260'><rect width='500' height='260'/></svg>"),
    "/modules": lambda query: "<!doctype html><title>Modules</title>",
}
for subject in ("capture", "copies", "editions", "fragment", "hostile", "lazy", "motion", "narrow", "on_demand",
                "reveal", "ways_in"):
    PAGES.update(importlib.import_module(f"pages_{subject}").PAGES)
TYPES = {"svg": "image/svg+xml", "xml": "application/xml", "txt": "text/plain; charset=utf-8", "wav": "audio/wav",
         "flac": "audio/flac", "js": "text/javascript", "png": "image/png"}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves a page of PAGES or a module of js/."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        if parts.path in REDIRECTS:
            self.send_response(302)
            self.send_header("Location", REDIRECTS[parts.path])
            self.end_headers()
            return
        query = dict(urllib.parse.parse_qsl(parts.query))
        body = self.module(parts.path)
        if body is None and parts.path in PAGES:
            body = PAGES[parts.path](query)
        if parts.path == "/slow.svg":
            threading.Event().wait(int(query.get("ms", "0")) / 1000)
        # Browsers request parts of media by ranges.
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")) if isinstance(body, bytes) else None
        whole = len(body or "")
        if asked:
            body = body[int(asked[1]):int(asked[2]) + 1 if asked[2] else None]
        self.send_response(404 if body is None else 206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {asked[1]}-{int(asked[1]) + len(body) - 1}/{whole}")
        extension = parts.path.rpartition(".")[2]
        self.send_header("Content-Type", TYPES.get(extension, "text/html; charset=utf-8"))
        self.send_header("Cache-Control", "no-store")
        for name, value in HEADERS.get(parts.path, {}).items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body if isinstance(body, bytes) else (body or "").encode())
        except (BrokenPipeError, ConnectionResetError):
            pass

    @staticmethod
    def module(path):
        for name, folder in SCRIPTS.items():
            file = (folder / path.removeprefix(name)).resolve()
            if path.startswith(name) and file.is_relative_to(folder) and file.is_file():
                return file.read_text()
        return None


class Site:
    """The running site."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        # The same site under another host name for browsers.
        self.elsewhere = f"http://localhost:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
