"""Defines pages whose words have changed or cannot be read: translations, editable documents, closed shadow roots.

Variants are as in hard_page.py.
"""

import json
import random

from articles import ARABIC, Article, block_html, page
from case import Case, number as key_of, same

# Words of the language into which pages are translated. They have no word in common with those of an article.
OTHER = "schlo brum netz ewig kra tolf unz ghei pfad wur zing hob jelt ock fyr mab xil dras quo vek".split()
OTHER_SMALL = "der die und das ist von zu mit den sich auf nicht ein eine als auch es werden aus er hat dass".split()
# Added to the key of a block for its translation on a bilingual page.
TRANSLATED = 2000
NAMES = "Marlow Quintero Aldridge Bergstrom Vasquez Okafor Lindqvist Haraldsen Pemberton Castellane Nakamura".split()


class NamedArticle(Article):
    """An article with names and numbers, which a translation keeps, and links."""

    def __init__(self, seed, paragraphs=44):
        super().__init__(seed, paragraphs=paragraphs)
        for _, key, words in self.blocks:
            if key < 500:
                for at in range(self.random.randrange(3, 9), len(words), self.random.randrange(9, 17)):
                    words[at] = self.random.choice([self.random.choice(NAMES), str(self.random.randrange(12, 2100))])


def is_kept(word):
    return word.strip(".,") in NAMES or word.strip(".,").isdigit()


def translated_word(word, script):
    """Returns the translation of a word, the same each time: no word, one or two."""
    if is_kept(word):
        return [word]
    numbers = random.Random(f"{script} {word.lower()}")
    end = "." if word.endswith(".") else ""
    count = numbers.choice([0, 1, 1, 1, 1, 1, 2]) if not end else 1
    made = []
    for _ in range(count):
        if script == "arabic":
            made.append(numbers.choice(ARABIC) + numbers.choice(["", "ة", "ي", "ون", "ات", "ها"]))
        elif numbers.random() < 0.35:
            made.append(numbers.choice(OTHER_SMALL))
        else:
            made.append("".join(numbers.choices(OTHER, k=numbers.randint(1, 3))))
    if made and word[0].isupper():
        made[0] = made[0].capitalize()
    return [*made[:-1], made[-1] + end] if made else []


def translated(words, script="latin"):
    """Returns translated words in a slightly different order, and the index of each old word among them."""
    order = list(range(len(words)))
    numbers = random.Random(" ".join(words))
    for at in range(0, len(words) - 4, 5):
        if numbers.random() < 0.5:
            order[at + 1], order[at + 3] = order[at + 3], order[at + 1]
    result, slots = [], [0] * len(words)
    for at in order:
        slots[at] = len(result)
        result += translated_word(words[at], script)
    return result or ["—"], [min(slot, max(0, len(result) - 1)) for slot in slots]


def article_page(article, blocks, attributes="lang=en", script=""):
    """Returns a page with menus and teasers around the blocks of an article."""
    menu = "".join(f"<li><a href='/m{n}'>{article.vocabulary[n].capitalize()}</a>" for n in range(9))
    body = f"<nav><ul style='display:flex;gap:1em;list-style:none'>{menu}</ul></nav><main>{blocks}</main>{script}"
    return page(article.title, body, attributes=attributes)


def blocks_of(article, script=None):
    """Returns the blocks of an article, translated or not."""
    return "".join(
        block_html(kind, key, translated(words, script)[0] if script else words) for kind, key, words in article.blocks)


def in_translation(article, reading, script="latin"):
    """Returns the key and the word of the translation at the place of a word."""
    _, _, words = article.blocks[article.index_of(key_of(reading))]
    return reading["key"], translated(words, script)[1][reading["word"]]


def in_original(article, reading):
    """Returns the key and the word of the original at the place of a translated word."""
    key = key_of(reading) % TRANSLATED
    _, _, words = article.blocks[article.index_of(key)]
    slots = translated(words)[1]
    return f"k:{key}", min(range(len(words)), key=lambda at: abs(slots[at] - reading["word"]))


