"""Serves one article on a port of its own, which a test changes, stops, or starts again."""

import http.server
import json
import socket
import threading

from browsers import wait_for
from pages_text import document, sentence


def article(first=1, count=60, without=()):
    """Returns a page whose paragraphs are numbered from `first` on."""
    numbers = [n for n in range(first, first + count) if n not in without]
    return document("".join(f"<p>{sentence(n)}</p>" for n in numbers), title=f"Article {first}")


class SharingServer(http.server.ThreadingHTTPServer):
    """A server on a port that a reservation keeps."""

    allow_reuse_port = True


class ArticleSite:
    """A running site with one article, and the number of requests that it has received."""

    def __init__(self, body):
        self.body = body
        self.status = 200
        # The path to which the article has moved; None if it is at its address.
        self.moved = None
        self.requests = 0
        # Keeps the port while the site is stopped, because another process could use it.
        self.reservation = socket.socket()
        self.reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.reservation.bind(("127.0.0.1", 0))
        # Another host name than the service's.
        self.address = f"http://localhost:{self.reservation.getsockname()[1]}/article"
        self.server = None
        self.start()

    def start(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                # Chromium may have opened this connection before the server was stopped.
                if self.server is not site.server:
                    self.close_connection = True
                    return
                site.requests += 1
                is_moved = site.moved is not None and self.path != site.moved
                body = b"" if is_moved else site.body.encode()
                self.send_response(301 if is_moved else site.status)
                if is_moved:
                    self.send_header("Location", site.moved)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

        self.server = SharingServer(self.reservation.getsockname(), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        server, self.server = self.server, None
        if server:
            server.shutdown()
            server.server_close()

    def close(self):
        self.stop()
        self.reservation.close()


class CountingServer:
    """Serves one document, and records every other request."""

    def __init__(self, document=""):
        self.requests = []
        self.document = document
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                is_document = self.path == "/document"
                if not is_document and self.path != "/favicon.ico":
                    server.requests.append(self.path)
                self.send_response(200 if is_document else 204)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(server.document.encode() if is_document else b"")
            do_POST = do_HEAD = do_GET

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def text_copy(address, title, texts):
    """Returns the JSON of a text copy with these paragraphs."""
    blocks = [{"kind": "paragraph", "runs": [text]} for text in texts]
    return {"schema": 1, "url": address, "title": title, "lang": "en", "dir": "ltr", "blocks": blocks}


PARAGRAPHS = "[...document.querySelectorAll('p')].map((p) => p.textContent)"


def look(browser, expression):
    """Returns the value of an expression in a document in which no script of the page may run."""
    if browser.name == "chromium":
        return browser.page.evaluate(expression)
    return browser.client.execute_script(f"return {expression}")


def distance_in_copy(browser, line):
    """Returns the distance from the top of the view to the character of a line, in CSS px; None if it is missing."""
    return look(browser, """((text, offset) => {
        for (const paragraph of document.querySelectorAll('p')) {
            if (paragraph.textContent !== text) continue;
            const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
            let left = offset;
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (left < node.length) {
                    const range = document.createRange();
                    range.setStart(node, left);
                    range.setEnd(node, left + 1);
                    return range.getClientRects()[0].top;
                }
                left -= node.length;
            }
        }
        return null;
    })($TEXT, $OFFSET)""".replace("$TEXT", json.dumps(line["text"])).replace("$OFFSET", str(line["offset"])))


def wait_for_line_in_copy(browser, line, within):
    """Waits until a line is at its distance from the top, as far as the sizes of the texts allow, in CSS px."""
    def is_there():
        found = distance_in_copy(browser, line)
        return found is not None and abs(found - line["distance"]) <= within
    wait_for(is_there)
