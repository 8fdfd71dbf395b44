"""Counts the responses that leftoff, FastWARC and warcio read of damaged archives. See README.md."""

import collections
import contextlib
import functools
import io
import os
import pathlib
import subprocess
import sys
import tempfile

import kinds
from fastwarc.warc import ArchiveIterator as FastWARCIterator
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator

LEFTOFF = os.path.abspath(os.environ.get("LEFTOFF_BIN", "leftoff"))


def leftoff(path):
    """Returns the addresses of the pages whose link was printed."""
    done = subprocess.run([LEFTOFF, "links", path, "--format", "template:{source}"], capture_output=True, text=True)
    if done.returncode < 0:
        sys.exit(f"archive-damage: leftoff was killed by signal {-done.returncode} on {path}")
    return set(done.stdout.splitlines())


def reported(path):
    """Returns the number of damaged records that leftoff reports."""
    done = subprocess.run(
        [LEFTOFF, "links", path, "--format", "template:{source}", "--errors", "json"], capture_output=True, text=True)
    return sum('"reason":' in line for line in done.stderr.splitlines())


def records(iterator):
    """Yields records. After an error, reading goes on if the iterator can."""
    errors = 0
    while errors < 10:
        try:
            yield next(iterator)
        except StopIteration:
            return
        except Exception:
            errors += 1


def fastwarc(path, **options):
    """Returns the addresses of the responses whose content FastWARC reads completely."""
    found = set()
    for record in records(iter(FastWARCIterator(path, record_types=WarcRecordType.response, **options))):
        try:
            if b"<p>end" in record.reader.read():
                found.add(record.headers["WARC-Target-URI"])
        except Exception:
            continue
    return found


def warcio(path):
    """Returns the addresses of the responses whose content warcio reads completely."""
    found = set()
    # warcio prints the content of damaged records.
    with open(path, "rb") as file, contextlib.redirect_stderr(io.StringIO()):
        for record in records(iter(ArchiveIterator(file))):
            try:
                if b"<p>end" in record.content_stream().read():
                    found.add(record.rec_headers.get_header("WARC-Target-URI"))
            except Exception:
                continue
    return found


def main():
    readers = {
        "leftoff": leftoff, "FastWARC": fastwarc, "its quirks mode": functools.partial(fastwarc, quirks_mode=True),
        "warcio": warcio}
    addresses = [kinds.address(number) for number in range(kinds.RESPONSES)]
    before, after = set(addresses[:kinds.DAMAGED]), set(addresses[kinds.DAMAGED + 1:])
    print(f"Responses read: before the damage (of {len(before)}) + after it (of {len(after)})\n")
    print(f"{'damage':36}" + "".join(f"{name:>16}" for name in readers) + f"{'reported':>10}")
    complete = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="leftoff-damage-") as directory:
        for number, kind in enumerate(kinds.KINDS):
            data, suffix = kinds.archive(kind)
            path = pathlib.Path(directory) / f"{number}{suffix}"
            path.write_bytes(data)
            expected = len(before), 0 if kind == kinds.CUT else len(after)
            cells = []
            for name, reader in readers.items():
                found = reader(str(path))
                counts = len(found & before), len(found & after)
                complete[name] += kind != "none" and counts == expected
                cells.append(f"{counts[0]} + {counts[1]}")
            print(f"{kind:36}" + "".join(f"{cell:>16}" for cell in cells) + f"{reported(path):10}", flush=True)
    total = len(kinds.KINDS) - 1
    print(f"\n{f'everything read, of {total} kinds':36}" + "".join(f"{complete[name]:>16}" for name in readers))
    return 0 if complete["leftoff"] == total else 1


if __name__ == "__main__":
    sys.exit(main())
