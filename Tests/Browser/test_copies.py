"""Tests the copies of pages: what they contain, and that they run nothing, load nothing and do not block the page."""

import json
import pathlib
import re
import urllib.parse

import pytest
from browsers import wait_for
from conftest import Leftoff
from copy_site import CountingServer
from hostile_document import SENT, control, open_beside  # noqa: F401
from pages_copies import SECRETS
from pages_text import sentence
from place import STOPPED_CLOCK, capture
from prepared_extension import wait_for_small_pages

STATE = (
    "[new XMLSerializer().serializeToString(document), scrollX, scrollY, document.activeElement?.localName,"
    " String(getSelection()), performance.getEntriesByType('resource')"
    ".filter(({name}) => !name.endsWith('/favicon.ico')).length, document.cookie]")


@pytest.fixture(scope="session")
def copy_script(binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("extension")
    Leftoff(binary, tmp_path_factory.mktemp("home"))("extension", str(directory / "files"))
    wait_for_small_pages(directory / "files")
    return (directory / "files/page/copy.js").read_text().strip().rstrip(";")


@pytest.fixture
def copied(browser, copy_script, capture_script):
    """Returns a function that opens a page, scrolls it, and returns one kind of copy."""
    def copy(url, kind, prepare="null", **options):
        browser.open(url)
        browser.run(f"(() => {{ {prepare} }})()")
        snapshot = capture(browser, capture_script)
        browser.run(f"({copy_script}, null)")
        work = f"leftoffCopy.{kind}({json.dumps(snapshot)}, {json.dumps(options)})"
        return json.loads(browser.run(work)["json"]), snapshot
    return copy


def text_of(block):
    if block["kind"] == "table":
        return " ".join(text_of({"kind": "", "runs": cell["runs"]}) for row in block["rows"] for cell in row)
    return "".join(run if isinstance(run, str) else run["text"] for run in block.get("runs", []))


def words_of(copy):
    return " ".join(filter(None, (re.sub(r"\s+", " ", text_of(block)) for block in copy["blocks"])))


def test_a_text_copy_contains_the_article_with_its_blocks_and_links(copied, site):
    copy, _ = copied(f"{site.origin}/copies/article", "text", "scrollTo(0, 2000)")
    blocks = copy["blocks"]
    assert copy["schema"] == 1 and copy["url"] == f"{site.origin}/copies/article" and copy["title"]
    words = words_of(copy)
    assert all(sentence(n) in words for n in range(1, 61))
    link = f"{site.origin}/lenses?a=1#b"
    for expected in (
        {"kind": "heading", "level": 1, "runs": ["The lighthouse"]},
        {"kind": "heading", "level": 2, "runs": [
            "Of ", {"text": "lamps", "style": "emphasis"}, " and ", {"text": "lenses", "href": link}]},
        {"kind": "paragraph", "runs": [
            "Plain, ", {"text": "strong", "style": "strong"}, ", ", {"text": "leaning", "style": "emphasis"}, ", ",
            {"text": "coded", "style": "code"}, " and ", {"text": "mailed", "href": "mailto:ada@example.org"},
            "; not this one."]},
        {"kind": "item", "ordered": False, "depth": 1, "runs": ["First item"]},
        {"kind": "item", "ordered": False, "depth": 2, "runs": ["Inner item"]},
        {"kind": "item", "ordered": True, "depth": 1, "runs": ["Ordered item"]},
        {"kind": "quote", "runs": ["A quoted thought that is long enough to be one."]},
        {"kind": "code", "runs": ["let a = 1;\n  let b = 2;"]},
        {"kind": "table", "rows": [
            [{"runs": ["Year"], "header": True}, {"runs": ["Height"], "header": True}],
            [{"runs": ["1822"]}, {"runs": ["40 m"]}]]},
        {"kind": "image", "src": f"{site.origin}/copies/noise.png?1", "alt": "A lens on a table", "width": 300,
         "height": 200},
    ):
        assert expected in blocks, expected
    for omitted in ("Section 3 of the site", sentence(70), sentence(80), "Imprint"):
        assert omitted not in words, omitted


@pytest.mark.parametrize("kind", ["text", "picture"])
def test_typed_and_hidden_text_is_never_copied(browser, copied, site, kind):
    copy, _ = copied(
        f"{site.origin}/copies/article", kind, "document.querySelector('textarea').value = 'SECRET-TYPED'")
    whole = json.dumps(copy)
    assert [secret for secret in SECRETS if secret in whole] == []
    assert "Ordinary words" in whole


@pytest.mark.parametrize("selector", [".comments p", ".sidebar p", "nav a", "footer", "article p:nth-of-type(30)"])
def test_a_text_copy_always_contains_the_words_at_the_reading_line(copied, site, selector):
    prepare = ("for (const e of document.querySelectorAll('nav, footer, .sidebar')) e.style.minHeight = '1500px';"
               f"const at = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
               " scrollBy(0, at.top)")
    copy, snapshot = copied(f"{site.origin}/copies/article", "text", prepare)
    quote = snapshot["anchors"][0]["quote"]
    words = words_of(copy)
    assert quote["exact"] in words, quote
    assert quote["prefix"] + quote["exact"] + quote["suffix"] in words or quote["prefix"] + quote["suffix"]
    assert sentence(30) in words


@pytest.mark.parametrize("kind", ["text", "picture"])
def test_copies_contain_shadow_trees_and_frames(copied, site, kind):
    copy, _ = copied(f"{site.origin}/copies/parts", kind)
    whole = json.dumps(copy)
    shadow, slotted = "Paragraph of the shadow tree.", "Slotted paragraph of the light tree."
    assert shadow in whole and slotted in whole and "There is nothing left of this page." in whole
    assert whole.index(shadow) < whole.index(slotted)
    assert "rgb(9, 8, 7)" in whole or kind == "text"


@pytest.mark.parametrize("kind", ["text", "picture"])
@pytest.mark.parametrize("path", ["/copies/article", "/copies/hostile", "/copies/parts"])
def test_copying_changes_nothing_in_the_page_and_loads_nothing(browser, copy_script, site, path, kind):
    browser.open(site.origin + path)
    browser.run(f"({copy_script}, null)")
    wait_for(lambda: browser.run("document.readyState") == "complete")
    before = browser.run(STATE)
    assert browser.run(f"leftoffCopy.{kind}(null)")
    assert browser.run(STATE) == before


# What a document could run, load or reveal. Any of these in the tree of a picture is a defect.
ACTIVE = """(() => {
    const found = [];
    const names = ['script', 'iframe', 'frame', 'object', 'embed', 'base', 'link', 'form', 'input', 'textarea', 'use',
        'foreignobject', 'animate', 'set', 'image', 'video', 'audio', 'source', 'template', 'noscript', 'button'];
    for (const element of document.querySelectorAll('*')) {
        const name = element.localName.toLowerCase();
        if (names.includes(name)) found.push(name);
        if (name === 'style' && element !== document.querySelector('head > style')) found.push('second style');
        for (const {name: attribute, value} of element.attributes) {
            if (/^on|^(?:srcset|action|formaction|ping|background|poster|xlink:href|data|srcdoc)$/i.test(attribute)) {
                found.push(attribute);
            }
            if (attribute === 'src' && !/^data:image\\/(?:webp|png|jpeg);base64,/.test(value)) found.push(value);
            if (attribute === 'href' && !/^(?:https?:|mailto:)/.test(value)) found.push(value);
            if (/url\\((?!#svg-)/i.test(value)) found.push(value);
        }
    }
    if (/url\\(|@import|@font-face/i.test(document.querySelector('style').textContent)) found.push('style');
    return {found, traces: window.traces ?? [], words: document.body.innerText,
        metas: [...document.querySelectorAll('meta')].map((m) => m.getAttribute('name') ?? m.httpEquiv)};
})()"""


def test_a_picture_of_a_hostile_page_runs_nothing_and_loads_nothing(browser, copied, site, control):  # noqa: F811
    copy, _ = copied(f"{site.origin}/copies/hostile", "picture")
    server = CountingServer()
    # Relative addresses and those of the page both lead to this server.
    server.document = copy["html"].replace(site.origin, server.origin)
    try:
        browser.open(f"{server.origin}/document")
        found = browser.run(ACTIVE)
        # Events on everything that is left.
        browser.run("(document.querySelectorAll('body *').forEach((e) => {"
                    " e.dispatchEvent(new MouseEvent('mouseover'));"
                    " e.dispatchEvent(new Event('focus')); }), null)")
        # A document without protection sends its last request, a refresh, later than the copy would.
        open_beside(browser, f"{control.origin}/document")
        wait_for(lambda: SENT <= set(control.requests))
        assert found["found"] == [] and found["traces"] == []
        assert browser.run("window.traces ?? []") == []
        assert server.requests == []
        assert [name for name in found["metas"] if name] == ["viewport", "referrer"]
        assert "<script>ran(19)</script><img src=/copies/trap?text onerror=ran(20)> &lt;b&gt; ]]>" in found["words"]
        assert sentence(30) in found["words"] and "Shadow words" in found["words"]
        assert "SECRET" not in copy["html"]
    finally:
        server.stop()


def test_a_picture_contains_own_images_and_boxes_of_foreign_ones(browser, copied, site):
    copy, _ = copied(f"{site.origin}/copies/foreign?origin={urllib.parse.quote(site.elsewhere)}", "picture")
    server = CountingServer(copy["html"])
    try:
        browser.open(f"{server.origin}/document")
        images = browser.run(
            "[...document.images].map((i) => [i.alt, i.naturalWidth, i.getBoundingClientRect().width])")
        assert images == [["Own", 60, 60]]
        boxes = browser.run("[...document.querySelectorAll('[role=img]')].map((b) => [b.getAttribute('aria-label'),"
                            " b.getBoundingClientRect().width, b.getBoundingClientRect().height])")
        # Browsers show the alternative text of a missing image in a box of another size.
        assert boxes[0] == ["Foreign", 70, 50] and boxes[1][0] == "Missing" and len(boxes) == 2
        assert copy["omissions"]["images"] == 2 and server.requests == []
    finally:
        server.stop()


BOXES = """[...document.querySelectorAll('img, canvas, svg, video, .x, p')].map((e) => {
    const box = e.getBoundingClientRect();
    return [Math.round(box.left), Math.round(box.top + scrollY), Math.round(box.width), Math.round(box.height)] })"""


def test_a_picture_without_images_has_boxes_of_the_same_sizes(browser, copied, site):
    address = f"{site.origin}/copies/illustrated?origin={urllib.parse.quote(site.elsewhere)}"
    whole, _ = copied(address, "picture")
    assert whole["html"].count("data:image/") == 2 and "<rect" in whole["html"] and "<circle" in whole["html"]
    copy, _ = copied(address, "picture", images=False)
    before = browser.run(BOXES)
    made = browser.run("leftoffCopy.picture(null, {images: false})")
    # Images that are left out on purpose are counted, but not reported as missing.
    assert made["isWhole"] and copy["omissions"]["images"] == 6
    assert not re.search(r"data:|<img|<canvas|<video|<rect|<circle|url\(", copy["html"])
    assert "linear-gradient" in copy["html"]
    server = CountingServer(copy["html"])
    try:
        browser.open(f"{server.origin}/document")
        assert browser.run(BOXES) == before
        assert browser.run("[...document.querySelectorAll('[role=img]')].map((b) => b.getAttribute('aria-label'))") \
            == ["Foreign", "Own", "Plan"]
        assert "Drawn words" in browser.run("document.body.textContent")
        assert server.requests == []
    finally:
        server.stop()


def test_the_largest_images_are_left_out_of_a_picture_that_must_be_smaller(browser, copied, site):
    whole, _ = copied(f"{site.origin}/copies/sizes", "picture")
    images = dict(re.findall(r'alt=(\d+) src="(data:[^"]+)"', whole["html"]))
    assert whole["omissions"]["images"] == 0 and sorted(images) == ["120", "240", "480"]
    length = len(json.dumps(whole, ensure_ascii=False).encode())
    for omitted in (["480"], ["480", "240"], ["480", "240", "120"]):
        limit = length - sum(len(images[name]) for name in omitted) + 600
        made = browser.run(f"leftoffCopy.picture(null, {{limit: {limit}}})")
        assert len(made["json"].encode()) <= limit and not made["isWhole"]
        copy = json.loads(made["json"])
        assert copy["omissions"]["images"] == len(omitted) and copy["omissions"]["parts"] == 0
        assert sorted(re.findall(r"aria-label=(\d+)", copy["html"])) == sorted(omitted)
        assert sentence(60) in copy["html"]


# A drawing of about 100 kB before the text, with words if they are asked for.
DRAW = """document.querySelector('p').insertAdjacentHTML('beforebegin', '<svg id=big width=300 height=200 '
    + 'aria-label="Chart">' + Array.from({length: 130}, (_, n) => '<path d="M' + Array(190).fill(n + ' 1').join('L')
    + '"/>').join('') + (WORDS ? '<svg><rect width=5 height=5 /></svg><text x=20 y=100>Axis</text>' : '') + '</svg>')"""


PARAGRAPHS = """[...document.querySelectorAll('p')].map((p) => {
    const { top, width } = p.getBoundingClientRect(); return [Math.round(top + scrollY), Math.round(width)] })"""


@pytest.mark.parametrize("words", ["true", "false"])
@pytest.mark.parametrize("share", [0.99, 0.6])
def test_a_drawing_is_left_out_where_the_text_needs_its_space(browser, copied, site, words, share):
    whole, _ = copied(f"{site.origin}/copies/large?count=100", "picture", DRAW.replace("WORDS", words))
    assert whole["omissions"]["images"] == 0 and whole["html"].count("<path") == 130
    before = browser.run(PARAGRAPHS)
    limit = int(share * len(json.dumps(whole, ensure_ascii=False).encode()))
    made = browser.run(f"leftoffCopy.picture(null, {{limit: {limit}}})")
    assert len(made["json"].encode()) <= limit and not made["isWhole"]
    copy = json.loads(made["json"])
    assert copy["omissions"]["images"] == 1 and copy["omissions"]["parts"] == 0
    assert "<svg" not in copy["html"] and "<path" not in copy["html"]
    server = CountingServer(copy["html"])
    try:
        browser.open(f"{server.origin}/document")
        assert browser.run(PARAGRAPHS) == before
        assert browser.run("document.querySelector('[aria-label=Chart]').getBoundingClientRect().height") == 200
    finally:
        server.stop()


def test_without_images_a_drawing_in_a_drawing_does_not_end_it(browser, copied, site):
    copied(f"{site.origin}/copies/large?count=100", "picture", DRAW.replace("WORDS", "true"))
    copy = json.loads(browser.run("leftoffCopy.picture(null, {images: false})")["json"])
    assert copy["omissions"]["images"] == 1
    server = CountingServer(copy["html"])
    try:
        browser.open(f"{server.origin}/document")
        assert browser.run("document.querySelector('svg text').textContent") == "Axis"
        assert browser.run("document.querySelectorAll('svg').length") == 1
    finally:
        server.stop()


@pytest.mark.parametrize("prepare", [
    "null", "document.body.prepend('語'.repeat(90000))",
    "for (const e of document.querySelectorAll('p')) e.style.color = `rgb(1,2,${Math.random()})`"])
def test_a_page_that_is_larger_than_a_picture_may_be_is_cut_at_its_end(browser, copied, site, prepare):
    copied(f"{site.origin}/copies/large?count=4000", "picture", prepare)
    # Only the size limits the copy, and not the time.
    browser.run(STOPPED_CLOCK)
    made = browser.run("leftoffCopy.picture(null, {limit: 100000})")
    copy = json.loads(made["json"])
    assert 80_000 < len(made["json"].encode()) <= 100_000 and not made["isWhole"]
    assert copy["omissions"]["parts"] > 0 and copy["html"].endswith("</body></html>")
    assert sentence(999 % 200) not in copy["html"].split("</style>")[1][-20_000:]
    assert copy["html"].count("<p") - copy["html"].count("</p") == 0


def test_a_picture_looks_like_the_page(browser, copied, site):
    copy, _ = copied(f"{site.origin}/copies/article", "picture")
    look = """[...document.querySelectorAll('article p, article h2, article li, article td')].map((e) => {
        const box = e.getBoundingClientRect(), style = getComputedStyle(e);
        return [e.textContent.trim().slice(0, 30), Math.round(box.left), Math.round(box.width), style.color,
            style.fontSize, style.letterSpacing] }).filter(([words]) => /^(?!SECRET|More)\\w/.test(words))"""
    before = browser.run(look)
    server = CountingServer(copy["html"])
    try:
        browser.open(f"{server.origin}/document")
        after = browser.run(look)
    finally:
        server.stop()
    assert len(after) > 60
    assert [entry for entry in before if entry not in after] == [], after[-3:]


def test_the_modules_of_copies_are_in_the_extension(leftoff, tmp_path):
    leftoff("extension", str(tmp_path / "files"))
    files = {str(path.relative_to(tmp_path / "files")) for path in pathlib.Path(tmp_path / "files").rglob("*")}
    assert {"page/copy.js", "page/capture.js"} <= files
