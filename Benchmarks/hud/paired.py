"""Measures the same work with and without the display, in alternating runs under equal conditions.

Each run is one process on a pseudo terminal of 80 by 24 whose output is read at once. The elapsed time ends with the
last byte on standard output, which both write when the work is done; the closing animation comes after it. The CPU time
is that of the whole process, including the closing animation.
"""
import argparse
import fcntl
import http.server
import os
import pty
import random
import resource
import select
import shutil
import statistics
import struct
import tempfile
import termios
import threading
import time

PAGES = 400
LINKS = 4_000
FILES = 24
SIZE = 6 << 20
CHUNK = 1 << 16


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    page = b""
    body = os.urandom(SIZE)

    def do_GET(self):
        data = self.page if self.path.startswith("/p") else self.body
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if self.path.startswith("/p") else "application/octet-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        # Slow enough that something is displayed, fast enough that the program's own work dominates.
        for start in range(0, len(data), CHUNK):
            self.wfile.write(data[start:start + CHUNK])
            time.sleep(0.005)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def run(command, environment):
    """Returns the CPU seconds and the elapsed seconds until the last byte of data."""
    data_read, data_write = os.pipe()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        os.dup2(data_write, 1)
        os.execvpe(command[0], command, environment)
    os.close(data_write)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = begin
    shown = b""
    open_ends = {data_read, terminal}
    while open_ends:
        for end in select.select(list(open_ends), [], [])[0]:
            try:
                data = os.read(end, 1 << 16)
            except OSError:
                data = b""
            if not data:
                open_ends.discard(end)
            elif end == data_read:
                done = time.monotonic()
            else:
                shown += data
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    os.close(data_read)
    if status != 0:
        raise SystemExit(f"{command[:2]} exit code {status}: {shown[-500:]!r}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done - begin, len(shown)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--leftoff", default=".build/stripped/leftoff")
    parser.add_argument("--seconds", type=float, default=110,
                        help="time for each of the two tasks, after which no more pairs start")
    options = parser.parse_args()
    Handler.page = b"<!doctype html><title>x</title>" + b"".join(
        b'<p>some text <a href="/f/%d">link %d</a>' % (index, index) for index in range(LINKS))
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    print(f"{'':10} {'pairs':>5} {'':>8} {'without':>9} {'with':>9} {'median ratio':>12} {'middle half':>19}")
    for name in ("harvest", "download"):
        results = {"none": [], "full": []}
        begin = time.monotonic()
        # The first pair is a warm-up.
        for turn in range(options.runs + 1):
            if turn > 5 and time.monotonic() - begin > options.seconds:
                break
            modes = ["none", "full"]
            random.shuffle(modes)
            for mode in modes:
                home = tempfile.mkdtemp(prefix="leftoff-paired-")
                environment = {
                    "PATH": os.environ["PATH"], "HOME": home, "LEFTOFF_HOME": home + "/data", "TERM": "xterm-256color",
                    "LANG": "C.UTF-8", "LEFTOFF_MOTION": mode}
                if name == "harvest":
                    command = [options.leftoff, "links"] + [f"{root}/p{index}" for index in range(PAGES)]
                else:
                    command = ([options.leftoff, "get", "--dir", home + "/to"]
                               + [f"{root}/f{index}" for index in range(FILES)])
                try:
                    measured = run(command, environment)
                finally:
                    shutil.rmtree(home, ignore_errors=True)
                if mode == "full" and measured[2] < 500:
                    raise SystemExit(f"{name}: the display wrote nothing ({measured[2]} bytes)")
                if turn > 0:
                    results[mode].append(measured)
        for column, what in enumerate(("CPU s", "wall s")):
            without = [measured[column] for measured in results["none"]]
            with_display = [measured[column] for measured in results["full"]]
            ratios = sorted(b / a for a, b in zip(without, with_display))
            quarter = len(ratios) // 4
            print(f"{name:10} {len(without):5} {what:>8} {statistics.median(without):9.3f} "
                  f"{statistics.median(with_display):9.3f} {statistics.median(ratios):12.4f} "
                  f"{ratios[quarter]:9.3f} … {ratios[-1 - quarter]:.3f}", flush=True)


main()
