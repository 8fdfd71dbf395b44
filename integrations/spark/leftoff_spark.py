"""Harvests the links of web archives with Spark: one `leftoff` process and one Parquet file for each archive.

Spark distributes the names of the archives and collects a report on each. The links do not pass through Spark: each
task reads the output of its own `leftoff` process and writes a Parquet file. See README.md.

    spark-submit --files leftoff leftoff_spark.py crawl/*.warc.gz --output links
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import dataclasses
import fcntl
import glob
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO, Any, Protocol

import pyarrow as pa
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet as pq
from pyspark import SparkContext, SparkFiles, TaskContext
from pyspark.sql import SparkSession

COMMON_CRAWL = "https://data.commoncrawl.org/"
ARCHIVE_NAME = re.compile(r"\.w?arc(\.gz)?$", re.IGNORECASE)
LIST_NAME = re.compile(r"\.paths(\.gz)?$")
# The bytes that are parsed at once. 64 KiB take 1.8 times as long; 4 MiB save 5 % and cost four times the memory.
BLOCK_BYTES = 1 << 20
# The uncompressed size at which a row group ends early, because some pages consist of data: URLs.
ROW_GROUP_BYTES = 64 << 20
# The damaged records of one archive that are listed. Each takes about 200 bytes of the driver's memory.
LISTED_RECORDS = 10_000
# The size from which S3 receives an output in parts, so that a lost connection repeats one part only.
PART_BYTES = 64 << 20
REPORT_KEY = b"leftoff.report"
TEMPLATE = "template:" + r"\t".join("{%s}" % name for name in ("source", "url", "kind", "rel", "text", "record_offset"))

_NAME = pa.dictionary(pa.int32(), pa.string())
COLUMNS: dict[str, pa.DataType] = {
    "source": _NAME, "url": pa.string(), "kind": _NAME, "rel": _NAME, "text": pa.string(), "record_offset": pa.int64()}
SCHEMA = pa.schema([
    ("source", _NAME), ("url", pa.string()), ("kind", _NAME), ("rel", _NAME), ("text", pa.string()), ("warc", _NAME),
    ("record_offset", pa.int64())])


class AttemptFailed(Exception):
    """A signal ended `leftoff`, or a connection was lost. The task fails, so Spark repeats it."""


class MapperUnusable(Exception):
    """There is no `leftoff` that starts on this executor."""


@dataclasses.dataclass(frozen=True)
class Archive:
    """An archive: what `leftoff` reads, and the archive's name in the column `warc`."""

    input: str
    warc: str

    @property
    def output(self) -> str:
        """The name of the archive's Parquet file."""
        tail = re.sub(r"[^A-Za-z0-9._-]", "_", ARCHIVE_NAME.sub("", self.warc.rsplit("/", 1)[-1]))[-80:]
        return f"{hashlib.sha256(self.warc.encode()).hexdigest()[:16]}-{tail.lstrip('.')}.parquet"


@dataclasses.dataclass(frozen=True)
class Settings:
    """The options that tasks need."""

    output: str
    binary: str | None = None
    options: tuple[str, ...] = ()
    max_failed_records: int | None = 0
    row_group_rows: int = 250_000
    overwrite: bool = False
    retry_failed: bool = False
    s3_endpoint: str | None = None
    # How often Spark starts a task. The last attempt reports a killed process instead of failing the whole job.
    attempts: int = 1


