"""Chooses the places to capture: positions in saved pages, at random from a seed."""

import pathlib
import random
import re

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-eval'"


def without_scripts(path):
    """Returns the page without scripts and animations, so that two loads give the same text nodes."""
    html = path.read_bytes().decode("utf-8", "replace")
    html = re.sub(r"<script\b.*?</script\s*>", "", html, flags=re.S | re.I)
    return re.sub(r"<meta\b[^>]*http-equiv=.?(?:refresh|content-security-policy)[^>]*>", "", html, flags=re.I)


def pages():
    """Returns the saved pages by name."""
    return {path.stem: without_scripts(path) for path in sorted(SHARED.glob("*.html"))} if SHARED.is_dir() else {}


def stream(names, seed):
    """Yields pairs of a page's name and a fraction of its height, without end."""
    numbers = random.Random(seed)
    while True:
        yield numbers.choice(names), round(numbers.uniform(0.02, 0.98), 4)
