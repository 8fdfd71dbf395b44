"""Writes WAT records from WARC records, with the links that Common Crawl's extractor finds.

The rules for links are those of `ExtractingParseObserver` in ia-web-commons, which writes Common Crawl's WAT files.
"""

import html.parser
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter

LINK_ATTRIBUTES = {
    "a": ["href"], "area": ["href"], "applet": ["codebase", "cdata"], "embed": ["src"], "form": ["action"],
    "frame": ["src"], "iframe": ["src"], "img": ["src", "longdesc"], "input": ["src", "formaction"],
    "object": ["codebase", "cdata", "data"], "q": ["cite"], "blockquote": ["cite"], "del": ["cite"], "ins": ["cite"],
    "button": ["formaction"], "menuitem": ["icon"], "video": ["src", "poster"], "audio": ["src"], "track": ["src"],
    "source": ["src"]}
GLOBAL_ATTRIBUTES = ["background", "data-href", "data-uri"]
CSS_URL = re.compile(r"url\s*\(\s*([^)\s]{1,8000}?)\s*\)")
CSS_IMPORT = re.compile(
    r"@import\s+((?:'[^']+')|(?:\"[^\"]+\")|(?:\('[^']+'\))|(?:\(\"[^\"]+\"\))|(?:\([^)]+\))|(?:[a-z0-9_.:/\\-]+))\s*;")
CSS_QUOTES = re.compile(r"^(?:\\?[\"'])+|(?:\\?[\"'])+$")
ON_CLICK = [
    re.compile(r"(?i)^(?:javascript:)?(?:(?:window|top|document|self|parent)\.)?location(?:\.href)?\s*=\s*"
               r"('|&#39;)([^'\"]{3,256})\1$"),
    re.compile(r"(?i)^(?:javascript:)?(?:window|parent)\.open\((['\"]|&#39;)([^\"']{3,256}?)\1[,)]")]


class Extractor(html.parser.HTMLParser):
    """The metadata of an HTML page as in WAT: `Head` and `Links`."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.head: dict[str, Any] = {}
        self.links: list[dict[str, str]] = []
        self.in_style = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values: dict[str, str] = {}
        for name, value in attrs:
            if value is not None:
                values.setdefault(name, value)
        self.in_style = tag == "style"
        for name in [*GLOBAL_ATTRIBUTES, *LINK_ATTRIBUTES.get(tag, [])]:
            if name in values:
                self.links.append({"path": f"{tag.upper()}@/{name}", "url": values[name]})
        if tag in ("div", "input") and "onclick" in values:
            for pattern in ON_CLICK:
                if match := pattern.search(values["onclick"]):
                    self.links.append({"path": f"{tag.upper()}@/onclick", "url": match[2]})
        if tag == "base" and "href" in values:
            self.head["Base"] = values["href"]
        elif tag == "link" and "href" in values:
            self.head.setdefault("Link", []).append({"path": "LINK@/href", "url": values["href"]})
        elif tag == "script" and "src" in values:
            self.head.setdefault("Scripts", []).append({"path": "SCRIPT@/src", "url": values["src"]})
        elif tag == "meta":
            names = ("name", "rel", "content", "http-equiv", "property")
            meta = {name: values[name] for name in names if name in values}
            if len(meta) > 1:
                self.head.setdefault("Metas", []).append(meta)

    def handle_endtag(self, tag: str) -> None:
        self.in_style = False

    def handle_data(self, data: str) -> None:
        if self.in_style:
            for pattern in (CSS_URL, CSS_IMPORT):
                for match in pattern.finditer(data[:100_000]):
                    if url := CSS_QUOTES.sub("", match[1]):
                        self.links.append({"path": "STYLE/#text", "href": url})


def envelope(url: str, headers: list[tuple[str, str]], body: bytes | None) -> dict[str, Any]:
    """Returns the JSON of a WAT record. `body` is that of an HTML page, or nil."""
    fields: dict[str, Any] = {}
    for name, value in headers:
        if name not in fields:
            fields[name] = value
        else:
            fields[name] = [*(fields[name] if isinstance(fields[name], list) else [fields[name]]), value]
    response: dict[str, Any] = {"Headers": fields}
    if body is not None:
        page = Extractor(body.decode("utf-8", "replace"))
        response["HTML-Metadata"] = {"Head": page.head, "Links": page.links}
    return {"Envelope": {
        "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": url},
        "Payload-Metadata": {"HTTP-Response-Metadata": response}}}


def pages(warc: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the addresses and WAT envelopes of the successful responses of a WARC."""
    with open(warc, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type != "response" or record.http_headers.get_statuscode() != "200":
                continue
            url = record.rec_headers.get_header("WARC-Target-URI")
            is_html = "html" in (record.http_headers.get_header("Content-Type") or "")
            yield url, envelope(url, record.http_headers.headers, record.content_stream().read() if is_html else None)


def write_wat(path: str, envelopes: Iterator[tuple[str, dict[str, Any]]]) -> None:
    """Writes WAT records to a compressed file."""
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=True)
        for url, content in envelopes:
            writer.write_record(writer.create_warc_record(
                url, "metadata", payload=io.BytesIO(json.dumps(content).encode()),
                warc_content_type="application/json"))
