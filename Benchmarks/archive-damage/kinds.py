"""Builds archives and damages one record in the middle, in fourteen ways."""

import io
import random
import zlib

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

RESPONSES = 200
# The record that is damaged. Those after it can be read.
DAMAGED = 100


def address(number):
    return f"http://host{number}.example/"


def record(number):
    """Returns an uncompressed response whose page has one link and 3,000 bytes of varied text."""
    words = random.Random(number)
    text = " ".join(str(words.randrange(10**9)) for _ in range(300))
    page = f"<!DOCTYPE html><a href='http://target{number}.example/'>link</a><p>{text}<p>end {number}"
    stream = io.BytesIO()
    writer = WARCWriter(stream, gzip=False)
    writer.write_record(writer.create_warc_record(
        address(number), "response", payload=io.BytesIO(page.encode()),
        http_headers=StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")))
    return stream.getvalue()


def member(data):
    """Returns data as one gzip member."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    return compressor.compress(data) + compressor.flush()


def replace(data, begin, new):
    return data[:begin] + new + data[begin + len(new):]


def inverted(data, begin, length):
    return replace(data, begin, bytes(byte ^ 0xFF for byte in data[begin:begin + length]))


def content_length(data, change):
    """Changes the value of Content-Length in the header of a record."""
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.split(b"\r\n")
    index = next(index for index, line in enumerate(lines) if line.startswith(b"Content-Length:"))
    new = change(int(lines[index].split(b":")[1]))
    lines[index:index + 1] = [] if new is None else [b"Content-Length: %d" % new]
    return b"\r\n".join(lines) + b"\r\n\r\n" + rest


GARBAGE = random.Random(5338).randbytes(1000)

# Ways to damage a compressed member.
MEMBERS = {
    "compressed data overwritten": lambda data: inverted(data, len(data) // 2, 16),
    "checksum wrong": lambda data: inverted(data, len(data) - 8, 4),
    "length at the end wrong": lambda data: inverted(data, len(data) - 4, 4),
    "first bytes overwritten": lambda data: inverted(data, 0, 4),
    "garbage before the record": lambda data: GARBAGE + data,
    "zeros before the record": lambda data: bytes(4096) + data,
    "bytes missing inside": lambda data: data[:len(data) // 2] + data[len(data) // 2 + 50:],
    "second half missing": lambda data: data[:len(data) // 2],
}
# Ways to damage a record before it is compressed.
RECORDS = {
    "Content-Length too large": lambda data: content_length(data, lambda length: length + 100_000),
    "Content-Length too small": lambda data: content_length(data, lambda length: length - 1_000),
    "Content-Length missing": lambda data: content_length(data, lambda length: None),
    "version line damaged": lambda data: replace(data, 0, b"WXRC"),
}
NOT_COMPRESSED = "not compressed, length too large"
CUT = "file cut in the record"
KINDS = ["none", *MEMBERS, *RECORDS, NOT_COMPRESSED, CUT]


def archive(kind):
    """Returns the bytes of a damaged archive and the suffix of its name."""
    records = [record(number) for number in range(RESPONSES)]
    if kind == NOT_COMPRESSED:
        records[DAMAGED] = content_length(records[DAMAGED], lambda length: length + 5_000)
        return b"".join(records), ".warc"
    if kind in RECORDS:
        records[DAMAGED] = RECORDS[kind](records[DAMAGED])
    members = [member(data) for data in records]
    if kind in MEMBERS:
        members[DAMAGED] = MEMBERS[kind](members[DAMAGED])
    if kind == CUT:
        members[DAMAGED:] = [members[DAMAGED][:len(members[DAMAGED]) // 2]]
    return b"".join(members), ".warc.gz"
