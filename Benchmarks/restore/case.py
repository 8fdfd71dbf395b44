"""Defines a case of the benchmark: two states of a page, and how it is read."""

import dataclasses
from collections.abc import Callable

from articles import body_html, page

WINDOW = "(document.scrollingElement)"
# Added at the end of a page, so that the end of the text can be scrolled to the top.
ROOM = "<div style='height:900px'></div>"
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


def same(html):
    return lambda reading: (html, (reading["key"], reading["word"]))


def number(reading):
    return int(reading["key"].split(":")[1])


def plain(article, extra="", top="", **options):
    return page(article.title, top + f"<h1>{article.title}</h1>" + body_html(article.blocks), extra=extra, **options)
