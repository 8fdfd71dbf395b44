"""What the shelf keeps while pages come and go: the selection, the position, the filters, and the focus."""

import json

import pytest
from browsers import wait_equal
from page_view import PageView, snapshot

COUNT = 12
LONG = 230
ALL_LOADED = "!document.querySelector('#cards > .row.loading')"


@pytest.fixture
def empty_view(chromium, leftoff, service):
    return PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])


@pytest.fixture
def view(empty_view):
    return open_pages(empty_view, COUNT)


@pytest.fixture
def long_view(empty_view):
    return open_pages(empty_view, LONG)


def open_pages(view, count):
    """Shows the unfinished pages, of which more than a hundred are not loaded at once."""
    for number in range(1, count + 1):
        view.api("POST", "/api/snapshots", snapshot(f"https://example.org/{number}", f"Page {number}", None, 0.4))
    show(view, "/?view=unfinished", count)
    return view


def show(view, address, number):
    """Opens a list, whose first page has a number, and waits until it receives events."""
    view.go(address)
    view.wait(f"document.querySelector('.row .title[href]')?.textContent === 'Page {number}'")
    view.wait_until_it_listens()


def change(view, kind, *numbers, **members):
    """Changes pages as another tab does."""
    pages = [f"https://example.org/{number}" for number in numbers]
    view.api("POST", "/api/shelf/changes", {"change": {"kind": kind, **members}, "selection": {"pages": pages}})


def capture(view, host, number):
    view.api("POST", "/api/snapshots", snapshot(f"https://{host}/{number}", f"Page {number}", None, 0.4))


def wait_selected(view, number):
    view.wait_texts("#selection-bar .selected-count", [f"{number} selected"])


def finished(view):
    return {card["place"]["title"] for card in view.api("GET", "/api/shelf?state=finished&limit=200")["pages"]}


def test_a_page_that_leaves_a_long_list_is_not_selected_any_more(long_view):
    view = long_view
    view.keys("j", "s", "Shift+ArrowDown", "Shift+ArrowDown")
    wait_selected(view, 3)
    view.click(".row:first-child .finish")
    wait_selected(view, 2)
    # The event of the change may arrive before its response, whose message would replace a later one.
    view.wait("document.getElementById('toast').textContent.startsWith('Finished')")
    change(view, "mark", LONG - 1, state="finished")
    wait_selected(view, 1)
    view.keys("x")
    view.wait("document.getElementById('toast').textContent.startsWith('Forgot 1 place')")
    assert finished(view) == {f"Page {LONG}", f"Page {LONG - 1}"}


def test_a_selected_page_that_is_gone_is_deselected_by_a_change_that_fails(long_view):
    view = long_view
    # The events would deselect it before.
    view.browser.page.route("**/api/events*", lambda route: route.abort())
    view.go("/?view=unfinished")
    view.wait(f"document.querySelector('.row .title[href]')?.textContent === 'Page {LONG}'")
    view.keys("j", "s", "Shift+ArrowDown", "Shift+ArrowDown")
    wait_selected(view, 3)
    change(view, "forget", LONG)
    view.keys("f")
    view.wait("document.getElementById('toast').textContent.includes('1 page was forgotten meanwhile')")
    wait_selected(view, 2)
    assert finished(view) == set()
    view.keys("f")
    wait_equal(lambda: finished(view), {f"Page {LONG - 1}", f"Page {LONG - 2}"})


def test_shift_extends_from_the_selected_page_after_a_row_above_it_has_left(view):
    view.keys("j", "j", "j", "s")
    wait_selected(view, 1)
    change(view, "mark", COUNT, state="finished")
    view.wait(f"document.querySelector('.row .title').textContent === 'Page {COUNT - 1}'")
    # Pages 11, 10, 9, 8, 7 and 6, of which 10 was selected.
    view.click_with_shift(".row:nth-child(6) .pick input")
    wait_selected(view, 5)
    view.keys("f")
    wait_equal(lambda: finished(view), {f"Page {number}" for number in (6, 7, 8, 9, 10, COUNT)})


def test_shift_and_an_arrow_extend_from_the_selected_page_after_a_row_above_it_has_left(view):
    view.keys("j", "j", "j", "s", "Shift+ArrowDown")
    wait_selected(view, 2)
    change(view, "mark", COUNT, state="finished")
    view.wait(f"document.querySelector('.row .title').textContent === 'Page {COUNT - 1}'")
    view.wait(f"document.activeElement.textContent === 'Page {COUNT - 3}'")
    # Back to the first selected one, and up from it.
    view.keys("Shift+ArrowUp")
    wait_selected(view, 1)
    view.keys("Shift+ArrowUp")
    wait_selected(view, 2)


