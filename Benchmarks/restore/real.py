"""Defines the cases with real saved pages, unchanged and with edits."""

import pathlib
import random
import re

from classes import Case, number, same

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"
# Prevents requests to other machines; Firefox's driver needs `eval`.
POLICY = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-eval'"
    " 'unsafe-inline'"}
FEWEST_WORDS = 600


def prepared(path):
    """Returns the page without scripts, with a key in each paragraph, item and heading."""
    html = path.read_bytes().decode("utf-8", "replace")
    html = re.sub(r"<script\b.*?</script\s*>", "", html, flags=re.S | re.I)
    html = re.sub(r"<noscript\b.*?</noscript\s*>", "", html, flags=re.S | re.I)
    # A content security policy of the page would block the driver.
    html = re.sub(r"<meta\b[^>]*content-security-policy[^>]*>", "", html, flags=re.I)
    count = iter(range(100_000))
    return re.sub(r"<(?:p|li|h[1-6]|blockquote|td)(?:\s[^<>]*)?>", lambda tag: f"{tag.group()}<!--k:{next(count)}-->",
                  html, flags=re.I)


def pages():
    """Returns the pages with enough text for scrolling, by name."""
    found = {}
    for path in sorted(SHARED.glob("*.html")) if SHARED.is_dir() else []:
        html = prepared(path)
        text = re.sub(r"<[^>]*>|<!--.*?-->", " ", re.sub(r"<style\b.*?</style\s*>", "", html, flags=re.S | re.I))
        if len(text.split()) >= FEWEST_WORDS:
            found[path.stem] = html
    return found


def unchanged(html, numbers):
    return Case(html, same(html), headers=POLICY, farthest=110, strict=True)


def changed(html, numbers):
    """Adds a banner, changes the width, and edits a tenth of the words of the paragraph at the reading line."""
    def after(reading):
        mark = f"<!--k:{number(reading)}-->"
        start = html.index(mark) + len(mark)
        end = re.compile(r"</(?:p|li|h[1-6]|blockquote|td)\b|<!--k:", re.I).search(html, start)
        stop = end.start() if end else start
        seen = -1

        def word(match):
            nonlocal seen
            seen += 1
            return "edited" if seen != reading["word"] and numbers.random() < 0.1 else match.group()

        parts = re.split(r"(<[^>]*>|&\w+;)", html[start:stop])
        parts = [part if at % 2 else re.sub(r"\S+", word, part) for at, part in enumerate(parts)]
        edited = html[:start] + "".join(parts) + html[stop:]
        banner = "<div style='height:260px'>A new banner</div>"
        edited = re.sub(r"(<body\b[^>]*>)", lambda tag: tag.group() + banner, edited, count=1, flags=re.I)
        return edited, (reading["key"], reading["word"])
    return Case(html, after, headers=POLICY, widths=(1280, 900), farthest=110, strict=True)


REAL = {"real unchanged": unchanged, "real edited": changed}


def cases(name):
    """Returns the cases of a class of real pages."""
    return [REAL[name](html, random.Random(stem)) for stem, html in pages().items()]
