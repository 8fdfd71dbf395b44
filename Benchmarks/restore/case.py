"""Defines a case of the benchmark: two states of a page, and how it is read."""

import dataclasses
from collections.abc import Callable

from articles import body_html, page

WINDOW = "(document.scrollingElement)"
# Added at the end of a page, so that the end of the text can be scrolled to the top.
ROOM = "<div style='height:900px'></div>"
AFTER_RESULT = None
READER = "(document.querySelector('.bench-reader'))"


@dataclasses.dataclass
class Case:
    """The two states of a page, and how it is read."""

    before: str
    after: Callable  # reading -> (html, (key, word)) or (html, None) if the words were deleted
    widths: tuple = (1280, 1280)
    scroller: str = WINDOW
    axis: str = "y"
    late: float = 0.15  # seconds until nothing changes any more
    stepwise: bool = False
    headers: dict = dataclasses.field(default_factory=dict)
    words_exist: bool = True
    scale: tuple = (1, 1)
    strict: bool = False
    by_lines: bool = False  # the words are those of the first line in view, with or without a key
    back: bool = False  # at the second width the place is captured again, and restored at the first one
    farthest: float = 1e9  # a first line further down than this is not the first: the text above it has no key
    go: str = ""  # script that brings the page to the fraction PART by the page's own means; otherwise it is scrolled
    at_capture: str = ""  # script at the position, before it is read and captured, such as one that opens a dialog
    # Actions with the seconds after the load at which they happen, or AFTER_RESULT: a script, `wait SECONDS`, or
    # trusted input: `click SELECTOR`, `press KEY`, `wheel PIXELS`.
    during: list = dataclasses.field(default_factory=list)
    at_address: bool = False  # the changed page is opened with the fragment that the address had at the capture
    hold: float = 0  # seconds after the result until the page is measured
    # How the place is judged: `exact` by its position, `view` by its words in view; `honest` is a place that the page
    # does not allow, or not yet: any position is right that is not claimed.
    metric: str = "exact"


def same(html):
    return lambda reading: (html, (reading["key"], reading["word"]))


def number(reading):
    return int(reading["key"].split(":")[1])


def plain(article, extra="", top="", **options):
    return page(article.title, top + f"<h1>{article.title}</h1>" + body_html(article.blocks), extra=extra, **options)
