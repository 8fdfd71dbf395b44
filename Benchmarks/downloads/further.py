#!/usr/bin/env python3
"""Compares how programs deal with servers that treat additional connections in 40 ways. See README.md."""

import argparse
import hashlib
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

SIZE = 24 << 20
CONTENT = random.Random(1).randbytes(SIZE)
OTHER = random.Random(2).randbytes(SIZE)
PAGE = b"<!doctype html><title>Sign in</title>Only one connection"
HTML = [("Content-Type", "text/html")]
STEP = 64 << 10


class Exchange:
    """One request, and the means to answer it in any form."""

    def __init__(self, connection, path, fields, number):
        self.connection, self.path, self.fields, self.number = connection, path, fields, number
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", fields.get("range", ""))
        self.first, self.last = 0, SIZE - 1
        if match:
            self.first, self.last = int(match[1]), min(int(match[2] or SIZE - 1), SIZE - 1)

    def head(self, status, fields):
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields)
        self.connection.sendall(f"HTTP/1.1 {status} Scripted\r\n{lines}Connection: close\r\n\r\n".encode())

    def answer(self, status, fields=(), body=b""):
        self.head(status, [*fields, ("Content-Length", len(body))])
        self.connection.sendall(body)

    def part(self, content=CONTENT, tag='"v1"', shift=0, total=SIZE, count=None, cut=None, extra=(), pause=0.01):
        """Sends the requested range at a limited speed, as a server that limits each connection."""
        last = self.last if count is None else min(self.last, self.first + count - 1)
        fields = [("Content-Type", "application/octet-stream"), ("Accept-Ranges", "bytes"),
                  ("Content-Length", last - self.first + 1), *extra]
        if tag:
            fields.append(("ETag", tag))
        if "range" in self.fields:
            fields.append(("Content-Range", f"bytes {self.first + shift}-{last + shift}/{total}"))
        self.head(206 if "range" in self.fields else 200, fields)
        end = last + 1 if cut is None else min(last + 1, self.first + cut)
        for start in range(self.first, end, STEP):
            self.connection.sendall(content[start:min(start + STEP, end)])
            time.sleep(pause)

    def whole(self, content=CONTENT, tag='"v1"'):
        self.first, self.last = 0, SIZE - 1
        self.fields.pop("range", None)
        self.part(content, tag)

    def hang(self):
        """Waits until the client leaves or the program is ended."""
        self.connection.settimeout(60)
        try:
            self.connection.recv(1)
        except OSError:
            pass

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def status(code, fields=(), body=b""):
    return lambda exchange: exchange.answer(code, fields, body)


def redirect(target):
    return status(302, [("Location", target)])


def part(**options):
    return lambda exchange: exchange.part(**options)


def limited(count, code):
    return lambda exchange: exchange.part() if exchange.number <= count else exchange.answer(code)


def hang_after(count):
    def answer(exchange):
        if count is not None:
            exchange.part(cut=count)
        exchange.hang()
    return answer


def cut_head(exchange):
    exchange.connection.sendall(b"HTTP/1.1 206 Scripted\r\nContent-Le")


def garbage(exchange):
    exchange.connection.sendall(b"220 ready\r\n")


WRONG = bytes(byte ^ 0xFF for byte in CONTENT[:1 << 20]) * 24
WAYS = {
    "all parts": part(),
    "401": status(401), "403": status(403), "404": status(404), "410": status(410),
    "416": status(416, [("Content-Range", f"bytes */{SIZE}")]), "429": status(429, [("Retry-After", "30")]),
    "451": status(451), "500": status(500), "503": status(503, [("Retry-After", "30")]), "509": status(509),
    "204": status(204),
    "200 page": status(200, HTML, PAGE), "200 page with the validator": status(200, [*HTML, ("ETag", '"v1"')], PAGE),
    "200 text": status(200, [("Content-Type", "text/plain")], b"Only one connection"),
    "206 page": status(206, [*HTML, ("Content-Range", "bytes 0-3/4")], b"page"),
    "206 without Content-Range": status(206, [], b"part"),
    "redirect to a page": redirect("/login"), "redirect loop": redirect("/loop"), "redirect to 404": redirect("/gone"),
    "whole file": lambda exchange: exchange.whole(),
    "whole file, other version": lambda exchange: exchange.whole(OTHER, '"v2"'),
    "whole file, no validator": lambda exchange: exchange.whole(tag=None),
    "part of another version": part(content=OTHER, tag='"v2"'),
    "part without a validator": part(tag=None), "part with a weak validator": part(tag='W/"v1"'),
    "part of a longer file": part(total=SIZE + 1), "part of another place": part(shift=100),
    "parts that break off": part(cut=2 << 20), "parts that break off at once": part(cut=0),
    "short parts": part(count=2 << 20), "slow parts": part(pause=0.02),
    "wrong bytes": part(content=WRONG),
    "wrong Content-Digest": part(content=WRONG, extra=[("Content-Digest", f"sha-256=:{'A' * 43}=:")]),
    "multipart/byteranges": status(206, [("Content-Type", "multipart/byteranges; boundary=x")], b"--x--"),
    "compressed part": part(extra=[("Content-Encoding", "gzip")]),
    "reset": lambda exchange: exchange.reset(), "empty reply": lambda exchange: None,
    "not HTTP": garbage, "cut head": cut_head,
    "hang": hang_after(None), "hang after the head": hang_after(0),
    "1 answered, then 404": limited(1, 404), "2 answered, then 403": limited(2, 403),
    "4 answered, then 404": limited(4, 404), "4 answered, then 503": limited(4, 503),
}


