"""Compares the `a[href]` of Leftoff with those of lexbor, another parser that follows the HTML Standard.

A value counts as often as it occurs. Two differences are not caused by the parser: Leftoff lists links inside
`template`, which lexbor keeps in a separate tree, and links in the document of a `srcdoc`, which lexbor treats as a
plain value. Both lower the precision.
Pages are read as UTF-8.
"""

import json
import subprocess
import sys
from collections import Counter

from selectolax.lexbor import LexborHTMLParser

REQUIRED_RECALL = 0.99


def lexbor_values(page):
    """Returns the values of `a[href]` by lexbor, from the text decoded with the page's encoding."""
    tree = LexborHTMLParser(page.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff"))
    return [node.attributes["href"] or "" for node in tree.css("a[href]")]


def leftoff_values(leftoff, page):
    """Returns the values of `a[href]` by Leftoff."""
    command = [leftoff, "links", page, "--base", "https://example.org/", "--format", "ndjson"]
    run = subprocess.run([*command, "--keep-duplicates", "--invalid"], capture_output=True)
    if run.returncode != 0:
        sys.exit(f"links-recall: {page.name}: exit code {run.returncode}: {run.stderr.decode(errors='replace')}")
    links = [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
    return [link["raw"] for link in links if (link["element"], link["attribute"]) == ("a", "href")]


def run(leftoff, pages, out):
    """Compares page by page and returns the exit code: 1 if the recall is below the required one."""
    expected_total = found_total = common_total = 0
    out(f"{'page':44} {'lexbor':>7} {'leftoff':>7} {'recall':>8} {'precision':>9}")
    for page in pages:
        expected = Counter(lexbor_values(page))
        found = Counter(leftoff_values(leftoff, page))
        common = (expected & found).total()
        expected_total += expected.total()
        found_total += found.total()
        common_total += common
        if expected != found:
            out(row(page.name, expected.total(), found.total(), common))
            for sign, values in (("-", expected - found), ("+", found - expected)):
                for value, count in list(values.items())[:3]:
                    out(f"    {sign} {count} x {value[:100]!r}")
    out(row(f"all {len(pages)} pages", expected_total, found_total, common_total))
    return 0 if common_total >= REQUIRED_RECALL * expected_total else 1


def row(name, expected, found, common):
    recall = common / expected if expected else 1
    precision = common / found if found else 1
    return f"{name:44} {expected:7} {found:7} {recall:8.2%} {precision:9.2%}"