def counted(number: int, noun: str) -> str:
    """Returns a number with its noun, such as `2 pages`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@dataclasses.dataclass
class Report:
    """The result of one archive, as in `_reports`. `error` is empty if the archive was read."""

    input: str
    warc: str
    output: str
    records: int = 0
    responses: int = 0
    pages: int = 0
    links: int = 0
    failedRecords: int = 0
    truncated: bool = False
    bytes: int = 0
    seconds: float = 0.0
    attempt: int = 0
    error: str = ""

    def failure(self, max_failed_records: int | None) -> str:
        """Returns why the archive counts as failed, or an empty string."""
        if self.error:
            return self.error
        if self.truncated:
            return "the archive is truncated; the links before its end were written"
        if max_failed_records is not None and self.failedRecords > max_failed_records:
            return f"{counted(self.failedRecords, 'damaged record')}; the links of the others were written"
        return ""


@dataclasses.dataclass
class Damage:
    """A damaged record, as in `_damaged`."""

    file: str
    offset: int
    reason: str
    url: str


Result = tuple[Report, list[Damage]]

_ARROW_TYPES = {"str": pa.string(), "int": pa.int64(), "bool": pa.bool_(), "float": pa.float64()}
REPORT_SCHEMA = pa.schema(
    [(field.name, _ARROW_TYPES[str(field.type)]) for field in dataclasses.fields(Report)])
DAMAGE_SCHEMA = pa.schema(
    [("file", pa.string()), ("offset", pa.int64()), ("reason", pa.string()), ("url", pa.string())])


# Outputs


class Output(Protocol):
    """Where Parquet files are published. A published file is complete and is never changed."""

    def part(self, name: str) -> contextlib.AbstractContextManager[IO[bytes]]:
        """Creates a file for an attempt. It disappears at the end of the block, or at the next sweep."""

    def publish(self, part: IO[bytes], name: str, replace: bool) -> bool:
        """Publishes a file under its final name. Returns false if another attempt has already done so."""

    def footer(self, name: str) -> pq.FileMetaData | None:
        """Returns the metadata of a published file, or nil if there is none."""

    def read(self, name: str) -> bytes | None:
        """Returns a published file, or nil if there is none."""

    def sweep(self, names: Sequence[str]) -> None:
        """Removes what killed attempts at these files left behind, but nothing that a living one uses."""


class DirectoryOutput:
    """A directory that all executors share, or a local one."""

    def __init__(self, path: str) -> None:
        self.path = pathlib.Path(path)

    @contextlib.contextmanager
    def part(self, name: str) -> Iterator[IO[bytes]]:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        path = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
        with open(path, "x+b") as part:
            # The lock ends with the process, also with SIGKILL. A part file without a lock is stale.
            fcntl.flock(part, fcntl.LOCK_EX)
            try:
                yield part
            finally:
                path.unlink(missing_ok=True)

    def publish(self, part: IO[bytes], name: str, replace: bool) -> bool:
        part.flush()
        os.fsync(part.fileno())
        published = True
        if replace:
            os.replace(part.name, self.path / name)
        else:
            try:
                os.link(part.name, self.path / name)
            except FileExistsError:
                published = False
            except OSError:
                # The file system has no hard links. The files of all attempts have the same links.
                os.replace(part.name, self.path / name)
        directory = os.open((self.path / name).parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
        return published

    def footer(self, name: str) -> pq.FileMetaData | None:
        with contextlib.suppress(FileNotFoundError):
            return pq.read_metadata(self.path / name)
        return None

    def read(self, name: str) -> bytes | None:
        with contextlib.suppress(FileNotFoundError):
            return (self.path / name).read_bytes()
        return None

    def sweep(self, names: Sequence[str]) -> None:
        for part in self.path.glob(".*.part"):
            with contextlib.suppress(OSError), open(part, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()


class BucketOutput:
    """A prefix in an S3 bucket. Outputs are written to a nameless local file first, and then uploaded."""

    def __init__(self, url: str, endpoint: str | None) -> None:
        import boto3  # Only needed for this kind of output.

        self.bucket, _, prefix = url.removeprefix("s3://").partition("/")
        self.prefix = prefix.rstrip("/") + "/" if prefix.rstrip("/") else ""
        self.client: Any = boto3.client("s3", endpoint_url=endpoint)

    @contextlib.contextmanager
    def part(self, name: str) -> Iterator[IO[bytes]]:
        with tempfile.TemporaryFile() as part:
            yield part

    def publish(self, part: IO[bytes], name: str, replace: bool) -> bool:
        condition = {} if replace else {"IfNoneMatch": "*"}
        for _ in range(5):
            try:
                self._upload(part, self.prefix + name, condition)
                return True
            except self.client.exceptions.ClientError as error:
                code = error.response["Error"]["Code"]
                if code in ("PreconditionFailed", "412"):
                    return False
                # S3 answers 409 while another conditional upload is in progress: upload again.
                if code not in ("ConditionalRequestConflict", "409"):
                    raise
            time.sleep(1)
        raise OSError(f"s3://{self.bucket}/{self.prefix}{name}: other uploads conflict with this one")

    def _upload(self, part: IO[bytes], key: str, condition: dict[str, str]) -> None:
        target = {"Bucket": self.bucket, "Key": key}
        size = part.seek(0, io.SEEK_END)
        part.seek(0)
        if size <= PART_BYTES:
            self.client.put_object(**target, Body=part, **condition)
            return
        upload = {**target, "UploadId": self.client.create_multipart_upload(**target)["UploadId"]}
        try:
            parts: list[dict[str, Any]] = []
            while body := part.read(PART_BYTES):
                number = len(parts) + 1
                tag = self.client.upload_part(**upload, PartNumber=number, Body=body)["ETag"]
                parts.append({"PartNumber": number, "ETag": tag})
            self.client.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts}, **condition)
        except BaseException:
            with contextlib.suppress(Exception):
                self.client.abort_multipart_upload(**upload)
            raise

    def footer(self, name: str) -> pq.FileMetaData | None:
        end = self._get(name, "bytes=-8")
        if end is None:
            return None
        tail = self._get(name, f"bytes=-{int.from_bytes(end[:4], 'little') + 8}")
        # pyarrow reads the metadata from the end of the file only.
        return None if tail is None else pq.read_metadata(pa.BufferReader(b"PAR1" + tail))

    def read(self, name: str) -> bytes | None:
        return self._get(name, None)

    def _get(self, name: str, span: str | None) -> bytes | None:
        try:
            response = self.client.get_object(
                Bucket=self.bucket, Key=self.prefix + name, **({} if span is None else {"Range": span}))
            body: bytes = response["Body"].read()
            return body
        except self.client.exceptions.NoSuchKey:
            return None

    def sweep(self, names: Sequence[str]) -> None:
        keys = {self.prefix + name for name in names}
        pages = self.client.get_paginator("list_multipart_uploads").paginate(Bucket=self.bucket, Prefix=self.prefix)
        for upload in (upload for page in pages for upload in page.get("Uploads", ())):
            if upload["Key"] in keys:
                self.client.abort_multipart_upload(
                    Bucket=self.bucket, Key=upload["Key"], UploadId=upload["UploadId"])


def open_output(settings: Settings) -> Output:
    """Returns the output that the settings name."""
    if settings.output.startswith("s3://"):
        return BucketOutput(settings.output, settings.s3_endpoint)
    return DirectoryOutput(settings.output)


# The mapper


def find_binary(named: str | None) -> str:
    """Returns the `leftoff` of this executor: the named one, a shipped file, an unpacked archive, or that of PATH."""
    if named:
        candidates = [pathlib.Path(named)]
    else:
        roots = [pathlib.Path.cwd(), pathlib.Path(SparkFiles.getRootDirectory())]
        candidates = [
            path for root in roots for pattern in ("leftoff", "*/leftoff", "*/bin/leftoff", "*/*/bin/leftoff")
            for path in sorted(root.glob(pattern))]
        if on_path := shutil.which("leftoff"):
            candidates.append(pathlib.Path(on_path))
    for path in candidates:
        if path.is_file():
            return check_binary(path)
    where = named or "--files, --archives or PATH"
    raise MapperUnusable(f"no leftoff in {where}: ship it with spark-submit --files leftoff, or pass --binary PATH")


def check_binary(path: pathlib.Path) -> str:
    """Starts `leftoff --version`, and returns the path of the binary. Raises `MapperUnusable` if it does not start."""
    if not os.access(path, os.X_OK):
        # Some schedulers ship files without the permission to execute them.
        copy = pathlib.Path(tempfile.gettempdir()) / f"leftoff-{os.getuid()}-{path.stat().st_size}"
        if not copy.exists():
            partial = copy.with_name(f"{copy.name}.{uuid.uuid4().hex}")
            shutil.copyfile(path, partial)
            partial.chmod(stat.S_IRWXU)
            partial.replace(copy)
        path = copy
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
        if done.returncode == 0:
            return str(path)
        problem = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(error)
    missing: list[str] = []
    with contextlib.suppress(OSError):
        libraries = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
        missing = [line.split()[0] for line in libraries.splitlines() if "not found" in line]
    advice = f"install {', '.join(missing)}" if missing else "an executor needs x86_64, glibc 2.36 and libstdc++"
    raise MapperUnusable(f"{path} does not start on {os.uname().nodename}: {problem}: {advice}; see docs/install.md")


class Diagnostics:
    """The messages of a `leftoff` process: its summary, damaged records and other notices."""

    def __init__(self, archive: Archive) -> None:
        self.warc = archive.warc
        self.prefixes = ("leftoff: ", f"{archive.input}: ")
        self.summary: dict[str, Any] | None = None
        self.damage: list[Damage] = []
        self.damaged = 0
        self.notices: deque[str] = deque(maxlen=3)

    def read(self, stream: IO[bytes]) -> None:
        """Reads standard error to its end."""
        for line in stream:
            try:
                message = json.loads(line)
            except ValueError:
                message = {"message": line.decode(errors="replace").strip()}
            if not isinstance(message, dict):
                continue
            if "reason" in message:
                self.damaged += 1
                if len(self.damage) < LISTED_RECORDS:
                    self.damage.append(Damage(
                        self.warc, int(message.get("offset") or 0), str(message["reason"]),
                        str(message.get("url") or "")))
            elif "input" in message and "records" in message:
                self.summary = message
            elif notice := str(message.get("message") or ""):
                for prefix in self.prefixes:
                    notice = notice.removeprefix(prefix)
                self.notices.append(notice)

    def explanation(self) -> str:
        """Returns the last notices or the first damage, which explain why an archive could not be read."""
        return " | ".join(self.notices) or next((damage.reason for damage in self.damage), "")


def die_with_parent(parent: int) -> None:
    """Lets the kernel kill the new process when the Python worker ends, however that ends."""
    _LIBC.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(1)


_LIBC = ctypes.CDLL(None)


@contextlib.contextmanager
def start(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a process that does not outlive this block."""
    parent = os.getpid()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=BLOCK_BYTES,
        preexec_fn=lambda: die_with_parent(parent))
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def read_tables(stream: IO[bytes], warc: str) -> Iterator[pa.Table]:
    """Reads lines of links as tables. A line may be longer than a block. The last line has to be complete."""
    rest = b""
    while block := stream.read(BLOCK_BYTES):
        end = block.rfind(b"\n") + 1
        if end == 0:
            rest += block
            continue
        lines, rest = rest + block[:end], block[end:]
        table = pyarrow.csv.read_csv(
            pa.BufferReader(lines),
            # One block for each call, so that no line straddles blocks; the cores belong to other tasks.
            pyarrow.csv.ReadOptions(use_threads=False, block_size=len(lines) + 1, column_names=list(COLUMNS)),
            pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False, escape_char=False, newlines_in_values=False),
            pyarrow.csv.ConvertOptions(column_types=COLUMNS, strings_can_be_null=False))
        names = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), len(table)), pa.array([warc]))
        yield table.append_column("warc", names).select(SCHEMA.names)
    if rest:
        raise ValueError("the output of leftoff ends within a line")


