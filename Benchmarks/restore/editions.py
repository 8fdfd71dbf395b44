"""Makes editions of a page: reader view, archive's copy, AMP page, text copy, and pages that only quote it.

A page's text is marked by private-use characters (editions.js), which `shown` turns into comments.
"""

import html as escapes
import json
import pathlib
import random
import re
import subprocess
import zipfile

MARK = re.compile("[\U000f0000-\U000ffffd]")
FIREFOX = [pathlib.Path("/usr/lib/firefox-esr/omni.ja"), pathlib.Path("/usr/lib/firefox/omni.ja")]
READABILITY = "moz-src/toolkit/components/reader/readability/Readability.js"

READER_STYLE = (
    "body{margin:0;padding:64px;font:20px/1.6em sans-serif;color:#15141a}"
    ".container{max-width:22em;margin:0 auto}.toolbar{position:sticky;top:32px;height:0}"
    "img,figure,video{max-width:100%;height:auto}pre{overflow-x:auto}.reader-title{font-size:1.6em;line-height:1.25}"
    ".domain,.credits,.meta-data{font-size:.9em}@media(max-width:600px){body{padding:16px}}")
ARCHIVE_STYLE = (
    "#wm-ipp-base{box-sizing:border-box;height:65px;background:#fff;border-bottom:1px solid #999;font:12px sans-serif;"
    "color:#222}#donato{background:#fffbe6;padding:9px;font:14px sans-serif}")
AMP_STYLE = (
    "body{margin:0;font:17px/1.6 serif;padding:0 16px 80px}amp-img{display:block;background:#ccc;max-width:100%}"
    ".amp-header{position:sticky;top:0;height:44px;background:#103;color:#fff;margin:0 -16px;padding:0 16px;"
    "line-height:44px}")
COPY_STYLE = (
    "body{margin:0 auto;max-width:40em;padding:2em 1em;font:18px/1.6 'DejaVu Serif',serif}pre{white-space:pre-wrap}")


def readability():
    """Returns the source of Readability.js from the installed Firefox, or None."""
    for path in FIREFOX:
        if path.exists():
            with zipfile.ZipFile(path) as archive:
                return archive.read(READABILITY).decode()
    return None


def shown(marked):
    """Returns marked markup as it is opened: with comments in place of the marks."""
    return MARK.sub(lambda mark: f"<!--k:{ord(mark.group()) - 0xf0000}-->", marked)


def plain(marked):
    return MARK.sub("", marked)


def document(title, body, style, head="", attributes="", closing=""):
    return (
        f"<!doctype html><html {attributes}><head><meta charset=utf-8><meta name=viewport"
        f" content='width=device-width,initial-scale=1'><title>{escapes.escape(plain(title or ''))}</title>{head}"
        f"<style>{style}</style></head><body>{body}{closing}</body></html>")


def language(article):
    return f"lang='{article.get('lang') or 'en'}' dir='{article.get('dir') or 'auto'}'"


def reader(article):
    """The page that Firefox's reader view shows."""
    title = escapes.escape(plain(article["title"] or ""))
    body = (
        "<div class=toolbar><button>Close</button></div><div class=container dir=auto><div class=header>"
        f"<a class=domain>site.example</a><h1 class=reader-title>{title}</h1><div class=credits>"
        f"{escapes.escape(plain(article['byline'] or ''))}</div><div class=meta-data>7 to 9 minutes</div></div><hr>"
        f"<div class=content><div class=moz-reader-content>{article['content']}</div></div></div>")
    return document(article["title"], body, READER_STYLE, attributes=language(article))


def extracted(article, markup):
    """The reader view of another program, which has extracted other markup."""
    body = f"<div class=container><h1>{escapes.escape(plain(article['title'] or ''))}</h1>{markup}</div>"
    return document(article["title"], body, READER_STYLE, attributes=language(article))


