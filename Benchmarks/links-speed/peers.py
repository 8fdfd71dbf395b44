#!/usr/bin/env python3
"""usage: peers.py NAME FILE...: for each line `N` of standard input, prints the duration of N rounds over the files.

The function of each peer documents its work. If a library offers several methods, the fastest one found is used.
The output is one JSON object a line: bytes, found, seconds.
"""

import json
import sys
import time
from urllib.parse import urljoin

BASE = "https://example.org/a/b.html"

# The attributes that contain one address, as in Sources/LinkHarvest/HTML/LinkRules.swift, by attribute.
PAIRS = {
    "href": ["a", "area", "link", "image", "use", "embed"],
    "src": ["img", "script", "iframe", "frame", "input", "source", "audio", "video", "track", "embed"],
    "action": ["form"],
    "formaction": ["button", "input"],
    "cite": ["blockquote", "q", "del", "ins"],
    "poster": ["video"],
    "data": ["object"],
    "background": ["body", "table", "td", "th", "tr"],
    "longdesc": ["img", "iframe", "frame"],
}
BY_ELEMENT = {}
for _attribute, _elements in PAIRS.items():
    for _element in _elements:
        BY_ELEMENT.setdefault(_element, []).append(_attribute)


def resolving(values, resolve):
    """Returns a function that counts the values of a page that resolve against its first `<base href>`."""
    def count(page):
        found, base = values(page)
        start = resolve(base, BASE) if base else BASE
        number = 0
        for value in found:
            try:
                resolve(value, start or BASE)
                number += 1
            except ValueError:
                pass
        return number
    return count


def counting(values):
    return lambda page: len(values(page)[0])


def ada():
    import ada_url
    return lambda value, base: ada_url.join_url(base, value)


def lexbor():
    """Parses a tree with lexbor, visits all elements, and reads the attributes in the list."""
    from selectolax.lexbor import LexborHTMLParser

    def values(page):
        found, base = [], None
        for node in LexborHTMLParser(page).root.traverse():
            names = BY_ELEMENT.get(node.tag)
            if names:
                attributes = node.attributes
                for name in names:
                    if name in attributes:
                        found.append(attributes[name] or "")
            elif node.tag == "base" and base is None:
                base = node.attributes.get("href")
        return found, base
    return values


def lexbor_anchors():
    """Parses a tree with lexbor and applies the CSS selector a[href]."""
    from selectolax.lexbor import LexborHTMLParser
    return lambda page: ([node.attributes["href"] for node in LexborHTMLParser(page).css("a[href]")], None)


def lexbor_tree():
    """Only parses the tree."""
    from selectolax.lexbor import LexborHTMLParser

    def parse(page):
        LexborHTMLParser(page)
        return 0
    return parse


def resiliparse():
    """Parses a tree with lexbor and visits all elements with traverse_dom, whose callbacks are the fastest way to
    attributes.
    """
    from resiliparse.parse.html import HTMLTree, traverse_dom

    def values(page):
        found, bases = [], []

        def start(context):
            node = context.node
            names = BY_ELEMENT.get(node.tag)
            if names:
                for name in names:
                    value = node.getattr(name)
                    if value is not None:
                        found.append(value)
            elif node.tag == "base":
                bases.append(node.getattr("href"))
        tree = HTMLTree.parse_from_bytes(page)
        for part in (tree.head, tree.body):
            if part is not None:
                traverse_dom(part, start, elements_only=True)
        return found, bases[0] if bases else None
    return values


def resiliparse_selected():
    """Parses a tree and counts the matches of the CSS selector a[href], without reading values."""
    from resiliparse.parse.html import HTMLTree
    return lambda page: len(HTMLTree.parse_from_bytes(page).document.query_selector_all("a[href]"))


def lxml_elements():
    """Parses a tree with libxml2 2.14 and iterates over the elements of the list."""
    from lxml import etree, html
    parser = html.HTMLParser(encoding="utf-8")

    def values(page):
        found, base = [], None
        for element in etree.fromstring(page, parser).iter("base", *BY_ELEMENT):
            names = BY_ELEMENT.get(element.tag)
            if names:
                for name in names:
                    value = element.get(name)
                    if value is not None:
                        found.append(value)
            elif base is None:
                base = element.get("href")
        return found, base
    return values


def lxml_xpath():
    """Parses a tree with libxml2 2.14 and evaluates one XPath for all pairs of the list."""
    from lxml import etree, html
    parser = html.HTMLParser(encoding="utf-8")
    xpath = etree.XPath("|".join(f"//{element}/@{name}" for name, elements in PAIRS.items() for element in elements))
    return lambda page: (xpath(etree.fromstring(page, parser)), None)


def lxml_anchors():
    """Parses a tree with libxml2 2.14 and evaluates the XPath //a/@href."""
    from lxml import etree, html
    parser = html.HTMLParser(encoding="utf-8")
    xpath = etree.XPath("//a/@href")
    return lambda page: (xpath(etree.fromstring(page, parser)), None)


# By name: the work, whether addresses are resolved, and a function that creates the peer.
PEERS = {
    "lexbor+ada": ("all pairs, resolved", True, lambda: resolving(lexbor(), ada())),
    "lexbor+urljoin": ("all pairs, resolved", True, lambda: resolving(lexbor(), lambda value, base: urljoin(
        base, value))),
    "lexbor": ("all pairs", False, lambda: counting(lexbor())),
    "lexbor a[href]": ("a[href] only", False, lambda: counting(lexbor_anchors())),
    "lexbor tree": ("the tree alone, no links", False, lexbor_tree),
    "resiliparse+ada": ("all pairs, resolved", True, lambda: resolving(resiliparse(), ada())),
    "resiliparse a[href]": ("a[href] counted, not read", False, resiliparse_selected),
    "lxml+ada": ("all pairs, resolved", True, lambda: resolving(lxml_elements(), ada())),
    "lxml xpath": ("all pairs by XPath", False, lambda: counting(lxml_xpath())),
    "lxml //a/@href": ("a[href] only", False, lambda: counting(lxml_anchors())),
}


def main():
    count = PEERS[sys.argv[1]][2]()
    pages = []
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            pages.append(file.read())
    total = sum(map(len, pages))
    for line in sys.stdin:
        rounds = int(line)
        began = time.perf_counter()
        for _ in range(rounds):
            found = sum(map(count, pages))
        seconds = time.perf_counter() - began
        print(json.dumps({"bytes": total * rounds, "found": found, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
