"""The chaos test of the queue on PostgreSQL; see ../chaos.md."""

import argparse
import collections
import os
import pathlib
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import invariants
from cluster import Cluster, free_port
from faults import KINDS, Faults
from invariants import Check, FileWatcher, Ledger
from proxy import Proxy
from workers import FAKETIME, Adders, Base, Worker

HERE = pathlib.Path(__file__).parent
BACKLOG = 100


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Chaos test of the download queue on PostgreSQL.")
    parser.add_argument("--binary", type=pathlib.Path, default=os.environ.get("LEFTOFF_BIN"))
    parser.add_argument("--seconds", type=int, default=600, help="duration of the faults")
    parser.add_argument("--drain", type=int, default=240, help="time in which everything must be finished afterwards")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--hosts", type=int, default=6)
    parser.add_argument("--per-host", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=6)
    parser.add_argument("--faults", default=",".join(KINDS), help="kinds, separated by commas")
    parser.add_argument("--keep", action="store_true", help="keep the logs of a test that passes, too")
    options = parser.parse_args()
    if not options.binary or not options.binary.is_file():
        parser.error("--binary or LEFTOFF_BIN must name the program")
    options.binary = options.binary.resolve()
    return options


class Test:
    """One run of the test."""

    def __init__(self, options: argparse.Namespace, directory: pathlib.Path) -> None:
        self.options, self.directory = options, directory
        self.random = random.Random(options.seed)
        (directory / "logs").mkdir()
        self.base = Base(directory, options.binary, options.per_host, options.jobs)
        self.base.files.mkdir()
        self.kinds = [kind for kind in options.faults.split(",") if kind]
        self.notes: list[str] = []
        if unknown := set(self.kinds) - set(KINDS):
            raise SystemExit(f"chaos: unknown faults: {', '.join(unknown)}")
        self.is_mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1500m", "chaos", str(self.base.files)], check=False).returncode == 0
        if not self.is_mounted:
            self.skip(("directory-full", "directory-read-only"), "tmpfs cannot be mounted")
        if not FAKETIME.exists():
            self.skip(("clock",), "the package faketime is missing")
        self.hosts = [f"127.0.0.{number + 2}" for number in range(options.hosts)]
        self.base.hosts = self.hosts
        self.cluster = Cluster(directory)
        self.server: subprocess.Popen[bytes] | None = None
        self.supervises = True

    def skip(self, kinds: tuple[str, ...], reason: str) -> None:
        for kind in kinds:
            if kind in self.kinds:
                self.kinds.remove(kind)
                self.notes.append(f"skipped {kind}: {reason}")

    def close(self) -> None:
        self.supervises = False
        for worker in self.base.workers:
            if worker.process is not None:
                worker.process.kill()
                worker.process.wait()
        if self.server is not None:
            self.server.kill()
            self.server.wait()
        self.cluster.stop()
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.base.files)], check=False)

    # Preparations

    def prepare(self) -> None:
        cluster, options = self.cluster, self.options
        with cluster.connect("postgres") as connection:
            connection.execute("CREATE DATABASE chaos")
            connection.execute("CREATE ROLE worker LOGIN")
            connection.execute("CREATE ROLE hog LOGIN")
        owner = f"postgresql://chaos@127.0.0.1:{cluster.port}/chaos?sslmode=disable"
        subprocess.run([str(options.binary), "queue", "list", "--queue", owner], check=True,
                       env={"PATH": os.environ["PATH"], "HOME": str(self.directory),
                            "LEFTOFF_HOME": str(self.directory / "owner")})
        with cluster.connect() as connection:
            connection.execute((HERE / "ledger.sql").read_text())
            tables = [row[0] for row in connection.execute(
                "SELECT relname FROM pg_class WHERE relname LIKE 'leftoff%' AND relkind = 'r'")]
            for table in tables:
                connection.execute(
                    f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO worker")
            connection.execute("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO worker")
        proxy_port = free_port()
        routes = {proxy_port: cluster.port}
        bouncer_proxy = proxy_port
        if shutil.which("pgbouncer"):
            cluster.start_bouncer()
            bouncer_proxy = free_port()
            routes[bouncer_proxy] = cluster.bouncer_port or 0
        else:
            self.notes.append("skipped PgBouncer: it is not installed")
        self.proxy = Proxy(routes)

        def queue(port: int) -> str:
            return f"postgresql://worker@127.0.0.1:{port}/chaos?sslmode=disable"

        for number in range(options.workers):
            # Two workers are of one machine, the others of a machine each. Two use PgBouncer, two have other clocks.
            self.base.workers.append(Worker(
                f"w{number + 1}", self.base, queue(bouncer_proxy if number in (2, 3) else proxy_port), number >= 2,
                "clock" in self.kinds and number in (3, 4)))
        port = free_port()
        log = self.directory / "logs/requests.ndjson"
        self.server = subprocess.Popen(
            [sys.executable, str(HERE / "server.py"), str(port), str(log), str(self.base.pids), str(options.seed),
             *self.hosts], stdout=subprocess.PIPE)
        assert self.server.stdout is not None and self.server.stdout.readline() == b"ready\n"
        self.adders = Adders(self.base, queue(proxy_port), self.hosts, port, options.seed)

    # Running

    def supervise(self) -> None:
        """Starts workers that have ended again."""
        while self.supervises:
            for worker in self.base.workers:
                if worker.process is None or worker.poll() is not None:
                    worker.start()
            time.sleep(0.2)

    def add(self, deadline: float) -> None:
        """Keeps the queue filled; some of the processes are killed."""
        while time.monotonic() < deadline:
            [(ready,)] = self.cluster.query("SELECT count(*) FROM leftoff_queue_item WHERE state = 'ready'")
            if ready >= BACKLOG:
                time.sleep(0.5)
                continue
            urls = [self.adders.url() for _ in range(12)]
            self.adders.add(urls, kills=self.random.random() < 0.15)

    def add_at_once(self) -> Check:
        """Sixteen processes add the same URLs; the items start later, so that none of them can be done before."""
        check = Check("sixteen adders of the same URLs get the same ids", unit="URLs")
        urls = [self.adders.url() for _ in range(25)]
        before = set(self.adders.acknowledged)

        def one() -> None:
            self.adders.add(self.adders.random.sample(urls, len(urls)), "--start-at", "+40s")

        threads = [threading.Thread(target=one) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ids = collections.Counter(
            url for id, url in self.adders.acknowledged.items() if id not in before and url in set(urls))
        check.count = len(ids)
        for url, count in ids.items():
            if count > 1:
                check.fail(f"{url} got {count} ids")
        return check

    def chaos(self) -> tuple[Faults, Check]:
        deadline = time.monotonic() + self.options.seconds
        self.adders.add([self.adders.url() for _ in range(BACKLOG)])
        supervisor = threading.Thread(target=self.supervise, daemon=True)
        supervisor.start()
        self.supervisor = supervisor
        adders = [threading.Thread(target=self.add, args=(deadline,), daemon=True) for _ in range(2)]
        for thread in adders:
            thread.start()
        time.sleep(2)
        faults = Faults(self.cluster, self.proxy, self.base.workers, self.options.seed, self.kinds, deadline)
        faults.start()
        same = self.add_at_once()
        while (rest := deadline - time.monotonic()) > 0:
            time.sleep(min(rest, 60))
            if rest > 90:
                more = self.add_at_once()
                same.count += more.count
                same.violations += more.violations
            print(f"chaos: {max(0, rest - 60):.0f} s left: "
                  + ", ".join(f"{kind} {count}" for kind, count in sorted(faults.counts.items())), file=sys.stderr)
        for thread in adders:
            thread.join()
        faults.join()
        faults.counts["drop-commit"] = self.proxy.dropped
        faults.counts["stall"] = len(self.proxy.stalled)
        return faults, same

    def drain(self) -> Check:
        """Waits until all items are finished."""
        check = Check(f"everything is finished within {self.options.drain} s", unit="items")
        begin = time.monotonic()
        while True:
            states = self.cluster.query("SELECT state, count(*) FROM leftoff_queue_item GROUP BY state")
            if {state for state, _ in states} <= {"done"}:
                check.count = sum(count for _, count in states)
                check.name += f" (took {time.monotonic() - begin:.0f} s)"
                return check
            if time.monotonic() - begin > self.options.drain:
                for row in self.cluster.query(
                        "SELECT id, state, epoch, failures, error_class, error_message, not_before - extract(epoch FROM"
                        " now()) * 1000, lease_owner FROM leftoff_queue_item WHERE state <> 'done' LIMIT 20"):
                    check.fail(f"unfinished: {row}")
                return check
            time.sleep(1)

    def stop_workers(self) -> None:
        self.supervises = False
        self.supervisor.join()
        for worker in self.base.workers:
            worker.send(signal.SIGTERM)
        for worker in self.base.workers:
            if worker.process is not None:
                worker.process.wait()
                worker.poll()
                self.base.write_pids()

    def final_runs(self) -> None:
        """Runs each worker once more, which deletes part files that nobody needs."""
        for worker in self.base.workers:
            worker.start()
            assert worker.process is not None
            worker.process.wait(60)
            worker.poll()

    def ordered(self) -> list[str]:
        """Runs one worker alone with items of several priorities; returns their URLs in the order of the queue."""
        urls: list[str] = []
        for priority in (0, 5, -3, 0, 9, 5):
            added = [self.adders.reliable_url() for _ in range(8)]
            urls += added
            if not self.adders.add(added, "--priority", str(priority)):
                raise AssertionError("queue add failed without faults")
        wanted = [row[0] for row in self.cluster.query(
            "SELECT url FROM leftoff_queue_item WHERE url = ANY(%s) ORDER BY priority DESC, position", (urls,))]
        worker = self.base.workers[0]
        # With a limit, the items of a busy host would be passed over.
        self.base.jobs, self.base.per_host = 1, 1_000
        worker.start()
        assert worker.process is not None
        worker.process.wait(120)
        worker.poll()
        return wanted

    def run(self) -> bool:
        options = self.options
        self.prepare()
        watcher = FileWatcher(self.base.files)
        faults, same = self.chaos()
        drained = self.drain()
        self.stop_workers()
        wanted = self.ordered()
        self.final_runs()
        rows = invariants.load(self.cluster)
        ledger = Ledger(rows, self.base.workers)
        log = invariants.requests(self.directory / "logs/requests.ndjson")
        finished = [row[0] for row in self.cluster.query("SELECT url FROM leftoff_queue_item WHERE state = 'done'")]
        checks = [
            ledger.finished_once(), *ledger.owners(), ledger.additions(self.cluster, self.adders),
            invariants.host_limit(log, ledger, options.per_host), ledger.after_stop(), watcher.result(),
            invariants.leftovers(self.base.files, self.base.workers, finished), ledger.no_duplicates(self.cluster),
            same, invariants.order(log, wanted), drained]
        self.report(faults, checks, rows, log)
        return not any(check.violations for check in checks)

    def report(self, faults: Faults, checks: list[Check], rows: list[invariants.Row],
               log: list[invariants.Request]) -> None:
        adders = self.adders
        for kind in self.kinds:
            skipped = f"  ({faults.skipped[kind]} not possible)" if faults.skipped[kind] else ""
            print(f"{'fault: ' + kind:<60} {faults.counts[kind]:>8}{skipped}")
        codes: collections.Counter[int] = collections.Counter()
        for worker in self.base.workers:
            codes.update(worker.codes)
        print(f"{'items':<60} {len({row.id for row in rows}):>8}")
        print(f"{'claims':<60} {sum(row.epoch > row.old_epoch for row in rows):>8}")
        print(f"{'changes in the ledger':<60} {len(rows):>8}")
        print(f"{'requests; of an unknown process':<60} {len(log):>8}; {sum(one.pid is None for one in log)}")
        print(f"{'adders; killed; failed':<60} {adders.runs:>8}; {adders.killed}; {adders.failed}")
        print(f"{'ends of workers by exit code':<60} "
              + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items())))
        for note in self.notes:
            print(note)
        print()
        for check in checks:
            result = "FAIL" if check.violations else "PASS"
            print(f"{result}  {check.name}: {check.count} {check.unit}, {len(check.violations)} violations")
            for violation in check.violations[:5]:
                print(f"      {violation}")


def main() -> int:
    options = arguments()
    print(f"chaos: seed {options.seed}, {options.seconds} s", file=sys.stderr)
    directory = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-chaos-"))
    directory.chmod(0o755)
    test = Test(options, directory)
    passed = False
    try:
        passed = test.run()
    finally:
        if not passed or options.keep:
            with open(directory / "logs/ledger.tsv", "wb") as file:
                subprocess.run(["psql", "-X", "-A", "-F", "\t", "-h", "127.0.0.1", "-p", str(test.cluster.port), "-U",
                                "chaos", "chaos", "-c", "SELECT * FROM chaos_ledger ORDER BY number"], stdout=file,
                               check=False)
                shutil.copy(test.cluster.directory / "log", directory / "logs/postgresql.log")
        test.close()
        if passed and not options.keep:
            shutil.rmtree(directory, ignore_errors=True)
        else:
            shutil.rmtree(directory / "server", ignore_errors=True)
            print(f"chaos: the logs are in {directory}/logs", file=sys.stderr)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