def extract(python, kind, marked):
    """Returns the markup that readability-lxml or trafilatura extracts; empty if it fails."""
    program = {
        "readability-lxml": "import sys, readability; print(readability.Document(sys.stdin.read()).summary(True))",
        "trafilatura": "import sys, trafilatura; print(trafilatura.extract(sys.stdin.read(), output_format='html',"
                       " include_links=True, include_tables=True, favor_recall=True) or '')",
    }[kind]
    done = subprocess.run([python, "-c", program], input=marked, capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else ""


def archive(marked, origin, is_fixed):
    """The archive's copy, with its toolbar, its rewritten links and a note that it inserts."""
    stamp = "20260101000000"
    rewritten = re.sub(r"(href|src|action)=([\"'])(https?:|/)", rf"\1=\2/web/{stamp}/\3", marked)
    fixed = "position:fixed;top:0;left:0;right:0;z-index:99;" if is_fixed else ""
    bar = (
        f"<style>{ARCHIVE_STYLE}</style><div id=wm-ipp-base class='{'bench-header' if is_fixed else ''}'"
        f" style='{fixed}'><a href=/web/>Archive</a> <input value='{origin}/page'> <b>412 captures</b> 14 Mar 2019 -"
        " 1 Jan 2026 <a>Nov</a> <a>JAN</a> <a>Feb</a> About this capture</div>"
        "<div id=donato>The archive asks its readers for support: please consider a small donation today, so that these"
        " pages can still be read tomorrow.</div>")
    return re.sub(r"(<body\b[^>]*>)", lambda tag: tag.group() + bar, rewritten, count=1, flags=re.I)


def simplified(article, numbers, keep, share):
    """Returns the article's markup as AMP has it: no pictures' captions, asides and frames, some paragraphs dropped.

    What contains one of the marks in `keep` stays.
    """
    content = re.sub(r"<(figcaption|aside|iframe|video|svg|form)\b.*?</\1\s*>", "", article["content"],
                     flags=re.S | re.I)
    content = re.sub(r"<img\b[^>]*>", "<amp-img width=600 height=240 style='height:240px'></amp-img>", content)
    content = re.sub(r"\s(class|id|style|data-[\w-]+)=(\"[^\"]*\"|'[^']*')", "", content)

    def dropped(match):
        marks = set(MARK.findall(match.group()))
        return match.group() if marks & keep or numbers.random() >= share else ""
    return re.sub(r"<p\b(?:(?!<p\b|</p).)*</p\s*>", dropped, content, flags=re.S | re.I)


def amp(article, content, origin, numbers, has_site=True):
    teasers = "".join(f"<li><a href='#{n}'>Read next: {numbers.choice(TOPICS)} and what it means for"
                      f" {numbers.choice(TOPICS)}</a></li>" for n in range(6))
    title = escapes.escape(plain(article["title"] or ""))
    body = (
        "<div class='amp-header bench-header'>Menu &nbsp; Home &nbsp; Latest</div>"
        f"<h1>{title}</h1>{content}<h3>More stories</h3><ul>{teasers}</ul><footer>Open the full version. Terms and"
        " privacy.</footer>")
    head = f"<link rel=canonical href='{origin}/page'>"
    name = (article["title"] or "") + (f" | {article['site']}" if has_site and article.get("site") else "")
    return document(name, body, AMP_STYLE, head, f"amp {language(article)}")


def copy(article, blocks, origin):
    """The text copy of the page, as the service displays it."""
    parts = []
    for block in blocks:
        text = escapes.escape(block["text"], quote=False)
        parts.append(f"<{block['kind']}>{text}</{block['kind']}>")
    body = (f"<header><p>Copy of <a href='{origin}/page'>{origin}/page</a></p><h1>"
            f"{escapes.escape(plain(article['title'] or ''))}</h1></header><main>{''.join(parts)}</main>")
    return document(article["title"], body, COPY_STYLE, attributes=language(article))


TOPICS = ["the harbour", "new taxes", "the long winter", "an old bridge", "the election", "tea and coffee", "the river",
          "a lost painting", "the night train", "open data", "schools", "the price of bread", "bees", "the archive"]


def teasers(title, own, others, numbers):
    """A front page that quotes the first words of many articles, and the captured sentence among them."""
    rows = [("h2", title, own)] + [("h2", name, text) for name, text in others]
    numbers.shuffle(rows)
    body = "<header><nav>World Politics Business Culture Sport</nav></header><main>" + "".join(
        f"<article><h2><a href='/{n}'>{escapes.escape(plain(name or ''))}</a></h2><p>{escapes.escape(plain(text))}…</p>"
        f"<p><a href='/{n}'>Read more</a></p></article>" for n, (_, name, text) in enumerate(rows)) + "</main>"
    return document("The Morning Harbour", body, "body{font:18px/1.5 serif;max-width:44em;margin:auto}article{padding:"
                    "0 0 60px}")


def chance(*parts):
    """Returns a random generator that depends only on the arguments."""
    return random.Random(json.dumps(parts))
