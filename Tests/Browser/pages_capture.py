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


def films():
    """Returns a page whose middle column has only films, and whose side column has only text."""
    style = "body{margin:0;display:grid;grid-template-columns:62% 1fr;gap:2em;font:14px/1.5 serif}"
    film = "<video style='display:block;width:100%;height:620px;background:#234;margin:0 0 16px'></video>"
    return document(f"<main>{film * 12}</main><aside>{paragraphs(40)}</aside>", style)


def blank_lines():
    """Returns a page whose blank lines have boxes, because its white space is preserved."""
    parts = "\n \n   \n\n".join(f"<span>{sentence(n, count=9)}</span>" for n in range(1, 90))
    return document(f"<div style='white-space:pre-wrap'>{parts}</div>", "body{font:18px/1.5 serif;margin:0 1em}")


def right_column(start=60):
    """Returns an article with pictures between its paragraphs, and beside it a column that begins at a percentage."""
    style = f"body{{margin:0;display:grid;grid-template-columns:{start - 3}% 1fr;gap:3%;font:16px/1.5 serif}}"
    picture = "<div style='height:180px;background:#9ab'></div>"
    article = "".join(f"{picture}<p>{sentence(n, count=60)}</p>" for n in range(1, 30))
    side = "".join(f"<p>Beside {n}: {sentence(n + 900, count=9)}</p>" for n in range(1, 200))
    return document(f"<main>{article}</main><aside>{side}</aside>", style)


def captions():
    """Returns a page with captions that lie over the text."""
    over = "<div style='position:absolute;top:0;left:25%;width:50%;background:#ffe;font-size:13px'>Caption {}</div>"
    return document("".join(
        f"<div style='position:relative'>{over.format(n)}<p>{sentence(n)}</p></div>" for n in range(1, 60)))


def editor(kind):
    """Returns a document that the reader can edit. All its words begin with SECRET."""
    words = [f"SECRET{n}" for n in range(60)]
    text = "".join(
        f"<h2>{sentence(n, words=words, count=2)[-20:]}</h2><p>{sentence(n, words=words)[30:]}</p>" for n in range(40))
    if kind == "mode":
        return document(f"<div>{text}</div><script>document.designMode = 'on'</script>")
    style = "height:600px;overflow-y:auto" if kind == "scroller" else ""
    return document(f"<h1>Documents</h1><div id=editor contenteditable style='{style}'>{text}</div>")


def closed_roots():
    """Returns a page each of whose paragraphs is in a closed shadow root."""
    hosts = "".join(
        f"<closed-text style='display:block'><template><p>{sentence(n)}</p></template></closed-text>"
        for n in range(1, 40))
    return document(
        f"<h1>Closed</h1>{hosts}<script>for (const host of document.querySelectorAll('closed-text'))"
        " host.attachShadow({mode: 'closed'}).append(host.firstElementChild.content.cloneNode(true));</script>")


def unread_frame(kind):
    """Returns a page with a heading, and a frame whose document cannot be read because its origin is opaque."""
    allowed = "allowfullscreen" if kind == "player" else ""
    frame = f"<iframe name=story sandbox src='/sixty?x=1' {allowed} style='width:100%;height:700px;border:0'></iframe>"
    return document(f"<h1>The outer page</h1>{frame}{paragraphs(20)}", "body{font:18px/1.5 serif;margin:0}h1{margin:0}")


def menus():
    """Returns a page without text but with a picture, a large icon that is cut off, and one in a closed menu."""
    icon = "<svg style='width:2000px;height:2000px'><circle r=900 /></svg>"
    return document(
        f"<div style='width:24px;height:24px;overflow:hidden'>{icon}</div>"
        f"<div style='visibility:hidden;position:absolute;top:0'>{icon}</div>"
        "<canvas style='display:block;width:600px;height:3000px;background:#abc'></canvas>", "body{margin:0}")


PAGES = {
    "/films": lambda query: films(),
    "/blank-lines": lambda query: blank_lines(),
    "/right-column": lambda query: right_column(),
    "/captions": lambda query: captions(),
    "/editor": lambda query: editor(query.get("kind")),
    "/closed-roots": lambda query: closed_roots(),
    "/unread-frame": lambda query: unread_frame(query.get("kind")),
    "/menus": lambda query: menus(),
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
