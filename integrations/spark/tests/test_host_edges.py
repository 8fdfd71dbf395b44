"""Host edges, compared with those of cc-pyspark's unchanged `ExtractHostLinksJob` on the same archives."""

import argparse
import collections
import json
import logging
import os
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import leftoff_spark
import pytest
import wat
from archives import HTML, Archive
from host_edges import host_edges
from leftoff_spark import Settings
from pyspark.sql import SparkSession
from wat_extract_links import ExtractHostLinksJob

Edges = set[tuple[str, str]]
PAGES = pathlib.Path(os.environ.get("LEFTOFF_PAGES", pathlib.Path(__file__).parents[4] / "shared/pages"))

# Pages that try the rules for hosts. The attributes are those that both link extractors know.
RULES = {
    "http://rules.example/hosts": """
        <a href="http://Upper.Example.COM/">1</a> <a href="https://user:pw@login.example.com:8443/x">2</a>
        <a href="//scheme-relative.example.net/a">3</a> <a href="http://www.example.com">4</a>
        <a href="http://www.com/">5</a> <a href="http://www.www.example.org/">6</a>
        <a href="http://192.168.0.1/">7</a> <a href="http://www.10.0.0.1/">8</a> <a href="http://[2001:db8::1]/">9</a>
        <a href="http://localhost/">10</a> <a href="http://trailing.example.com./">11</a>
        <a href="http://under_score.example.com/">12</a> <a href="http://_first.example.com/">13</a>
        <a href="http://b\u00fccher.example.com/">14</a> <a href="http://xn--bcher-kva.example.net/">15</a>
        <a href="http://-hyphen.example.com/">16</a> <a href="http://double--hyphen.example.com/">17</a>
        <a href="http://a..example.com/">18</a> <a href="http://1.2.3.example.com/">19</a>
        <a href="http://%s.example.com/">20</a> <a href="http://query.example.com?x=http://no.example.com/">21</a>
        <a href="http://fragment.example.com#x">22</a> <a href="http://\u4f8b\u3048.example.jp/">23</a>
    """ % ("l" * 64),
    "http://rules.example/schemes": """
        <a href="ftp://ftp.example.com/">1</a> <a href="mailto:a@mail.example.com">2</a>
        <a href="javascript:location='http://js.example.com/'">3</a>
        <a href="data:text/html,http://data.example.com/">4</a>
        <a href="android-app://com.example.app/http/x">5</a> <a href="wss://socket.example.com/">6</a>
        <a href="irc://irc.example.com/room">7</a> <a href="whatsapp://send.example.com/">8</a>
        <a href="tel:+123">9</a> <a href="file://server.example.com/share">10</a>
        <a href="HTTPS://CASE.example.com/">11</a>
    """,
    "http://www.rules.example/own": """
        <a href="http://rules.example/">1</a> <a href="/relative">2</a> <a href="#fragment">3</a>
        <a href="https://www.rules.example/x">4</a>
    """,
    "http://base.example/page": """<base href="http://other-base.example/dir/">
        <a href="relative">1</a> <a href="http://outside.example/">2</a>
    """,
    "http://base.example/unused": """<base href="http://unused-base.example/dir/">
        <a href="http://outside.example/">2</a>
    """,
    "http://elements.example/": """
        <link rel="stylesheet" href="http://style.example/s.css"> <script src="http://script.example/s.js"></script>
        <meta property="og:image" content="http://og.example/i.png">
        <meta name="twitter:image" content="//tw.example/i">
        <style>@import "http://import.example/i.css"; body { background: url(http://css.example/b.png) }</style>
        <img src="http://img.example/i.png" longdesc="http://longdesc.example/">
        <form action="http://form.example/"></form>
        <area href="http://area.example/"> <iframe src="http://frame.example/"></iframe>
        <video src="http://video.example/v" poster="http://poster.example/p"><source src="http://source.example/s">
        <track src="http://track.example/t"></video> <audio src="http://audio.example/a"></audio>
        <blockquote cite="http://cite.example/"></blockquote> <q cite="http://q.example/"></q>
        <ins cite="http://ins.example/"></ins> <del cite="http://del.example/"></del>
        <object data="http://object.example/"></object> <embed src="http://embed.example/">
        <input type="image" src="http://input.example/" formaction="http://formaction.example/">
        <button formaction="http://button.example/">x</button> <table background="http://background.example/"></table>
        <script>var x = "http://string.example/"; // <a href="http://not-a-tag.example/">
        </script> <!-- <a href="http://comment.example/"> -->
    """,
    "http://lonely.example/": "<p>No links.</p>",
    "http://127.0.0.1/": '<a href="http://from-an-address.example/">1</a>',
    "http://singlelabel/": '<a href="http://from-a-label.example/">1</a>',
    "http://xn--bcher-kva.example:8080/": '<a href="http://from-idn.example/">1</a>',
}


