"""Pages for the tests of the capture."""

from pages_text import ARABIC, JAPANESE, STYLE, document, paragraphs, sentence


def vertical(mode):
    text = "".join(
        f"<p>{n}番。{''.join(JAPANESE[(n * 5 + i * (n % 7 + 1)) % len(JAPANESE)] for i in range(160))}</p>"
        for n in range(1, 41))
    return document(text, f"html{{writing-mode:{mode}}}body{{font:18px/1.6 serif;margin:1em}}")


def rows():
    """Returns a page with a scrolling list of rows and a scrolling side bar."""
    style = STYLE + (
        "body{max-width:none;display:flex;margin:0}ul,nav{height:100vh;overflow-y:auto;margin:0;padding:0}"
        "ul{flex:1}nav{width:200px}li{height:40px;list-style:none}"
    )
    items = "".join(f"<li>Row {n} of {n * 7}" for n in range(1, 400))
    return document(f"<nav>{paragraphs(8)}</nav><ul>{items}</ul>", style)


def gallery():
    style = "body{margin:0}img{display:block;width:500px;height:900px;margin-bottom:20px}"
    picture = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%225%22 height=%229%22/>"
    return document("".join(f"<img src='{picture}' alt='Picture {n}'>" for n in range(1, 12)), style)


def code():
    lines = "\n".join(f"    value_{n} = compute({n}, {n * 3}) # {sentence(n, count=40)}" for n in range(1, 200))
    return document(f"<p>Before.</p><pre style='overflow-x:auto'>{lines}</pre>")


def split(number):
    """Returns a paragraph split into many small elements, as highlighters and translators do."""
    return "<p>" + " ".join(f"<span><b>{word}</b></span>" for word in sentence(number).split()) + "</p>"


def deep_shadow(depth=40):
    script = (
        "<div id=outer></div><script>let root = outer.attachShadow({mode: 'open'});"
        f"for (let n = 0; n < {depth}; n += 1) {{ const inner = document.createElement('div'); root.append(inner);"
        f"root = inner.attachShadow({{mode: 'open'}}); }} root.innerHTML = `{paragraphs(30)}`;</script>"
    )
    return document(script)


def scrolled_parts():
    """Returns scrolling containers in a shadow root, in a frame and in right-to-left text, on a page that scrolls."""
    style = STYLE + "iframe{width:100%;height:200px}#rtl{direction:rtl;width:200px;height:60px;overflow:auto}"
    wide = "<div style='width:1000px'>wide</div>"
    script = (
        "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = "
        f"`<div id=in style='height:90px;overflow:auto'>{paragraphs(3)}</div>`</script>"
    )
    return document(f"<div id=rtl>{wide}</div><iframe src='/sixty'></iframe>{script}{paragraphs()}", style)


def bare_text():
    """Returns a page with text that has no element of its own after a hundred blocks."""
    bare = "<br>".join(f"Bare line {n} of the text." for n in range(1, 90))
    return document(f"<div>{paragraphs(100)}{bare}</div>")


PAGES = {
    "/bare-text": lambda query: bare_text(),
    "/vertical-lr": lambda query: vertical("vertical-lr"),
    "/vertical-rl": lambda query: vertical("vertical-rl"),
    "/rtl-text": lambda query: document(paragraphs(words=ARABIC), attributes="lang=ar dir=rtl"),
    "/rows": lambda query: rows(),
    "/gallery": lambda query: gallery(),
    "/code": lambda query: code(),
    "/split": lambda query: document("".join(split(n) for n in range(1, 40))),
    "/columns": lambda query: document(paragraphs(12), "body{columns:3;font:16px/1.5 serif}"),
    "/deep-shadow": lambda query: deep_shadow(),
    "/scrolled-parts": lambda query: scrolled_parts(),
    "/megabytes": lambda query: document(
        "".join(split(n) for n in range(1, 1 + int(query["paragraphs"])))),
    "/many": lambda query: document("".join("<i></i>" for _ in range(100_000)) + paragraphs()),
}
