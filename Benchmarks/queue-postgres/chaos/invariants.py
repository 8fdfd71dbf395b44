"""The invariants, checked by the ledger, the HTTP server's log and the files."""

import collections
import dataclasses
import json
import os
import pathlib
import threading
import time
from typing import Any

import content
from cluster import Cluster
from faults import FILLER, LEASE
from workers import Adders, Incarnation, Worker

# A transaction takes the server's time when it begins, and the ledger when it writes.
TOLERANCE = 5


@dataclasses.dataclass
class Check:
    """The result of one invariant."""

    name: str
    count: int = 0
    unit: str = ""
    violations: list[str] = dataclasses.field(default_factory=list)

    def fail(self, text: str) -> None:
        self.violations.append(text)


@dataclasses.dataclass
class Row:
    """A row of the ledger; the time is monotonic."""

    number: int
    at: float
    application: str
    operation: str
    id: str
    destination: bytes
    old_state: str | None
    state: str | None
    old_epoch: int
    epoch: int
    old_owner: str | None
    owner: str | None
    old_until: int | None
    until: int | None
    old_live: int | None
    live: int | None

    def __str__(self) -> str:
        return (f"{self.number} {self.application} {self.operation} {self.id} {self.old_state}->{self.state} epoch "
                f"{self.old_epoch}->{self.epoch} owner {pid(self.old_owner)}->{pid(self.owner)}")


def pid(owner: str | None) -> int | None:
    """Returns the process that a lease holder's name contains."""
    return int(owner.split(" ")[3]) if owner else None


def load(cluster: Cluster) -> list[Row]:
    """Returns the ledger in its order, which is that of the changes of each item."""
    offset = time.time() - time.monotonic()
    return [Row(row[0], float(row[1]) - offset, *row[2:]) for row in cluster.query(
        "SELECT number, extract(epoch FROM at), application, operation, id, destination, old_state, state,"
        " coalesce(old_epoch, 0), coalesce(epoch, 0), old_owner, owner, old_until, until, old_live, live"
        " FROM chaos_ledger ORDER BY number")]


