"""Pages that load content on scrolling, and pages that show other content at the same URL."""

from pages_text import STYLE, document, paragraphs, sentence


def endless(batch=20, most=200):
    """Returns a page of twenty paragraphs that adds twenty more whenever its end comes into view."""
    script = (
        f"<div></div><script>const words = {[sentence(n) for n in range(1, most + 1)]};"
        "let shown = 0; let isLoading = false; const end = document.createElement('div'); end.style.height = '1px';"
        "document.body.append(end); function more() { for (const text of words.slice(shown, shown + "
        f"{batch})) {{ const p = document.createElement('p'); p.textContent = text; end.before(p); }}"
        f" shown += {batch}; }}"
        "more(); new IntersectionObserver((entries) => {"
        " if (isLoading || !entries.some((entry) => entry.isIntersecting)) return; isLoading = true;"
        "setTimeout(() => { isLoading = false; more(); }, 120); }, {rootMargin: '300px'}).observe(end);</script>"
    )
    return document(script)


def virtual(rows=3000):
    """Returns a list with rows of different heights, of which the document contains only those in view."""
    script = (
        "<div id=list><div id=inner></div></div><script>const text = (n) => 'Row ' + n + ' says ' + 'abcdefghij'"
        ".split('').map((c, i) => c + ((n * 7919 + i * 104729) % 9973).toString(36)).join(' ');"
        f"const heights = Array.from({{length: {rows}}}, (_, n) => 40 + n % 3 * 25); const tops = [0];"
        "heights.forEach((h, n) => tops.push(tops[n] + h)); inner.style.height = tops[heights.length] + 'px';"
        "function render() { inner.replaceChildren(); let n = tops.findIndex((t) => t > list.scrollTop) - 4;"
        " n = Math.max(0, n);"
        "for (; n < heights.length && tops[n] < list.scrollTop + list.clientHeight + 200; n += 1) {"
        "const p = document.createElement('p'); p.textContent = text(n); p.style.cssText ="
        " 'position:absolute;margin:0;top:'"
        " + tops[n] + 'px;height:' + heights[n] + 'px'; inner.append(p); } }"
        "list.addEventListener('scroll', () => requestAnimationFrame(render)); render();</script>"
    )
    style = STYLE + "#list{height:600px;overflow-y:auto;position:relative}#inner{position:relative}"
    return document(script, style, title="A long list")


STATES = {
    "article": lambda: document(f"<header><h1>The Daily Harbour</h1></header>{paragraphs()}",
                                title="Timber - The Daily"),
    "login": lambda: document(
        "<header><h1>The Daily Harbour</h1></header><form><p>Please sign in to go on reading.<input></form>",
        title="Sign in - The Daily"),
    "gone": lambda: document(
        "<header><h1>The Daily Harbour</h1></header><p>404: there is no such page any more.",
        title="Not found - The Daily"),
    "another": lambda: document(
        "<header><h1>The Daily Harbour</h1></header>" + "".join(f"<p>{sentence(n)}</p>" for n in range(301, 361)),
        title="Copper - The Daily"),
}

PAGES = {
    "/endless": lambda query: endless(),
    "/virtual": lambda query: virtual(),
    "/changing": lambda query: STATES[query["is"]](),
}
