"""A mapper that reads archives with FastWARC and finds links with selectolax, as such jobs are usually written.

It reads only the attributes that contain one address, and no srcset, CSS or metadata. The list of attributes is that
of Benchmarks/links-speed/peers.py. It resolves addresses with Python's urljoin, or with Ada, the fastest URL parser.
"""

import urllib.parse

ATTRIBUTES = {
    "a": ["href"], "area": ["href"], "link": ["href"], "image": ["href"], "use": ["href"], "embed": ["href", "src"],
    "img": ["src", "longdesc"], "script": ["src"], "iframe": ["src", "longdesc"], "frame": ["src", "longdesc"],
    "input": ["src", "formaction"], "source": ["src"], "audio": ["src"], "video": ["src", "poster"], "track": ["src"],
    "form": ["action"], "button": ["formaction"], "blockquote": ["cite"], "q": ["cite"], "del": ["cite"],
    "ins": ["cite"], "object": ["data"], "body": ["background"], "table": ["background"], "td": ["background"],
    "th": ["background"], "tr": ["background"]}
COLUMNS = "source string, url string, kind string, rel string, text string, warc string, record_offset long"


def ada(base, value):
    """Resolves an address by the URL Standard."""
    import ada_url

    return ada_url.join_url(base, value)


def links(paths, resolve=urllib.parse.urljoin):
    """Yields the links of archives, as rows."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for path in paths:
        for record in ArchiveIterator(path, record_types=WarcRecordType.response):
            source = record.headers["WARC-Target-URI"]
            for row in links_of_page(source, record.reader.read(), resolve):
                yield (source, *row, path, record.stream_pos)


def links_of_page(source, page, resolve):
    """Returns the links of a page: address, kind, rel and text."""
    from selectolax.lexbor import LexborHTMLParser

    base = source
    rows = []
    for node in LexborHTMLParser(page).root.traverse():
        names = ATTRIBUTES.get(node.tag)
        if names:
            attributes = node.attributes
            for name in names:
                if name in attributes:
                    try:
                        url = resolve(base, (attributes[name] or "").strip())
                    except ValueError:
                        continue
                    text = node.text()[:200] if node.tag == "a" else ""
                    rows.append((url, node.tag, attributes.get("rel") or "", text))
        elif node.tag == "base" and base is source:
            base = resolve(source, node.attributes.get("href") or "")
    return rows
