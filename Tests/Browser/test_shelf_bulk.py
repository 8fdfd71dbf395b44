"""Changes of several pages on the web page: selecting, tagging, finishing, forgetting, adding, and the trash."""

import contextlib
import json

import pytest
from browsers import wait_equal, wait_for
from page_view import PageView, snapshot
from place import pass_frames

COUNT = 12


@pytest.fixture
def view(chromium, leftoff, service):
    for number in range(1, COUNT + 1):
        leftoff.keep(snapshot(f"https://example.org/{number}", f"Page {number}", f"Words of page {number}.", 0.4))
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/?view=all")
    # Not all rows are elements.
    view.wait(f"document.querySelector('.row .title[href]')?.textContent === 'Page {COUNT}'")
    return view


def cards(view):
    return view.api("GET", "/api/shelf?limit=200")["pages"]


def wait_said(view, text):
    """Waits until a text was shown or announced to screen readers."""
    view.wait(
        "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
        f".some((e) => e.textContent.includes({json.dumps(text)}))")


def select_first_rows(view, number):
    """Selects the first rows with the keyboard."""
    view.keys("j", "s")
    view.keys(*["Shift+ArrowDown"] * (number - 1))
    view.wait_texts("#selection-bar .selected-count", [f"{number} selected"])


def test_ten_pages_are_tagged_with_the_keyboard_and_one_undo_takes_that_back(view):
    select_first_rows(view, 10)
    view.keys("e")
    view.wait("document.activeElement.matches('dialog[open] input')")
    view.type("garden")
    view.keys("Enter")
    wait_said(view, "Tagged 10 pages with “garden”.")
    wait_equal(lambda: sum("garden" in card["tags"] for card in cards(view)), 10)
    view.keys("u")
    wait_equal(lambda: sum("garden" in card["tags"] for card in cards(view)), 0)


def test_a_page_is_found_and_finished_with_the_keyboard(view):
    view.keys("/")
    view.type("page 7")
    view.wait_texts(".row .title", ["Page 7"])
    view.keys("ArrowDown", "s", "f")
    wait_said(view, "Finished 1 page.")
    wait_equal(lambda: [card["place"]["title"] for card in cards(view) if card["state"] == "finished"], ["Page 7"])
    view.keys("u")
    wait_equal(lambda: [card for card in cards(view) if card["state"] == "finished"], [])


def test_a_place_is_put_back_from_the_trash_with_the_keyboard(view):
    select_first_rows(view, 2)
    view.keys("x")
    wait_said(view, "Forgot 2 places.")
    view.keys("5")
    view.wait("document.querySelectorAll('.trashed').length === 2")
    first, second = view.texts(".trashed h2")
    assert {first, second} == {"Page 12", "Page 11"}
    view.keys("j")
    view.wait("document.activeElement.matches('.trashed:first-child .put-back')")
    view.keys("Enter")
    wait_said(view, f"“{first}” is back.")
    view.wait_texts(".trashed h2", [second])
    # The focus stays in the list.
    view.wait("document.activeElement.matches('.trashed .put-back')")
    wait_equal(lambda: len(cards(view)), COUNT - 1)


def test_all_pages_that_match_are_changed_except_one(view):
    view.keys("j", "Control+a", "Control+a")
    view.wait_texts("#selection-bar .selected-count", [f"{COUNT} selected"])
    view.click(".row:first-child .pick input")
    view.wait_texts("#selection-bar .selected-count", [f"{COUNT - 1} selected"])
    view.keys("f")
    wait_equal(lambda: [card["place"]["title"] for card in cards(view) if card["state"] != "finished"], ["Page 12"])


def test_pages_are_put_off_until_a_day(view):
    select_first_rows(view, 2)
    view.keys("t")
    view.wait("document.activeElement.closest('#later-dialog')")
    view.keys("Enter")
    wait_equal(lambda: sum(card["state"] == "later" and card["until"] is not None for card in cards(view)), 2)
    view.wait("document.getElementById('selection-bar').hidden")


def test_scrolling_does_not_stop_the_refresh_after_a_change(view):
    page = view.browser.page
    # Their changes would refresh the list again.
    page.route("**/api/events*", lambda route: route.abort())
    view.go("/?view=unfinished")
    view.wait(f"document.querySelector('.row .title[href]')?.textContent === 'Page {COUNT}'")
    held = []
    page.route("**/api/shelf?*", lambda route: held.append(route))
    view.keys("j", "f")
    wait_for(lambda: (view.js("1"), held)[1])
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 500)
    view.wait("scrollY > 0")
    view.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")
    for request in held:
        request.continue_()
    page.unroute_all()
    view.wait(f"document.querySelector('#cards').textContent.includes('Page 1')"
              f" && !document.querySelector('#cards').textContent.includes('Page {COUNT}')")


def test_a_cancelled_dialog_changes_nothing(view):
    select_first_rows(view, 2)
    for key in ["t", "e"]:
        view.keys(key)
        view.wait("document.querySelector('dialog[open]')")
        view.keys("Escape")
        view.wait("!document.querySelector('dialog[open]')")
    assert [card["state"] for card in cards(view)] == ["unfinished"] * COUNT
    view.wait_texts("#selection-bar .selected-count", ["2 selected"])
    view.keys("Escape")
    view.wait("document.getElementById('selection-bar').hidden")


