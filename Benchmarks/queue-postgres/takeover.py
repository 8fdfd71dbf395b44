"""Measures when the downloads of a killed worker are requested again; `run` starts it.

Ten downloads of ten hosts belong to a worker of another machine, which is killed in the middle of them. An idle worker
must claim them after their leases have ended. Prints the longest time from the end of a lease to the second request, in
milliseconds.
"""

import argparse
import http.server
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

HOSTS = [f"127.0.0.{number}" for number in range(2, 12)]


class Server(http.server.ThreadingHTTPServer):
    """A server whose first response to each host never ends."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), Handler)
        self.requests: dict[str, list[float]] = {host: [] for host in HOSTS}
        self.changed = threading.Condition()

    def wait_for(self, count: int, seconds: float) -> None:
        """Waits until each host has received a number of requests."""
        with self.changed:
            if not self.changed.wait_for(
                    lambda: all(len(times) >= count for times in self.requests.values()), seconds):
                raise SystemExit(f"takeover: no request number {count} to each host within {seconds} s")


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        host = self.headers["Host"].partition(":")[0]
        with self.server.changed:
            times = self.server.requests[host]
            times.append(time.time())
            is_first = len(times) == 1
            self.server.changed.notify_all()
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"a")
        if is_first:
            # The worker has been killed when its connection ends.
            self.rfile.read()
        else:
            self.wfile.write(b"b")

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def worker(binary: str, queue: str, directory: pathlib.Path, name: str) -> subprocess.Popen[bytes]:
    """Starts a worker with a host name of its own, so that nobody can find out that it was killed."""
    home = directory / name
    home.mkdir()
    return subprocess.Popen(
        ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name, binary, "queue", "run", "--queue", queue,
         "--work-dir", str(home / "work"), "--jobs", "10", "--wait", "600", "--root", str(directory / "files"),
         *[argument for host in HOSTS for argument in ("--allow-private", host)]],
        env={"PATH": os.environ["PATH"], "LEFTOFF_HOME": str(home)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", help="the path of leftoff")
    parser.add_argument("queue", help="the address of an empty queue")
    options = parser.parse_args()
    server = Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="leftoff-takeover-") as name:
        directory = pathlib.Path(name)
        files = directory / "files"
        files.mkdir()
        subprocess.run(
            [options.binary, "queue", "add", "--queue", options.queue, "--dir", str(files),
             *[f"http://{host}:{server.server_port}/file" for host in HOSTS]],
            env={"PATH": os.environ["PATH"], "LEFTOFF_HOME": name}, check=True, stdout=subprocess.DEVNULL)
        first = worker(options.binary, options.queue, directory, "first")
        try:
            server.wait_for(1, 30)
            first.send_signal(signal.SIGKILL)
            first.wait()
            second = worker(options.binary, options.queue, directory, "second")
            try:
                leases = subprocess.run(
                    ["psql", "-qAtX", options.queue, "-c",
                     "SELECT split_part(url, '/', 3), lease_until FROM leftoff_queue_item"],
                    check=True, capture_output=True, text=True).stdout.split()
                server.wait_for(2, 120)
                if second.wait(30) != 0:
                    raise SystemExit("takeover: the second worker failed")
            finally:
                second.kill()
        finally:
            first.kill()
    ends = {address.partition(":")[0]: int(until) for address, until in (line.split("|") for line in leases)}
    print(max(round(server.requests[host][1] * 1_000) - ends[host] for host in HOSTS))


if __name__ == "__main__":
    main()
