"""Tests that the extension, the userscript and the bookmarklet keep copies, and that they respect the settings."""

import json
import pathlib
import urllib.error
import urllib.request

import pytest
from browsers import wait_for
from extension_browsers import capture
from pages_copies import SECRETS
from pages_text import sentence
from place import STOPPED_CLOCK
from prepared_extension import replaced, wait_for_small_pages
from test_extension import BROWSERS, Paired
from test_userscript import CARD, Connected


def forget_settings(directory):
    """Changes the extension so that it does not use settings again, since the tests change them in between."""
    replaced(directory / "background.js", "SETTINGS_TIME = 2e3;", "SETTINGS_TIME = 0;")
    wait_for_small_pages(directory)


class API:
    """The service's API with the full token."""

    def __init__(self, leftoff, service):
        self.origin = service.origin
        self.token = (pathlib.Path(leftoff.environment["LEFTOFF_HOME"]) / "token").read_text().strip()

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, method=method, headers={
            "Authorization": f"Bearer {self.token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.loads(response.read() or b"null")

    def set(self, **settings):
        self.send("PATCH", "/api/settings", settings)

    def copies(self, place):
        return {copy["kind"]: copy for copy in self.send("GET", f"/api/snapshots/{place['id']}/copies")}

    def copy(self, place, kind):
        return self.send("GET", f"/api/snapshots/{place['id']}/copies/{kind}")


@pytest.fixture(scope="module", params=BROWSERS)
def paired_browser(request, binary, tmp_path_factory):
    running = Paired(request.param, binary, tmp_path_factory.mktemp("extension"), prepare=forget_settings)
    running.pair()
    running.api = API(running.leftoff, running.service)
    yield running
    running.stop()


@pytest.fixture
def paired(paired_browser):
    paired_browser.begin()
    yield paired_browser
    paired_browser.api.set(copyText=True, copyPicture=False, neverCaptured=[], pictureImages=None, pictureLimit=None)


def test_the_extension_keeps_the_text_after_a_capture(paired, site):
    browser = paired.browser
    browser.open(f"{site.elsewhere}/copies/article")
    browser.run("(scrollTo(0, 2000), null)")
    popup = browser.press_button()
    popup.wait_for("A copy of the text was kept")
    popup.close()
    [place] = paired.places()
    assert set(paired.api.copies(place)) == {"text"}
    whole = json.dumps(paired.api.copy(place, "text"))
    assert sentence(30) in whole and [secret for secret in SECRETS if secret in whole] == []


def test_the_extension_keeps_a_picture_if_the_settings_say_so(paired, site):
    browser = paired.browser
    paired.api.set(copyPicture=True)
    browser.open(f"{site.elsewhere}/copies/article")
    popup = capture(browser)
    popup.wait_for("A copy of the picture of the page was kept")
    popup.close()
    [place] = paired.places()
    assert set(paired.api.copies(place)) == {"text", "picture"}
    html = paired.api.copy(place, "picture")["html"]
    assert html.startswith("<!DOCTYPE html>") and sentence(30) in html


def test_pictures_obey_the_settings_of_images_and_size(paired, site):
    browser = paired.browser
    for settings, count, notice in [({"pictureImages": False}, 0, None),
                                    ({"pictureLimit": 100_000}, 2, "Part of the page is missing."), ({}, 3, None)]:
        paired.begin()
        paired.api.set(copyPicture=True, pictureImages=None, pictureLimit=None)
        paired.api.set(**settings)
        browser.open(f"{site.elsewhere}/copies/sizes")
        popup = capture(browser)
        popup.wait_for("A copy of the picture of the page was kept")
        assert ("Part of the page is missing." in popup.text()) == (notice is not None)
        popup.close()
        [place] = paired.places()
        copy = paired.api.copy(place, "picture")
        assert copy["html"].count("data:image/") == count and copy["omissions"]["images"] == 3 - count
        assert sentence(60) in copy["html"]


def test_the_menu_of_the_button_captures_with_a_picture(paired, site):
    browser = paired.browser
    if browser.name != "chromium":
        pytest.skip("the menu of Firefox's button is outside of what Marionette can open without a screen")
    browser.open(f"{site.elsewhere}/copies/article")
    browser.worker.evaluate(
        "chrome.tabs.query({active: true}).then(([tab]) => chrome.contextMenus.onClicked.dispatch("
        "{menuItemId: 'picture', editable: false, pageUrl: tab.url}, tab))")
    [place] = wait_for(paired.places)
    wait_for(lambda: set(paired.api.copies(place)) == {"text", "picture"})


def test_without_the_setting_nothing_is_copied(paired, site):
    browser = paired.browser
    paired.api.set(copyText=False)
    browser.open(f"{site.elsewhere}/copies/article")
    popup = capture(browser)
    popup.wait_for("All places")
    assert "copy" not in popup.text()
    popup.close()
    # A copy of the first place would be kept before that of the second.
    paired.api.set(copyText=True)
    browser.run("(scrollTo(0, 2000), null)")
    popup = capture(browser)
    popup.wait_for("A copy of the text was kept")
    popup.close()
    assert [set(paired.api.copies(place)) for place in paired.places()] == [{"text"}, set()]


def test_nothing_is_captured_on_a_host_of_the_list(paired, site):
    browser = paired.browser
    browser.open_extension_page("pair.html")
    wait_for(lambda: browser.run("!document.getElementById('never').hidden"))
    browser.run("(document.getElementById('hosts').value = 'https://localhost/page\\nbank.example',"
                " document.getElementById('save-hosts').click(), null)")
    wait_for(lambda: browser.run("document.getElementById('hosts-outcome').textContent") == "Saved.")
    assert browser.run("document.getElementById('hosts').value").split() == ["localhost", "bank.example"]
    browser.new_page()
    browser.open(f"{site.elsewhere}/copies/article")
    popup = browser.press_button()
    popup.wait_for("Pages of localhost are never captured")
    popup.close()
    assert paired.places() == []


def test_the_service_refuses_places_of_such_hosts(paired, site):
    paired.api.set(neverCaptured=["example.org"])
    for address, status in (("https://www.example.org/a", 403), ("https://example.com/", 201)):
        snapshot = {"schema": 1, "url": address, "baseURI": address, "pageXOffset": 0, "pageYOffset": 0,
                    "pageScale": 1}
        if status == 201:
            assert paired.api.send("POST", "/api/snapshots", snapshot)["id"]
            continue
        with pytest.raises(urllib.error.HTTPError) as refused:
            paired.api.send("POST", "/api/snapshots", snapshot)
        assert refused.value.code == status
        assert "never captured" in json.loads(refused.value.read())["detail"]


@pytest.fixture(scope="module", params=BROWSERS)
def connected(request, binary, tmp_path_factory):
    running = Connected(request.param, binary, tmp_path_factory.mktemp("userscript"))
    yield running
    running.stop()


def test_the_userscript_keeps_the_text(connected, site):
    api = API(connected.leftoff, connected.service)
    connected.begin()
    connected.open(f"{site.elsewhere}/copies/article")
    connected.browser.run("(scrollTo(0, 2000), null)")
    connected.browser.press_in_page("l")
    wait_for(lambda: connected.browser.run(CARD))
    [place] = wait_for(connected.places)
    wait_for(lambda: "text" in api.copies(place))
    assert sentence(30) in json.dumps(api.copy(place, "text"))


# The bookmarklet opens its window after 600 ms even if the copy is not ready, as it may be on a busy machine.
WITHOUT_HASTE = """(() => {
    const later = setTimeout;
    globalThis.setTimeout = (run, delay) => (delay === 600 ? 0 : later(run, delay));
})()"""


def test_the_bookmarklet_keeps_the_text(browser, site, service, leftoff):
    api = API(leftoff, service)
    browser.open(f"{site.elsewhere}/copies/article")
    browser.run("(scrollTo(0, 2000), null)")
    browser.run(STOPPED_CLOCK)
    browser.run(f"({WITHOUT_HASTE}, null)")
    popup = browser.run_bookmark(leftoff("bookmarklet", "capture", "--port", service.port))
    wait_for(lambda: "A copy of the page’s text was kept." in browser.text_in(popup))
    [place] = [json.loads(line) for line in leftoff("list", "--format", "ndjson").splitlines()]
    whole = json.dumps(api.copy(place, "text"))
    assert sentence(1) in whole and sentence(60) in whole
    browser.close_popup(popup)
