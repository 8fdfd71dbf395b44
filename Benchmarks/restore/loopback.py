"""Serves one address on loopback, whose page the current case determines."""

import http.server
import mimetypes
import threading
import urllib.parse

IMAGE = "<svg xmlns='http://www.w3.org/2000/svg' width='500' height='{h}'><rect width='500' height='{h}' fill='#9ab'/></svg>"


class Site:
    def __init__(self):
        self.pages = {}
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                parts = urllib.parse.urlsplit(self.path)
                query = dict(urllib.parse.parse_qsl(parts.query))
                if query.get("ms"):
                    threading.Event().wait(int(query["ms"]) / 1000)
                status, kind, headers = 200, "text/html; charset=utf-8", {}
                if parts.path.endswith(".svg") and "h" in query:
                    kind, body = "image/svg+xml", IMAGE.format(h=int(query["h"]))
                elif parts.path == "/late.css":
                    kind, body = "text/css", "h2{padding-top:40px}"
                elif parts.path in site.pages:
                    shown = site.pages[parts.path]
                    body, headers, status = shown() if callable(shown) else shown
                    kind = mimetypes.guess_type(parts.path)[0] or kind
                else:
                    status, body = 404, ""
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "no-store")
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(body if isinstance(body, bytes) else body.encode())
                except (BrokenPipeError, ConnectionResetError):
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def show(self, body, headers=None, path="/page", status=200):
        """Serves a page. In its addresses, first.bench and second.bench are two hosts of this site."""
        if isinstance(body, str):
            port = self.server.server_port
            body = body.replace("//first.bench/", f"//localhost:{port}/").replace(
                "//second.bench/", f"//127.0.0.1:{port}/")
        self.pages[path] = (body, headers or {}, status)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
