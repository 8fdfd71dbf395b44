"""Resumes places whose pages are gone, are different pages, or have lost the words: the extension offers the copy."""

import json

import pytest
from browsers import wait_for
from copy_site import PARAGRAPHS, article, look, text_copy, wait_for_line_in_copy
from page_view import PageView
from place import capture, first_line
from prepared_extension import report_restores
from test_extension import Paired

BROWSERS = ["chromium", "firefox"]
# The height of a line of the reader view at its usual size, in CSS px.
LINE = 32
# The card is in a closed shadow root, of which the page sees only the host.
CARD = """(() => { const host = [...(document.body?.children ?? [])].find((e) => e.style.position === 'fixed'
    && e.style.right === '16px'); if (!host) return null; const r = host.getBoundingClientRect();
    return r.width > 0 ? [r.left, r.top, r.right, r.bottom] : null })()"""


class Fallback(Paired):
    """A paired browser with one article on a site of its own."""

    def __init__(self, name, binary, directory):
        super().__init__(name, binary, directory, prepare=self.prepare_files)
        self.pair()
        self.view = PageView(self.browser, self.service, self.leftoff.environment["LEFTOFF_HOME"])
        self.script = self.leftoff("script", "capture")

    def prepare_files(self, files):
        report_restores(files)

    def captured(self, site, address=None, has_copy=True):
        """Captures a place in the article; returns its id and its line."""
        browser = self.browser
        browser.new_page()
        browser.open(site.address)
        browser.run("(scrollTo(0, 3000), null)")
        line = first_line(browser)
        texts = browser.run(PARAGRAPHS)
        snapshot = capture(browser, self.script)
        if address:
            snapshot = json.loads(json.dumps(snapshot).replace(site.address, address))
        place = self.leftoff.keep(snapshot)
        if has_copy:
            copy = text_copy(address or site.address, "Article", texts)
            self.view.api("PUT", f"/api/snapshots/{place}/copies/text", copy)
        return place, line

    def click_resume(self):
        """Clicks Resume of the newest place on the service's page."""
        browser = self.browser
        browser.close_others()
        browser.open(self.service.origin)
        if browser.name == "chromium":
            browser.page.click(".card >> nth=0 >> text=Resume")
        else:
            wait_for(lambda: browser.client.find_elements("css selector", ".card .resume"))
            browser.client.find_element("css selector", ".card .resume").click()

    def switch_to(self, part):
        """Switches to the tab whose address contains a text."""
        browser = self.browser

        def find():
            if browser.name == "chromium":
                browser.page.wait_for_timeout(50)
                browser.page = next((page for page in browser.context.pages if part in page.url), browser.page)
                return part in browser.page.url
            for handle in browser.client.window_handles:
                browser.client.switch_to_window(handle)
                if part in browser.client.get_url():
                    return True
            return False
        wait_for(find)

    def copy_pages(self):
        """Returns the number of open tabs with the extension's page of copies."""
        browser = self.browser
        if browser.name == "chromium":
            browser.page.wait_for_timeout(50)
            return sum("/copy.html" in page.url for page in browser.context.pages)
        addresses = browser.chrome("return gBrowser.browsers.map((browser) => browser.currentURI.spec)")
        return sum("/copy.html" in address for address in addresses)

    def words(self):
        return look(self.browser, "document.body?.innerText ?? ''")

    def open_copy(self, line):
        """Clicks the button of the extension's page; the copy opens at the line in the same tab."""
        browser = self.browser
        self.switch_to("/copy.html")
        wait_for(lambda: "Open your copy" in self.words())
        browser.click_words("Open your copy")
        # The first page at the address of the copy requests a ticket.
        self.switch_to("?ticket=")
        assert browser.here().startswith(f"{self.service.origin}/copies/")
        wait_for_line_in_copy(browser, line, LINE)


@pytest.fixture(scope="module", params=BROWSERS)
def running(request, binary, tmp_path_factory):
    made = Fallback(request.param, binary, tmp_path_factory.mktemp("fallback"))
    yield made
    made.stop()


@pytest.fixture
def fallback(running):
    running.begin()
    return running


