"""Tests the browser extension in real browsers: pairing, capture, badge, Resume."""

import json

import pytest
from browsers import wait_equal, wait_for
from chromium_extension import allow_pages
from conftest import Leftoff, Service
from extension_browsers import BROWSERS, borrow, capture, give_back
from pages_ways_in import MARKUP
from place import assert_same_place, first_line, wait_for_place

# Returns the scroll offset after it has not changed for 40 frames.
STILL = """new Promise((done) => { let last = -1; let calm = 0; const look = () => {
    const at = SCROLLER.scrollTop; calm = at === last ? calm + 1 : 0; last = at;
    calm > 40 ? done(at) : requestAnimationFrame(look) }; look() })"""
ROOT = "document.scrollingElement"


class Paired:
    """A browser with the extension, paired with a running service."""

    def __init__(self, name, binary, directory, has_pages=True, prepare=None):
        self.leftoff = Leftoff(binary, directory / "home")
        files = directory / "extension"
        self.leftoff("extension", str(files))
        # Firefox asks for access to pages in its own window; the test accepts.
        if name == "chromium" and has_pages:
            allow_pages(files)
        if prepare:
            prepare(files)
        self.service = Service(self.leftoff)
        self.browser = borrow(name, files)
        self.browser.close_welcome_page()
        self.service.sign_in(self.browser)

    def code(self):
        """Clicks the button on the install page and returns the code that it shows."""
        self.browser.new_page()
        self.browser.open(f"{self.service.origin}/install")
        return self.browser.shown_code()

    def pair(self):
        said = self.browser.pair(self.code(), self.service.port)
        assert said.startswith("Paired"), said

    def places(self):
        return [json.loads(line) for line in self.leftoff("list", "--format", "ndjson").splitlines()]

    def begin(self):
        self.browser.close_others()
        self.leftoff.empty()

    def capture(self):
        """Captures with the button and returns the place."""
        capture(self.browser).close()
        return self.places()[0]

    def resume(self):
        self.browser.new_page()
        self.browser.open(self.service.origin)
        self.browser.click_resume()

    def stop(self):
        try:
            give_back(self.browser)
        finally:
            self.service.stop()


def still(browser, scroller=ROOT):
    return browser.run(STILL.replace("SCROLLER", scroller))


def wait_until_restored(browser, line, scroller=None):
    """Waits until a line is at its place, and checks that it stays there."""
    seen = {"scroller": scroller} if scroller else {}
    wait_for_place(browser, line, **seen)
    still(browser, scroller or ROOT)
    assert_same_place(browser, line, **seen)


@pytest.fixture(scope="module", params=BROWSERS)
def paired_browser(request, binary, tmp_path_factory):
    running = Paired(request.param, binary, tmp_path_factory.mktemp("extension"))
    running.pair()
    yield running
    running.stop()


@pytest.fixture
def paired(paired_browser):
    paired_browser.begin()
    return paired_browser


@pytest.fixture
def fresh(binary, tmp_path):
    """Returns a function that makes a browser that is not paired yet, with a service that the test may stop."""
    made = []

    def make(name, **options):
        made.append(Paired(name, binary, tmp_path, **options))
        return made[-1]
    yield make
    for running in made:
        running.stop()


@pytest.mark.parametrize("path,scroller", [
    ("/sixty", None), ("/policy", None), ("/cut-off", None), ("/nested", "document.querySelector('main')"),
    ("/application", "document.querySelector('main')"),
])
def test_a_resumed_page_is_restored_automatically(paired, site, path, scroller):
    browser = paired.browser
    browser.open(site.elsewhere + path)
    wait_for(lambda: browser.run(f"{scroller or ROOT} !== null"))
    browser.run(f"({scroller or ROOT}.scrollTop = {scroller or ROOT}.scrollHeight * 0.4, null)")
    line = first_line(browser, **({"scroller": scroller} if scroller else {}))
    paired.capture()
    paired.resume()
    wait_for(lambda: browser.run(f"{scroller or ROOT} !== null"))
    wait_until_restored(browser, line, scroller)