class Accumulators:
    """What cc-pyspark needs of a Spark session to count."""

    class Accumulator:
        def __init__(self, value: int) -> None:
            self.value = value

        def add(self, number: int) -> None:
            self.value += number

    @property
    def sparkContext(self) -> "Accumulators":
        return self

    def accumulator(self, value: int) -> "Accumulators.Accumulator":
        return self.Accumulator(value)


def cc_pyspark(*archives: str) -> Edges:
    """Returns the edges of cc-pyspark for WAT and WARC files, with its edges from hosts to themselves."""
    job = ExtractHostLinksJob()
    job.args = argparse.Namespace(input_base_url=None, local_temp_dir=None)
    job.init_accumulators(Accumulators())
    job.get_logger = lambda session=None: logging.getLogger("cc-pyspark")
    edges = set(job.process_warcs(0, iter(archives)))
    assert job.records_failed.value == job.warc_input_failed.value == 0
    return edges


def between_hosts(edges: Edges) -> Edges:
    return {(source, target) for source, target in edges if source != target}


def leftoff(session: SparkSession, binary: str, output: pathlib.Path, *archives: str) -> Edges:
    """Returns the edges of `host_edges.py` for WARC files."""
    settings = Settings(output=str(output), binary=binary)
    results = leftoff_spark.run(session, leftoff_spark.expand(archives, ""), settings)
    assert [report.failure(0) for report, _ in results] == [""] * len(archives)
    return {(row.s, row.t) for row in host_edges(session.read.parquet(str(output))).collect()}


