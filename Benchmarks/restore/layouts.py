"""Defines the changes of layout: one function per class, as in classes.py."""

from articles import block_html, body_html, page
from case import ROOM, Case, plain, same


def taller_lines(article):
    return Case(plain(article), same(plain(article, "body{line-height:2.1}")), by_lines=True)


def there_and_back(article):
    return Case(plain(article), same(plain(article)), widths=(1280, 390), by_lines=True, back=True)


def off_canvas(article):
    """Most of the text is outside the area that scrolls in a narrow window, so it cannot be restored there."""
    extra = "html{overflow-x:hidden}@media(max-width:900px){aside{position:absolute;left:-4000px;width:400px}}"
    blocks = article.blocks
    body = f"{body_html(blocks[:4])}<aside>{body_html(blocks[4:])}</aside>{ROOM * 8}"
    html = page(article.title, body, extra=extra)
    return Case(html, lambda reading: (html, None), widths=(1280, 600), by_lines=True, words_exist=False)


def second_column(article):
    extra = (
        "body{max-width:none;display:grid;grid-template-columns:20% 1fr;gap:2em}nav{font-size:14px}"
        "@media(max-width:900px){body{display:block}}")
    items = "".join(f"<li><a href=#>{article.sentence(article.random.choice([2, 5, 12]))}</a>" for _ in range(250))
    body = f"<nav><ul>{items}</ul></nav><main>{body_html(article.blocks)}</main>"
    html = page(article.title, body, extra=extra)
    return Case(html, same(html), widths=(1280, 390), by_lines=True)


def pictures(style, narrow):
    """Puts a picture before every second paragraph, which has another size in a narrow window."""
    def made(article):
        extra = (f".picture{{background:#9ab;{style}}}h2{{clear:both}}"
                 f"@media(max-width:900px){{.picture{{{narrow}}}}}")
        parts = []
        for at, block in enumerate(article.blocks):
            parts.append(("<div class=picture></div>" if at % 2 else "") + block_html(*block))
        html = page(article.title, "".join(parts), extra=extra)
        return Case(html, same(html), widths=(1280, 390), by_lines=True)
    return made


def table_cells(article):
    """The cells on the left are short and in the middle of their rows."""
    rows = "".join(f"<tr><td>{article.sentence(2)}<td>{block_html(*block)}" for block in article.blocks)
    html = page(article.title, f"<table>{rows}</table>", extra="body{max-width:none}td:first-child{width:22%}")
    return Case(html, same(html), widths=(1280, 390), by_lines=True)


def short_links(article):
    items = "".join(f"<li><b><a href=#>{article.sentence(article.random.choice([2, 3, 5]))}</a></b>{block_html(*block)}"
                    for block in article.blocks)
    html = page(article.title, f"<ul>{items}</ul>")
    return Case(html, same(html.replace("18px/1.5", "23px/1.8")), by_lines=True)


LAYOUTS = {
    "taller lines": taller_lines, "1280 to 390 and back": there_and_back, "off canvas": off_canvas,
    "second column": second_column, "picture above": pictures("width:100%;height:40vw", "height:70vw"),
    "beside a picture": pictures("float:right;width:60%;height:310px;margin-left:1em", "width:40%;height:120px"),
    "table cells": table_cells, "short links": short_links,
}
