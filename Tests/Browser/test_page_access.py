"""Accessibility of the web page: axe-core in every view, light and dark, narrow and wide; keys, names and focus."""

import pathlib

import axe_playwright_python
import pytest
from page_view import PageView, snapshot

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
RULES = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}"
FINDINGS = """(async () => (await axe.run(document, RULES)).violations
    .map(({id, nodes}) => id + ': ' + nodes.map(({target, failureSummary}) => target + ' ' + failureSummary)
        .join('; ')))()"""
VIEWS = ["/", "/?view=later", "/?view=finished", "/?view=all", "/?view=trash", "/?q=nothing", "/places/ID",
         "/places/none", "/queue", "/windows", "/settings", "/install"]
# The pages besides the web page itself.
PAGES = ["/c", "/r"]
BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://example.org/1" ADD_DATE="1400000000" TAGS="a,b">One</A></DL><p>"""


@pytest.fixture
def filled(leftoff):
    links = [("https://example.org/a.pdf", "A file"), ("https://example.org/b.html", "A page"), ("javascript:x()", "A trap")]
    place = leftoff.keep(snapshot("https://example.org/", "A page", "Here I stopped.", 0.4, links))
    leftoff.keep(snapshot(f"https://{'a' * 60}.{'b' * 60}.example/", None, None, None))
    leftoff.keep(snapshot("file:///home/me/notes.html", "Notes", "In a file.", 0.1))
    leftoff("queue", "add", "http://127.0.0.1:9/one", "http://127.0.0.1:9/two", "http://127.0.0.1:9/three")
    return place


@pytest.fixture
def states(leftoff, filled, service):
    """A page of each state and a place in the trash, besides the unfinished pages."""
    for name, mark in [("later", {"state": "later", "until": "2031-01-31T00:00:00Z"}), ("done", {"state": "finished"})]:
        leftoff.keep(snapshot(f"https://example.org/{name}", f"A page that is {name}", "Words.", 0.7))
        service.request("POST", "/api/shelf/changes", {
            "change": {"kind": "mark", **mark}, "selection": {"pages": [f"https://example.org/{name}"]}})
    leftoff.keep(snapshot("https://example.org/forgotten", "A forgotten page", "Words.", 0.2))
    service.request("POST", "/api/shelf/changes", {
        "change": {"kind": "forget"}, "selection": {"pages": ["https://example.org/forgotten"]}})


@pytest.mark.parametrize("scheme,width", [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)])
def test_axe_finds_nothing_in_any_view(chromium, leftoff, filled, states, service, scheme, width, tmp_path):
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    page = chromium.page
    view.api("PATCH", f"/api/snapshots/{filled}", {"tags": ["a", "b"], "note": "A note"})
    view.api("POST", f"/api/queue/{view.api('GET', '/api/queue')[0]['id']}/pause")
    page.emulate_media(color_scheme=scheme)
    found = []

    def look(name, within="document"):
        findings = FINDINGS.replace("RULES", RULES).replace("axe.run(document", f"axe.run({within}")
        found.extend(f"{name} {scheme} {width}: {one}" for one in page.evaluate(findings))

    for path in VIEWS + PAGES:
        view.go(path.replace("ID", filled), width)
        view.wait("[...document.querySelectorAll('main h1')].some((e) => e.checkVisibility() && e.textContent)"
                  " || document.querySelector('.notice')")
        if path == "/settings":
            view.wait("document.getElementById('directory').placeholder.startsWith('/')")
        if path.startswith("/?view="):
            view.wait("document.querySelector('.row:not(.loading) .title, .trashed')?.checkVisibility()")
        if path == "/":
            view.wait("document.querySelectorAll('.row:not(.loading)').length === 3")
        if path == "/queue":
            view.wait("document.querySelectorAll('.item').length === 3")
        if path == "/places/ID":
            page.click(".precise summary")
            page.check(".link:first-child input")
        page.evaluate(AXE.read_text())
        look(path)
        if path == "/":
            look_at_shelf(view, look)
        if path == "/queue":
            page.click("#todo .grip")
            look("menu", "'#move-menu'")
            page.keyboard.press("Escape")
            page.keyboard.press("?")
            look("keys")
        if path == "/settings":
            page.fill("#directory", "nowhere")
            page.click("#set-directory button")
            view.wait("document.querySelector('#set-directory .problem')")
            look("an invalid folder", "'#set-directory'")
            page.click("#rotate")
            look("the confirmation for new tokens", "'#rotate-dialog'")
            page.keyboard.press("Escape")
            (tmp_path / "bookmarks.html").write_text(BOOKMARKS)
            view.choose_file("#import-file", tmp_path / "bookmarks.html")
            view.wait("document.querySelector('#import-dialog[open]')")
            look("the preview of an import", "'#import-dialog'")
            page.keyboard.press("Escape")
            view.js("document.getElementById('copy-dialog').showModal()")
            look("the dialog with a text to copy", "'#copy-dialog'")
    page.context.clear_cookies()
    view.go("/")
    page.evaluate(AXE.read_text())
    look("signed out")
    assert found == []


