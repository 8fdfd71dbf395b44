"""Faults at random moments, and their record."""

import collections
import errno
import os
import random
import signal
import subprocess
import threading
import time
from typing import Any, Callable

import psycopg
from cluster import Cluster
from proxy import Proxy
from workers import CLOCKS, Worker

# The relative frequency of each kind.
KINDS = {"kill": 6, "stop": 4, "stall": 4, "terminate": 5, "drop-commit": 8, "restart": 2, "read-only": 2, "slots": 2,
         "clock": 4, "directory-full": 2, "directory-read-only": 2}
# Kinds that concern all workers; only one at a time.
GLOBAL = ("restart", "read-only", "slots", "directory-full", "directory-read-only")
LEASE = 60
FILLER = ".chaos-filler"


class Faults:
    """A thread that injects faults until it is told to end."""

    def __init__(self, cluster: Cluster, proxy: Proxy, workers: list[Worker], seed: int, kinds: list[str],
                 deadline: float) -> None:
        self.cluster, self.proxy, self.workers = cluster, proxy, workers
        self.random = random.Random(seed)
        self.kinds, self.deadline = kinds, deadline
        self.counts: collections.Counter[str] = collections.Counter()
        self.skipped: collections.Counter[str] = collections.Counter()
        self.threads: list[threading.Thread] = []
        self.exclusive = threading.Lock()
        self.files = workers[0].base.files
        self.log = open(workers[0].base.directory / "logs/faults.log", "w", encoding="ascii", buffering=1)
        self.busy: set[str] = set()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def join(self) -> None:
        """Waits until all faults have ended."""
        self.thread.join()
        for thread in self.threads:
            thread.join()
        self.proxy.clear()
        for worker in self.workers:
            worker.clock_file.write_text("+0s\n")

    def _run(self) -> None:
        # The long faults first, so that a short run has some.
        for kind in ("stop", "stall", "stop", "stall"):
            if kind in self.kinds:
                self._inject(kind)
                time.sleep(self.random.uniform(1, 3))
        while time.monotonic() < self.deadline:
            kind = self.random.choices(self.kinds, [KINDS[kind] for kind in self.kinds])[0]
            self._inject(kind)
            time.sleep(self.random.uniform(0.5, 3))

    def _inject(self, kind: str) -> None:
        actions: dict[str, Callable[..., None]] = {
            "kill": self.kill, "stop": self.stop, "stall": self.stall, "terminate": self.terminate,
            "drop-commit": self.drop, "restart": self.restart, "read-only": self.read_only, "slots": self.slots,
            "clock": self.clock, "directory-full": self.fill, "directory-read-only": self.remount}
        remaining = self.deadline - time.monotonic()
        if kind in ("stop", "stall") and remaining < 15:
            return
        arguments: list[Any] = []
        if kind in ("stop", "stall", "kill", "drop-commit", "clock"):
            free = [worker for worker in self.workers if worker.name not in self.busy and worker.process is not None]
            if kind == "clock":
                free = [worker for worker in free if worker.has_clock]
            if kind in ("stop", "stall") and len(free) < 4 or not free:
                return
            worker = self.random.choice(free)
            arguments = [worker, self.random.random()]
            if kind in ("stop", "stall"):
                self.busy.add(worker.name)

        def action() -> None:
            try:
                if kind in GLOBAL:
                    with self.exclusive:
                        actions[kind](self.random.random())
                else:
                    actions[kind](*arguments)
            except (psycopg.Error, OSError, subprocess.SubprocessError) as error:
                self.note(f"{kind} failed: {error}")
                self.skipped[kind] += 1
            finally:
                if arguments and kind in ("stop", "stall"):
                    self.busy.discard(arguments[0].name)

        if kind in GLOBAL and self.exclusive.locked():
            return
        self.threads.append(threading.Thread(target=action, daemon=True))
        self.threads[-1].start()

    def note(self, text: str) -> None:
        self.log.write(f"{time.time():.3f} {time.monotonic():.3f} {text}\n")

    def done(self, kind: str, detail: str = "") -> None:
        self.counts[kind] += 1
        self.note(f"{kind} {detail}")

    # Faults of a worker

    def kill(self, worker: Worker, _: float) -> None:
        with worker.lock:
            if worker.process is None:
                return
            worker.current.killed = time.monotonic()
            worker.send(signal.SIGKILL)
            self.done("kill", worker.name)

    def stop(self, worker: Worker, chance: float) -> None:
        """Suspends a worker for longer than a lease."""
        with worker.lock:
            if worker.process is None:
                return
            seconds = LEASE + 3 + 12 * chance
            begin = time.monotonic()
            incarnation = worker.current
            # Recorded beforehand, because its requests no longer count from now on.
            incarnation.stops.append((begin, float("inf")))
            worker.send(signal.SIGSTOP)
            self.done("stop", f"{worker.name} {seconds:.0f} s")
            time.sleep(seconds)
            incarnation.stops[-1] = (begin, time.monotonic())
            worker.send(signal.SIGCONT)
            self.note(f"continued {worker.name}")

    def stall(self, worker: Worker, chance: float) -> None:
        """Holds a transaction back until the worker's leases have ended."""
        count = len(self.proxy.stalled)
        seconds = LEASE + 1 + 12 * chance
        self.proxy.stall(worker.name, seconds)
        end = time.monotonic() + 15
        while not any(name == worker.name for name, _ in self.proxy.stalled[count:]):
            if time.monotonic() > end:
                self.proxy.stall(worker.name, 0)
                return
            time.sleep(0.05)
        self.done("stall", f"{worker.name} {seconds:.0f} s")
        time.sleep(seconds)

    def drop(self, worker: Worker, chance: float) -> None:
        self.proxy.drop_commit(worker.name, "reply" if chance < 0.6 else "request")
        self.note(f"drop-commit armed for {worker.name}")

    def clock(self, worker: Worker, chance: float) -> None:
        worker.clock_file.write_text(CLOCKS[int(chance * len(CLOCKS))] + "\n")
        self.done("clock", f"{worker.name} {worker.clock_file.read_text().strip()}")

    # Faults of the server

    def terminate(self) -> None:
        rows = self.cluster.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker' ORDER BY random() LIMIT 2")
        if rows:
            self.done("terminate", f"{len(rows)}")

    def restart(self, _: float) -> None:
        self.done("restart")
        self.cluster.restart()

    def read_only(self, chance: float) -> None:
        self.cluster.query("ALTER SYSTEM SET default_transaction_read_only = on")
        self.cluster.query("SELECT pg_reload_conf()")
        self.done("read-only")
        time.sleep(2 + 6 * chance)
        self.cluster.query("ALTER SYSTEM RESET default_transaction_read_only")
        self.cluster.query("SELECT pg_reload_conf()")

    def slots(self, chance: float) -> None:
        """Takes all connections, and ends those of the workers so that they need new ones."""
        held: list[psycopg.Connection[Any]] = []
        end = time.monotonic() + 3 + 5 * chance
        self.cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker'")
        try:
            while time.monotonic() < end:
                try:
                    held.append(psycopg.connect(host="127.0.0.1", port=self.cluster.port, user="hog", dbname="chaos"))
                except psycopg.OperationalError:
                    self.cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                       " WHERE usename = 'worker'")
                    time.sleep(0.2)
            self.done("slots", f"{len(held)} connections")
        finally:
            for connection in held:
                connection.close()

    # Faults of the shared directory

    def fill(self, chance: float) -> None:
        path = self.files / FILLER
        size = 0
        try:
            with open(path, "wb") as file:
                for piece in (64 << 20, 1 << 20, 4 << 10):
                    try:
                        while True:
                            os.posix_fallocate(file.fileno(), size, piece)
                            size += piece
                    except OSError as error:
                        if error.errno != errno.ENOSPC:
                            raise
            self.done("directory-full")
            time.sleep(3 + 6 * chance)
        finally:
            path.unlink(missing_ok=True)

    def remount(self, chance: float) -> None:
        end = time.monotonic() + 10
        # A file that is open for writing prevents it.
        while subprocess.run(["mount", "-o", "remount,ro", str(self.files)], capture_output=True).returncode != 0:
            if time.monotonic() > end:
                self.skipped["directory-read-only"] += 1
                return
            time.sleep(0.02)
        self.done("directory-read-only")
        time.sleep(2 + 5 * chance)
        subprocess.run(["mount", "-o", "remount,rw", str(self.files)], check=True)