def write_links(stream: IO[bytes], warc: str, writer: pq.ParquetWriter, row_group_rows: int) -> int:
    """Writes all links to a Parquet file, in row groups of bounded size. Returns their number."""
    total = rows = size = 0
    tables: list[pa.Table] = []

    def end_row_group() -> None:
        nonlocal rows, size
        if rows:
            writer.write_table(pa.concat_tables(tables).unify_dictionaries().combine_chunks(), row_group_size=rows)
        tables.clear()
        rows = size = 0

    for table in read_tables(stream, warc):
        tables.append(table)
        total += len(table)
        rows += len(table)
        size += table.nbytes
        if rows >= row_group_rows or size >= ROW_GROUP_BYTES:
            end_row_group()
    end_row_group()
    return total


def harvest(archive: Archive, settings: Settings, attempt: int) -> Result:
    """Harvests one archive and publishes its Parquet file, unless there already is one."""
    output = open_output(settings)
    if not settings.overwrite and (found := read_result(output, archive)):
        if not (settings.retry_failed and found[0].failure(settings.max_failed_records)):
            return found
    replace = settings.overwrite or settings.retry_failed
    binary = find_binary(settings.binary)
    command = [
        binary, "links", archive.input, "--format", TEMPLATE, "--progress", "json", "--errors", "json",
        "--max-failed-records", "any", *settings.options]
    report = Report(archive.input, archive.warc, archive.output, attempt=attempt)
    diagnostics = Diagnostics(archive)
    began = time.monotonic()
    with output.part(archive.output) as part:
        with start(command) as process:
            assert process.stdout and process.stderr
            reader = threading.Thread(target=diagnostics.read, args=[process.stderr], daemon=True)
            reader.start()
            writer = pq.ParquetWriter(
                part, SCHEMA, compression="zstd", compression_level=3, store_schema=False,
                use_dictionary=["source", "kind", "rel", "warc", "text"],
                write_statistics=["kind", "warc", "record_offset"])
            problem: Exception | None = None
            try:
                rows = write_links(process.stdout, archive.warc, writer, settings.row_group_rows)
            except (pa.ArrowInvalid, ValueError) as error:
                # A killed process may end within a line, so the exit code is looked at first.
                problem = error
            process.stdout.close()
            code = process.wait()
            reader.join()
        report.seconds = round(time.monotonic() - began, 3)
        if killed := -code if code < 0 else code - 128 if code > 128 else 0:
            return give_up(report, f"leftoff was killed by signal {killed}", attempt, settings), diagnostics.damage
        if problem:
            raise problem
        if diagnostics.summary is None or code != 0:
            reason = f"{diagnostics.explanation() or 'no summary'} (exit code {code})"
            if "://" in archive.input:
                return give_up(report, reason, attempt, settings), diagnostics.damage
            report.error = reason
            return report, diagnostics.damage
        for name in ("records", "responses", "pages", "links", "failedRecords", "truncated", "bytes"):
            setattr(report, name, diagnostics.summary[name])
        if rows != report.links and not settings.options:
            raise ValueError(f"leftoff reported {report.links} links and printed {rows}")
        report.links = rows
        stored = {**dataclasses.asdict(report), "damage": [dataclasses.astuple(each) for each in diagnostics.damage]}
        writer.add_key_value_metadata({REPORT_KEY: json.dumps(stored)})
        writer.close()
        if not output.publish(part, archive.output, replace):
            return read_result(output, archive) or (report, diagnostics.damage)
    return report, diagnostics.damage