class Ledger:
    """The ledger and the processes that wrote it."""

    def __init__(self, rows: list[Row], workers: list[Worker]) -> None:
        self.rows = rows
        self.processes = {one.application: one for worker in workers for one in worker.incarnations}
        self.by_pid: dict[int, list[Incarnation]] = collections.defaultdict(list)
        for one in self.processes.values():
            self.by_pid[one.pid].append(one)
        self.offset = time.time() - time.monotonic()

    def has_ended(self, owner: str, at: float) -> bool:
        """Returns true if the process of a lease holder had ended."""
        found = [one for one in self.by_pid[pid(owner) or 0] if one.begin <= at]
        if not found:
            return True
        ends = [end for end in (found[-1].killed, found[-1].end) if end is not None]
        return bool(ends) and min(ends) <= at + 0.5

    def finished_once(self) -> Check:
        check = Check("each item is finished once, by its newest epoch", unit="items")
        finishes: dict[str, list[Row]] = collections.defaultdict(list)
        newest: dict[str, int] = collections.defaultdict(int)
        for row in self.rows:
            newest[row.id] = max(newest[row.id], row.epoch)
            if row.state == "done" and row.old_state != "done":
                finishes[row.id].append(row)
        check.count = len(finishes)
        for id, rows in finishes.items():
            if len(rows) > 1:
                check.fail(f"{id} was finished {len(rows)} times: {'; '.join(map(str, rows))}")
            if rows[-1].epoch != newest[id]:
                check.fail(f"{id} was finished by epoch {rows[-1].epoch}, the newest is {newest[id]}")
        return check

    def owners(self) -> tuple[Check, Check]:
        """Checks that workers change only what they hold, and take over only leases that have ended."""
        writes = Check("only the holder of a lease changes an item", unit="writes")
        takeovers = Check("no lease ends early, by the server's clock", unit="takeovers")
        renewed: dict[str, float] = {}
        for row in self.rows:
            if row.operation == "UPDATE" and (process := self.processes.get(row.application)) is not None:
                writes.count += 1
                self._check_write(row, process.pid, writes)
                owner = row.old_owner
                if owner and pid(owner) != process.pid and row.owner is None and row.state == "ready":
                    takeovers.count += 1
                    since = row.at - renewed.get(row.id, 0)
                    if since < LEASE - TOLERANCE and not self.has_ended(owner, row.at):
                        takeovers.fail(f"{row}: {since:.1f} s after the last renewal")
            if row.until != row.old_until and row.until is not None:
                renewed[row.id] = row.at
                rest = row.until / 1000 - self.offset - row.at
                if not LEASE / 2 < rest < LEASE + 1:
                    takeovers.fail(f"{row}: the lease ends in {rest:.1f} s")
        return writes, takeovers

    def _check_write(self, row: Row, writer: int, check: Check) -> None:
        if row.old_owner is None and row.owner is not None:
            if pid(row.owner) != writer or row.epoch != row.old_epoch + 1:
                check.fail(f"{row}: not a claim")
        elif row.old_owner is None:
            if (row.old_state, row.state) != ("waiting", "ready"):
                check.fail(f"{row}: written without a lease")
        elif row.epoch != row.old_epoch:
            check.fail(f"{row}: the epoch of a held item changed")
        elif pid(row.old_owner) != writer and (row.state != "ready" or row.owner is not None):
            check.fail(f"{row}: written by process {writer}")

    def after_stop(self) -> Check:
        """Checks that a worker that was suspended writes nothing to items that others have taken over."""
        check = Check("after SIGCONT nothing is written to items taken over", unit="items taken over")
        for process in self.processes.values():
            for begin, end in process.stops:
                held: dict[str, int] = {}
                lost: dict[str, int] = {}
                for row in self.rows:
                    if row.at <= begin:
                        if pid(row.owner) == process.pid:
                            held[row.id] = row.epoch
                        else:
                            held.pop(row.id, None)
                    elif row.at <= end:
                        if row.id in held and row.epoch > held[row.id]:
                            lost[row.id] = held[row.id]
                    elif row.id in lost and row.application == process.application:
                        own = pid(row.owner) == process.pid or pid(row.old_owner) == process.pid
                        if not (own and row.epoch > lost[row.id]) and row.state != "ready":
                            check.fail(str(row))
                check.count += len(lost)
        return check

    def no_duplicates(self, cluster: Cluster) -> Check:
        check = Check("no two live items for one destination", unit="destinations")
        live: dict[bytes, set[str]] = collections.defaultdict(set)
        for row in self.rows:
            if row.live == 1:
                live[row.destination].add(row.id)
                if len(live[row.destination]) > 1:
                    check.fail(f"{row}: {live[row.destination]}")
            else:
                live[row.destination].discard(row.id)
        check.count = len(live)
        for id, count in cluster.query("SELECT min(id), count(*) FROM leftoff_queue_item WHERE live = 1"
                                       " GROUP BY url, directory, name HAVING count(*) > 1"):
            check.fail(f"{id} is there {count} times")
        return check

    def additions(self, cluster: Cluster, adders: Adders) -> Check:
        check = Check("an acknowledged addition survives", count=len(adders.acknowledged), unit="ids")
        stored = dict(cluster.query("SELECT id, url FROM leftoff_queue_item"))
        for id, url in adders.acknowledged.items():
            if stored.get(id) != url:
                check.fail(f"{id} {url} is missing")
        for row in self.rows:
            if row.operation == "DELETE":
                check.fail(str(row))
        return check


@dataclasses.dataclass
class Request:
    """A request in the server's log."""

    host: str
    path: str
    pid: int | None
    begin: float
    end: float = float("inf")
    complete: bool = False


def requests(log: pathlib.Path) -> list[Request]:
    """Returns the requests in their order."""
    found: dict[int, Request] = {}
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        if entry["e"] == "begin":
            found[entry["r"]] = Request(entry["h"], entry["p"], entry["pid"], entry["t"])
        else:
            found[entry["r"]].end = entry["t"]
            found[entry["r"]].complete = entry["ok"]
    return list(found.values())


