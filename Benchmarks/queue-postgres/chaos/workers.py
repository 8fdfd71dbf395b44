"""The workers and adders: real processes, each with a data directory and a work directory of its own."""

import dataclasses
import os
import pathlib
import random
import re
import secrets
import signal
import subprocess
import threading
import time

FAKETIME = pathlib.Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
CLOCKS = ("+0s", "-61s", "+61s", "-600s", "+600s")


@dataclasses.dataclass
class Incarnation:
    """One process of a worker; times are monotonic."""

    worker: str
    # The application's name of its connections.
    application: str
    pid: int
    begin: float
    end: float | None = None
    killed: float | None = None
    # Suspensions that were longer than a lease.
    stops: list[tuple[float, float]] = dataclasses.field(default_factory=list)


class Worker:
    """A worker that is started again whenever its process ends."""

    def __init__(self, name: str, base: "Base", queue: str, is_other_machine: bool, has_clock: bool) -> None:
        self.name, self.base, self.queue = name, base, queue
        self.is_other_machine, self.has_clock = is_other_machine, has_clock
        self.home = base.directory / name
        self.work = self.home / "work"
        self.work.mkdir(parents=True)
        self.clock_file = self.home / "clock"
        self.clock_file.write_text("+0s\n")
        self.process: subprocess.Popen[bytes] | None = None
        self.incarnations: list[Incarnation] = []
        self.codes: dict[int, int] = {}
        # Held by a fault that needs the process to stay as it is.
        self.lock = threading.Lock()

    @property
    def current(self) -> Incarnation:
        return self.incarnations[-1]

    def command(self, *extra: str) -> list[str]:
        base = self.base
        queue = f"{self.queue}&application_name={self.name}.{len(self.incarnations)}"
        command = [str(base.binary), "queue", "run", "--queue", queue,
                   "--work-dir", str(self.work), "--jobs", str(base.jobs), "--per-host", str(base.per_host),
                   "--segments", "1", "--wait", "60", "--root", str(base.directory), *extra]
        # The rows of a shared queue may not name the hosts of this machine themselves.
        for host in base.hosts:
            command += ["--allow-private", host]
        if self.is_other_machine:
            # A host name of its own makes it a worker of another machine: nobody can find out that it was killed.
            command = ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', self.name, *command]
        return command

    def environment(self) -> dict[str, str]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LEFTOFF_HOME": str(self.home)}
        if self.has_clock:
            # Without FAKETIME_SHARED the library would set it, and Swift's runtime would not find the arguments.
            environment |= {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock_file),
                            "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                            "FAKETIME_SHARED": "/none /none"}
        return environment

    def start(self, *extra: str) -> None:
        application = f"{self.name}.{len(self.incarnations)}"
        with open(self.base.directory / f"logs/{self.name}.log", "ab") as log:
            log.write(f"--- {application} {time.time():.3f}\n".encode())
            log.flush()
            self.process = subprocess.Popen(
                self.command(*extra), env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=log)
        self.incarnations.append(Incarnation(self.name, application, self.process.pid, time.monotonic()))
        self.base.write_pids()

    def poll(self) -> int | None:
        """Records the end of the process; returns its exit code."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        self.current.end = time.monotonic()
        self.codes[code] = self.codes.get(code, 0) + 1
        self.process = None
        return code

    def send(self, number: signal.Signals) -> None:
        if self.process is not None:
            os.kill(self.process.pid, number)


class Base:
    """What all workers and adders have in common."""

    def __init__(self, directory: pathlib.Path, binary: pathlib.Path, per_host: int, jobs: int) -> None:
        self.directory, self.binary, self.per_host, self.jobs = directory, binary, per_host, jobs
        self.files = directory / "files"
        self.pids = directory / "pids"
        self.workers: list[Worker] = []
        self.hosts: list[str] = []
        self.write_pids()

    def write_pids(self) -> None:
        text = " ".join(str(worker.process.pid) for worker in self.workers if worker.process is not None)
        other = self.pids.with_suffix(".new")
        other.write_text(text)
        other.replace(self.pids)


class Adders:
    """Processes that add URLs, and the record of what they acknowledged."""

    def __init__(self, base: Base, queue: str, hosts: list[str], port: int, seed: int) -> None:
        self.base, self.queue, self.hosts, self.port = base, queue, hosts, port
        self.random = random.Random(seed)
        self.home = base.directory / "adder"
        self.home.mkdir()
        self.lock = threading.Lock()
        self.acknowledged: dict[str, str] = {}
        self.requested: set[str] = set()
        self.runs = self.failed = self.killed = self.number = 0

    def url(self) -> str:
        """Returns the URL of a new file."""
        chance = self.random.random()
        if chance < 0.6:
            size, duration = self.random.randint(0, 60_000), self.random.randint(20, 400)
        elif chance < 0.9:
            size, duration = self.random.randint(100_000, 1_000_000), self.random.randint(500, 3_000)
        else:
            size, duration = self.random.randint(100_000, 400_000), self.random.randint(8_000, 30_000)
        return self._url(str(duration), size)

    def reliable_url(self) -> str:
        """Returns the URL of a small new file that the server sends without faults."""
        return self._url("020", self.random.randint(0, 60_000))

    def _url(self, duration: str, size: int) -> str:
        return f"http://{self.random.choice(self.hosts)}:{self.port}/{duration}/{secrets.token_hex(6)}-{size}.bin"

    def add(self, urls: list[str], *options: str, kills: bool = False, files: pathlib.Path | None = None) -> bool:
        """Adds URLs, and records their ids if the command succeeds."""
        with self.lock:
            self.number += 1
            self.runs += 1
            self.requested |= set(urls)
            name = f"a{self.number % 20}"
        command = [str(self.base.binary), "queue", "add", "--queue", f"{self.queue}&application_name={name}", "--dir",
                   str(files or self.base.files), "-i", "-", *options]
        with open(self.base.directory / "logs/adders.log", "ab") as log:
            process = subprocess.Popen(command, env={"PATH": os.environ["PATH"], "HOME": str(self.home),
                                                     "LEFTOFF_HOME": str(self.home)}, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=log)
        timer = threading.Timer(self.random.uniform(0.02, 0.3), process.kill) if kills else None
        if timer:
            timer.start()
        try:
            output, _ = process.communicate("\n".join(urls).encode() + b"\n", timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
        if timer:
            timer.cancel()
        ids = re.findall(r"(?m)^[a-z0-9]{12}$", output.decode())
        with self.lock:
            if process.returncode != 0:
                self.killed += process.returncode < 0
                self.failed += process.returncode > 0
                return False
            if len(ids) != len(urls):
                raise AssertionError(f"queue add printed {len(ids)} ids for {len(urls)} URLs")
            self.acknowledged |= dict(zip(ids, urls))
        return True