def give_up(report: Report, reason: str, attempt: int, settings: Settings) -> Report:
    """Raises, so that Spark repeats the task, or returns the report of the last attempt."""
    if attempt + 1 < settings.attempts:
        raise AttemptFailed(f"{report.input}: {reason}")
    report.error = f"{reason} (attempt {attempt + 1})"
    return report


def read_result(output: Output, archive: Archive) -> Result | None:
    """Returns the report that is stored in the published file of an archive, or nil if there is none."""
    footer = output.footer(archive.output)
    if footer is None:
        return None
    stored = json.loads((footer.metadata or {})[REPORT_KEY])
    damage = [Damage(*each) for each in stored.pop("damage")]
    return Report(**stored), damage


# The driver


def read_list(location: str) -> list[str]:
    """Returns the lines of a list of paths, which may be compressed with gzip."""
    if location.startswith("s3://commoncrawl/"):
        location = COMMON_CRAWL + location.removeprefix("s3://commoncrawl/")
    if location.startswith(("https://", "http://")):
        with urllib.request.urlopen(location, timeout=60) as response:
            data: bytes = response.read()
    else:
        data = pathlib.Path(location).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    return [line.strip() for line in data.decode().splitlines() if line.strip()]


def expand(inputs: Sequence[str], prefix: str) -> list[Archive]:
    """Returns the archives that the inputs name, each once, the largest files first."""
    archives: dict[str, Archive] = {}

    def add(location: str, warc: str | None = None) -> None:
        if location.startswith("s3://") and not location.startswith("s3://commoncrawl/"):
            raise ValueError(f"{location}: only s3://commoncrawl/ can be read; use https or a mounted directory")
        if "://" not in location:
            location = os.path.abspath(location)
        name = warc or location.removeprefix("s3://commoncrawl/")
        archives.setdefault(name, Archive(location, name))

    for each in inputs:
        each = each.removeprefix("file://")
        if LIST_NAME.search(urllib.parse.urlsplit(each).path):
            for path in read_list(each):
                add(path if "://" in path else prefix.rstrip("/") + "/" + path.lstrip("/"), path)
        elif "://" in each:
            add(each)
        elif os.path.isdir(each):
            for found in sorted(pathlib.Path(each).rglob("*")):
                if ARCHIVE_NAME.search(found.name) and found.is_file():
                    add(str(found))
        else:
            for path in sorted(glob.glob(each)) or [each]:
                add(path)
    # A large archive that starts last would keep one core busy while the others are idle.
    return sorted(archives.values(), key=lambda archive: -file_size(archive.input))