# Translates texts as a browser or an extension does, by a table of the texts of each block.
TRANSLATOR = """<script>{
const table = TABLE;
const translate = (block, wraps) => {
    const walker = document.createTreeWalker(block, 128);
    const comment = walker.nextNode();
    const text = comment && table[comment.data];
    if (!text || block.dataset.done) return;
    block.dataset.done = '1';
    const words = text.split(' ');
    // The links and emphasized words of the block stay where they are, with a part of the words each.
    const nodes = [];
    const texts = document.createTreeWalker(block, 4);
    while (texts.nextNode()) nodes.push(texts.currentNode);
    const length = nodes.reduce((sum, node) => sum + node.length, 0);
    let at = 0, before = 0;
    nodes.forEach((node, n) => {
        before += node.length;
        const end = n === nodes.length - 1 ? words.length : Math.round(words.length * before / length);
        const part = words.slice(at, end).join(' ') + ' ';
        at = end;
        if (!wraps) { node.data = part; return; }
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.style.verticalAlign = inner.style.verticalAlign = 'inherit';
        inner.append(part);
        outer.append(inner);
        node.replaceWith(outer);
    });
};
const blocks = [...document.querySelectorAll('main p, main li, main h2')];
HOW
}</script>"""
WAYS = {
    "font": "setTimeout(() => { document.documentElement.classList.add('translated-ltr');"
            "document.documentElement.lang = 'de'; const step = () => { for (const block of blocks.splice(0, 12))"
            " translate(block, true); if (blocks.length) setTimeout(step, 60); }; step(); }, DELAY);",
    "in place": "setTimeout(() => { for (const block of blocks) translate(block, false); }, DELAY);",
    "lazy": "document.documentElement.classList.add('translated-ltr');"
            "const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting)"
            ".forEach((entry) => setTimeout(() => translate(entry.target, true), DELAY)));"
            "for (const block of blocks) seen.observe(block);",
}


def translator(article, way, delay):
    table = {f"k:{key}": " ".join(translated(words)[0]) for _, key, words in article.blocks}
    how = WAYS[way].replace("DELAY", str(delay))
    return TRANSLATOR.replace("TABLE", json.dumps(table)).replace("HOW", how)


