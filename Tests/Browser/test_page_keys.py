"""The web page with the keyboard only: every flow, without losing the focus."""

import urllib.parse

import pytest
from browsers import wait_equal
from conftest import Service
from page_view import PageView, snapshot

# Returns the element with the focus, and whether the focus is visible: it or its substitute has an outline.
FOCUS = """(() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const shown = e.matches('.segments input') ? e.nextElementSibling : e;
    const isStart = e.matches('h1, h2, main');
    return {name: e.getAttribute('aria-label') || e.id || e.textContent.trim().slice(0, 60),
        isSeen: e.checkVisibility(),
        outline: isStart || getComputedStyle(shown).outlineStyle !== 'none'};
})()"""


class Keys(PageView):
    """The page with the keyboard only. After each step an element must have the focus visibly."""

    def press(self, *names):
        for name in names:
            self.keys(name)
            # An action that a key starts may take time; when it ends, an element must have a visible focus.
            try:
                self.wait(f"((focus) => focus?.isSeen && focus.outline)({FOCUS})")
            except AssertionError:
                raise AssertionError((name, self.js(FOCUS))) from None

    def write(self, text):
        self.press(*["Space" if letter == " " else letter for letter in text])

    def tab_to(self, expression, key="Tab"):
        """Presses Tab until the wanted element has the focus."""
        for _ in range(60):
            if self.js(f"((e) => {expression})(document.activeElement)"):
                return
            self.press(key)
        raise AssertionError(f"{key} does not move the focus to {expression}")

    def wait_focus(self, expression):
        self.wait(f"((e) => {expression})(document.activeElement)")

    def wait_said(self, text):
        """Waits until the change was announced to screen readers."""
        self.wait(
            "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')].some((e) =>"
            " e.textContent.includes("
            f"{text!r}))")


@pytest.fixture
def place(leftoff):
    links = [(f"https://example.org/{number}.pdf", f"Chapter {number}") for number in range(1, 6)]
    leftoff.keep(snapshot("https://example.org/other", "Another page"))
    return leftoff.keep(snapshot("http://127.0.0.1:9/", "A harbour", "Here I stopped.", 0.4, links))


