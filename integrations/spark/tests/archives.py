"""Builds web archives."""

import io
import pathlib
from collections.abc import Iterable

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

HTML = [("Content-Type", "text/html; charset=utf-8")]


class Archive:
    """A WARC file that is being written."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.offsets: list[int] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(path, "wb")
        self.writer = WARCWriter(self.file, gzip=True)

    def add(self, url: str, body: bytes, headers: Iterable[tuple[str, str]] = HTML, status: str = "200 OK") -> None:
        """Adds a response."""
        self.offsets.append(self.file.tell())
        self.writer.write_record(self.writer.create_warc_record(
            url, "response", payload=io.BytesIO(body),
            http_headers=StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")))

    def close(self) -> str:
        """Completes the file and returns its path."""
        self.offsets.append(self.file.tell())
        self.file.close()
        return str(self.path)


def small_archive(path: pathlib.Path, pages: int, host: str = "www.example.org", links: int = 3) -> Archive:
    """Writes an archive of pages with a few links each."""
    archive = Archive(path)
    for page in range(pages):
        body = "".join(f'<a href="http://target{page}-{link}.example/">text {link}</a>\n' for link in range(links))
        archive.add(f"http://{host}/{page}", f"<!DOCTYPE html><title>{page}</title>{body}".encode())
    archive.close()
    return archive


def damage(archive: Archive, index: int) -> int:
    """Overwrites the compressed content of a record. Returns the offset of the record."""
    begin, end = archive.offsets[index], archive.offsets[index + 1]
    data = bytearray(archive.path.read_bytes())
    middle = begin + (end - begin) // 2
    data[middle:middle + 16] = bytes(byte ^ 0xFF for byte in data[middle:middle + 16])
    archive.path.write_bytes(data)
    return begin