def file_size(path: str) -> int:
    """Returns the size of a local file, or 0."""
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def task_attempts(context: SparkContext) -> int:
    """Returns how often Spark starts a task before it fails the job."""
    if local := re.fullmatch(r"local(?:\[[^,\]]*(?:,\s*(\d+))?\])?", context.master or ""):
        return int(local[1] or 1)
    return int(context.getConf().get("spark.task.maxFailures", "4") or 4)


def run(session: SparkSession, archives: Sequence[Archive], settings: Settings) -> list[Result]:
    """Harvests all archives, and updates `_reports` and `_damaged`. Returns the results in the archives' order."""
    context = session.sparkContext
    context.addPyFile(__file__)
    settings = dataclasses.replace(settings, attempts=task_attempts(context))

    def harvest_in_task(archive: Archive) -> Result:
        task = TaskContext.get()
        return harvest(archive, settings, task.attemptNumber() if task else 0)

    results = context.parallelize(archives, max(1, len(archives))).map(harvest_in_task).collect()
    output = open_output(settings)
    # Attempts that lost to a faster one may still be ending, and keep their part files until then.
    output.sweep([archive.output for archive in archives])
    names = pa.array([report.warc for report, _ in results], pa.string())
    reports = [dataclasses.asdict(report) for report, _ in results]
    damage = [dataclasses.asdict(each) for _, damage in results for each in damage]
    update_table(output, "_reports/reports.parquet", pa.Table.from_pylist(reports, REPORT_SCHEMA), "warc", names)
    update_table(output, "_damaged/damaged.parquet", pa.Table.from_pylist(damage, DAMAGE_SCHEMA), "file", names)
    return results


