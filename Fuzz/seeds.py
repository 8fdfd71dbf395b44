#!/usr/bin/env python3
"""usage: seeds.py TARGET SHARED DIRECTORY: writes seed inputs for a target, made from pages and tests in SHARED."""

import hashlib
import html
import json
import pathlib
import random
import re
import sys

LONGEST = 4096
BLOCK = 3000
LD = re.compile(rb"<script[^>]*ld\+json[^>]*>(.*?)</script", re.S | re.I)


def pages(shared):
    for page in sorted((shared / "pages").glob("*.html")):
        yield page.read_bytes()


def values(shared, attribute):
    """Yields the values of an attribute on all pages."""
    pattern = re.compile(rb"\b" + attribute + rb"\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
    for page in pages(shared):
        for double, single in pattern.findall(page):
            yield html.unescape((double or single).decode("utf-8", "replace")).encode()


def url(shared):
    conformance = shared / "conformance"
    for case in json.loads((conformance / "urltestdata.json").read_text()):
        if isinstance(case, dict):
            text = (case.get("base") or "") + "\0" + case["input"]
            yield text.encode("utf-8", "replace")
    for case in json.loads((conformance / "toascii.json").read_text()):
        if isinstance(case, dict):
            yield f"\0https://{case['input']}/x".encode("utf-8", "replace")
    for value in list(values(shared, b"href"))[::20]:
        yield b"http://example.org/a/b?c\0" + value


def markup(shared):
    for file in sorted((shared / "conformance" / "html5lib" / "tokenizer").glob("*.test")):
        for case in json.loads(file.read_text()).get("tests", []):
            yield b"\x02\x01" + case["input"].encode("utf-8", "replace")
    for file in sorted((shared / "conformance" / "html5lib" / "encoding").glob("*.dat")):
        for case in file.read_bytes().split(b"#data\n")[1:]:
            yield b"\x00\x06" + case.split(b"#encoding")[0]
    for number, page in enumerate(pages(shared)):
        for start in range(0, len(page), 40 * BLOCK):
            yield bytes([number % 16, start % 100]) + page[start:start + BLOCK]


def srcset(shared):
    yield from (value for name in (b"srcset", b"data-srcset", b"imagesrcset") for value in values(shared, name))
    yield from (b"a 1x, b 2x", b",,a,,b 1w 2h,", b"a (x,y) 1x,b", b"a 1e-3x,\tb +1x , c .5x", b"data:,a 1x,b")


def css(shared):
    yield from values(shared, b"style")
    for page in pages(shared):
        for sheet in re.findall(rb"<style[^>]*>(.*?)</style", page, re.S | re.I):
            yield from (sheet[start:start + BLOCK] for start in range(0, len(sheet), 10 * BLOCK))
    yield from (
        b"@import url(a.css) screen;@namespace url(b);x{y:image-set('c' 1x, url( \"d\" ) 2x)}",
        b"a:url(\\29 \\000041 b)",
        b"a:url('b\\\nc');/* url(d) */b:src(\"e\")", b"a:url(b c);d:url(e", b"@import 'a\nb';",
    )


def script(shared):
    for page in pages(shared):
        for code in re.findall(rb"<script[^>]*>(.*?)</script", page, re.S | re.I):
            yield from (b"\x15" + code[start:start + BLOCK] for start in range(0, len(code), 20 * BLOCK))
    yield from (
        b"\x03a='/b\\u002Fc';/* '/d' */e=/['\"]/;f=`/g`;h=`${'/i'}`;//it's\n'//j.example/\\x6b\\\n'",
        b"\x02return /'/.test('/a')/2;`${f(`${{a:'http:\\/\\/b.example'}}`)}`;\"\\u{2F}\\ud83d\\ude00\"",
        b"\x01<!-- <script>'/a'</script> --></script><script>'/b'",
    )


def json_documents(shared):
    for page in pages(shared):
        for data in LD.findall(page):
            yield b"\x10" + data
    yield from (
        b'\x05{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/a","content_html":"<a href=b>"}]}',
        b'\x07{"start_url":"/","icons":[{"src":"i.png","sizes":"1x1"}],"shortcuts":[{"url":"s"}]}',
        b'\x02{"@id":"https://a.example/","sameAs":["b","c"],"image":{"url":"d","\\u0040type":"ImageObject"}}',
    )


def xml(shared):
    yield from (
        b'\x09<rss version="2.0"><channel><link>a</link><item><title>t</title><guid>b</guid>'
        b'<enclosure url="c" type="audio/mpeg"/><description>&lt;a href=d&gt;</description></item></channel></rss>',
        b'\x03<feed xmlns="http://www.w3.org/2005/Atom" xml:base="x/"><entry><link rel="alternate" href="a"/>'
        b'<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="b">c</a></div></content></entry></feed>',
        b'\x11<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a/</loc></url></urlset>',
        b'\x30<opml><body><outline xmlUrl="a" htmlUrl="b"><outline url="c"/></outline></body></opml>',
        b'\x01<?xml-stylesheet href="a"?><!DOCTYPE x [<!ENTITY y "z">]><svg xmlns="http://www.w3.org/2000/svg">'
        b'<a href="&y;"><text>b</text></a><style>a{b:url(c)}</style></svg>',
    )


def warc(shared):
    import gzip

    def record(kind, body, media):
        head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://a.example/{kind}\r\n"
        head += f"Content-Type: {media}\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body + b"\r\n\r\n"

    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b>c</a>"
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" \
        b"5\r\n<a hr\r\n5\r\nef=b>\r\n0\r\n\r\n"
    records = [
        record("response", page, "application/http; msgtype=response"),
        record("response", chunked, "application/http;msgtype=response"),
        record("resource", b"<a href=d>", "text/html"), record("request", b"GET / HTTP/1.1\r\n\r\n",
                                                               "application/http"),
    ]
    yield b"\x20" + b"".join(records)
    yield b"\x07" + b"".join(gzip.compress(each, mtime=0) for each in records)
    yield b"\x0b" + gzip.compress(b"".join(records), mtime=0)
    for each in records:
        yield b"\x03" + each


def markdown(shared):
    yield from (
        b"\x04# t\n[a](b 'c') ![d](<e f>) [g][h] <http://i.example> www.j.example\n\n[h]: k\n\n```\n[n](o)\n```\n<a href=p>q</a>\n",
        b"\x08> - [a]\n>   [b]: c\n\n    [d](e)\n`[f](g)` \\[h](i) [j](k(l)m)\n",
    )


def text(shared):
    yield from (b"\x06see http://a.example/b(c), www.d.example. mailto:e@f.example <https://g.example>!", "\x03http://ü.example/é…".encode())


def numbers(target):
    """Yields random bytes, which the targets for numbers decode into the values of a template."""
    source = random.Random(target)
    for number in range(64):
        yield source.randbytes(8 * (number + 1))


def main():
    target, shared, directory = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    seeds = {
        "url": url, "html": markup, "srcset": srcset, "css": css, "script": script, "json": json_documents, "xml": xml,
        "warc": warc,
        "markdown": markdown, "text": text,
    }
    directory.mkdir(parents=True, exist_ok=True)
    if target in seeds and not (shared / "pages").is_dir():
        sys.exit(f"seeds.py: there is no {shared}; starting with an empty corpus")
    for seed in seeds[target](shared) if target in seeds else numbers(target):
        seed = seed[:LONGEST]
        (directory / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
    main()