def host_limit(all_requests: list[Request], ledger: Ledger, limit: int) -> Check:
    """Checks the number of simultaneous requests to a host over all workers."""
    check = Check(f"at most {limit} requests at once to a host", unit="requests")
    events: dict[str, list[tuple[float, int, str]]] = collections.defaultdict(list)
    for request in all_requests:
        end = request.end
        if not request.complete:
            # The server notices within a tenth of a second that a client has closed its connection.
            end -= 0.25
        worker = "?"
        for process in ledger.by_pid.get(request.pid or 0, []):
            if process.begin > request.begin:
                continue
            worker = process.application
            # A process that was killed or suspended cannot close its connections.
            moments = [process.killed, process.end, *[begin for begin, _ in process.stops]]
            for moment in moments:
                if moment is not None and request.begin - 0.5 <= moment:
                    end = min(end, moment)
        if end > request.begin:
            events[request.host] += [(request.begin, 1, worker), (end, -1, worker)]
            check.count += 1
    largest = 0
    for host, list_ in events.items():
        count, since, top = 0, 0.0, 0
        active: collections.Counter[str] = collections.Counter()
        for at, change, worker in sorted(list_):
            count += change
            active[worker] += change
            if change > 0 and count == limit + 1:
                since, top = at, count
            top = max(top, count)
            if change < 0 and count == limit and at - since > 0.05:
                check.fail(f"{host}: {top} requests at once, more than {limit} for {at - since:.2f} s"
                           f" at {since:.2f}, now {dict(+active)}")
            if change < 0 and count == limit:
                top = 0
            largest = max(largest, count)
    check.unit += f", largest number {largest}"
    return check


class FileWatcher:
    """Looks at each file as soon as it has its final name, and notices when it is replaced."""

    def __init__(self, files: pathlib.Path) -> None:
        self.files = files
        self.seen: dict[str, tuple[int, int, int]] = {}
        self.check = Check("a file under its final name is complete and right", unit="files")
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.ended.wait(0.2):
            self.scan()

    def scan(self) -> None:
        for entry in os.scandir(self.files):
            if entry.name.startswith("."):
                continue
            try:
                status = entry.stat()
                key = (status.st_ino, status.st_size, status.st_mtime_ns)
                if (known := self.seen.get(entry.name)) == key:
                    continue
                data = pathlib.Path(entry.path).read_bytes()
            except FileNotFoundError:
                continue
            if known is not None:
                self.check.fail(f"{entry.name} was replaced")
            self.seen[entry.name] = key
            if content.size(entry.name) is None:
                self.check.fail(f"{entry.name} is no name that was requested")
            elif data != content.body(entry.name):
                self.check.fail(f"{entry.name} has {len(data)} bytes that differ from the server's")

    def result(self) -> Check:
        self.ended.set()
        self.thread.join()
        self.scan()
        for name in self.seen:
            if not (self.files / name).exists():
                self.check.fail(f"{name} has disappeared")
        self.check.count = len(self.seen)
        return self.check


def leftovers(files: pathlib.Path, workers: list[Worker], finished: list[str]) -> Check:
    """Checks that each finished item has its file, and that there are no other files."""
    check = Check("every finished file exists, and nothing is left over", count=len(finished), unit="files")
    names = set(os.listdir(files)) - {FILLER}
    wanted = {url.rsplit("/", 1)[1] for url in finished}
    for name in sorted(names - wanted):
        check.fail(f"left over: {name}")
    for name in sorted(wanted - names):
        check.fail(f"missing: {name}")
    for worker in workers:
        for path in worker.work.rglob("*"):
            if path.is_file() and path.name.endswith((".leftoff-part", ".leftoff-staged", ".leftoff-quarantined")):
                check.fail(f"left over: {worker.name}/{path.name}")
    return check


def order(all_requests: list[Request], wanted: list[Any]) -> Check:
    """Checks that the first requests of items have the order of the queue."""
    check = Check("one worker keeps the order of the queue", count=len(wanted), unit="items")
    paths = ["/" + url.split("/", 3)[3] for url in wanted]
    first = list(dict.fromkeys(request.path for request in all_requests if request.path in set(paths)))
    for index, (got, expected) in enumerate(zip(first, paths)):
        if got != expected:
            check.fail(f"request {index + 1} was {got} instead of {expected}")
    if len(first) != len(paths):
        check.fail(f"{len(first)} of {len(paths)} items were requested")
    return check
