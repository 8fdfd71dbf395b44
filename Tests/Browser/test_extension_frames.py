"""Captures and restores places in frames of other sites, which only the extension can read."""

import json
import urllib.parse

import pytest
from browsers import wait_for
from extension_browsers import BROWSERS
from pages_text import document, paragraphs
from path_site import PathSite
from place import assert_same_place, first_line, wait_for_place
from prepared_extension import replaced, report_restores
from test_extension import Paired

STYLE = "body{margin:0}iframe{display:block;width:100%;height:700px;border:0}"
OUTCOME = "document.documentElement.dataset.restored"
INNER = document(paragraphs())


def framed(site, before="", path="/inner"):
    """Returns a page whose frame is of the other site."""
    return document(f"<p>The page around the frame.</p>{before}<iframe src='{site}{path}'></iframe>"
                    "<p>The end of the page.</p>", STYLE)


def wait_for_frames(files):
    """Changes the extension so that it waits for frames that a busy machine starts late, and reports restores.

    A frame of another site has a process of its own. The extension gives up one that has not answered in 1 to 8 s.
    """
    report_restores(files)
    # A page with hundreds of frames, which answer together, has to have a result before the test ends.
    for limit, moved in (("LISTING_TIME = 1e3;", "1e4"), ("ANSWER_TIME = 3e3;", "1e4"), ("SEARCH_TIME = 8e3;", "3e4")):
        replaced(files / "background.js", limit, f"{limit.split(' = ')[0]} = {moved};")


class Inside:
    """The document in a frame of the open page, whatever its site is."""

    def __init__(self, browser, path):
        self.browser, self.path, self.name = browser, path, browser.name

    def run(self, expression):
        """Returns the result of an expression; None if the frame is not there yet."""
        if self.name == "chromium":
            frames = self.browser.page.frames
            found = next((frame for frame in frames if urllib.parse.urlsplit(frame.url).path == self.path), None)
            return found.evaluate(expression) if found else None
        client = self.browser.client
        client.switch_to_frame()
        try:
            return self.visit(expression)
        finally:
            client.switch_to_frame()

    def visit(self, expression):
        """Runs an expression in the frame that is selected, or in one inside it."""
        client = self.browser.client
        if client.execute_script("return location.pathname") == self.path:
            return self.browser.run(expression)
        for element in client.find_elements("css selector", "iframe[src]"):
            client.switch_to_frame(element)
            found = self.visit(expression)
            client.switch_to_parent_frame()
            if found is not None:
                return found
        return None


class Framed(Paired):
    """A paired browser, and a site whose pages are in frames."""

    def __init__(self, name, binary, directory, has_pages=True):
        # Without the permission, no frame ever answers.
        super().__init__(name, binary, directory, has_pages=has_pages,
                         prepare=wait_for_frames if has_pages else report_restores)
        if not has_pages:
            # Nobody answers the browser's question for the permission.
            self.browser.pairing_page().uncheck("#restore")
        self.pair()
        self.site = PathSite()
        # The page is on the host of the service, on which the extension may always work.
        self.address = f"{self.site.origin}/page"
        self.inside = Inside(self.browser, "/inner")

    def show(self, page):
        self.site.pages = {"/page": page, "/inner": INNER, "/advertisement": document("<p>Buy this.</p>"),
                           "/middle": framed(self.site.origin)}

    def captured(self, page):
        """Captures a place in the frame of a page, and returns its line."""
        self.show(page)
        browser = self.browser
        browser.open(self.address)
        wait_for(lambda: self.inside.run("document.readyState === 'complete'"))
        self.inside.run("(scrollTo(0, 2500), 0)")
        line = first_line(self.inside)
        self.capture()
        return line

    def knows_hosts(self):
        """Makes the extension request the settings, which it keeps for two seconds.

        Returns True if it has the hosts.
        """
        browser = self.browser
        browser.close_others()
        browser.open_extension_page("pair.html")
        wait_for(lambda: browser.run("!document.getElementById('never').hidden"))
        return browser.run("document.getElementById('hosts').value") == "localhost"

    def resume_and_wait(self):
        """Resumes the place, and returns how that ended."""
        self.resume()
        return wait_for(lambda: self.browser.run(OUTCOME))

    def stop(self):
        self.site.close()
        super().stop()