@pytest.fixture
def view(chromium, leftoff, place, service):
    # As wide as a phone, or 640 px at a zoom of 200 %.
    view = Keys(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/", 320, 640)
    view.wait("document.querySelectorAll('.row').length === 2")
    return view


def test_places_can_be_used_with_the_keyboard(view, place):
    view.press("/")
    view.write("harb")
    view.wait_texts(".row .title", ["A harbour"])
    view.wait_said("1 page")
    view.press("ArrowDown")
    view.wait_focus("e.matches('.title')")
    view.press("e")
    view.wait_focus("e.matches('#marks-dialog input')")
    view.write("sea")
    view.press("Enter")
    view.wait_texts(".row .tags li", ["sea"])
    view.wait_said("Added the tag sea.")
    view.press("Tab")
    view.wait_focus("e.matches('#marks-dialog textarea')")
    view.write("a b")
    view.press("Control+Enter")
    view.wait_said("The note is saved.")
    view.press("Escape")
    view.wait_focus("e.textContent === 'A harbour'")
    view.press("x")
    view.wait_said("Forgot “A harbour”.")
    view.wait_texts(".row .title", [])
    view.wait_focus("e.id === 'query'")
    view.press("Shift+Tab")
    view.press("u")
    view.wait_said("Undone.")
    view.wait_texts(".row .title", ["A harbour"])
    view.tab_to("e.id === 'filters-toggle'")
    view.press("Enter")
    view.tab_to("e.id === 'clear'")
    view.press("Enter")
    view.wait_focus("e.id === 'query'")
    view.wait("document.querySelectorAll('.row').length === 2")
    view.press("ArrowDown", "j", "k")
    view.wait_focus("e.textContent === 'A harbour'")
    with view.browser.page.expect_popup() as popup:
        view.keys("Enter")
    assert popup.value
    popup.value.close()
    # To another view of the page and back.
    view.browser.page.bring_to_front()
    view.press("?")
    view.wait_focus("e.id === 'keys-heading'")
    view.press("Escape")
    view.wait_focus("e.textContent === 'A harbour'")


def test_links_can_be_used_with_the_keyboard(view, place):
    view.keys("j")
    view.press("l")
    view.wait_focus("e.id === 'links-heading'")
    view.press("j")
    view.wait_focus("e.matches('.link:first-child input')")
    view.press("Space", "Shift+ArrowDown")
    view.wait_texts("#chosen-words", ["2 of 5 selected"])
    view.tab_to("e.id === 'links-format'", "Shift+Tab")
    view.write("J")
    view.press("Tab")
    with view.browser.page.expect_download() as download:
        view.press("Enter")
        view.wait_said("Saved 2 links as links.json.")
    assert download.value.suggested_filename == "links.json"
    view.wait_focus("e.id === 'links-save'")
    view.tab_to("e.id === 'links-queue'", "Shift+Tab")
    view.press("Enter")
    view.wait_said("Queued 2 links.")
    view.wait_focus("e.id === 'links-queue'")
    view.tab_to("e.matches('.link button')")
    view.press("ArrowDown")
    view.press("Shift+Tab", "Shift+Tab", "ArrowDown")
    view.tab_to("e.matches('.link button') && e.textContent === 'Queue'")
    view.press("Enter")
    view.wait_said("Queued “Chapter 3”.")
    view.wait_focus("e.matches('.link button') && e.textContent === 'Queued'")
    # Pressing it again has no effect.
    view.press("Enter")
    assert [item["url"][-5:] for item in view.api("GET", "/api/queue")] == ["1.pdf", "2.pdf", "3.pdf"]
    # The page itself cannot be fetched here. After a button in the notice is pressed, the focus stays near it.
    view.tab_to("e.matches('[name=extent]')", "Shift+Tab")
    view.press("ArrowRight")
    view.wait_texts("#links-notice .actions button", ["Try again", "Show links in view"])
    view.tab_to("e.textContent === 'Show links in view'")
    view.press("Enter")
    view.wait_focus("e.value === 'view'")
    view.wait_texts("#chosen-words", ["All 5 links"])
    view.tab_to("e.id === 'place-forget'", "Shift+Tab")
    view.press("Enter")
    view.wait_said("Forgot “A harbour”.")
    view.wait_focus("e.id === 'places-heading'")


def test_the_queue_can_be_used_with_the_keyboard(view):
    view.go_by_keys("q")
    view.wait_focus("e.id === 'queue-heading'")
    for name in ["one", "two", "three"]:
        view.tab_to("e.id === 'add-url'")
        view.write(f"http://127.0.0.1:9/{name}")
        view.press("Enter")
        view.wait(f"[...document.querySelectorAll('#todo .name')].some((e) => e.textContent === '{name}')")
    view.tab_to("e.id === 'pause-all'")
    view.press("Enter")
    view.wait_texts("#todo .state", ["Paused"] * 3)
    view.wait_focus("e.id === 'queue-heading'")
    view.tab_to("e.id === 'resume-all'")
    view.press("Enter")
    view.wait_texts("#todo .state", ["Ready"] * 3)
    view.wait_focus("e.id === 'queue-heading'")
    view.wait("!document.querySelector('#todo [inert]')")
    view.press("j")
    view.wait_focus("e.matches('#todo .item:first-child .grip')")
    view.press("Enter")
    view.wait_focus("e.dataset.move === 'first'")
    view.press("ArrowUp")
    view.press("Enter")
    view.wait_texts("#todo .name", ["two", "three", "one"])
    view.wait_focus("e.getAttribute('aria-label') === 'Move one'")
    wait_equal(lambda: [item["url"][-3:] for item in view.api("GET", "/api/queue")], ["two", "ree", "one"])
    view.press("p")
    view.wait_texts("#todo .state", ["Ready", "Ready", "Paused"])
    view.press("r")
    view.wait_texts("#todo .state", ["Ready"] * 3)
    view.press("x")
    view.wait_said("Removed “one”.")
    view.wait_texts("#todo .name", ["two", "three"])
    # If the row with the focus is removed elsewhere, the focus moves to a neighbour.
    view.tab_to("e.getAttribute('aria-label') === 'Remove three'")
    view.api("DELETE", f"/api/queue/{view.api('GET', '/api/queue')[1]['id']}")
    view.wait_texts("#todo .name", ["two"])
    view.wait_focus("e.closest('.item') !== null")
    view.press("x")
    view.wait_texts("#queue-notice h2", ["The queue is empty"])
    view.wait_focus("e.id === 'queue-heading'")


def test_settings_and_installation_can_be_used_with_the_keyboard(view):
    view.go_by_keys("s")
    view.wait_focus("e.id === 'settings-heading'")
    view.wait("document.getElementById('directory').placeholder.startsWith('/')")
    view.press("Tab")
    view.write("nowhere")
    view.press("Enter")
    view.wait_texts("#set-directory .problem", ["The folder must be an absolute path"])
    view.wait_focus("e.id === 'directory'")
    view.tab_to("e.name === 'motion'")
    view.press("ArrowDown")
    view.wait_said("Saved.")
    view.tab_to("e.id === 'show-keys'")
    view.press("Enter")
    view.wait_focus("e.id === 'keys-heading'")
    view.press("Escape")
    view.wait_focus("e.id === 'show-keys'")
    view.tab_to("e.id === 'login'")
    view.press("Enter")
    view.wait_said("/?token=")
    view.tab_to("e.id === 'rotate'")
    view.press("Enter")
    view.wait_focus("e.textContent === 'Keep them'")
    view.press("Enter")
    view.wait_focus("e.id === 'rotate'")
    view.go_by_keys("i")
    view.browser.page.wait_for_url("**/install")
    view.keys("Tab")
    view.tab_to("e.id === 'show-code'")
    view.press("Enter")
    view.wait("document.querySelector('#code-outcome output')?.textContent.length === 9")
    view.wait_focus("e.id === 'show-code'")


def test_the_two_keys_of_a_shortcut_count_for_a_second_and_a_half(view):
    view.set_time_of_events(1000)
    view.keys("g")
    view.set_time_of_events(2500)
    view.keys("q")
    assert urllib.parse.urlsplit(view.browser.here()).path == "/"
    view.keys("g")
    view.set_time_of_events(3999)
    view.keys("q")
    view.wait_focus("e.id === 'queue-heading'")


def test_the_focus_is_kept_while_the_service_restarts(chromium, leftoff, place, port):
    # The test stops its service.
    arguments = ("--port", port, "--no-worker")
    service = Service(leftoff, arguments)
    try:
        view = Keys(chromium, service, leftoff.environment["LEFTOFF_HOME"])
        view.wait("document.querySelectorAll('.row').length === 2")
        view.keys("j")
        view.press("e")
        view.wait_focus("e.matches('#marks-dialog input')")
        view.write("half")
        service.stop()
        view.wait("/does not respond/.test(document.getElementById('banner').textContent)")
        service = Service(leftoff, arguments)
        view.wait("document.getElementById('banner').hidden")
        view.wait_said("The service is back.")
        # The lists are requested again; text that is being typed stays, and so does the focus.
        view.wait("performance.getEntriesByType('resource').filter((e) => /api.tags/.test(e.name)).length >= 2")
        view.wait_focus("e.matches('#marks-dialog input') && e.value === 'half'")
        view.press("Enter")
        view.wait_texts(".row .tags li", ["half"])
    finally:
        service.stop()