def by_tool(way):
    """The original was captured; a browser or an extension has translated the page since."""
    def made(article, number):
        article = NamedArticle(article.random.random())
        before = article_page(article, blocks_of(article))
        delay = [0, 300, 900][number % 3]
        after = article_page(article, blocks_of(article), script=translator(article, way, delay))
        return Case(before, lambda reading: (after, in_translation(article, reading)), late=delay / 1000 + 1, hold=1.5,
                    metric="view", widths=(1280, [1280, 700][number // 3 % 2]))
    return made


def by_server(article, number):
    article = NamedArticle(article.random.random())
    after = article_page(article, blocks_of(article, "latin"), attributes="lang=de")
    return Case(article_page(article, blocks_of(article)), lambda reading: (after, in_translation(article, reading)),
                metric="view", widths=(1280, [1280, 700][number % 2]))


def back(way):
    """The translation was captured; the page is shown in the original language."""
    def made(article, number):
        article = NamedArticle(article.random.random())
        script = translator(article, way, 0) if way else ""
        before = article_page(article, blocks_of(article, None if way else "latin"), script=script,
                              attributes="lang=en" if way else "lang=de")
        after = article_page(article, blocks_of(article))
        return Case(before, lambda reading: (after, in_original(article, reading)), late=1, metric="view")
    return made


def bilingual(captured):
    """Each paragraph is followed by its translation, in one of the states."""
    def made(article, number):
        article = NamedArticle(article.random.random())
        pairs = ""
        for kind, key, words in article.blocks:
            pair = [block_html(kind, key, words),
                    block_html(kind, TRANSLATED + key, translated(words)[0], attributes=" class=notranslate")]
            pairs += "".join(pair if number % 2 else pair[::-1])
        both, alone = article_page(article, pairs), article_page(article, blocks_of(article))
        foreign = article_page(article, blocks_of(article, "latin"), attributes="lang=de")
        before, after = {"original": (alone, both), "both": (both, alone), "translation": (foreign, both)}[captured]

        def truth(reading):
            key = key_of(reading)
            if captured == "translation":
                return f"k:{TRANSLATED + key}", reading["word"]
            return in_original(article, reading) if key >= TRANSLATED else (reading["key"], reading["word"])
        return Case(before, lambda reading: (after, truth(reading)), metric="view")
    return made


def right_to_left(is_tool):
    def made(article, number):
        article = NamedArticle(article.random.random())
        before = article_page(article, blocks_of(article))
        after = article_page(article, blocks_of(article, "arabic"), attributes="lang=ar dir=rtl class=translated-rtl"
                             if is_tool else "lang=ar dir=rtl")
        return Case(before, lambda reading: (after, in_translation(article, reading, "arabic")), metric="view")
    return made


EDITOR = "<div id=editor STATE style='padding:1em;outline:0;WHERE'>{}</div>"


def editable(kind):
    """A document that the reader may edit, so that its words are not captured. Most of them get a new paragraph."""
    def made(article, number):
        blocks = [block_html(*block) for block in article.blocks]
        new = "<p>A paragraph that somebody has written since, with a few words more than the others have.</p>"
        changed = [blocks, [new * 3, *blocks], [*blocks[:9], new, *blocks[9:]]][number % 3]
        state = "" if kind == "design mode" else "contenteditable"
        where = "height:640px;overflow-y:auto" if kind == "own scroller" else ""
        around = EDITOR.replace("STATE", state).replace("WHERE", where)
        script = "<script>document.designMode = 'on'</script>" if kind == "design mode" else ""

        def build(parts):
            return page(article.title, f"<header>Harbour Documents</header>{around.format(''.join(parts))}{script}")
        scroller = "(document.getElementById('editor'))" if kind == "own scroller" else "(document.scrollingElement)"
        return Case(build(blocks), same(build(changed)), scroller=scroller, metric="view")
    return made


def closed_root(kind):
    def made(article, number):
        text = "".join(block_html(*block) for block in article.blocks)
        script = (
            "<script>for (const host of document.querySelectorAll('harbour-text')) { const root ="
            " host.attachShadow({mode: 'closed'}); root.append(host.firstElementChild.content.cloneNode(true));"
            " host.benchRoot = root; }</script>")
        style = "<style>p,li{margin:0 0 1em}</style>"
        if kind == "one":
            hosts = f"<harbour-text style='display:block'><template>{style}{text}</template></harbour-text>"
        else:
            hosts = "".join(
                f"<harbour-text style='display:block'><template>{style}{block_html(*block)}</template></harbour-text>"
                for block in article.blocks)
        banner = "<div style='height:310px'>A new banner is here</div>" if number % 2 else ""
        before = page(article.title, f"<h1>{article.title}</h1>{hosts}{script}")
        return Case(before, same(before.replace("<body>", "<body>" + banner)), metric="view")
    return made


HARD = {
    "translated": {**{way: by_tool(way) for way in WAYS}, "server": by_server},
    "translated back": {"font": back("font"), "in place": back("in place"), "server": back(None)},
    "bilingual": {captured: bilingual(captured) for captured in ["original", "both", "translation"]},
    "to right-to-left": {"tool": right_to_left(True), "server": right_to_left(False)},
    "editable document": {kind: editable(kind) for kind in ["window", "own scroller", "design mode"]},
    "closed shadow root": {kind: closed_root(kind) for kind in ["one", "one for each block"]},
}
