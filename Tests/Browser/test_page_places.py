"""The web page's places, by real clicks and keys."""

import urllib.parse

import pytest
from browsers import wait_equal, wait_for
from conftest import Service
from page_view import PageView, snapshot

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
PLACES = [
    snapshot("https://www.gardens.example/beans", "Beans after the frost", "Beans go in after the last frost.", 0.93),
    snapshot("https://maps.example/by-hand", "Maps drawn by hand", "He kept the pencils in a row.", 0.41,
             [("https://maps.example/1.pdf", "One")]),
    snapshot("https://maps.example/" + HOSTILE, HOSTILE, HOSTILE, 0.5, [("javascript:alert(3)", HOSTILE)]),
    snapshot("file:///home/me/notes.html", "Notes", "In a file.", 0.1),
]


@pytest.fixture
def ids(leftoff):
    return [leftoff.keep(place) for place in PLACES]


@pytest.fixture
def view(browser, leftoff, ids, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"])
    return view


def test_places_are_listed_newest_first_with_quote_progress_and_links(view, ids):
    assert view.texts(".card blockquote") == ["In a file.", HOSTILE, "He kept the pencils in a row.",
                                              "Beans go in after the last frost."]
    assert view.texts(".card .reading") == ["10 % read", "50 % read", "41 % read", "93 % read"]
    assert view.js("[...document.querySelectorAll('.card .resume')].map((e) => e.dataset.resume)") == ids[2::-1]
    # A page must not link to a local file, and captured text must stay text.
    assert view.js("document.querySelector('.card .title').getAttribute('href')") is None
    assert view.js("document.querySelectorAll('#cards :is(img, script)').length") == 0


def test_the_search_follows_each_key_and_has_its_own_url(view):
    view.keys("/")
    view.type("pencils")
    view.wait_texts(".card .title", ["Maps drawn by hand"])
    assert view.browser.here().endswith("/?q=pencils")
    assert view.text("#found") == "1 place"
    view.type("x")
    view.wait("document.querySelector('#places-notice h2')?.textContent === 'Nothing found'")
    view.go("/?q=frost")
    view.wait_texts(".card .title", ["Beans after the frost"])
    view.click("#clear")
    view.wait("document.querySelectorAll('.card').length === 4")
    assert urllib.parse.urlsplit(view.browser.here()).query == ""


def test_the_first_list_is_requested_once_before_the_scripts_have_loaded(view):
    if view.browser.name == "chromium":
        held = []
        page = view.browser.page
        page.route("**/assets/app.js", lambda route: held.append(route))
        with page.expect_request("**/api/snapshots?limit=24"):
            page.goto(view.service.origin, wait_until="commit")
        wait_for(lambda: (view.browser.here(), held)[1])
        held[0].continue_()
        page.unroute("**/assets/app.js")
    else:
        # Marionette cannot hold a response back.
        view.go("/")
    view.wait("document.querySelectorAll('.card').length === 4")
    assert view.js("performance.getEntriesByType('resource').filter("
                   "(e) => e.name.endsWith('/api/snapshots?limit=24')).length") == 1


def test_site_and_tag_filter_by_a_click(view, ids):
    view.wait_until_it_listens()
    view.api("PATCH", f"/api/snapshots/{ids[1]}", {"tags": ["atlas"]})
    view.wait_texts(".card .tags a", ["atlas"])
    view.click(".card:last-child .site")
    view.wait_texts(".card .title", ["Beans after the frost"])
    assert view.js("document.getElementById('site').value") == "gardens.example"
    view.choose("#site", "")
    view.click(".card .tags a")
    view.wait_texts(".card .title", ["Maps drawn by hand"])
    assert view.browser.here().endswith("/?tag=atlas")


def test_a_place_is_deleted_by_a_key_and_brought_back_by_undo(view, ids):
    view.click("#places-heading")
    view.keys("j", "j", "j", "x")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Beans after the frost"])
    assert "Forgot “Maps drawn by hand”" in view.text("#toast")
    # The focus moves to a neighbour instead of being lost.
    assert view.js(
        "document.activeElement.closest('.card')?.querySelector('.title').textContent") == "Beans after the frost"
    view.keys("u")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"])
    assert {place["id"] for place in view.api("GET", "/api/snapshots")} == set(ids)


def test_undo_moves_the_focus_to_the_place_that_it_brings_back(view):
    view.click("#places-heading")
    view.keys("j", "j", "j", "x")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Beans after the frost"])
    view.js("document.querySelector('#toast button').focus()")
    view.keys("Enter")
    view.wait("document.activeElement.closest('.card')?.querySelector('.title').textContent === 'Maps drawn by hand'")


# Holds the service's events back until a test runs them.
HOLD_EVENTS = """(() => {
    window.held = [];
    const send = window.fetch;
    window.fetch = async (url, init) => {
        const response = await send(url, init);
        if (!String(url).startsWith('/api/events')) return response;
        const { readable, writable } = new TransformStream();
        const writer = writable.getWriter();
        const hold = async () => {
            held.push({ name: 'open', run: () => null });
            let text = '';
            for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
                const events = (text + part).split('\\n\\n');
                text = events.pop();
                for (const event of events) {
                    const [, name] = /^event: ?(.*)$/m.exec(event) ?? [];
                    held.push({ name, run: () => writer.write(new TextEncoder().encode(event + '\\n\\n')) });
                }
            }
        };
        hold().catch(() => undefined);
        return new Response(readable, { status: response.status, headers: response.headers });
    };
    dispatchEvent(new Event('online'));
})()"""


def hold_events(view):
    if view.browser.name == "firefox":
        pytest.skip("Marionette cannot replace an object of a page whose policy forbids eval")
    view.js(HOLD_EVENTS)


def test_a_place_that_undo_brought_back_stays_when_the_event_of_its_removal_is_late(view, ids):
    hold_events(view)
    view.wait("held.some(({ name }) => name === 'open')")
    view.click("#places-heading")
    view.keys("j", "j", "j", "x")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Beans after the frost"])
    all_places = ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"]
    view.keys("u")
    view.wait_texts(".card .title", all_places)
    view.wait("held.some(({ name }) => name === 'gone')")
    view.js("performance.clearResourceTimings(), held.find(({ name }) => name === 'gone').run()")
    # The page asks the service, because the event is older than the place's return.
    view.wait(f"performance.getEntriesByType('resource').some((e) => e.name.endsWith('/api/snapshots/{ids[1]}'))")
    assert view.texts(".card .title") == all_places
    view.wait("held.some(({ name }) => name === 'place')")
    view.js("held.filter(({ name }) => name === 'place').forEach(({ run }) => run())")
    assert view.texts(".card .title") == all_places


def test_a_place_that_is_forgotten_and_brought_back_elsewhere_returns_to_its_position(view, ids):
    view.wait_until_it_listens()
    view.api("DELETE", f"/api/snapshots/{ids[1]}")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Beans after the frost"])
    view.api("POST", f"/api/snapshots/{ids[1]}/undo")
    view.wait_texts(".card .title", ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"])


def test_a_place_that_returns_while_its_card_folds_is_shown(view, ids):
    hold_events(view)
    view.wait("held.some(({ name }) => name === 'open')")
    view.api("DELETE", f"/api/snapshots/{ids[1]}")
    view.wait("held.some(({ name }) => name === 'gone')")
    view.api("POST", f"/api/snapshots/{ids[1]}/undo")
    view.wait("held.some(({ name }) => name === 'place')")
    # Both in one step, so that the animation is still running at the second one.
    view.js(
        "['gone', 'place'].forEach((name) => "
        "held.filter((event) => event.name === name).forEach(({ run }) => run()))")
    cards = "[...document.querySelectorAll('.card')]"
    view.wait(f"{cards}.length === 4 && {cards}.every((card) => card.getAnimations().length === 0)")
    assert view.texts(".card .title") == ["Notes", HOSTILE, "Maps drawn by hand", "Beans after the frost"]


def test_tags_and_note_are_edited_with_the_keyboard(view, ids):
    view.click("#places-heading")
    view.keys("j", "j", "j", "j", "e")
    view.wait("document.activeElement.placeholder === 'Add a tag'")
    view.type("spring")
    view.keys("Enter")
    view.wait_texts(".marks .tags span", ["spring"])
    view.type("beds,")
    view.wait_texts(".marks .tags span", ["spring", "beds"])
    view.keys("Backspace")
    view.wait_texts(".marks .tags span", ["spring"])
    view.keys("Tab")
    view.type("ask Mara")
    view.keys("Control+Enter")
    view.wait("document.querySelector('.marks .hint').textContent === 'The note is saved.'")
    place = view.api("GET", f"/api/snapshots/{ids[0]}")
    assert (place["tags"], place["note"]) == (["spring"], "ask Mara")
    view.keys("Escape")
    assert view.js("document.activeElement.className") == "edit"
    view.wait_texts(".card:last-child > article > .tags a", ["spring"])


def test_changes_from_another_tab_are_not_lost(view, ids):
    view.wait_until_it_listens()
    view.click("#places-heading")
    view.keys("j", "j", "j", "j", "e")
    view.wait("document.activeElement.placeholder === 'Add a tag'")
    view.api("PATCH", f"/api/snapshots/{ids[0]}", {"tags": ["elsewhere"], "note": "from there"})
    view.wait_texts(".marks .tags span", ["elsewhere"])
    view.wait("document.querySelector('.marks textarea').value === 'from there'")
    # Before the service responds.
    view.type("one,two,three,")
    view.wait_texts(".marks .tags span", ["elsewhere", "one", "two", "three"])
    wait_equal(lambda: view.api("GET", f"/api/snapshots/{ids[0]}")["tags"], ["elsewhere", "one", "two", "three"])


def test_a_place_that_is_captured_elsewhere_appears(view, leftoff):
    leftoff.keep(snapshot("https://later.example/", "Kept while the page is open"))
    view.wait("document.querySelector('.card .title').textContent === 'Kept while the page is open'")
    assert view.js("document.querySelectorAll('.card').length") == 5


@pytest.mark.parametrize("number", [1, 3, 15])
def test_all_places_appear_that_were_captured_before_the_event_stream_began(chromium, leftoff, service, number):
    held = []
    leftoff.keep(snapshot("https://first.example/", "First"))
    chromium.page.route("**/api/events*", lambda route: held.append(route))
    try:
        view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
        view.wait_texts(".card .title", ["First"])
        for index in range(number):
            view.api("POST", "/api/snapshots", snapshot(f"https://early.example/{index}", f"Early {index}"))
        for route in held:
            route.continue_()
        view.wait_texts(".card .title", [f"Early {index}" for index in reversed(range(number))] + ["First"])
    finally:
        chromium.page.unroute("**/api/events*")


@pytest.fixture
def sixty_places(view):
    for number in range(60):
        view.api("POST", "/api/snapshots", snapshot(f"https://many.example/{number}", f"Number {number}"))


def test_more_places_are_loaded_while_the_end_of_the_list_is_near(view, sixty_places):
    # As on a tall screen: the end of the list is in view before and after each response.
    view.go("/?site=many.example")
    view.js("(document.getElementById('cards').style.cssText = 'max-height: 300px; overflow: hidden', null)")
    view.wait("document.querySelectorAll('.card').length === 60")


def test_more_places_are_loaded_on_scrolling(view, sixty_places):
    view.go("/?site=many.example")
    view.wait("document.querySelectorAll('.card').length >= 24")
    shown, words = view.js("[document.querySelectorAll('.card').length, document.getElementById('found').textContent]")
    assert shown < 60
    assert words == f"More than {shown} places"
    view.wait("(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 60)")
    assert view.texts(".card .title") == [f"Number {number}" for number in reversed(range(60))]
    assert view.text("#found") == "60 places"


def test_the_page_reports_that_the_service_is_down_and_continues_afterwards(browser, leftoff, ids, port):
    # The test stops its service.
    arguments = ("--port", port, "--no-worker")
    service = Service(leftoff, arguments)
    try:
        view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
        view.wait("document.querySelectorAll('.card').length === 4")
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
        view.wait("document.querySelector('.card .title')?.textContent === 'X marks the spot'")
    finally:
        again.stop()


def test_shortcuts_are_listed_and_can_be_switched_off(view):
    view.keys("?")
    view.wait("document.getElementById('keys-dialog').open")
    assert "Forget the place, remove the download" in view.text("#keys-list")
    # A screen reader starts at the heading, and the beginning of the list is in view.
    assert view.js("[document.activeElement.id, document.getElementById('keys-dialog').scrollTop]") == [
        "keys-heading", 0]
    view.keys("Escape")
    view.wait("document.activeElement === document.body")
    view.go_by_keys("s")
    view.wait("!document.getElementById('settings').hidden")
    view.click("#keys")
    view.go("/")
    view.wait("document.querySelectorAll('.card').length === 4")
    view.keys("?", "g", "q", "/")
    # "/" belongs to the browser again: Firefox starts its quick find, which may take the focus.
    assert view.js("[document.activeElement.id === 'query', document.getElementById('keys-dialog').open]") == [
        False, False]
    assert urllib.parse.urlsplit(view.browser.here()).path == "/"
