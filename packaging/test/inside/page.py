"""A long page on a loopback server, and the position of its words in a window."""

import http.server
import random
import threading

WORDS = (
    "lantern harbour violet timber copper meadow signal quarry feather anchor pepper ribbon canyon walnut ember "
    "saddle cobalt garden thimble orchard velvet marble juniper cinder falcon willow beacon tundra saffron pebble"
).split()
STYLE = "body{font:18px/1.5 serif;margin:0 auto;max-width:46em;padding:0 1em}p{margin:0 0 1em}"

# The first line that is fully in view: its paragraph, the offset of its first character, and its distance from the top.
FIRST_LINE = """(() => {
    const range = document.createRange();
    for (const [number, paragraph] of document.querySelectorAll('p').entries()) {
        if (paragraph.getBoundingClientRect().bottom < 0) continue;
        for (let offset = 0; offset < paragraph.firstChild.length; offset += 1) {
            range.setStart(paragraph.firstChild, offset);
            range.setEnd(paragraph.firstChild, offset + 1);
            const rect = range.getClientRects()[0];
            if (rect && rect.width > 0 && rect.top >= 0) {
                return {number, offset, top: rect.top, scrolled: scrollY,
                    words: paragraph.firstChild.data.slice(offset, offset + 40)};
            }
        }
    }
    return null;
})()"""

POSITION = """(() => {
    const range = document.createRange();
    const text = document.querySelectorAll('p')[NUMBER].firstChild;
    range.setStart(text, OFFSET);
    range.setEnd(text, OFFSET + 1);
    return {top: range.getClientRects()[0].top, scrolled: scrollY};
})()"""


def paragraph(number):
    words = random.Random(number).choices(WORDS, k=70)
    return f"<p>Paragraph {number} begins here. {' '.join(words)}.</p>"


class Pages(http.server.BaseHTTPRequestHandler):
    """Responds to every path with the same text under another title."""

    def do_GET(self):
        title = self.path.strip("/").replace("-", " ")
        body = f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
        body = (body + "".join(map(paragraph, range(1, 61)))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve_pages():
    """Starts the server on a free port of the loopback interface; returns its origin."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def first_line(browser):
    return browser.run(FIRST_LINE)


def position(browser, line):
    return browser.run(POSITION.replace("NUMBER", str(line["number"])).replace("OFFSET", str(line["offset"])))
