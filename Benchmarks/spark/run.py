"""Measures leftoff_spark.py beside FastWARC and selectolax in mapPartitions. See README.md."""

import argparse
import functools
import io
import json
import os
import pathlib
import resource
import shutil
import statistics
import sys
import tempfile
import time
import urllib.parse

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
SHARED = CHECKOUT.parent / "shared" / "pages"
HERE = pathlib.Path(__file__).resolve().parent
JOB = CHECKOUT / "integrations" / "spark"
sys.path[:0] = [str(HERE), str(JOB)]
os.environ["PYTHONPATH"] = f"{HERE}{os.pathsep}{JOB}"
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

import leftoff_spark
import peer
from pyspark.sql import SparkSession
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter


def make_archive(path, pages, number, size):
    """Writes copies of the pages, each with its own address, until the archive has the size. Returns their number."""
    count = 0
    if path.exists() and path.stat().st_size >= size:
        with open(path, "rb") as file:
            return sum(record.rec_type == "response" for record in ArchiveIterator(file))
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=True)
        while file.tell() < size:
            name, body = pages[count % len(pages)]
            writer.write_record(writer.create_warc_record(
                f"https://site{number}-{count // len(pages)}.example/{name}", "response", payload=io.BytesIO(body),
                http_headers=StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")))
            count += 1
    return count


def cpu_seconds():
    """Returns the CPU time of this process and all of its descendants: the JVM, the Python workers and leftoff."""
    parents, times = {}, {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        pid = int(path.parent.name)
        parents[pid], times[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    family = {os.getpid()}
    while found := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= found
    return sum(times[pid] for pid in family) / os.sysconf("SC_CLK_TCK")


def measure_core(settings, archive, pages):
    """Returns the pages per second of CPU time from one archive to Parquet, without Spark."""
    def spent():
        return sum(
            usage.ru_utime + usage.ru_stime
            for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
    began = spent()
    report, _ = leftoff_spark.harvest(archive, settings, 0)
    assert not report.failure(0), report
    return pages / (spent() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=pathlib.Path, default=SHARED)
    parser.add_argument("--archives", type=int, default=8)
    parser.add_argument("--megabytes", type=int, default=25, help="size of each archive")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the archives here for further runs")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    pages = [(path.name, path.read_bytes()) for path in sorted(options.pages.glob("*.html"))]
    if not pages:
        sys.exit(f"spark: no pages in {options.pages}: nothing to measure")
    directory = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-spark-"))
    try:
        measure(options, pages, directory)
    finally:
        shutil.rmtree(directory)


def measure(options, pages, directory):
    counts = {}
    for number in range(options.archives):
        path = (options.keep or directory).absolute() / f"{number}.warc.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        counts[str(path)] = make_archive(path, pages, number, options.megabytes * 1_000_000)
    total = sum(counts.values())
    print(f"spark: {len(counts)} archives, {total:,} pages; load of the last minute {os.getloadavg()[0]:.2f}")

    began = time.perf_counter()
    session = SparkSession.builder.master("local[2]").config("spark.log.level", "ERROR").config(
        "spark.ui.showConsoleProgress", "false").getOrCreate()
    session.sparkContext.parallelize(range(2), 2).count()
    start = time.perf_counter() - began
    binary = os.path.abspath(os.environ["LEFTOFF_BIN"])
    archives = leftoff_spark.expand(list(counts), "")

    def leftoff(output):
        settings = leftoff_spark.Settings(output=output, binary=binary)
        results = leftoff_spark.run(session, archives, settings)
        assert not any(report.failure(0) for report, _ in results), results

    def fastwarc(output, resolve=urllib.parse.urljoin):
        rows = session.sparkContext.parallelize(list(counts), len(counts)).mapPartitions(
            functools.partial(peer.links, resolve=resolve))
        session.createDataFrame(rows, peer.COLUMNS).write.parquet(output)

    programs = {
        "leftoff_spark.py": leftoff, "FastWARC + selectolax": fastwarc,
        "FastWARC + selectolax + Ada": functools.partial(fastwarc, resolve=peer.ada)}
    seconds = {name: [] for name in programs}
    spent = {name: [] for name in seconds}
    links = {}
    core = []
    for number in range(options.rounds):
        for name, program in programs.items():
            output = str(directory / "output")
            began, before = time.perf_counter(), cpu_seconds()
            program(output)
            seconds[name].append(time.perf_counter() - began)
            spent[name].append(cpu_seconds() - before)
            links[name] = session.read.parquet(output).count()
            size = sum(path.stat().st_size for path in pathlib.Path(output).glob("*.parquet"))
            shutil.rmtree(output)
            print(f"spark: round {number + 1}: {name}: {seconds[name][-1]:.1f} s, {spent[name][-1]:.1f} s of CPU time, "
                  f"{links[name]:,} links, {size / 1e6:.1f} MB", file=sys.stderr)
        settings = leftoff_spark.Settings(output=str(directory / "core"), binary=binary, overwrite=True)
        rate = measure_core(settings, archives[0], counts[archives[0].input])
        core.append(rate)
    session.stop()

    print(f"\n{'':28}{'wall, median':>14}{'fastest':>9}{'slowest':>9}{'CPU, median':>13}{'links':>12}")
    for name, values in seconds.items():
        print(f"{name:28}{statistics.median(values):12.1f} s{min(values):7.1f} s{max(values):7.1f} s"
              f"{statistics.median(spent[name]):11.1f} s{links[name]:12,}")
    ours, *peers = seconds
    for name in peers:
        for what, both in (("wall", seconds), ("CPU", spent)):
            ratios = [theirs / mine for mine, theirs in zip(both[ours], both[name])]
            print(f"{name}: {statistics.median(ratios):.2f} times the {what} time of {ours} "
                  f"(rounds: {min(ratios):.2f} to {max(ratios):.2f})")
        whole = [statistics.median(seconds[each]) + start for each in (name, ours)]
        print(f"{name}: {whole[0] / whole[1]:.2f} times with the start of the session ({start:.1f} s)")
    cpu = statistics.median(spent["leftoff_spark.py"])
    print(f"{ours}: {total / statistics.median(seconds[ours]) / 2:,.0f} pages per second and core of the wall time, "
          f"{total / cpu:,.0f} per second of CPU time including the JVM")
    print(f"one archive without Spark: {statistics.median(core):,.0f} pages per second of CPU time "
          f"({min(core):,.0f} to {max(core):,.0f})")
    if options.json:
        options.json.write_text(json.dumps(
            {"seconds": seconds, "cpu": spent, "start": start, "pages": total, "core": core}))


if __name__ == "__main__":
    main()
