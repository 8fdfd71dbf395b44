"""Measures extraction in one process, alternating between Leftoff and the libraries."""

import json
import pathlib
import statistics
import subprocess
import sys

import peers

HERE = pathlib.Path(__file__).resolve().parent
SHORTEST = 0.3


class Worker:
    """A program that performs the requested number of rounds and reports the time."""

    def __init__(self, name, what, command, request="{}", resolved=True):
        self.name, self.what, self.request, self.resolved = name, what, request, resolved
        self.results = []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.measure(1)
        self.rounds = max(1, round(1.1 * SHORTEST / max(1e-6, self.measure(1)["seconds"])))
        while self.measure(self.rounds)["seconds"] < SHORTEST:
            self.rounds = round(1.3 * self.rounds) + 1

    def measure(self, rounds):
        print(self.request.format(rounds), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name}: exit code {self.process.wait()}")
        return json.loads(line)

    def turn(self):
        self.results.append(self.measure(self.rounds))

    @property
    def speeds(self):
        """Returns the speed of each turn in MB/s."""
        return [result["bytes"] / result["seconds"] / 1e6 for result in self.results]

    @property
    def speed(self):
        return statistics.median(self.speeds)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def start(bench, files):
    yield lambda: Worker("leftoff", "all rules, resolved, as printed by default", [bench, *files], "addresses {}")
    yield lambda: Worker("leftoff, described", "the same, with text, rel and type", [bench, *files], "links {}",
                         resolved=False)
    yield lambda: Worker("leftoff, values", "the same, a value made of each link", [bench, *files], "values {}",
                         resolved=False)
    yield lambda: Worker("memchr", "a pass for '<'", [bench, *files], "memchr {}", resolved=False)
    for name, (what, resolved, _) in peers.PEERS.items():
        command = [sys.executable, HERE / "peers.py", name, *files]
        yield lambda name=name, what=what, command=command, resolved=resolved: Worker(name,
            what, command, resolved=resolved)


def run(bench, files, rounds, out):
    workers = []
    for make in start(bench, files):
        try:
            workers.append(make())
        except (OSError, RuntimeError, json.JSONDecodeError) as error:
            print(f"links-speed: a peer is skipped: {error}; see its messages above", file=sys.stderr)
    for turn in range(rounds):
        for worker in workers:
            worker.turn()
        print(f"links-speed: in process, round {turn + 1} of {rounds}", file=sys.stderr)
    for worker in workers:
        worker.stop()
    leftoff = next((worker for worker in workers if worker.name == "leftoff"), None)
    out(f"== in one process, {len(files)} pages, median of {rounds} interleaved rounds of at least {SHORTEST} s")
    out(f"{'':22}{'MB/s':>9} {'min':>8} {'max':>8} {'found':>8} {'leftoff is':>12}  what")
    for worker in workers:
        ratio = f"{leftoff.speed / worker.speed:.2f} x" if leftoff and worker is not leftoff else ""
        out(f"{worker.name:22}{worker.speed:9.1f} {min(worker.speeds):8.1f} {max(worker.speeds):8.1f}"
            f" {worker.results[0]['found']:8} {ratio:>12}  {worker.what}")
    resolving = [worker for worker in workers if worker.resolved and worker is not leftoff]
    if leftoff and resolving:
        fastest = max(resolving, key=lambda worker: worker.speed)
        out(f"leftoff: {leftoff.speed / fastest.speed:.2f} times {fastest.name}, the fastest peer with resolved"
            f" addresses")
    memchr = next((worker for worker in workers if worker.name == "memchr"), None)
    if leftoff and memchr:
        out(f"leftoff: {100 * leftoff.speed / memchr.speed:.1f} % of the speed of memchr alone")
    return {worker.name: {"MB/s": worker.speeds, "found": worker.results[0]["found"]} for worker in workers}
