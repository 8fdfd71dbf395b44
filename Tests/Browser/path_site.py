"""Serves pages that a test chooses, under two host names that browsers take for two sites."""

import http.server
import threading
import urllib.parse


class PathSite:
    """A running site. `pages` has the page of each path, or a function that returns its response."""

    def __init__(self):
        self.pages = {}
        self.requests = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                site.requests.append(path)
                page = site.pages.get(path, (404, {}, ""))
                page = page() if callable(page) else page
                status, headers, body = page if isinstance(page, tuple) else (200, {}, page)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body.encode())))
                self.send_header("Cache-Control", "no-store")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                try:
                    self.wfile.write(body.encode())
                except (BrokenPipeError, ConnectionResetError):
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        # The host of the service, and another one.
        self.origin = f"http://127.0.0.1:{self.port}"
        self.elsewhere = f"http://localhost:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
