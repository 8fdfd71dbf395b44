"""The job with real Spark and the real binary: right results in spite of kills, damage and repeated attempts."""

import dataclasses
import http.server
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import leftoff_spark
import pyarrow.parquet as pq
import pytest
from archives import Archive as ArchiveFile
from archives import damage, small_archive
from leftoff_spark import Archive, Result, Settings
from pyspark.sql import SparkSession

Wrapper = Callable[[str], str]


class Job:
    """The job with one output directory."""

    def __init__(self, session: SparkSession, binary: str, output: pathlib.Path) -> None:
        self.session = session
        self.output = output
        self.settings = Settings(output=str(output), binary=binary, max_failed_records=0)

    def run(self, *inputs: object, **changes: Any) -> list[Result]:
        settings = dataclasses.replace(self.settings, **changes)
        return leftoff_spark.run(self.session, leftoff_spark.expand([str(each) for each in inputs], ""), settings)

    def files(self) -> list[str]:
        """The names of everything in the output, except for the two tables of the driver."""
        return sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*")
                      if path.is_file() and not path.relative_to(self.output).parts[0].startswith("_"))

    def rows(self) -> list[tuple[object, ...]]:
        """The links as Spark reads them, in order."""
        frame = self.session.read.parquet(str(self.output))
        return sorted(tuple(row) for row in frame.select("warc", "record_offset", "source", "url", "kind").collect())

    def table(self, name: str) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = pq.read_table(self.output / name).to_pylist()
        return rows


@pytest.fixture
def job(session: SparkSession, binary: str, tmp_path: pathlib.Path) -> Job:
    return Job(session, binary, tmp_path / "links")


def expected_rows(*archives: ArchiveFile) -> list[tuple[object, ...]]:
    """The rows of archives that `small_archive` wrote."""
    return sorted(
        (str(archive.path), offset, f"http://www.example.org/{page}", f"http://target{page}-{link}.example/", "anchor")
        for archive in archives for page, offset in enumerate(archive.offsets[:-1]) for link in range(3))


def test_each_archive_becomes_one_file_whose_rows_name_archive_and_record(job: Job, tmp_path: pathlib.Path) -> None:
    archives = [small_archive(tmp_path / f"in/{name}.warc.gz", 20) for name in "abc"]
    results = job.run(tmp_path / "in")
    assert len(job.files()) == 3
    assert job.rows() == expected_rows(*archives)
    for report, damaged in results:
        assert (report.records, report.responses, report.pages, report.links) == (20, 20, 20, 60)
        assert (report.failedRecords, report.truncated, report.error, damaged) == (0, False, "", [])
        assert report.bytes > 0 and report.failure(0) == ""
    schema = pq.read_schema(job.output / job.files()[0])
    assert [f"{field.name} {field.type}" for field in schema] == [
        "source string", "url string", "kind string", "rel string", "text string", "warc string", "record_offset int64"]


