"""Opens pages other than the captured one, none of which may be taken for it."""

import measure
from articles import Article, body_html, page
from case import Case
from hard_words import NamedArticle, blocks_of, translated
from real import POLICY, pages

HEADER = (
    "<header><a href=/>The Morning Harbour</a><nav><a>World</a><a>Politics</a><a>Business news of the"
    " day</a><a>Culture and"
    " books</a><a>Sport</a></nav></header>")
FOOTER = (
    "<footer><p>All the news that was fit to print this morning, and some that was not.</p>"
    "<p>Terms, privacy, imprint and contact of the publisher.</p></footer>")


def article_page(article):
    body = f"{HEADER}<h1>{article.title}</h1>{body_html(article.blocks)}{FOOTER}"
    return page(f"{article.title} | The Morning Harbour", body)


def foreign(article):
    """Returns an article of the same site in another language."""
    title = " ".join(translated(article.title.split())[0])
    return page(f"{title} | The Morning Harbour", f"{HEADER}<h1>{title}</h1>{blocks_of(article, 'latin')}{FOOTER}",
                attributes="lang=de")


def login(article):
    return page("Sign in | The Morning Harbour", f"{HEADER}<main><p>Please sign in to go on reading this"
                f" article.<form><input></form></main>{FOOTER}")


def missing(article):
    return page("Not found | The Morning Harbour", f"{HEADER}<h1>404</h1><p>The page that you are looking for is not"
                f" here.</p>{FOOTER}")


def sets():
    """Returns tuples (name, captured page, page at the restore, its path, its status, position)."""
    found = []
    for seed in range(5):
        article, other = Article(9000 + seed, paragraphs=24), Article(9100 + seed, paragraphs=24)
        for part in (0, 0.5):
            before = article_page(article)
            found += [
                ("other article", before, article_page(other), "/other", 200, part),
                ("login wall", before, login(article), "/page", 200, part),
                ("not found", before, missing(article), "/page", 404, part),
                ("another article at the URL", before, article_page(other), "/page", 200, part),
                ("another article in another language", before, foreign(NamedArticle(9200 + seed)), "/page", 200, part),
            ]
    real = pages()
    for one, two in [("nytimes-1", "nytimes-4"), ("wikipedia", "wikipedia-2"), ("guardian-1", "lemonde-1"),
                     ("rtl-1", "rtl-4")]:
        if one in real and two in real:
            found += [("another real page at the URL", real[one], real[two], "/page", 200, part) for part in (0, 0.5)]
    return found


def run(browser, site, leftoff, out):
    """Prints how many of the other pages were recognized as such."""
    recognized, all_ = 0, 0
    for what, before, after, path, status, part in sets():
        case = Case(before, None, headers=POLICY)
        measure.load(browser, site, before, case, 0)
        measure.scroll_to(browser, case, part)
        taken = browser.run(leftoff.capturing())
        identifier = leftoff.keep(taken["snapshot"])
        site.show(after, POLICY, path, status)
        browser.open(site.origin + path, 1280)
        outcome = browser.run(leftoff.restoring(identifier))
        all_ += 1
        if outcome["status"] in ("wrongPage", "abstained"):
            recognized += 1
        else:
            out(f"  {what} at {part}: {outcome}")
    out(f"other pages recognized as such: {recognized} of {all_}")
    return {"recognized": recognized, "of": all_}


def reader_first(browser, site, leftoff, out, count=6):
    """Turns the wheel before the text has loaded, and checks whether the page moves by itself afterwards."""
    moved, aborted = [], 0
    for seed in range(count):
        article = Article(9500 + seed)
        html = page(article.title, body_html(article.blocks))
        case = Case(html, None)
        measure.load(browser, site, html, case, 0)
        measure.scroll_to(browser, case, 0.5)
        taken = browser.run(leftoff.capturing())
        identifier = leftoff.keep(taken["snapshot"])
        site.show(page(article.title, (
            f"<p>Loading</p><template id=t>{body_html(article.blocks)}</template><script>setTimeout(() =>"
            f" document.body.append("
            "document.getElementById('t').content.cloneNode(true)), 1500)</script>")))
        browser.open(site.origin + "/page", 1280)
        browser.start(leftoff.restoring(identifier))
        browser.wheel(60)
        outcome = browser.finish()
        before = browser.run("scrollY")
        measure.pause(browser, 3)
        moved.append(browser.run("scrollY") != before)
        aborted += outcome["status"] == "aborted"
    out(f"restores ended by the reader's input: {aborted} of {count}; moves of the page by Leftoff afterwards:"
        f" {sum(moved)}")
    return {"moves": sum(moved), "aborted": aborted, "of": count}
