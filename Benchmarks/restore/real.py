"""Defines the cases with real saved pages, unchanged and with edits."""

import pathlib
import random
import re

from case import Case, number, same

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"
# Prevents requests to other machines; Firefox's driver needs `eval`.
POLICY = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-eval'"
    " 'unsafe-inline'"}
FEWEST_WORDS = 600


def cleaned(path):
    """Returns the page without scripts."""
    html = path.read_bytes().decode("utf-8", "replace")
    html = re.sub(r"<script\b.*?</script\s*>", "", html, flags=re.S | re.I)
    html = re.sub(r"<noscript\b.*?</noscript\s*>", "", html, flags=re.S | re.I)
    # A content security policy of the page would block the driver.
    return re.sub(r"<meta\b[^>]*content-security-policy[^>]*>", "", html, flags=re.I)


def unmarked(name):
    """Returns the page of a name without scripts and without keys."""
    return cleaned(SHARED / f"{name}.html")


def prepared(path):
    """Returns the page without scripts, with a key in each paragraph, item and heading."""
    html = cleaned(path)
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


def at_width(before, after):
    def made(html, numbers):
        return Case(html, same(html), headers=POLICY, widths=(before, after), by_lines=True)
    return made


def styled(css):
    """Adds rules at the end of the page, as a reader's settings do."""
    def made(html, numbers):
        return Case(html, same(html + f"<style>{css}</style>"), headers=POLICY, by_lines=True)
    return made


# Fonts of a reader: 1.3 times as large as the page's on most pages, and other glyphs.
LARGER = "html{font-size:125%!important}body,p,li,td,blockquote{font-size:21px!important}"
OTHER = "body,p,li,td,blockquote{font-family:'DejaVu Sans Mono',monospace!important}"
TALLER = "p,li,td,blockquote{line-height:2!important}"

REAL = {
    "real unchanged": unchanged, "real edited": changed, "real 1280 to 390": at_width(1280, 390),
    "real 390 to 1280": at_width(390, 1280), "real larger font": styled(LARGER),
    "real other font": styled(OTHER), "real line height": styled(TALLER),
}


def cases(name):
    """Returns the cases of a class of real pages."""
    return [REAL[name](html, random.Random(stem)) for stem, html in pages().items()]