def test_the_bar_shows_the_number_that_is_changed(view):
    show(view, "/?view=all", COUNT)
    view.keys("j", "Control+a", "Control+a")
    wait_selected(view, COUNT)
    capture(view, "example.org", COUNT + 1)
    view.wait_texts("#fresh button", ["Show 1 new page"])
    view.click(".row:first-child .finish")
    wait_selected(view, COUNT + 1)
    view.wait("document.getElementById('fresh').hidden")


def test_only_new_pages_that_match_the_filters_count_as_new(view):
    show(view, "/?site=example.org", COUNT)
    capture(view, "other.example", 50)
    change(view, "tags", 1, add=["x"], remove=[])
    capture(view, "example.org", 51)
    view.wait_texts("#fresh button", ["Show 1 new page"])
    view.click("#fresh button")
    view.wait("document.querySelector('.row .title').textContent === 'Page 51'")


def test_a_page_that_is_finished_elsewhere_leaves_the_list_while_new_pages_wait(view):
    view.keys("j")
    capture(view, "example.org", COUNT + 1)
    view.wait_texts("#fresh button", ["Show 1 new page"])
    change(view, "mark", COUNT, state="finished")
    view.wait(f"document.querySelector('.row .title').textContent === 'Page {COUNT + 1}'")
    view.wait_texts(".row:nth-child(2) .title", [f"Page {COUNT - 1}"])
    view.wait("document.getElementById('fresh').hidden")


def test_tabs_keep_a_search_and_the_end_of_it_leads_back(view):
    change(view, "mark", 7, state="finished")
    view.keys("/")
    view.type("page 7")
    view.wait_texts(".row .title", ["Page 7"])
    view.wait_texts(".tabs .number", ["0", "0", "1", "1", "0"])
    view.click("[data-tab=finished]")
    view.wait("location.search === '?view=finished&q=page+7'")
    view.wait_texts(".row .title", ["Page 7"])
    view.keys("1")
    view.wait("document.querySelector('#places-notice h2')?.textContent === 'Nothing found'")
    # Further letters stay in the tab.
    view.keys("/", "End", "Backspace", "8")
    view.wait_texts(".row .title", ["Page 8"])
    assert view.js("location.search") == "?view=unfinished&q=page+8"
    view.go("/?tag=nothing")
    view.wait("document.querySelector('#places-notice h2')?.textContent === 'Nothing found'")
    view.click("#clear")
    view.wait("location.search === '?view=unfinished'")


def test_back_leads_to_the_same_rows_after_a_change(long_view):
    view = long_view
    show(view, "/?view=all", LONG)
    view.js("(scrollTo(0, 12000), null)")
    view.wait(f"document.querySelector('#cards > .row').ariaPosInSet > 50 && {ALL_LOADED}")
    shown = "[...document.querySelectorAll('#cards > .row')].find((row) => row.getBoundingClientRect().top > 200)"
    title = view.js(f"{shown}.querySelector('.title').textContent")
    view.js(f"({shown}.querySelector('.count').click(), null)")
    view.wait_texts(".page-state .state", ["Unfinished"])
    view.click(".page-state .finish")
    view.wait_texts(".page-state .state", ["Finished"])
    view.js("(history.back(), null)")
    view.wait(f"!document.getElementById('places').hidden && [...document.querySelectorAll('#cards > .row')].some("
              f"(row) => row.querySelector('.title').textContent === {json.dumps(title)}"
              " && row.dataset.state === 'finished')")
    assert view.js("scrollY") == 12000


def test_tab_reaches_a_row_of_the_view_after_scrolling(long_view):
    view = long_view
    view.js("(scrollTo(0, 12000), null)")
    view.wait(f"document.querySelector('#cards > .row').ariaPosInSet > 50 && {ALL_LOADED}")
    view.js("(document.getElementById('add-places').focus({ preventScroll: true }), null)")
    view.keys("Tab")
    view.wait("document.activeElement.closest('.row')")
    top, bottom, height = view.js(
        "(({ top, bottom }) => [top, bottom, innerHeight])(document.activeElement.getBoundingClientRect())")
    assert 0 < top < bottom < height


def test_the_trash_keeps_its_rows_and_the_focus_while_places_come_and_go(long_view):
    view = long_view
    change(view, "forget", *range(1, LONG))
    view.go("/?view=trash")
    view.wait("document.querySelectorAll('.trashed').length >= 100")
    view.wait_until_it_listens()
    view.wait(f"(scrollTo(0, document.documentElement.scrollHeight),"
              f" document.querySelectorAll('.trashed').length === {LONG - 1})")
    view.js("(document.querySelectorAll('.trashed')[150].querySelector('.erase').focus(), null)")
    name = view.js("document.activeElement.ariaLabel")
    change(view, "forget", LONG)
    view.wait(f"document.querySelectorAll('.trashed').length === {LONG}")
    assert view.js("document.activeElement.ariaLabel") == name
    assert view.js("[...document.querySelectorAll('.trashed')].findIndex((row) => row.contains("
                   "document.activeElement))") == 151
