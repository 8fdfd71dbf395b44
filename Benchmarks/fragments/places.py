"""The places that are captured: positions in saved pages, chosen by chance from a seed."""

import pathlib
import random
import re

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-eval'"


def without_scripts(path):
    """The page with its own markup but nothing that runs or moves on: two loads give the same text nodes."""
    html = path.read_bytes().decode("utf-8", "replace")
    html = re.sub(r"<script\b.*?</script\s*>", "", html, flags=re.S | re.I)
    return re.sub(r"<meta\b[^>]*http-equiv=.?(?:refresh|content-security-policy)[^>]*>", "", html, flags=re.I)


def pages():
    """The saved pages by name."""
    return {path.stem: without_scripts(path) for path in sorted(SHARED.glob("*.html"))} if SHARED.is_dir() else {}


def stream(names, seed):
    """Pairs of a page's name and a part of its height, without end."""
    numbers = random.Random(seed)
    while True:
        yield numbers.choice(names), round(numbers.uniform(0.02, 0.98), 4)
