"""Serves the pages of the benchmark, and takes them away."""

import http.server
import pathlib
import re
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "restore"))

from articles import Article, body_html, page  # noqa: E402
import real  # noqa: E402

# Prevents requests of saved pages to other machines.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
GONE = "<!doctype html><title>Not found</title><h1>Not found</h1><p>There is no page at this address."


def articles(count, seed):
    """Yields the names and the HTML of generated articles, and of saved pages among them."""
    saved = list(real.pages().items())
    for number in range(count):
        if saved and number % 8 == 7:
            name, html = saved[(number // 8) % len(saved)]
            yield f"saved-{name}", re.sub(r"<!--k:\d+-->", "", html)
            continue
        script = "arabic" if number % 23 == 11 else "kanji" if number % 29 == 13 else "latin"
        article = Article(seed * 10_000 + number, paragraphs=60, script=script)
        direction = "lang=ar dir=rtl" if script == "arabic" else "lang=en"
        yield f"article-{number}", page(article.title, body_html(article.blocks), attributes=direction)


class Library:
    """Two servers with the same pages, one of which is stopped later."""

    def __init__(self, pages, other):
        self.pages = pages
        self.other = other
        self.fates = {}
        self.stopped = []
        self.staying = self.serve("staying")
        self.stopping = self.serve("stopping")

    def serve(self, name):
        library = self

        class Handler(http.server.BaseHTTPRequestHandler):
            # Each response ends its connection, so that a server that is stopped also ends.
            protocol_version = "HTTP/1.0"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                # Chromium may have opened this connection in advance.
                if self.server in library.stopped:
                    self.close_connection = True
                    return
                status, body, fields = library.response(self.path)
                data = body.encode()
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Cache-Control", "no-store")
                self.send_header("Content-Length", str(len(data)))
                for key, value in fields.items():
                    self.send_header(key, value)
                self.end_headers()
                try:
                    self.wfile.write(data)
                except (BrokenPipeError, ConnectionResetError):
                    pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True, name=name).start()
        return server

    def response(self, path):
        number = path.removeprefix("/moved").removeprefix("/page/").split("?")[0]
        if not number.isdigit() or int(number) >= len(self.pages):
            return 404, GONE, {}
        fate = self.fates.get(int(number))
        if path.startswith("/moved") or fate is None:
            return 200, self.pages[int(number)][1], {}
        if fate == "missing":
            return 404 if int(number) % 2 else 410, GONE, {}
        if fate == "other article":
            return 200, self.other[int(number) % len(self.other)], {}
        if fate == "moved":
            return 301, "", {"Location": f"/moved/page/{number}"}
        return 200, self.pages[int(number)][1], {}

    def address(self, number, fate):
        server = self.stopping if fate == "stopped" else self.staying
        return f"http://localhost:{server.server_port}/page/{number}"

    def end(self, fates):
        """Gives each page its fate."""
        self.fates = fates
        self.stopped.append(self.stopping)
        self.stopping.shutdown()
        self.stopping.server_close()

    def stop(self):
        self.staying.shutdown()
        self.staying.server_close()
