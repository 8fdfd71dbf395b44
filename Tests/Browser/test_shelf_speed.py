"""A shelf of 100,000 pages: few rows are elements, and few cards are kept, wherever the reader scrolls.

The bounds are counts. The durations of long tasks depend on the machine, so they are only reported (pytest -rP).
"""

import json
import re

import pytest
from canned_shelf import CannedShelf
from page_view import PageView

COUNT = 100_000
# One for the row with the focus, which stays an element.
MOST_ROWS = 81
# The number of chunks of 100 cards that are kept (shelf-window.js).
KEPT_CHUNKS = 20
# Records the greatest number of rows, the rows that were written in one frame, and the tasks of more than 50 ms.
WATCH = """() => {
    const watched = globalThis.watched = { rows: 0, written: 0, tasks: [] };
    let written = new Set();
    const count = () => {
        watched.rows = Math.max(watched.rows, document.querySelectorAll('#cards > .row').length);
        watched.written = Math.max(watched.written, written.size);
        written = new Set();
        requestAnimationFrame(count);
    };
    new MutationObserver((changes) => {
        for (const { target } of changes) written.add(target);
    }).observe(document.getElementById('cards'), { subtree: true, attributeFilter: ['data-key'] });
    requestAnimationFrame(count);
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) watched.tasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
}"""
LOADED = """[...document.querySelectorAll('#cards > .row')].some((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}) && !document.querySelector('#cards > .row.loading')"""


@pytest.fixture
def shelf():
    return CannedShelf(COUNT)


def open_list(chromium, leftoff, service, shelf, density, width):
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    shelf.attach(chromium.page)
    view.js(f"(localStorage.setItem('leftoff-shelf', JSON.stringify({{density: '{density}'}})), null)")
    view.go("/?view=all", width)
    view.wait(LOADED)
    chromium.page.evaluate(WATCH)
    return view


def chunks(shelf):
    """Returns the numbers of the chunks that were requested since the last call."""
    offsets = [re.search(r"limit=100&offset=(\d+)", address) for address in shelf.requests]
    shelf.requests.clear()
    return [int(found[1]) // 100 for found in offsets if found]


@pytest.mark.parametrize("density,width", [("comfortable", 1280), ("compact", 1280), ("comfortable", 390)])
def test_scrolling_keeps_few_rows_as_elements(chromium, leftoff, service, shelf, density, width):
    view = open_list(chromium, leftoff, service, shelf, density, width)
    for share in [0.5, 0.1, 0.9, 0, 0.3, 1]:
        view.js(f"(scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * {share}), null)")
        chromium.page.mouse.move(width / 2, 500)
        for _ in range(10):
            chromium.page.mouse.wheel(0, 700 if share < 1 else -700)
        view.wait(LOADED)
    watched = view.js("watched")
    print(f"{density}, {width} px: {watched}; heap {view.js('performance.memory?.usedJSHeapSize')} bytes")
    assert 0 < watched["rows"] <= MOST_ROWS
    assert 0 < watched["written"] <= MOST_ROWS


def test_the_last_row_is_reached_by_a_key_and_the_focus_stays_while_its_row_leaves_the_view(
        chromium, leftoff, service, shelf):
    view = open_list(chromium, leftoff, service, shelf, "compact", 1280)
    view.keys("j", "End")
    view.wait(f"document.activeElement.closest('.row')?.ariaPosInSet === '{COUNT}'")
    view.js("(scrollTo(0, 0), null)")
    view.wait("document.querySelector('#cards > .row').ariaPosInSet === '1'")
    view.wait(LOADED)
    assert view.js("document.activeElement.closest('.row').ariaPosInSet") == str(COUNT)
    view.keys("k")
    view.wait(f"document.activeElement.closest('.row')?.ariaPosInSet === '{COUNT - 1}'")
    assert view.js("watched.rows") <= MOST_ROWS


def test_only_the_cards_that_were_seen_last_are_kept(chromium, leftoff, service, shelf):
    view = open_list(chromium, leftoff, service, shelf, "compact", 1280)
    chunks(shelf)
    row = view.js("document.querySelector('#cards > .row').getBoundingClientRect().height")

    def look_at(chunk):
        view.js(f"(scrollTo(0, {row * (chunk * 100 + 50)}), null)")
        wanted = f"row.ariaPosInSet > {chunk * 100 + 40} && row.ariaPosInSet <= {chunk * 100 + 90}"
        view.wait(f"[...document.querySelectorAll('#cards > .row')].some((row) => {wanted})")
        view.wait(LOADED)

    for chunk in range(2, 2 + KEPT_CHUNKS):
        look_at(chunk)
    assert sorted(chunks(shelf)) == list(range(2, 2 + KEPT_CHUNKS))
    look_at(2)
    assert chunks(shelf) == []
    # The first chunk was dropped for them.
    look_at(0)
    assert chunks(shelf) == [0]


def test_a_change_loads_the_rows_of_the_view_and_the_one_with_the_focus(chromium, leftoff, service, shelf):
    view = open_list(chromium, leftoff, service, shelf, "compact", 1280)
    view.keys("j", "End")
    view.wait(f"document.activeElement.closest('.row')?.ariaPosInSet === '{COUNT}'")
    view.js("(scrollTo(0, 0), null)")
    view.wait("document.querySelector('#cards > .row').ariaPosInSet === '1'")
    view.wait(LOADED)
    chunks(shelf)
    receipt = json.dumps({"id": None, "kind": "mark", "changed": 1, "unchanged": 0, "omissions": []})
    chromium.page.route("**/api/shelf/changes", lambda route: route.fulfill(
        status=200, content_type="application/json", body=receipt))
    view.keys("f")
    view.wait("document.getElementById('toast').textContent.startsWith('Reopened')")
    assert sorted(chunks(shelf)) == [0, COUNT // 100 - 1]


def test_all_pages_are_selected_without_loading_them(chromium, leftoff, service, shelf):
    view = open_list(chromium, leftoff, service, shelf, "comfortable", 1280)
    chunks(shelf)
    view.keys("j", "Control+a", "Control+a")
    view.wait_texts("#selection-bar .selected-count", [f"{COUNT:,} selected"])
    assert chunks(shelf) == []
