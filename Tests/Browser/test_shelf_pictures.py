"""Each view of the shelf at two widths, light and dark, with 10, 300 and 100,000 pages.

RECORD=1 writes docs/shelf/PAGES-WIDTH.png, a sheet for each number of pages and width, and docs/places.png.
"""

import base64
import os
import pathlib

import pytest
from canned_shelf import CannedShelf
from page_view import PageView
from pixels import rows, small_png

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
RECORD = os.environ.get("RECORD")
# The heights are those of the pictures; the scale is that of a picture in its sheet.
WIDTHS = {1280: {"height": 800, "scale": 0.4, "columns": 4}, 390: {"height": 800, "scale": 0.5, "columns": 8}}
SHEET = """<!doctype html><title>Shelf</title><style>
body { margin: 0; padding: 8px; width: max-content; background: #8a8580; font: 12px sans-serif; color: #fff }
main { display: grid; grid-template-columns: repeat(COLUMNS, max-content); gap: 8px }
figure { margin: 0 } img { display: block } figcaption { padding: 2px 0 }
</style><main>FIGURES</main>"""


def show_list(view, path, compact=False):
    view.js("(localStorage.removeItem('leftoff-shelf'), null)")
    view.go(path, view.width, view.height)
    view.wait("document.querySelector('.row[data-key]') && !document.querySelector('.row.loading')")
    if compact:
        view.keys("d")
        view.wait("document.querySelector('.compact .row[data-key]')")


def select(view):
    show_list(view, "/?view=all")
    view.keys("j", "s", "Shift+ArrowDown", "Shift+ArrowDown")
    view.wait_texts("#selection-bar .selected-count", ["3 selected"])


def open_dialog(view, key, dialog):
    show_list(view, "/?view=unfinished")
    view.keys("j", key)
    view.wait(f"document.querySelector('#{dialog}[open]')")


def open_place(view):
    view.go("/places/place0000000", view.width, view.height)
    view.wait("!document.getElementById('highlights')?.hidden && !document.getElementById('history').hidden")


def open_trash(view):
    view.go("/?view=trash", view.width, view.height)
    view.wait("document.querySelectorAll('.trashed').length === 3")


VIEWS = {
    "unfinished": lambda view: show_list(view, "/?view=unfinished"),
    "unfinished, compact": lambda view: show_list(view, "/?view=unfinished", compact=True),
    "later": lambda view: show_list(view, "/?view=later"),
    "finished": lambda view: show_list(view, "/?view=finished"),
    "all, three selected": select,
    "trash": open_trash,
    "add": lambda view: open_dialog(view, "a", "add-dialog"),
    "a place": open_place,
}


def open_view(chromium, leftoff, service, count, width, scheme):
    chromium.page.emulate_media(color_scheme=scheme)
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    view.width, view.height = width, WIDTHS[width]["height"]
    CannedShelf(count).attach(chromium.page)
    return view


def in_view(view):
    """Returns the number of rows that are completely in the view."""
    return view.js("""[...document.querySelectorAll('.row')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= document.getElementById('shelf-bars').getBoundingClientRect().bottom && bottom <= innerHeight;
    }).length""")


@pytest.mark.parametrize("width", WIDTHS)
def test_no_view_scrolls_sideways(chromium, leftoff, service, width):
    view = open_view(chromium, leftoff, service, 300, width, "light")
    for name, show in VIEWS.items():
        show(view)
        assert view.js("document.documentElement.scrollWidth") <= width, name


def test_twelve_compact_rows_are_in_a_view_of_800_px(chromium, leftoff, service):
    view = open_view(chromium, leftoff, service, 100_000, 1280, "light")
    VIEWS["unfinished, compact"](view)
    assert in_view(view) >= 12
    assert view.js("document.getElementById('cards').getBoundingClientRect().top") <= 170


def test_the_selection_moves_no_row(chromium, leftoff, service):
    view = open_view(chromium, leftoff, service, 300, 1280, "light")
    show_list(view, "/?view=all")
    top = "document.querySelector('.row').getBoundingClientRect().top"
    before = view.js(top)
    view.keys("j", "s")
    view.wait("document.querySelector('#selection-bar:not([hidden])')")
    assert abs(view.js(top) - before) <= 2


@pytest.mark.skipif(not RECORD, reason="RECORD=1 takes the pictures")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", [10, 300, 100_000])
def test_pictures(chromium, leftoff, service, count, width):
    figures = []
    for scheme in ["light", "dark"]:
        view = open_view(chromium, leftoff, service, count, width, scheme)
        for name, show in VIEWS.items():
            show(view)
            # The pointer and the focus of an earlier view.
            chromium.page.mouse.move(0, 0)
            picture = chromium.page.screenshot()
            if (name, count, width, scheme) == ("unfinished", 300, 1280, "light"):
                (DOCS / "places.png").write_bytes(small_png(rows(picture)))
            source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
            figures.append(f"<figure><figcaption>{name}, {scheme}</figcaption>"
                           f"<img src='{source}' width='{width * WIDTHS[width]['scale']}'></figure>")
        chromium.reset()
    page = chromium.page
    page.set_content(SHEET.replace("COLUMNS", str(WIDTHS[width]["columns"])).replace("FIGURES", "".join(figures)))
    size = page.evaluate("[document.body.scrollWidth, document.body.scrollHeight]")
    page.set_viewport_size(dict(zip(["width", "height"], size)))
    sheet = small_png(rows(page.screenshot()))
    (DOCS / "shelf").mkdir(exist_ok=True)
    (DOCS / "shelf" / f"{count}-{width}.png").write_bytes(sheet)
    assert len(sheet) <= 300_000
