"""One article in several languages, and scripts that translate it in the browser, as translators do."""

import json

from pages_text import STYLE, document

COUNT = 40
NAMES = "Quintero Aldridge Bergstrom Vasquez Okafor Lindqvist Haraldsen Pemberton Castellane Nakamura".split()
LANGUAGES = {
    "english": [
        "The old harbour of {name} was built again in {number}, and it is still the heart of the town.",
        "Of the ships that left {name} that year, only {number} came back before the first snow had fallen.",
        "In the letters from {name}, which we have read for this article, the number {number} is often found.",
        "She has lived near {name} since the winter of {number}, when the road to the north was closed.",
    ],
    "german": [
        "Der alte Hafen von {name} wurde {number} neu errichtet und ist noch immer das Herz der Stadt.",
        "Von den Schiffen, die in jenem Jahr aus {name} ausliefen, kehrten nur {number} vor dem ersten Schnee zurück.",
        "In den Briefen aus {name}, die wir für diesen Artikel gelesen haben, steht oft die Zahl {number}.",
        "Seit dem Winter {number}, als die Straße nach Norden gesperrt war, lebt sie in der Nähe von {name}.",
    ],
    "japanese": [
        "ハルボルの古い港は{number}年に再建され、今も町の中心である。",
        "その年に港を出た船のうち、初雪の前に戻ったのは{number}隻だけだった。",
        "この記事のために読んだ手紙には、{number}という数字がよく出てくる。",
        "北への道が閉ざされた{number}年の冬から、彼女はその近くに住んでいる。",
    ],
    "arabic": [
        "أعيد بناء الميناء القديم في {number} ولا يزال قلب المدينة.",
        "من السفن التي غادرت في ذلك العام عادت {number} فقط قبل أول ثلج.",
        "في الرسائل التي قرأناها لهذا المقال نجد كثيرا العدد {number}.",
        "تعيش بالقرب منها منذ شتاء {number} عندما أغلق الطريق إلى الشمال.",
    ],
}
TITLES = {"english": "The harbour", "german": "Der Hafen", "japanese": "港", "arabic": "الميناء"}
ATTRIBUTES = {
    "english": "lang=en", "german": "lang=de", "japanese": "lang=ja", "arabic": "lang=ar dir=rtl class=translated-rtl"}

# `translate` replaces the text of each paragraph: the text nodes, by wrapped ones as Chromium does, or the paragraphs.
# `translateLazily` does it with those that come near the view, a number of frames later, or when `translateSeen` is
# called. Those with even numbers are twice as long then.
SCRIPT = """<script>
const table = TABLE;
const paragraphs = () => [...document.querySelectorAll('main p')];
function exchange(paragraph, text, way) {
    const node = paragraph.firstChild;
    if (way === 'font') {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text);
        outer.append(inner);
        node.replaceWith(outer);
    } else if (way === 'replaced') {
        const other = document.createElement('p');
        other.append(text);
        paragraph.replaceWith(other);
    } else node.data = text;
}
function translate(way) {
    paragraphs().forEach((paragraph, at) => exchange(paragraph, table[at], way));
    if (way === 'font') document.documentElement.className = 'translated-ltr';
}
function translateLazily(way, frames, texts = table) {
    const all = paragraphs();
    const isDone = new Set();
    const seen = new Set();
    const now = (at) => {
        if (!isDone.has(at)) exchange(all[at], texts[at] + (at % 2 ? '' : ' ' + texts[at]), way);
        isDone.add(at);
    };
    const later = (at, left) => left > 0 ? requestAnimationFrame(() => later(at, left - 1)) : now(at);
    if (way === 'font') document.documentElement.className = 'translated-ltr';
    globalThis.translateSeen = () => { frames = 0; seen.forEach(now); };
    const observer = new IntersectionObserver((entries) => {
        for (const {target, isIntersecting} of entries) {
            const at = all.indexOf(target);
            if (!isIntersecting || at < 0) continue;
            seen.add(at);
            if (frames !== null) later(at, frames);
        }
    }, {rootMargin: '300px 0px'});
    for (const paragraph of all) observer.observe(paragraph);
}
</script>"""


def texts(language, article=0):
    """Returns the paragraphs of an article. Its names and numbers are the same ones in each language."""
    def sentence(at, part):
        number = 1100 + 37 * at + 11 * part + 401 * article
        return LANGUAGES[language][(at + part) % 4].format(name=NAMES[(at * 3 + part + article) % 10], number=number)
    return [" ".join(sentence(at, part) for part in range(5)) for at in range(COUNT)]


def translated(query):
    """Returns the article.

    Parameters that the page key omits choose the language and what else is different, so that all of these pages have
    one key: `utm_content=german` or `english-german` for both languages, `utm_term=shifted` or `other`.
    """
    languages = query.get("utm_content", "english").split("-")
    what = query.get("utm_term", "")
    columns = [texts(language, article=7 if what == "other" else 0) for language in languages]
    body = "".join(f"<p>{text}</p>" for row in zip(*columns, strict=True) for text in row)
    top = "".join(f"<p>{text}</p>" for text in texts(languages[-1], article=3)[:4]) if what == "shifted" else ""
    script = SCRIPT.replace("TABLE", json.dumps(texts("german" if languages == ["english"] else "english")))
    return document(
        f"<nav><a href='/sixty'>Contents</a></nav><main>{top}{body}</main>{script}<div style='height:900px'></div>",
        STYLE + "p{margin:0 0 1em}", title=TITLES[languages[0]], attributes=ATTRIBUTES[languages[0]])


PAGES = {"/translated": translated}