def update_table(output: Output, name: str, rows: pa.Table, key: str, replaced: pa.Array) -> None:
    """Replaces the rows of the given archives in a table, and keeps those of other archives."""
    if (old := output.read(name)) is not None:
        table = pq.read_table(pa.BufferReader(old))
        kept = pa.compute.invert(pa.compute.is_in(table[key], value_set=replaced))
        rows = pa.concat_tables([table.filter(kept), rows])
    with output.part(name) as part:
        pq.write_table(rows, part, compression="zstd")
        output.publish(part, name, replace=True)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description="Harvest the links of web archives into Parquet files.")
    parser.error = lambda message: sys.exit(parser.print_usage(sys.stderr) or usage(message))  # type: ignore
    parser.add_argument(
        "inputs", nargs="+", metavar="ARCHIVE",
        help="a file, a glob, a directory, a list *.paths or *.paths.gz, an https or s3://commoncrawl/ address")
    parser.add_argument("--output", required=True, metavar="DIR", help="a directory, or s3://BUCKET/PREFIX")
    parser.add_argument(
        "--prefix", default="s3://commoncrawl/", help="what precedes the paths of lists (default: %(default)s)")
    parser.add_argument(
        "--max-failed-records", default="0", metavar="N",
        help="an archive with more damaged records counts as failed; `any` allows all (default: %(default)s)")
    parser.add_argument("--binary", metavar="PATH", help="leftoff on the executors (default: a shipped one, or PATH)")
    parser.add_argument(
        "--links-options", default="", metavar="TEXT", help="further options of `leftoff links`, such as '--lazy'")
    parser.add_argument(
        "--row-group-rows", type=int, default=Settings.row_group_rows, metavar="N",
        help="links in a row group of the Parquet files (default: %(default)s)")
    parser.add_argument("--overwrite", action="store_true", help="harvest archives again that have an output")
    parser.add_argument("--retry-failed", action="store_true", help="harvest archives again that count as failed")
    parser.add_argument("--s3-endpoint", metavar="URL", help="an S3 service other than Amazon's, for the output")
    return parser.parse_args(arguments)


