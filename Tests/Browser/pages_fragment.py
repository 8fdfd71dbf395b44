"""Pages for the fragment tests, on which a text fragment easily matches the wrong text or none."""

from pages_text import STYLE, document, paragraphs, sentence

CODE = "\n".join(f"    step_{n % 4}(value, {n})\n    return value" for n in range(1, 120))


def twins():
    """Returns pairs of paragraphs that begin with the same words and then differ."""
    return document("".join(f"<p>The same words begin it. {sentence(n)}</p>" for n in range(1, 70)))


def spans():
    """Returns inline elements that the style displays as blocks, as in cards and menus."""
    style = STYLE + "a{display:flex;justify-content:space-between}a>span{display:block}"
    return document("".join(f"<a><span>Title {n} of many</span><span>{sentence(n)}</span></a>" for n in range(1, 80)),
                    style)


PAGES = {
    "/fragment/plain": lambda query: document(paragraphs()),
    "/fragment/code": lambda query: document(f"<p>Before.</p><pre>{CODE}</pre><p>After.</p>"),
    "/fragment/twins": lambda query: twins(),
    "/fragment/spans": lambda query: spans(),
    "/fragment/signs": lambda query: document("".join(f"<p>A-B, {n} &amp; C-{n}; “so”, {sentence(n)}</p>"
                                                      for n in range(1, 60))),
}
