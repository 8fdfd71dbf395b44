"""The shelf of the web page, by real clicks and keys."""

import urllib.parse

import pytest
from browsers import wait_for
from conftest import Service
from page_view import PageView, snapshot

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
PLACES = [
    snapshot("https://www.gardens.example/beans", "Beans after the frost", "Beans go in after the last frost.", 0.73),
    snapshot("https://maps.example/by-hand", "Maps drawn by hand", "He kept the pencils in a row.", 0.41,
             [("https://maps.example/1.pdf", "One")]),
    snapshot("https://maps.example/" + HOSTILE, HOSTILE, HOSTILE, 0.5, [("javascript:alert(3)", HOSTILE)]),
    snapshot("file:///home/me/notes.html", "Notes", "In a file.", 0.1),
]
TITLES = ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"]
FIRST = "/api/shelf?state=unfinished&sort=newest&limit=100&offset=0"


@pytest.fixture
def ids(leftoff):
    return [leftoff.keep(place) for place in PLACES]


@pytest.fixture
def view(browser, leftoff, ids, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", TITLES)
    return view


def test_pages_are_listed_newest_first_with_words_and_progress(view, ids):
    assert view.texts(".row .reading") == ["10 %", "50 %", "41 %", "73 %"]
    assert view.js("[...document.querySelectorAll('.row .title[href]')].map((e) => e.dataset.resume)") == ids[2::-1]
    # A page must not link to a local file, and captured text must stay text.
    assert view.js("document.querySelector('.row .title').getAttribute('href')") is None
    assert view.js("document.querySelectorAll('#cards :is(img, script)').length") == 0
    assert view.js("[...document.querySelectorAll('.row')].map((e) => [e.ariaPosInSet, e.ariaSetSize].join())") == [
        "1,4", "2,4", "3,4", "4,4"]


def test_a_page_with_several_places_is_one_row(view):
    again = dict(PLACES[1], pageYOffset=4000, anchors=[
        {"role": "primary", "quote": {"exact": "The last sheet.", "prefix": "", "suffix": ""}}])
    view.wait_until_it_listens()
    view.api("POST", "/api/snapshots", again)
    view.wait_texts(".row .title", [TITLES[2], TITLES[0], TITLES[1], TITLES[3]])
    assert view.texts(".row .count")[0] == "2 places"


def test_the_search_follows_each_key_shows_its_match_and_has_its_own_url(view):
    view.keys("/")
    view.type("pencils")
    view.wait_texts(".row .title", ["Maps drawn by hand"])
    assert view.browser.here().endswith("/?q=pencils")
    assert view.text("#found") == "1 page"
    view.wait_texts(".row mark", ["pencils"])
    view.type("x")
    view.wait("document.querySelector('#places-notice h2')?.textContent === 'Nothing found'")
    view.go("/?q=frost")
    view.wait_texts(".row .title", ["Beans after the frost"])
    view.click("#clear")
    view.wait("document.querySelectorAll('.row').length === 4")
    # The search has begun there.
    assert urllib.parse.urlsplit(view.browser.here()).query == "view=unfinished"


def test_the_first_list_is_requested_once_before_the_scripts_have_loaded(view):
    if view.browser.name == "chromium":
        held = []
        page = view.browser.page
        page.route("**/assets/app.js", lambda route: held.append(route))
        with page.expect_request(lambda request: request.url.endswith(FIRST)):
            page.goto(view.service.origin, wait_until="commit")
        wait_for(lambda: (view.browser.here(), held)[1])
        held[0].continue_()
        page.unroute("**/assets/app.js")
    else:
        # Marionette cannot hold a response back.
        view.go("/")
    view.wait("document.querySelectorAll('.row').length === 4")
    assert view.js(f"performance.getEntriesByType('resource').filter((e) => e.name.endsWith('{FIRST}')).length") == 1


def test_site_and_tag_filter_by_a_click(view, ids):
    view.wait_until_it_listens()
    view.api("PATCH", f"/api/snapshots/{ids[1]}", {"tags": ["atlas"]})
    view.wait_texts(".row .tags a", ["atlas"])
    view.click(".row:last-child .site")
    view.wait_texts(".row .title", ["Beans after the frost"])
    assert view.js("document.getElementById('site').value") == "gardens.example"
    view.choose("#site", "")
    view.click(".row .tags a")
    view.wait_texts(".row .title", ["Maps drawn by hand"])
    assert view.browser.here().endswith("/?tag=atlas")


def test_a_page_is_finished_and_reopened_by_keys_and_tabs_have_counts(view):
    view.keys("j", "j", "f")
    view.wait_texts(".row .title", [TITLES[0], *TITLES[2:]])
    # The focus stays at the position.
    view.wait("document.activeElement.textContent === 'Maps drawn by hand'")
    view.wait_texts(".tabs .number", ["3", "0", "1", "4", "0"])
    view.keys("3")
    view.wait_texts(".row .title", [HOSTILE])
    assert view.browser.here().endswith("/?view=finished")
    view.keys("u")
    view.wait("document.querySelector('#places-notice h2')?.textContent === 'Nothing is finished yet'")
    view.keys("1")
    view.wait_texts(".row .title", TITLES)


def test_the_bar_undoes_the_last_change(view):
    view.keys("j", "j", "f")
    view.wait_texts(".row .title", [TITLES[0], *TITLES[2:]])
    assert "Finished" in view.js("document.getElementById('shelf-undo').title")
    view.click("#shelf-undo")
    view.wait_texts(".row .title", TITLES)
    view.wait("document.getElementById('shelf-undo').hidden")
    # The button has gone, so the page that is back has the focus.
    view.wait(f"document.activeElement.textContent === {HOSTILE!r}")


def test_the_view_of_a_place_follows_the_state_of_its_page(view, ids):
    view.go(f"/places/{ids[0]}")
    view.wait_texts(".page-state .state", ["Unfinished"])
    view.wait_until_it_listens()
    view.api("POST", "/api/shelf/changes", {
        "change": {"kind": "mark", "state": "finished"}, "selection": {"places": [ids[0]]}})
    view.wait_texts(".page-state .state", ["Finished"])
    view.click(".page-state .finish")
    view.wait_texts(".page-state .state", ["Unfinished"])


def test_a_page_is_forgotten_by_a_key_and_brought_back_by_undo(view, ids):
    view.keys("j", "j", "j", "x")
    view.wait_texts(".row .title", [*TITLES[:2], TITLES[3]])
    assert "Forgot “Maps drawn by hand”" in view.text("#toast")
    view.wait("document.activeElement.textContent === 'Beans after the frost'")
    view.js("(document.querySelector('#toast button').focus(), null)")
    view.keys("Enter")
    view.wait_texts(".row .title", TITLES)
    view.wait("document.activeElement.textContent === 'Maps drawn by hand'")
    assert {place["id"] for place in view.api("GET", "/api/snapshots")} == set(ids)


def test_tags_and_note_are_edited_with_the_keyboard(view, ids):
    view.keys("j", "j", "j", "j", "e")
    view.wait("document.activeElement.placeholder === 'Add a tag'")
    view.type("spring")
    view.keys("Enter")
    view.wait_texts(".marks .tags span", ["spring"])
    view.keys("Tab")
    view.wait("document.activeElement.tagName === 'BUTTON' || document.activeElement.tagName === 'TEXTAREA'")
    view.keys("Escape")
    view.wait("document.activeElement.textContent === 'Beans after the frost'")
    view.wait_texts(".row .tags a", ["spring"])
    assert view.api("GET", f"/api/snapshots/{ids[0]}")["tags"] == ["spring"]


def test_a_note_is_saved_while_it_is_written_and_keeps_what_is_written_elsewhere(view, ids):
    path, note = f"/api/snapshots/{ids[0]}", "document.querySelector('.marks textarea')"
    view.api("PATCH", path, {"note": "base"})
    view.go(f"/places/{ids[0]}")
    view.wait(f"{note}?.value === 'base'")
    view.run_in_page(f"{note}.focus(); {note}.setSelectionRange(4, 4)")
    view.type("mine")
    wait_for(lambda: view.api("GET", path)["note"] == "basemine")
    # Typed, and not saved yet.
    view.run_in_page(f"{note}.value = 'basemine, more'")
    view.api("PATCH", path, {"note": "basemine, theirs"})
    view.run_in_page(f"{note}.dispatchEvent(new Event('change'))")
    view.wait(f"{note}.value === 'basemine, theirs, more'")
    assert view.api("GET", path)["note"] == "basemine, theirs, more"
    # What is written on while the page is in the background is based on the text in the field.
    view.api("PATCH", path, {"note": "basemine, theirs, more. Again."})
    view.wait(f"{note}.value === 'basemine, theirs, more. Again.'")
    # Tags too are changed in the place as it is stored.
    view.api("PATCH", path, {"tags": ["theirs"]})
    view.run_in_page("document.querySelector('.marks input').focus()")
    view.type("mine")
    view.keys("Enter")
    wait_for(lambda: view.api("GET", path)["tags"] == ["theirs", "mine"])
    view.wait_texts(".marks .tags span", ["theirs", "mine"])
    # The page ends before the note was saved.
    view.run_in_page(f"{note}.value = 'left'")
    view.go("/")
    wait_for(lambda: view.api("GET", path)["note"] == "left")


def test_density_and_order_are_remembered_by_the_browser(view):
    view.keys("d")
    view.wait("document.getElementById('cards').classList.contains('compact')")
    view.choose("#sort", "progress")
    view.wait_texts(".row .title", [TITLES[3], HOSTILE, TITLES[2], TITLES[0]])
    view.go("/")
    view.wait_texts(".row .title", [TITLES[3], HOSTILE, TITLES[2], TITLES[0]])
    assert view.js("document.getElementById('cards').classList.contains('compact')")
    view.choose("#sort", "newest")
    view.keys("d")


def test_a_page_that_is_captured_elsewhere_appears(view, leftoff):
    view.wait_until_it_listens()
    leftoff.keep(snapshot("https://later.example/", "Kept while the page is open"))
    view.wait("document.querySelector('.row .title').textContent === 'Kept while the page is open'")
    assert view.js("document.querySelectorAll('.row').length") == 5


def test_a_new_page_does_not_move_the_rows_that_are_in_use(view, leftoff):
    view.wait_until_it_listens()
    view.keys("j")
    leftoff.keep(snapshot("https://later.example/", "Kept while the page is open"))
    view.wait("document.querySelector('#fresh button').textContent === 'Show 1 new page'")
    assert view.texts(".row .title") == TITLES
    view.click("#fresh button")
    view.wait_texts(".row .title", ["Kept while the page is open", *TITLES])


def test_a_click_with_shift_beside_a_checkbox_extends_the_selection(view):
    view.keys("j", "s")
    view.wait_texts("#selection-bar .selected-count", ["1 selected"])
    view.click_with_shift(".row:nth-child(3) .pick", 0.9)
    view.wait_texts("#selection-bar .selected-count", ["3 selected"])


def test_only_the_rows_near_the_view_are_elements(view):
    for number in range(230):
        view.api("POST", "/api/snapshots", snapshot(f"https://many.example/{number}", f"Number {number}"))
    view.go("/?site=many.example")
    view.wait("document.querySelector('.row .title')?.textContent === 'Number 229'")
    assert view.text("#found") == "230 pages"
    view.keys("j", "End")
    view.wait("document.activeElement.textContent === 'Number 0'")
    assert view.js("document.querySelectorAll('.row').length") <= 81
    assert view.js("document.activeElement.closest('.row').ariaPosInSet") == "230"
    view.keys("Home")
    view.wait("document.activeElement.textContent === 'Number 229'")


def test_the_page_reports_that_the_service_is_down_and_continues_afterwards(browser, leftoff, ids, port):
    # The test stops its service.
    arguments = ("--port", port, "--no-worker")
    service = Service(leftoff, arguments)
    try:
        view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
        view.wait("document.querySelectorAll('.row').length === 4")
    finally:
        service.stop()
    view.wait("/does not respond/.test(document.getElementById('banner').textContent)")
    view.keys("/")
    view.type("x")
    view.wait("/Cannot reach/.test(document.getElementById('places-notice').textContent)")
    leftoff.keep(snapshot("https://x.example/", "X marks the spot"))
    again = Service(leftoff, arguments)
    try:
        view.wait("document.getElementById('banner').hidden")
        view.wait("document.querySelector('.row .title')?.textContent === 'X marks the spot'")
    finally:
        again.stop()


def test_shortcuts_are_listed_and_can_be_switched_off(view):
    view.keys("?")
    view.wait("document.getElementById('keys-dialog').open")
    assert "Forget the page or place, remove the download" in view.text("#keys-list")
    # A screen reader starts at the heading, and the beginning of the list is in view.
    assert view.js("[document.activeElement.id, document.getElementById('keys-dialog').scrollTop]") == [
        "keys-heading", 0]
    view.keys("Escape")
    view.wait("document.activeElement === document.body")
    view.go_by_keys("s")
    view.wait("!document.getElementById('settings').hidden")
    view.click("#keys")
    view.go("/")
    view.wait("document.querySelectorAll('.row').length === 4")
    view.keys("?", "g", "q", "/")
    # "/" belongs to the browser again: Firefox starts its quick find, which may take the focus.
    assert view.js("[document.activeElement.id === 'query', document.getElementById('keys-dialog').open]") == [
        False, False]
    assert urllib.parse.urlsplit(view.browser.here()).path == "/"