def harvested_links(binary: str, warc: str) -> list[dict[str, Any]]:
    done = subprocess.run([binary, "links", warc, "--format", "ndjson"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def rules_archive(path: pathlib.Path) -> str:
    archive = Archive(path)
    for url, body in RULES.items():
        archive.add(url, f"<!DOCTYPE html><title>x</title>{body}".encode())
    archive.add("http://header.example/", b"x", [
        ("Content-Type", "text/plain"),
        ("Link", "<http://linked.example/>; rel=next, <http://linked2.example/>; rel=me"),
        ("Content-Location", "http://location.example/x")])
    return archive.close()


def real_archive(path: pathlib.Path) -> str:
    if not PAGES.is_dir():
        pytest.skip(f"{PAGES} is missing: set LEFTOFF_PAGES")
    archive = Archive(path)
    for number, page in enumerate(sorted(PAGES.glob("*.html"))):
        archive.add(f"https://page{number}.example/{page.name}", page.read_bytes())
    return archive.close()


def test_edges_equal_those_of_cc_pyspark(session: SparkSession, binary: str, tmp_path: pathlib.Path) -> None:
    warc = rules_archive(tmp_path / "in/a.warc.gz")
    wat.write_wat(str(tmp_path / "a.wat.gz"), wat.pages(warc))
    theirs = cc_pyspark(str(tmp_path / "a.wat.gz"))
    assert len(between_hosts(theirs)) > 50
    assert leftoff(session, binary, tmp_path / "links", warc) == between_hosts(theirs)
    assert ("example.lonely", "example.lonely") in theirs, "the edges that are left out"


def test_redirects_and_robots_txt_give_the_edges_of_cc_pyspark(
        session: SparkSession, binary: str, tmp_path: pathlib.Path) -> None:
    redirects = Archive(tmp_path / "in/crawldiagnostics/a.warc.gz")
    for status in (301, 302, 303, 307, 308):
        redirects.add(f"http://from{status}.example/", b"", [("Location", f"https://www.to{status}.example/x")],
                      f"{status} Moved")
    redirects.add("http://same.example/", b"", [("Location", "https://www.same.example/")], "301 Moved")
    redirects.add("http://relative.example/", b"", [("Location", "/x")], "302 Found")
    redirects.add("http://10.0.0.1/", b"", [("Location", "http://from-an-address.example/")], "302 Found")
    robots = Archive(tmp_path / "in/robotstxt/b.warc.gz")
    robots.add("http://robots.example/robots.txt", (
        b"User-agent: *\nDisallow: /x\nSitemap: http://sitemaps.example/a.xml\nsitemap:https://maps2.example/b.xml\n"
        b"Sitemap: http://www.robots.example/own.xml\nAllow: http://not-a-sitemap.example/\n"),
        [("Content-Type", "text/plain")])
    archives = [redirects.close(), robots.close()]
    theirs = between_hosts(cc_pyspark(*archives))
    assert len(theirs) == 7
    assert leftoff(session, binary, tmp_path / "links", *archives) == theirs


def test_edges_of_real_pages_equal_those_of_cc_pyspark_for_the_same_links(
        session: SparkSession, binary: str, tmp_path: pathlib.Path) -> None:
    """Both programs get the links that Leftoff finds; cc-pyspark gets their attributes as they are written."""
    warc = real_archive(tmp_path / "in/a.warc.gz")
    links = collections.defaultdict(list)
    for link in harvested_links(binary, warc):
        links[link["source"]].append({"path": f"{link['element']}@/{link['attribute']}", "url": link["raw"]})

    def envelopes() -> Iterator[tuple[str, dict[str, Any]]]:
        for url in links:
            content = wat.envelope(url, HTML, b"")
            content["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"]["Links"] = links[url]
            yield url, content

    wat.write_wat(str(tmp_path / "a.wat.gz"), envelopes())
    theirs = between_hosts(cc_pyspark(str(tmp_path / "a.wat.gz")))
    assert len(theirs) > 1000
    assert leftoff(session, binary, tmp_path / "links", warc) == theirs


def test_edges_of_real_pages_differ_only_by_attributes_that_one_program_does_not_read(
        session: SparkSession, binary: str, tmp_path: pathlib.Path) -> None:
    """Both programs read the same WARC. Leftoff reads further metadata, and cc-pyspark guesses addresses."""
    warc = real_archive(tmp_path / "in/a.warc.gz")
    wat.write_wat(str(tmp_path / "a.wat.gz"), wat.pages(warc))
    theirs = between_hosts(cc_pyspark(str(tmp_path / "a.wat.gz")))
    ours = leftoff(session, binary, tmp_path / "links", warc)
    evidence: dict[tuple[str | None, ...], set[str]] = collections.defaultdict(set)
    for link in harvested_links(binary, warc):
        edge = tuple(map(ExtractHostLinksJob.get_surt_host, (link["source"], link["url"] or "")))
        evidence[edge].add(f"{link['element']}@{link['attribute']}")
    only_ours = {where for edge in ours - theirs for where in evidence[edge]}
    assert {where.split("@")[1] for where in only_ours} <= {
        "itemtype", "itemid", "profile", "text()", "srcset", "style"}
    read = {(edge, key) for edge, key in edges_by_attribute(warc) if edge in theirs - ours}
    assert {key for _, key in read} <= {"meta", "data-href", "data-uri", "onclick"}
    assert len(theirs - ours) < len(theirs) / 100


def edges_by_attribute(warc: str) -> Iterator[tuple[tuple[str | None, str | None], str]]:
    """Yields the edges of a WAT file with the attributes that they come from."""
    host = ExtractHostLinksJob.get_surt_host
    for url, content in wat.pages(warc):
        page = content["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"].get("HTML-Metadata", {})
        head = page.get("Head", {})
        for meta in head.get("Metas", ()):
            yield (host(url), host(meta.get("content", ""))), "meta"
        for link in [*page.get("Links", ()), *head.get("Link", ()), *head.get("Scripts", ())]:
            yield (host(url), host(link.get("url", link.get("href", "")))), link["path"].split("/")[-1]
