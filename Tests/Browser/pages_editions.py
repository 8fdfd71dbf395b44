"""Editions of one article: the page itself, a reader view, an AMP page, an archive's copy, and a list of teasers."""

from pages_text import STYLE, document, sentence

COUNT = 30
CANONICAL = "<link rel=canonical href='/article'>"
READER = "body{margin:0;padding:64px;font:20px/1.6 sans-serif}main{max-width:22em;margin:auto}"
AMP = "body{margin:0;padding:0 16px;font:17px/1.6 serif}header{position:sticky;top:0;height:44px;background:#fff}"
BAR = "<div style='height:65px;background:#ddd'>412 captures, about this capture</div>"


def text(numbers=range(1, COUNT + 1)):
    return "<h1>The harbour</h1>" + "".join(f"<p>{sentence(number)}</p>" for number in numbers)


def article(top=""):
    comments = "".join(f"<li>{sentence(number, count=25)}</li>" for number in range(301, 311))
    return document(
        f"{top}<nav>World Politics Business Culture</nav><main>{text()}</main><h2>Comments</h2><ul>{comments}</ul>"
        "<footer>All the news of the morning</footer>", title="The harbour | The Morning News")


def amp(missing):
    kept = [number for number in range(1, COUNT + 1) if number not in (missing, 2, 26)]
    more = "".join(f"<li>Read next: story {number} of the day</li>" for number in range(6))
    return document(f"<header>Menu</header>{text(kept)}<ul>{more}</ul>", style=AMP, head=CANONICAL,
                    attributes="amp lang=en", title="The harbour")


def teasers():
    quoted = (401, 402, 12, 403, 404, 405)
    rows = "".join(f"<h2>Story {number}</h2><p>{sentence(number)[:220]}…</p>" for number in quoted)
    return document(f"<nav>World Politics Business Culture</nav>{rows * 2}<div style='height:900px'></div>",
                    title="The Morning News")


PAGES = {
    "/article": lambda query: article(),
    "/article-archived": lambda query: article(BAR),
    "/article-amp": lambda query: amp(int(query.get("without", "0"))),
    "/article-reader": lambda query: document(f"<main>{text()}</main>", style=READER, title="The harbour"),
    "/article-teasers": lambda query: teasers(),
}
