"""Pages with an element that cannot be seen in a narrow window, and pages whose lines differ in a narrow window."""

from pages_text import ARABIC, JAPANESE, STYLE, document, paragraphs, sentence

# The style of the element in a narrow window.
HIDING = {
    "left": "position:absolute;left:-4000px;width:400px",
    "right": "position:absolute;right:-4000px;width:400px",
    "top": "position:absolute;top:-9000px",
    "drawer": "position:fixed;left:0;top:0;bottom:0;width:300px;overflow:auto;transform:translateX(-100%)",
    "drawer-right": "position:fixed;right:0;top:0;bottom:0;width:300px;overflow:auto;transform:translateX(100%)",
    "drawer-top": "position:fixed;left:0;right:0;top:0;height:100vh;overflow:auto;transform:translateY(-100%)",
    "display": "display:none",
    "visibility": "visibility:hidden",
    "collapsed": "max-height:0;overflow:hidden",
    "clip": "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap",
    "clip-path": "clip-path:inset(50%)",
    "scale": "transform:scale(0)",
    "narrow": "width:0;overflow:hidden",
    "content-visibility": "content-visibility:hidden",
    "shifted": "overflow:hidden;text-indent:-6000px",
}


def with_aside(hiding, inner, attributes="lang=en", style="", words=None):
    """Returns a page whose `aside` is hidden in a narrow window unless the root has the class `open`."""
    options = {"words": words} if words else {}
    before = paragraphs(25, **options)
    after = "".join(f"<p>{sentence(n, **options)}</p>" for n in range(26, 61))
    rules = (f"html{{overflow-x:hidden}}@media (max-width:900px){{html:not(.open) aside{{{HIDING[hiding]}}}}}"
             "aside p{overflow:inherit}iframe{width:100%;height:900px;border:0}")
    return document(f"{before}<aside>{inner}</aside>{after}", STYLE + rules + style, attributes=attributes)


def aside(query):
    inner = "".join(f"<p>{sentence(n)}</p>" for n in range(101, 109))
    where = query.get("where", "page")
    if where == "shadow":
        # The host is inside the element that is hidden.
        inner = (f"<div id=host></div><script>host.attachShadow({{mode: 'open'}}).innerHTML = `{inner}`</script>")
    if where == "frame":
        inner = "<iframe src='/aside-frame'></iframe>"
    if where == "rtl":
        inner = "".join(f"<p>{sentence(n, words=ARABIC)}</p>" for n in range(101, 109))
        return with_aside(query["hiding"], inner, "lang=ar dir=rtl", words=ARABIC)
    return with_aside(query["hiding"], inner)


def vertical_aside(query):
    def text(first, last):
        return "".join(
            f"<p>{n}番。{''.join(JAPANESE[(n * 5 + i * (n % 7 + 1)) % len(JAPANESE)] for i in range(160))}</p>"
            for n in range(first, last))
    style = (
        "html{writing-mode:vertical-rl}body{font:18px/1.6 serif;margin:1em}"
        "@media (max-width:900px){aside{position:absolute;top:-4000px;height:400px}}")
    return document(f"{text(1, 20)}<aside>{text(101, 109)}</aside>{text(20, 40)}", style)


def wide_table():
    """Returns a page with a table that is wider than a narrow window, in a box that scrolls."""
    rows = "".join(f"<tr><td><td><p>{sentence(n, count=12)}</p>" for n in range(1, 80))
    style = STYLE + (
        "div{overflow-x:auto}table{width:1100px}td:first-child{width:680px}body{max-width:none}"
        "td{vertical-align:top}")
    return document(f"<div><table>{rows}</table></div>", style)


def link_list():
    """Returns a list of short links with notes, after which lines differ in height at another font size."""
    items = "".join(f"<li><b><a href='#{n}'>Entry {n} of it</a></b><p>{sentence(n, count=9 + n % 4)}</p>"
                    for n in range(1, 120))
    return document(f"<ul>{items}</ul>")


def beside_picture():
    """Returns paragraphs beside floating pictures that cover the middle of the window."""
    picture = "<div class=picture></div>"
    style = STYLE + (
        "body{max-width:none}.picture{float:right;width:70%;height:420px;background:#9ab;margin:0 0 1em 1em}"
        "h2{clear:both}@media (max-width:900px){.picture{width:40%;height:200px}}")
    return document("".join(f"<h2>Part {n}</h2>{picture}<p>{sentence(n)}</p><p>{sentence(n + 100)}</p>"
                            for n in range(1, 25)), style)


def mixed_sizes():
    """Returns paragraphs with a large word at the start of each line and small ones after it."""
    lines = "".join(f"<p><big>Large{n}</big> <small>{sentence(n, count=5)}</small></p>" for n in range(1, 90))
    return document(lines, STYLE + "big{font-size:300%}small{font-size:60%}")


def below_picture(query):
    """Returns a picture with a height in px in a column that is narrower than half of a window."""
    above = "".join(f"<p>{sentence(n)}</p>" for n in range(101, 104))
    style = STYLE + f"body{{max-width:28em}}canvas{{display:block;width:100%;height:{query['height']}px}}"
    return document(f"{above}<canvas></canvas>{paragraphs()}", style)


def fold(query):
    """Returns a page with a long `aside` that is hidden until its root gets the class `open`."""
    inner = "".join(f"<p>{sentence(n)}</p>" for n in range(101, 131))
    style = STYLE + f"html{{overflow-x:hidden}}html:not(.open) aside{{{HIDING[query['hiding']]}}}"
    after = "".join(f"<p>{sentence(n)}</p>" for n in range(26, 61))
    return document(f"{paragraphs(25)}<aside>{inner}</aside>{after}", style)


PAGES = {
    "/aside": aside,
    "/aside-frame": lambda query: document("".join(f"<p>{sentence(n)}</p>" for n in range(101, 109))),
    "/vertical-aside": vertical_aside,
    "/wide-table": lambda query: wide_table(),
    "/link-list": lambda query: link_list(),
    "/beside-picture": lambda query: beside_picture(),
    "/mixed-sizes": lambda query: mixed_sizes(),
    "/below-picture": below_picture,
    "/fold": fold,
}