def usage(message: str) -> int:
    """Reports wrong usage and returns its exit code."""
    print(f"leftoff_spark: {message}", file=sys.stderr)
    return 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the job. Returns 0 if every archive was read, and 1 if some failed."""
    options = parse(arguments)
    limit: str = options.max_failed_records
    if limit != "any" and not limit.isdecimal():
        return usage("--max-failed-records: neither a number nor `any`")
    try:
        archives = expand(options.inputs, options.prefix)
    except (OSError, ValueError) as error:
        return usage(str(error))
    if not archives:
        return usage(f"no archives in {' '.join(options.inputs)}")
    output: str = options.output.removeprefix("file://")
    settings = Settings(
        output=output if output.startswith("s3://") else os.path.abspath(output), binary=options.binary,
        options=tuple(shlex.split(options.links_options)), max_failed_records=None if limit == "any" else int(limit),
        row_group_rows=options.row_group_rows, overwrite=options.overwrite, retry_failed=options.retry_failed,
        s3_endpoint=options.s3_endpoint)
    session = SparkSession.builder.appName("leftoff_spark").getOrCreate()
    try:
        results = run(session, archives, settings)
    except Exception as error:
        # Only the message of an exception in a task reaches the driver.
        if unusable := re.search(rf"{MapperUnusable.__name__}: (.*)", str(error)):
            print(f"leftoff_spark: {unusable[1]}", file=sys.stderr)
            return 69
        raise
    finally:
        session.stop()
    return summarize(results, settings)


def summarize(results: Sequence[Result], settings: Settings) -> int:
    """Prints one line for each failed archive, and a summary. Returns the exit code."""
    failures = [
        (report.input, failure) for report, _ in results if (failure := report.failure(settings.max_failed_records))]
    for name, failure in failures:
        print(f"leftoff_spark: {name}: {failure}", file=sys.stderr)
    totals = [
        counted(sum(getattr(report, name) for report, _ in results), noun)
        for name, noun in (("pages", "page"), ("links", "link"), ("failedRecords", "damaged record"))]
    summary = [counted(len(results), "archive"), *totals, counted(len(failures), "failed archive")]
    print(f"leftoff_spark: {', '.join(summary)}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    # Tasks refer to functions of a module by name, but would receive copies of those of a script.
    import leftoff_spark

    sys.exit(leftoff_spark.main())