@pytest.mark.parametrize("how", ["refused", "dns", "404", "410"])
def test_the_copy_takes_the_place_of_a_page_that_is_gone(fallback, own_site, how):
    address = "http://leftoff-gone.invalid/article" if how == "dns" else None
    _, line = fallback.captured(own_site, address)
    if how == "refused":
        own_site.stop()
    elif how != "dns":
        own_site.status = int(how)
        own_site.body = "<!doctype html><title>Gone</title><p>There is nothing here."
    fallback.click_resume()
    fallback.switch_to("/copy.html")
    heading = "This page is gone" if how in ("404", "410") else "This page cannot be reached"
    wait_for(lambda: heading in fallback.words())
    wait_for(lambda: "web.archive.org learns" in fallback.words())
    fallback.open_copy(line)


@pytest.mark.parametrize("moved", [None, "/elsewhere/article"], ids=["same", "moved"])
def test_a_page_that_comes_back_is_restored_by_another_attempt(fallback, own_site, moved):
    _, line = fallback.captured(own_site)
    own_site.stop()
    fallback.click_resume()
    fallback.switch_to("/copy.html")
    wait_for(lambda: "Try the page again" in fallback.words())
    own_site.moved = moved
    own_site.start()
    fallback.browser.click_words("Try the page again")
    fallback.switch_to(moved or "/article")
    wait_for_line_in_copy(fallback.browser, line, LINE)


def test_a_page_opens_anyway_although_its_server_says_that_it_is_gone(fallback, own_site):
    fallback.captured(own_site)
    own_site.status = 404
    own_site.body = "<!doctype html><title>Gone</title><p>There is nothing here."
    fallback.click_resume()
    fallback.switch_to("/copy.html")
    wait_for(lambda: "Open the page anyway" in fallback.words())
    fallback.browser.click_words("Open the page anyway")
    fallback.switch_to("/article")
    wait_for(lambda: "There is nothing here" in fallback.words())


@pytest.mark.parametrize("how", ["other article", "lost words"])
def test_a_card_offers_the_copy_on_a_page_without_the_place(fallback, own_site, how):
    _, line = fallback.captured(own_site)
    own_site.body = article(first=500) if how == "other article" else article(count=6) + article(first=500)
    fallback.click_resume()
    fallback.switch_to("/article")
    browser = fallback.browser
    left, _, _, bottom = wait_for(lambda: browser.run(CARD))
    # A click that the page creates opens nothing.
    browser.run(f"(document.elementFromPoint({left + 90}, {bottom - 28}).dispatchEvent(new MouseEvent('click',"
                " {bubbles: true, composed: true})), null)")
    assert fallback.copy_pages() == 0
    browser.click_at(left + 90, bottom - 28)
    fallback.open_copy(line)


def test_a_place_without_a_copy_is_offered_from_the_archive_by_a_click_only(fallback, own_site):
    place, _ = fallback.captured(own_site, has_copy=False)
    own_site.stop()
    fallback.click_resume()
    fallback.switch_to("/copy.html")
    wait_for(lambda: "Leftoff has no copy of it" in fallback.words())
    text = wait_for(lambda: "Open the archive’s copy" in fallback.words() and fallback.words())
    assert "Open your copy" not in text and "web.archive.org learns that you read this page" in text
    # Nothing of the archive was requested: the page has no element that loads anything from elsewhere.
    assert look(fallback.browser, "performance.getEntriesByType('resource').filter(({name}) =>"
                " name.startsWith('http')).length") == 0
    assert place


def test_the_copy_of_another_place_on_the_page_is_offered(fallback, own_site):
    fallback.captured(own_site)
    place, line = fallback.captured(own_site, has_copy=False)
    own_site.stop()
    fallback.click_resume()
    fallback.open_copy(line)
    assert place in fallback.browser.here()


def test_a_page_that_still_has_the_place_gets_no_offer(fallback, own_site):
    _, line = fallback.captured(own_site)
    fallback.click_resume()
    fallback.switch_to("/article")
    browser = fallback.browser
    # A search of more than 500 ms shows the card until it ends.
    wait_for(lambda: look(browser, "document.documentElement.dataset.restored") == "restored")
    assert browser.run(CARD) is None and fallback.copy_pages() == 0
    wait_for_line_in_copy(browser, line, LINE)