def test_the_popup_shows_the_capture_and_undoes_it(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    popup = browser.press_button()
    text = popup.wait_for("All places")
    assert popup.has("svg.mark path"), popup.text()
    [place] = paired.places()
    assert "Sixty paragraphs" in text and place["quote"][:40] in text
    popup.click("Undo")
    popup.wait_for("Undone")
    assert paired.places() == []
    popup.click("Capture again")
    popup.wait_for("All places")
    assert len(paired.places()) == 1
    popup.close()


def test_all_places_signs_a_paired_browser_in_again(paired, site):
    browser = paired.browser
    paired.service.request("DELETE", "/api/sessions")
    browser.open(f"{site.elsewhere}/sixty")
    popup = capture(browser)
    popup.wait_for("All places")
    popup.click("All places")
    browser.switch_to(f"{paired.service.origin}/")
    wait_for(lambda: "Sixty paragraphs" in browser.run("document.body.innerText"))


def test_text_from_a_page_never_becomes_markup(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/markup")
    popup = capture(browser)
    text = popup.wait_for("All places")
    assert MARKUP in text, text
    assert not popup.has("#place img, #place b"), popup.text()
    popup.close()


def test_the_popup_returns_to_the_previous_place(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2500), null)")
    line = first_line(browser)
    paired.capture()
    browser.run("(scrollTo(0, 500), null)")
    popup = capture(browser)
    popup.wait_for("Go to the previous place")
    popup.click("Go to the previous place")
    wait_until_restored(browser, line)


def test_the_zoom_is_restored(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    try:
        browser.set_zoom(1.5)
        browser.run(f"({ROOT}.scrollTop = 3000, null)")
        line = first_line(browser)
        paired.capture()
        assert json.loads(paired.leftoff("restore", "@", "--as", "json"))["pageZoom"] == pytest.approx(1.5)
        browser.set_zoom(1)
        paired.resume()
        wait_for(lambda: abs(browser.zoom() - 1.5) < 0.01)
        wait_until_restored(browser, line)
    finally:
        # The browser keeps the zoom of a site.
        browser.set_zoom(1)


def test_the_badge_counts_queued_links(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/links")
    for count in (1, 2):
        browser.run(f"(document.getElementById('file').href = '/slow.svg?ms={count}', null)")
        browser.queue_link("#file")
        wait_equal(browser.badge, str(count))
    queued = json.loads(paired.leftoff("queue", "list", "--format", "json"))
    assert [item["url"] for item in queued] == [f"{site.elsewhere}/slow.svg?ms={n}" for n in (1, 2)]
    for item in queued:
        paired.leftoff("queue", "remove", item["id"])
    paired.capture()
    wait_equal(browser.badge, "")


def test_a_page_opened_without_resume_is_not_scrolled(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    paired.capture()
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    assert still(browser) == 0


def test_a_resumed_page_contains_no_trace_of_leftoff(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    place = paired.capture()
    paired.resume()
    wait_for(lambda: browser.run("scrollY > 0"))
    seen = browser.run(
        "JSON.stringify([location.href, document.referrer, performance.getEntriesByType('navigation')[0].name,"
        " performance.getEntriesByType('resource').map((r) => r.name), Object.keys(window).filter((k) =>"
        " /leftoff/i.test(k)),"
        " document.documentElement.outerHTML, history.state])")
    assert place["id"] not in seen and "leftoff" not in seen.lower() and paired.service.port not in seen


def test_a_place_is_restored_after_a_redirect(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/moved")
    browser.run("(scrollTo(0, 2400), null)")
    line = first_line(browser)
    paired.capture()
    snapshot = paired.leftoff.newest()
    paired.leftoff("forget", "@")
    old = f"{site.elsewhere}/old"
    paired.leftoff.keep({**snapshot, "url": old, "baseURI": old})
    paired.resume()
    assert browser.run("location.pathname") == "/moved"
    wait_until_restored(browser, line)


def test_pages_of_other_servers_cannot_resume(paired, site):
    """A server on another port of loopback has the same host, and its pages may use the same attribute."""
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    place = paired.capture()
    browser.open(f"{site.origin}/short")
    browser.run(
        f"(document.body.innerHTML = \"<a data-resume='{place['id']}' target=_blank href='{site.elsewhere}/sixty'>Go"
        f" on</a>\","
        " null)")
    browser.click_away("a")
    assert still(browser) == 0


@pytest.mark.parametrize("name", BROWSERS)
def test_a_wrong_code_does_not_pair(fresh, site, name):
    running = fresh(name)
    browser = running.browser
    right = running.code()
    wrong = ("A" if right[0] != "A" else "B") + right[1:]
    for left in ("4 attempts are left", "3 attempts are left", "2 attempts are left", "one attempt is left",
                 "request a new one"):
        assert left in browser.pair(wrong, running.service.port)
    assert "request a new one" in browser.pair(right, running.service.port)
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    popup = browser.press_button()
    popup.wait_for("Not connected")
    popup.close()
    # Lower case without a hyphen is accepted too.
    said = browser.pair(running.code().lower().replace("-", ""), running.service.port)
    assert said.startswith("Paired"), said


@pytest.mark.parametrize("name", BROWSERS)
def test_the_popup_reports_that_the_service_is_not_running(fresh, site, name):
    running = fresh(name)
    running.pair()
    running.service.stop()
    running.browser.new_page()
    running.browser.open(f"{site.elsewhere}/sixty")
    popup = running.browser.press_button()
    assert "leftoff serve" in popup.wait_for("Not captured")
    popup.close()
    # The options page does not call that connected either, and lets the reader pair again.
    running.browser.open_extension_page("pair.html")
    wait_for(lambda: running.browser.run("!document.getElementById('form').inert"))
    assert "leftoff serve" in running.browser.run("document.body.innerText")
    assert running.browser.run("document.querySelector('h1').textContent") == "Not connected"
    assert running.browser.run("document.getElementById('pairing').open")


def test_capture_needs_no_permission_beyond_a_click_on_the_button(fresh, site):
    """The unchanged manifest only grants access to the page on which the button was clicked."""
    running = fresh("chromium", has_pages=False)
    browser = running.browser
    browser.pairing_page().uncheck("#restore")
    running.pair()
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    line = first_line(browser)
    running.capture()
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    found = browser.worker.evaluate("chrome.tabs.query({active: true}).then(([tab]) => tab.url ?? null)")
    assert found is None, "the extension must not see the URL"
    browser.run("(scrollTo(0, 0), null)")
    popup = browser.press_button()
    popup.wait_for("Resume")
    popup.click("Resume")
    wait_until_restored(browser, line)


def test_shortcuts_capture_and_restore(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    line = first_line(browser)
    popup = browser.press_shortcut("l")
    popup.wait_for("Captured")
    popup.close()
    browser.run("(scrollTo(0, 0), null)")
    browser.press_shortcut("k")
    wait_until_restored(browser, line)
