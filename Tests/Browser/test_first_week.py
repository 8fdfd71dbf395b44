"""The first week with the extension as it is installed: each time, the place is reached or the reader is told.

The extension is not changed. Firefox's question for the permission is accepted by a preference. Chromium's is part of
its own window, which tests do not reach: its page of extensions gives the permission before the question, which then
has nothing to ask.
"""

import pytest
from browsers import wait_equal, wait_for
from conftest import Service
from extension_browsers import BROWSERS, capture
from firefox_extension import loaded_address
from marionette_driver import By
from place import first_line
from test_extension import still, wait_until_restored
from test_native_host import Direct

GRANT = """([id, pattern]) => new Promise((done) => chrome.developerPrivate.addHostPermission(id, pattern, done))"""


class Week(Direct):
    """A browser with the unchanged extension, its native host, and a running service."""

    def __init__(self, name, binary, directory):
        super().__init__(name, binary, directory, has_pages=False)
        self.service = Service(self.leftoff)
        self.service.sign_in(self.browser)

    def stop(self):
        try:
            super().stop()
        finally:
            self.service.stop()

    def grant(self):
        """Gives Chromium's permission for the site, before the extension asks for it."""
        browser = self.browser
        asking = browser.page
        browser.new_page()
        browser.page.goto("chrome://extensions")
        browser.page.evaluate(GRANT, [browser.id, "http://localhost/*"])
        browser.page.close()
        browser.page = asking
        asking.bring_to_front()

    def captured(self, site, offset=2500):
        """Captures a place with the button, and closes the tab; returns its line."""
        browser = self.browser
        browser.open(f"{site.elsewhere}/sixty")
        browser.run(f"(scrollTo(0, {offset}), null)")
        line = first_line(browser)
        capture(browser).close()
        browser.close_others()
        return line

    def choose_resume(self):
        """Opens the service's page, and clicks Resume; returns what the page says about Resume before."""
        browser = self.browser
        browser.open(self.service.origin)
        wait_for(lambda: browser.run("document.querySelector('.row .title[href]') !== null"
                                     " && Boolean(document.documentElement.dataset.extension)"))
        said = browser.run("document.querySelector('.needs-click').innerText")
        if browser.name == "chromium":
            browser.page.click(".row .title[href] >> nth=0")
        else:
            browser.client.find_element(By.CSS_SELECTOR, ".row .title[href]").click()
        return said

    def arrive(self, path):
        """Switches to the tab with a page, whose address may have a text directive."""
        browser = self.browser

        def find():
            if browser.name == "chromium":
                browser.page.wait_for_timeout(50)
                found = [page for page in browser.context.pages if path in page.url]
                browser.page = found[0] if found else browser.page
                return bool(found)
            for handle in browser.client.window_handles:
                browser.client.switch_to_window(handle)
                if path in loaded_address(browser):
                    return True
            return False
        wait_for(find)
        wait_for(lambda: browser.run("document.readyState") == "complete")

    def badge(self):
        if self.browser.name == "firefox":
            return self.browser.badge()
        return self.browser.worker.evaluate(
            "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.getBadgeText({tabId: tab.id}))")


@pytest.fixture(params=BROWSERS)
def week(request, binary, tmp_path):
    """A week of its own for each test: what the reader has answered to a question must not be known to the next."""
    running = Week(request.param, binary, tmp_path)
    running.browser.new_page()
    yield running
    running.stop()


def test_looking_never_loses_the_place(week, site):
    line = week.captured(site)
    browser = week.browser
    [place] = week.places()
    # The address is typed, and the popup is opened on the way to something else.
    browser.open(f"{site.elsewhere}/sixty")
    for _ in range(2):
        popup = browser.press_button()
        text = popup.wait_for("Capture here")
        assert "Your place on this page" in text and "further on" in text and place["quote"][:30] in text
        popup.close()
    assert [one["id"] for one in week.places()] == [place["id"]]
    # The key goes to the place, not to the top at which the popup was opened.
    browser.press_shortcut("k")
    wait_until_restored(browser, line)
    # Capturing there once more is the same place.
    popup = browser.press_button()
    popup.wait_for("You are at your place")
    popup.click("Capture here")
    popup.wait_for("Already saved")
    popup.close()
    assert [one["id"] for one in week.places()] == [place["id"]]


def test_a_page_at_its_untouched_top_is_stored_only_after_a_choice(week, site):
    browser = week.browser
    browser.open(f"{site.elsewhere}/sixty")
    popup = browser.press_button()
    popup.wait_for("Save this page")
    popup.close()
    assert week.places() == []
    capture(browser).close()
    assert len(week.places()) == 1
    # Another one further down is the place to resume, although the top is captured again.
    browser.run("(scrollTo(0, 2500), null)")
    line = first_line(browser)
    capture(browser).close()
    browser.run("(scrollTo(0, 0), null)")
    capture(browser).close()
    browser.press_shortcut("k")
    wait_until_restored(browser, line)


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_place_is_reached_in_a_page_whose_address_was_typed(week, site, way):
    line = week.captured(site)
    browser = week.browser
    browser.open(f"{site.elsewhere}/sixty")
    assert still(browser) == 0
    if way == "key":
        if browser.name == "chromium":
            pytest.skip("a test reaches only the command, with which the browser gives the permission for the page")
        browser.press_shortcut("k")
    else:
        popup = browser.press_button()
        popup.wait_for("Resume")
        popup.click("Resume")
    wait_until_restored(browser, line)


def test_resume_without_permission_asks_and_then_needs_one_click(week, site):
    line = week.captured(site)
    browser = week.browser
    said = week.choose_resume()
    assert "one click on Leftoff’s button there goes to your place" in said
    browser.switch_to("/resume.html#id=" + week.places()[0]["id"])
    wait_for(lambda: "Allow on localhost" in browser.run("document.body.innerText"))
    assert "May Leftoff scroll this page to your place?" in browser.run("document.body.innerText")
    browser.click_words("Not now")
    week.arrive("/sixty")
    wait_equal(week.badge, "▶")
    browser.run("(scrollTo(0, 0), null)")
    browser.click_button()
    wait_until_restored(browser, line)
    wait_equal(week.badge, "")
    # The second time, the page opens at once, and its button says what to do.
    browser.close_others()
    week.choose_resume()
    week.arrive("/sixty")
    wait_equal(week.badge, "▶")
    browser.run("(scrollTo(0, 0), null)")
    browser.click_button()
    wait_until_restored(browser, line)
    assert len(week.places()) == 1


def test_resume_asks_for_the_permission_and_goes_to_the_place(week, site):
    line = week.captured(site)
    browser = week.browser
    week.choose_resume()
    browser.switch_to("/resume.html#id=" + week.places()[0]["id"])
    wait_for(lambda: "Allow on localhost" in browser.run("document.body.innerText"))
    if browser.name == "chromium":
        week.grant()
    browser.click_words("Allow on localhost")
    week.arrive("/sixty")
    wait_until_restored(browser, line)
    # From now on, Resume goes there by itself.
    browser.close_others()
    week.choose_resume()
    week.arrive("/sixty")
    wait_until_restored(browser, line)