def look_at_shelf(view, look):
    """Looks at the parts of the shelf that keys show."""
    view.keys("j", "d")
    view.wait("document.querySelector('.compact .row[data-key]')")
    look("compact rows")
    view.keys("d", "s")
    view.wait("document.querySelector('#selection-bar:not([hidden])')")
    look("a selected row")
    view.keys("Escape")
    view.wait("document.querySelector('#selection-bar[hidden]')")
    for key, dialog in [("e", "marks-dialog"), ("t", "later-dialog"), ("a", "add-dialog")]:
        view.keys(key)
        view.wait(f"document.querySelector('#{dialog}[open]')")
        if key == "a":
            view.type("x")
            view.keys("Control+Enter")
            view.wait("document.getElementById('add-status').textContent")
        look(dialog, f"'#{dialog}'")
        view.keys("Escape")
        view.wait(f"!document.querySelector('#{dialog}[open]')")
    view.click(".row:first-child .forget")
    view.wait("document.querySelector('#toast button')")
    look("toast")
    view.click("#toast button")
    view.wait("document.querySelectorAll('.row').length === 3")


def test_no_view_is_wider_than_a_narrow_window(browser, leftoff, filled, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    # Firefox's window cannot be that narrow.
    width = 320 if browser.name == "chromium" else 500
    for path in VIEWS:
        if browser.name == "chromium":
            view.go(path.replace("ID", filled), width)
        else:
            view.go(path.replace("ID", filled), width, 700)
        view.wait("document.readyState === 'complete'")
        if path in ("/", "/places/ID", "/queue"):
            view.wait("[...document.querySelectorAll('.row, .link, .item')].some((e) => e.checkVisibility())")
        assert view.js("document.documentElement.scrollWidth") <= width, path


def test_every_control_can_be_focused_by_tab_and_shows_the_focus(browser, leftoff, filled, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/")
    view.wait("document.querySelectorAll('.row').length === 3 && !document.getElementById('site').disabled")
    # Without a pointer that hovers, only the row with the focus shows its buttons.
    view.keys("j")
    view.wait("document.activeElement.matches('.row .title')")
    wanted = view.js(
        "[...document.querySelectorAll('a[href], a[tabindex], button, input, select')]"
        ".filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0).length")
    view.go("/")
    view.wait("document.querySelectorAll('.row').length === 3 && !document.getElementById('site').disabled")
    names = []
    for _ in range(wanted):
        view.keys("Tab")
        name, outline = view.js(
            "(() => { const e = document.activeElement; return [e.getAttribute('aria-label')"
            " || e.textContent.trim() || e.id,"
            " getComputedStyle(e).outlineStyle] })()")
        assert outline != "none", name
        names.append(name)
    assert names[0] == "Skip to content" and "query" in names and "Forget Notes" in names
    assert len(names) == wanted and names[-1].startswith("Forget")


def test_a_new_view_has_a_title_and_the_focus(browser, leftoff, filled, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait("document.querySelectorAll('.row').length === 3")
    view.click(".row:last-child .count")
    view.wait("document.title === 'A page · Leftoff'")
    assert view.js("document.activeElement.id") == "place-heading"
    view.click("#queue-tab")
    view.wait("document.title === 'Queue · Leftoff' && document.activeElement.id === 'queue-heading'")
    view.js("history.back()")
    view.wait("!document.getElementById('place').hidden && document.title === 'A page · Leftoff'")
    view.js("history.back()")
    view.wait("!document.getElementById('places').hidden && document.querySelectorAll('.row').length === 3")
    view.go("/places/none")
    view.wait("document.title === 'This place does not exist · Leftoff'")


def test_the_first_view_is_small(chromium, leftoff, filled, service):
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    sizes = []
    chromium.reset()
    chromium.page.on("response", lambda response: sizes.append(response))
    chromium.open(f"{service.origin}/?token={view.token}")
    view.wait("document.querySelectorAll('.row').length === 3")
    # All that the view requests, so that the sum does not depend on what has arrived first.
    view.wait("['tags', 'sites', 'queue', 'settings'].every((name) => performance.getEntriesByType('resource')"
              ".some((one) => one.responseEnd > 0 && new URL(one.name).pathname === `/api/${name}`))")
    assert not any(name in one.url for one in sizes for name in ["/order.js", "/queue-bulk.js", "/marks.js"])
    finished = [one for one in sizes if "event-stream" not in one.headers.get("content-type", "")]
    total = sum(sum(one.request.sizes()[name] for name in ("responseBodySize", "responseHeadersSize"))
                for one in finished)
    # A full list of 100 pages and its filters take another 25 KB or so; the limit for everything is 150 KB.
    assert 10_000 < total <= 122_000, total