@pytest.fixture(scope="module", params=BROWSERS)
def running(request, binary, tmp_path_factory):
    made = Framed(request.param, binary, tmp_path_factory.mktemp("frames"))
    yield made
    made.stop()


@pytest.fixture
def pages(running):
    running.begin()
    return running


def advertisement(site):
    return f"<iframe style='height:90px' src='{site}/advertisement'></iframe>"


@pytest.mark.parametrize("change", ["none", "another frame above", "the frame loads late", "its address changes"])
def test_a_place_in_a_frame_of_another_site_is_restored(pages, change):
    elsewhere = pages.site.elsewhere
    line = pages.captured(framed(elsewhere))
    late = framed(elsewhere).replace(" src=", " data-src=") + (
        "<script>addEventListener('load', () => { const frame = document.querySelector('iframe');"
        " frame.src = frame.dataset.src })</script>")
    pages.show({
        "none": framed(elsewhere), "another frame above": framed(elsewhere, advertisement(elsewhere)),
        "the frame loads late": late, "its address changes": framed(elsewhere, path="/inner?session=2"),
    }[change])
    assert pages.resume_and_wait() == "restored"
    wait_for_place(pages.inside, line)
    assert_same_place(pages.inside, line)


def test_a_place_in_a_frame_within_a_frame_is_restored(pages):
    page = framed(pages.site.elsewhere, path="/middle")
    line = pages.captured(page)
    [first, second] = pages.leftoff.newest()["frame"]["path"]
    assert first["src"].endswith("/middle") and second["src"].endswith("/inner")
    assert pages.resume_and_wait() == "restored"
    assert_same_place(pages.inside, line)


def test_the_snapshot_has_the_position_in_the_frame_and_no_other_data_of_it(pages):
    pages.captured(framed(pages.site.elsewhere, path="/inner?token=SECRET"))
    snapshot = pages.leftoff.newest()
    frame = snapshot["frame"]
    assert frame["url"].startswith(pages.site.elsewhere) and frame["place"]["pageYOffset"] == 2500
    assert "links" not in frame["place"] and "media" not in frame["place"]
    assert "SECRET" not in json.dumps(frame["path"])


def test_a_frame_of_a_host_that_is_never_captured_is_not_captured(pages):
    pages.service.request("PATCH", "/api/settings", {"neverCaptured": ["localhost"]})
    try:
        wait_for(pages.knows_hosts)
        pages.captured(framed(pages.site.elsewhere))
        assert pages.leftoff.newest().get("frame") is None
    finally:
        pages.service.request("PATCH", "/api/settings", {"neverCaptured": []})


def test_a_frame_that_shows_another_page_is_not_restored(pages):
    pages.captured(framed(pages.site.elsewhere))
    pages.site.pages["/inner"] = document("<p>Something else altogether.</p>" * 60)
    assert pages.resume_and_wait() != "restored"


def test_a_page_with_hundreds_of_frames_is_captured(pages):
    many = "<iframe style='height:1px'></iframe>" * 500
    pages.captured(framed(pages.site.elsewhere).replace("<p>The end", f"{many}<p>The end"))
    pages.resume_and_wait()


def test_without_permission_for_the_frame_its_place_is_never_restored(binary, tmp_path):
    pages = Framed("chromium", binary, tmp_path, has_pages=False)
    try:
        pages.browser.new_page()
        pages.captured(framed(pages.site.elsewhere))
        assert pages.leftoff.newest()["frame"]["place"] is None
        assert pages.resume_and_wait() in ("approximate", "abstained")
    finally:
        pages.stop()