def has_ended(process: int) -> bool:
    """Waits for the end of a process. Returns false if it still runs after a minute, and ends it."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        if select.select([descriptor], [], [], 60)[0]:
            return True
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        return False
    finally:
        os.close(descriptor)


def test_killed_mappers_are_started_again_and_leave_no_partial_output(
        job: Job, wrapper: Wrapper, tmp_path: pathlib.Path) -> None:
    archives = [small_archive(tmp_path / f"in/{name}.warc.gz", 2000) for name in "ab"]
    killer = wrapper('if [ "$count" -lt 2 ]; then "$LEFTOFF" "$@" | head -c 50000; kill -9 $$; fi')
    results = job.run(tmp_path / "in", binary=killer)
    assert [report.attempt for report, _ in results] == [2, 2]
    assert len(job.files()) == 2
    assert job.rows() == expected_rows(*archives)


def test_an_archive_whose_mapper_is_always_killed_is_reported_and_others_are_written(
        job: Job, wrapper: Wrapper, tmp_path: pathlib.Path) -> None:
    small_archive(tmp_path / "in/good.warc.gz", 5)
    small_archive(tmp_path / "in/poison.warc.gz", 5)
    results = job.run(tmp_path / "in", binary=wrapper('case "$2" in *poison*) kill -9 $$;; esac'))
    errors = {pathlib.Path(report.input).name: report.failure(0) for report, _ in results}
    assert errors == {"good.warc.gz": "", "poison.warc.gz": "leftoff was killed by signal 9 (attempt 4)"}
    assert len(job.files()) == 1


def test_a_killed_python_worker_takes_its_mapper_along_and_its_archive_is_harvested_again(
        job: Job, wrapper: Wrapper, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "in/a.warc.gz", 2000)
    # Only the kernel ends a mapper whose worker was killed, since it reads from a pipe to which nobody writes.
    killer = wrapper(
        'if [ "$count" -lt 2 ]; then "$LEFTOFF" "$@" | head -c 50000; echo $$ >>mappers; kill -9 $PPID; '
        "mkfifo pipe$$; exec cat pipe$$; fi")
    results = job.run(tmp_path / "in", binary=killer)
    assert results[0][0].attempt == 2
    assert len(job.files()) == 1, "part files of the killed workers are removed"
    assert job.rows() == expected_rows(archive)
    mappers = (tmp_path / "mappers").read_text().split()
    assert len(mappers) == 2
    for mapper in mappers:
        assert has_ended(int(mapper))


def test_two_attempts_at_once_publish_one_file(job: Job, wrapper: Wrapper, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "a.warc.gz", 50)
    # Both attempts wait for each other, so neither finds an output when it begins.
    both = wrapper("head -n 2 <(tail -n +1 -f attempts) >/dev/null")
    twice = [Archive(str(archive.path), str(archive.path))] * 2
    results = leftoff_spark.run(job.session, twice, dataclasses.replace(job.settings, binary=both))
    assert (tmp_path / "attempts").read_text().count("\n") == 2
    assert len(job.files()) == 1
    assert len(job.rows()) == 150
    assert [report.links for report, _ in results] == [150, 150]


def test_a_second_run_harvests_only_what_is_missing(job: Job, wrapper: Wrapper, tmp_path: pathlib.Path) -> None:
    small_archive(tmp_path / "in/a.warc.gz", 5)
    counting = wrapper("")
    first = job.run(tmp_path / "in", binary=counting)
    small_archive(tmp_path / "in/b.warc.gz", 7)
    second = job.run(tmp_path / "in", binary=counting)
    assert sorted((tmp_path / "attempts").read_text().split()) == [
        str(tmp_path / "in/a.warc.gz"), str(tmp_path / "in/b.warc.gz")]
    assert first[0] in second, "the stored report of a skipped archive is the original one"
    assert len(job.table("_reports/reports.parquet")) == 2
    job.run(tmp_path / "in/a.warc.gz", binary=counting, overwrite=True)
    assert (tmp_path / "attempts").read_text().count("a.warc.gz") == 2
    assert len(job.table("_reports/reports.parquet")) == 2
    assert len(job.files()) == 2


def test_one_damaged_record_in_ten_thousand_costs_only_itself(job: Job, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "a.warc.gz", 10_000)
    offset = damage(archive, 5_000)
    [(report, damaged)] = job.run(archive.path)
    assert (report.failedRecords, report.links, report.truncated) == (1, 29_997, False)
    assert [(each.file, each.offset) for each in damaged] == [(str(archive.path), offset)]
    assert damaged[0].reason
    assert report.failure(0).startswith("1 damaged record") and report.failure(1) == "" == report.failure(None)
    assert offset not in {row[1] for row in job.rows()} and len(job.rows()) == 29_997
    [row] = job.table("_damaged/damaged.parquet")
    assert (row["file"], row["offset"], row["reason"]) == (str(archive.path), offset, damaged[0].reason)
    [row] = job.table("_reports/reports.parquet")
    assert (row["input"], row["failedRecords"], row["links"]) == (str(archive.path), 1, 29_997)
    # The stored report contains the damaged records, too.
    assert job.run(archive.path) == [(report, damaged)]


def test_an_unreadable_archive_is_reported_and_the_others_are_written(job: Job, tmp_path: pathlib.Path) -> None:
    good = small_archive(tmp_path / "good.warc.gz", 5)
    corrupt = tmp_path / "corrupt.warc.gz"
    corrupt.write_bytes(bytes(range(256)) * 400)
    results = {report.input: report for report, _ in job.run(good.path, corrupt, tmp_path / "missing.warc.gz")}
    assert results[str(good.path)].failure(0) == ""
    assert results[str(corrupt)].failure(0)
    assert results[str(tmp_path / "missing.warc.gz")].failure(0)
    assert len(job.rows()) == 15
    assert not list(job.output.glob(".*"))
    failed = [row["input"] for row in job.table("_reports/reports.parquet") if row["error"] or row["failedRecords"]]
    assert sorted(map(str, failed)) == [str(corrupt), str(tmp_path / "missing.warc.gz")]


def test_a_truncated_archive_is_written_up_to_its_end_and_can_be_harvested_again(
        job: Job, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "a.warc.gz", 100)
    whole = archive.path.read_bytes()
    archive.path.write_bytes(whole[:archive.offsets[60] + 40])
    [(report, _)] = job.run(archive.path)
    assert report.truncated and "truncated" in report.failure(None)
    assert {row[1] for row in job.rows()} >= set(archive.offsets[:60])
    archive.path.write_bytes(whole)
    assert job.run(archive.path)[0][0] == report, "the output is kept until it is asked for again"
    [(report, _)] = job.run(archive.path, retry_failed=True)
    assert report.failure(0) == "" and len(job.rows()) == 300
    assert len(job.files()) == 1


def test_a_lost_connection_repeats_the_task(job: Job, tmp_path: pathlib.Path) -> None:
    content = small_archive(tmp_path / "a.warc.gz", 500).path.read_bytes()
    parts: set[pathlib.Path] = set()

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            # leftoff itself retries, too, so the connection breaks until the task begins another part file.
            parts.update((tmp_path / "links").glob(".*.part"))
            self.wfile.write(content if len(parts) > 1 else content[:len(content) // 2])

        def log_message(self, *arguments: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/a.warc.gz"
        [(report, _)] = job.run(address)
        server.shutdown()
    assert report.attempt >= 1 and report.failure(0) == "" and report.links == 1500
    assert {row[0] for row in job.rows()} == {address}


def test_pages_of_long_urls_end_row_groups_early(
        job: Job, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.warc.gz"
    archive = ArchiveFile(path)
    for page in range(4):
        archive.add(f"http://www.example.org/{page}", b'<a href="data:,' + b"x" * 1_900_000 + b'">long</a>')
    archive.close()
    report, _ = leftoff_spark.harvest(
        Archive(str(path), str(path)), dataclasses.replace(job.settings, row_group_rows=2), 0)
    assert report.links == 4
    metadata = pq.read_metadata(job.output / report.output)
    assert [metadata.row_group(index).num_rows for index in range(metadata.num_row_groups)] == [2, 2]


def test_the_script_runs_under_spark_submit_with_a_shipped_binary(binary: str, tmp_path: pathlib.Path) -> None:
    if not shutil.which("java"):
        pytest.skip("Java is missing: run `make test-spark`, or install default-jre-headless")
    small_archive(tmp_path / "in/good.warc.gz", 5)
    bad = small_archive(tmp_path / "in/bad.warc.gz", 5)
    damage(bad, 2)
    shipped = tmp_path / "leftoff"
    shutil.copyfile(binary, shipped)
    (tmp_path / "elsewhere").mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # The copy that may be executed.
    environment["TMPDIR"] = str(tmp_path)
    done = subprocess.run(
        [pathlib.Path(sys.executable).with_name("spark-submit"), "--master", "local[2]", "--files", shipped,
         "--conf", "spark.ui.enabled=false", leftoff_spark.__file__, tmp_path / "in", "--output", tmp_path / "links"],
        capture_output=True, text=True, cwd=tmp_path / "elsewhere", env=environment)
    # spark-submit prints what a script writes to standard error on standard output.
    lines = [line for line in done.stdout.splitlines() if line.startswith("leftoff_spark:")]
    assert lines == [
        f"leftoff_spark: {bad.path}: 1 damaged record; the links of the others were written",
        "leftoff_spark: 2 archives, 9 pages, 27 links, 1 damaged record, 1 failed archive",
    ], done.stdout + done.stderr[-3000:]
    assert done.returncode == 1
    assert len(list((tmp_path / "links").glob("*.parquet"))) == 2


def test_a_binary_that_does_not_start_ends_the_job_with_its_reason(job: Job, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "a.warc.gz", 1)
    with pytest.raises(Exception, match=f"MapperUnusable: no leftoff in {tmp_path}/missing: ship it"):
        job.run(archive.path, binary=f"{tmp_path}/missing")