def test_the_answer_to_a_question_is_about_the_pages_that_were_counted(view, leftoff):
    view.keys("j", "Control+a", "Control+a")
    view.wait_texts("#selection-bar .selected-count", [f"{COUNT} selected"])
    view.keys("x")
    view.wait("document.querySelector('dialog[open] h2')?.textContent === 'Forget 12 pages?'")
    for number in [1, 2]:
        leftoff.keep(snapshot(f"https://example.org/new/{number}", "New", "New words.", 0.4))
    # New pages alone do not disturb a selection.
    leftoff("forget", view.api("GET", "/api/shelf?q=3")["pages"][0]["place"]["id"])
    view.wait(f"document.querySelector('#selection-bar .selected-count').textContent === '{COUNT + 1} selected'")
    view.click("dialog[open] .danger")
    wait_said(view, "Nothing was changed, because other pages match now.")
    assert len(cards(view)) == COUNT + 1


# Where each script is loaded on demand, and what does it.
PARTS = {
    "shelf-bulk.js": ("/?view=all", lambda view: view.keys("j", "s")),
    "shelf-parts.js": ("/?view=all", lambda view: view.keys("j", "e")),
    "add-places.js": ("/?view=all", lambda view: view.keys("a")),
    "trash.js": ("/?view=trash", None),
    "order.js": ("/queue", None),
    "queue-bulk.js": ("/queue", lambda view: view.js("(document.getElementById('retry-all').click(), null)")),
    "place.js": ("/places/none", None),
    "windows.js": ("/windows", None),
    "settings.js": ("/settings", None),
}


@pytest.mark.parametrize("script", PARTS)
def test_a_script_that_was_not_loaded_is_loaded_with_the_page_again(view, script):
    path, use = PARTS[script]
    page = view.browser.page
    page.route(f"**/assets/{script}", lambda route: route.abort())
    view.go(path)
    if path == "/?view=all":
        view.wait(f"document.querySelector('.row .title[href]')?.textContent === 'Page {COUNT}'")
    if use:
        use(view)
    wait_said(view, "A part of this page could not be loaded.")
    page.unroute(f"**/assets/{script}")
    view.js("(globalThis.isOld = true, null)")
    with page.expect_response(f"**/assets/{script}") if use is None else contextlib.nullcontext():
        view.click("#toast button, .notice.wrong button")
    view.wait("!globalThis.isOld && document.readyState === 'complete'")


def test_back_closes_a_dialog_without_an_answer(view):
    view.js("document.querySelector('#shelf-tabs [href*=unfinished]').click()")
    # The rows of the former list are elements until the next frame.
    pass_frames(view.browser, 2)
    view.wait("location.search.includes('unfinished')"
              f" && document.querySelector('.row .title[href]')?.textContent === 'Page {COUNT}'")
    select_first_rows(view, 2)
    view.keys("e")
    view.wait("document.activeElement.matches('dialog[open] input')")
    view.type("garden")
    view.js("history.back()")
    view.wait("location.search.includes('all') && !document.querySelector('dialog[open]')")
    assert [card["tags"] for card in cards(view)] == [[]] * COUNT


def test_addresses_are_added_and_a_wrong_one_keeps_what_was_typed(view):
    view.keys("a")
    view.wait("document.activeElement.id === 'add-addresses'")
    view.type("example.org")
    view.keys("Control+Enter")
    wait_said(view, "has no scheme. Write https://example.org")
    view.wait("document.activeElement.id === 'add-addresses' && document.activeElement.value === 'example.org'")
    view.js("document.activeElement.select()")
    # Nothing is fetched from port 9.
    view.type("http://127.0.0.1:9/new")
    view.keys("Control+Enter")
    wait_said(view, "Added 1 place.")
    wait_equal(lambda: len(cards(view)), COUNT + 1)
    view.keys("u")
    wait_equal(lambda: len(cards(view)), COUNT)


def test_the_trash_is_emptied_after_a_question(view):
    select_first_rows(view, 1)
    view.keys("x")
    wait_said(view, "Forgot 1 place.")
    view.go("/?view=trash")
    view.wait_texts(".trashed h2", ["Page 12"])
    view.click(".trash-top button")
    view.wait("document.activeElement.textContent === 'Keep them'")
    view.keys("Enter")
    view.wait_texts(".trashed h2", ["Page 12"])
    view.click(".trash-top button")
    # What is forgotten while the question is shown stays.
    other = view.api("GET", "/api/shelf")["pages"][0]["page"]
    view.api("POST", "/api/shelf/changes", {"change": {"kind": "forget"}, "selection": {"pages": [other]}})
    view.click("dialog[open] .danger")
    wait_said(view, "Erased 1 place.")
    view.wait("document.querySelectorAll('.trashed').length === 1")
    view.click(".trash-top button")
    view.click("dialog[open] .danger")
    view.wait_texts("#trash .notice h2", ["The trash is empty"])
    assert view.api("GET", "/api/trash")["places"] == []
