"""Pages with policies and scripts that hinder bookmarklets."""

from pages_text import STYLE, document, paragraphs


def application():
    """Returns a single-page application whose script writes a scrolling list under its own URL."""
    style = STYLE + (
        "html,body{height:100%;margin:0;max-width:none;overflow:hidden}#app{display:flex;height:100%}"
        "aside{width:180px}main{flex:1;overflow-y:auto;padding:0 2em}"
    )
    script = (
        f"<div id=app>Loading</div><template id=view><aside>Menu</aside><main>{paragraphs()}</main></template>"
        "<script>setTimeout(() => { if (!location.hash) history.replaceState(null, '', '#/reader/7');"
        " document.getElementById('app').replaceChildren(document.getElementById('view').content.cloneNode(true)) },"
        " 150)"
        "</script>"
    )
    return document(script, style)


def stubborn():
    """Returns a page that prevents opening windows and navigating."""
    script = "<script>window.open = () => null; navigation.onnavigate = (event) => event.preventDefault()</script>"
    return document(script + paragraphs())


MARKUP = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"

PAGES = {
    "/application": lambda query: application(),
    "/cut-off": lambda query: document(paragraphs()),
    "/sandboxed": lambda query: document(paragraphs()),
    "/stubborn": lambda query: stubborn(),
    "/markup": lambda query: document(
        "".join(f"<p>{n} {MARKUP.replace('<', '&lt;')} and words</p>" for n in range(1, 80)), title=MARKUP),
    "/links": lambda query: document("<p><a id=file href='/slow.svg?ms=1'>A file</a></p>" + paragraphs()),
    "/moved": lambda query: document(paragraphs()),
}
HEADERS = {
    "/policy": {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"},
    "/cut-off": {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"},
    "/sandboxed": {"Content-Security-Policy": "sandbox allow-scripts"},
}
REDIRECTS = {"/old": "/moved"}
