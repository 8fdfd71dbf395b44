"""The sizes of the copies of saved pages, as they are stored, with images that the pages' own server sends."""

import functools
import gzip
import http.server
import json
import math
import operator
import random
import re
import statistics
import struct
import threading
import zlib

import real

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"
IMAGE = re.compile(r"(<img\b[^>]*?\s)(?:src|srcset)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.I)
SIZE = re.compile(r"\s(width|height)\s*=\s*[\"']?(\d{1,4})", re.I)
USUAL = (640, 420)
LARGEST = 1280




@functools.cache
def photograph():
    """Returns the rows of an image with soft shapes and the noise of a camera, of the largest size."""
    source = random.Random(1)
    waves = [(source.uniform(3, 60) / LARGEST, source.uniform(3, 60) / LARGEST, source.uniform(0, 7),
              source.uniform(10, 40)) for _ in range(6)]
    columns = [[amplitude * math.sin(a * x + c) for a, _, c, amplitude in waves] for x in range(LARGEST)]
    rows = []
    for y in range(LARGEST):
        factors = [math.cos(b * y) for _, b, _, _ in waves]
        noise = source.randbytes(LARGEST)
        levels = [128 + sum(map(operator.mul, column, factors)) + (noise[x] & 15) - 8
                  for x, column in enumerate(columns)]
        rows.append(bytes(min(255, max(0, int(level + shift))) for level in levels for shift in (-20, 0, 20)))
    return rows


def cropped(number, width, height):
    """Returns a PNG of a part of the image."""
    left, top = 37 * number % (LARGEST - width + 1), 91 * number % (LARGEST - height + 1)
    rows = b"".join(b"\0" + row[3 * left:3 * (left + width)] for row in photograph()[top:top + height])

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1))
            + chunk(b"IEND", b""))


class Server:
    def __init__(self, pages):
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                name = self.path.strip("/")
                if name in pages:
                    self.respond("text/html; charset=utf-8", server.page(name, pages[name]).encode())
                elif match := re.fullmatch(r"image/(\d+)/(\d+)/(\d+)", name):
                    self.respond("image/png", cropped(int(match[3]), int(match[1]), int(match[2])))
                else:
                    self.send_error(404)

            def respond(self, kind, body):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def page(self, name, html):
        """Returns a page whose images are on this server."""
        count = 0

        def own(match):
            nonlocal count
            count += 1
            size = {key.lower(): int(value) for key, value in SIZE.findall(match.group(0))}
            width = min(LARGEST, size.get("width") or USUAL[0])
            height = min(LARGEST, size.get("height") or round(width * USUAL[1] / USUAL[0]))
            return f"{match.group(1)}src=/image/{max(1, width)}/{max(1, height)}/{count}"
        return IMAGE.sub(own, re.sub(r"<!--k:\d+-->|<base\b[^>]*>|\ssrcset=(\"[^\"]*\"|'[^']*')", "", html))

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def measure(start, script):
    photograph()
    pages = {path.stem: real.cleaned(path) for path in sorted(real.SHARED.glob("*.html"))}
    if not pages:
        print("\nNo saved pages: the sizes were not measured.")
        return
    server = Server(pages)
    browser = start()
    rows = []
    try:
        for name in pages:
            browser.open(f"{server.origin}/{name}")
            shown = browser.run("[...document.images].filter((i) => i.complete && i.naturalWidth > 1"
                                " && i.checkVisibility()).length")
            browser.run(f"({script}, null)")
            row = {"name": name, "images": shown}
            for kind in ("text", "picture"):
                copy = browser.run(f"leftoffCopy.{kind}(null)")
                if not copy or (kind == "text" and not json.loads(copy["json"])["blocks"]):
                    continue
                data = copy["json"].encode()
                row[kind] = len(data)
                row[kind + " stored"] = len(gzip.compress(data))
                row["kept"] = copy["json"].count("data:image/") if kind == "picture" else 0
            rows.append(row)
    finally:
        browser.quit()
        server.stop()
    print(f"\n### The sizes of copies of {len(rows)} saved pages\n")
    print("| copy | pages | median of the JSON | median as stored | 90 % as stored | longest as stored |")
    print("|---|---|---|---|---|---|")
    for kind in ("text", "picture"):
        raw = sorted(row[kind] for row in rows if kind in row)
        stored = sorted(row[kind + " stored"] for row in rows if kind in row)
        cells = [statistics.median(raw), statistics.median(stored), stored[int(0.9 * len(stored))], stored[-1]]
        print(f"| {kind} | {len(raw)} | " + " | ".join(f"{cell / 1000:.1f} kB" for cell in cells) + " |")
    total, kept = sum(row["images"] for row in rows), sum(row.get("kept", 0) for row in rows)
    print(f"\nThe pages show {total} images, of which the pictures contain {kept}. "
          f"{sum(row['images'] > 0 for row in rows)} pages show at least one.")