class Server:
    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.lock = threading.Lock()
        self.way, self.count = None, 0
        threading.Thread(target=self.accept, daemon=True).start()

    def begin(self, way):
        with self.lock:
            self.way, self.count = way, 0

    def accept(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        with connection:
            try:
                head = b""
                while b"\r\n\r\n" not in head:
                    block = connection.recv(65_536)
                    if not block:
                        return
                    head += block
                lines = head.decode("latin-1").split("\r\n")
                path = lines[0].split(" ")[1]
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                exchange = Exchange(connection, path, fields, 0)
                if path == "/login":
                    return exchange.answer(200, HTML, PAGE)
                if path == "/loop":
                    return exchange.answer(302, [("Location", "/loop")])
                if path != "/file.bin":
                    return exchange.answer(404)
                with self.lock:
                    exchange.number, way = self.count, self.way
                    self.count += 1
                if exchange.number == 0:
                    exchange.part()
                else:
                    way(exchange)
            except OSError:
                pass


def commands(leftoff, address, out):
    yield "leftoff", [leftoff, "get", "-q", "--wait", "5", "--sync", "none", "--dir", out, address]
    if program := shutil.which("aria2c"):
        yield "aria2c -x4", [program, "--no-conf", "-q", "-x4", "-s4", "-k1M", "--max-tries=3", "--retry-wait=1",
                             "--timeout=30", "-d", out, "-o", "file.bin", address]
    if program := shutil.which("curl"):
        yield "curl", [program, "-q", "-s", "-f", "-L", "-o", f"{out}/file.bin", address]
    if program := shutil.which("wget2"):
        yield "wget2", [program, "--quiet", "--no-config", "--no-robots", "--max-threads=4",
                        "--tries=3", "-P", out, address]


def judge(out, code):
    path = pathlib.Path(out) / "file.bin"
    if not path.exists() or (pathlib.Path(out) / "file.bin.aria2").exists():
        return "none" if code else "**none, exit 0**"
    if hashlib.sha256(path.read_bytes()).digest() == hashlib.sha256(CONTENT).digest():
        return "right" if code == 0 else f"right, exit {code}"
    return "**wrong**" if code == 0 else f"**wrong**, exit {code}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a regular expression for the names of the ways")
    arguments = parser.parse_args()
    leftoff = os.environ.get("LEFTOFF_BIN") or sys.exit("further: set LEFTOFF_BIN")
    server = Server()
    rows, right = [], {}
    for name, way in WAYS.items():
        if not re.search(arguments.only, name):
            continue
        cells = []
        with tempfile.TemporaryDirectory() as place:
            for program, command in commands(leftoff, f"http://127.0.0.1:{server.port}/file.bin", f"{place}/out"):
                shutil.rmtree(f"{place}/out", ignore_errors=True)
                os.makedirs(f"{place}/out")
                server.begin(way)
                began = time.monotonic()
                environment = {"PATH": os.environ["PATH"], "HOME": place, "LEFTOFF_HOME": f"{place}/home-{len(cells)}"}
                try:
                    code = subprocess.run(command, env=environment, timeout=60, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL, check=False).returncode
                except subprocess.TimeoutExpired:
                    code = "timeout"
                verdict = judge(f"{place}/out", code)
                right[program] = right.get(program, 0) + (verdict == "right")
                cells.append(f"{verdict} ({server.count}, {time.monotonic() - began:.1f} s)")
        if not rows:
            print(f"| way | {' | '.join(right)} |\n|{'---|' * (len(right) + 1)}")
        rows.append(name)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print(f"| right, of {len(rows)} | {' | '.join(str(count) for count in right.values())} |")


main()
