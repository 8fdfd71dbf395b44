"""Tests automatic places and the distance on the button, with pages of another origin in real browsers."""

import json
import shutil

import pytest
from browsers import wait_equal, wait_for
from marionette_driver import By
from place import first_line, pass_frames
from prepared_extension import replaced
from test_native_host import BROWSERS, Direct

# The clock and the timers of the script that observes reading. They stand still until a test passes time.
CLOCK = """
function clock() {
    return Number(document.documentElement.dataset.clock ?? 0);
}
function atTime(run, delay) {
    const due = clock() + delay;
    const timer = setInterval(() => {
        if (clock() < due) return;
        clearInterval(timer);
        run();
    }, 20);
    return timer;
}
"""

# Tells the page of a tab that the extension holds a snapshot of it, because the tests cannot see its storage in
# Firefox.
HELD = """
{
    const {scripting, storage} = globalThis.browser ?? globalThis.chrome;
    storage.session.onChanged.addListener((changes) => {
        for (const [name, {newValue}] of Object.entries(changes)) {
            if (!name.startsWith('visit-') || !newValue?.held) continue;
            scripting.executeScript({
                target: {tabId: Number(name.slice('visit-'.length))}, args: [newValue.held.progress.px],
                func: (progress) => { document.documentElement.dataset.held = progress; },
            }).catch(() => undefined);
        }
    });
}
"""


def prepare(directory):
    """Lets the tests move the clock in the extension's files, and makes decisions visible in the page's root element.

    `data-observing` is the key of the page that is observed, and `data-pause` the number of pauses after the reading
    time, and `data-progress` that of other pauses. playwright calls all pages visible, so `?hidden` makes one hidden.
    """
    reading = directory / "reading.js"
    visible = "document.visibilityState"
    text = reading.read_text().replace(visible, f"(location.search === '?hidden' ? 'hidden' : {visible})")
    reading.write_text(text.replace("performance.now()", "clock()").replace("setTimeout(", "atTime(") + CLOCK)
    seen = "const seen = document.documentElement.dataset;"
    replaced(reading, "observe(wanted) {", f"observe(wanted) {{ {seen} seen.observing = wanted.key;")
    replaced(reading, "report(event) {", f"report(event) {{ {seen} seen[event] = Number(seen[event] ?? 0) + 1;")
    background = directory / "background.js"
    # What is held is stored only when the reader leaves.
    replaced(background, "STORE_INTERVAL = 3e4", "STORE_INTERVAL = 1e9")
    with background.open("a") as file:
        file.write(HELD)


class Reader(Direct):
    """A browser with the extension, whose options are chosen by clicks."""

    def choose(self, mode, sites="", stopped="bank.example", distance=False):
        """Saves the options on the extension's page, which responds when each open page is decided about anew."""
        browser = self.browser
        browser.open_extension_page("automatic.html")
        wait_for(lambda: browser.run("!document.getElementById('form').inert"))
        self.click(f"input[value={mode}]")
        browser.run(f"(document.getElementById('sites').value = {json.dumps(sites)}, null)")
        browser.run(f"(document.getElementById('stopped').value = {json.dumps(stopped)}, null)")
        if browser.run("document.getElementById('distance').checked") != distance:
            self.click("#distance")
        self.click("form .primary")
        wait_for(lambda: browser.run("document.getElementById('outcome').innerText").startswith("Saved"))
        browser.new_page()

    def click(self, selector):
        if self.browser.name == "chromium":
            self.browser.page.click(selector)
        else:
            self.browser.client.find_element(By.CSS_SELECTOR, selector).click()

    def read(self, url, y=2000, is_observed=True):
        """Opens a page and scrolls in it, as a reader does."""
        self.browser.open(url)
        if is_observed:
            wait_for(lambda: self.seen("observing"))
        self.scroll(y)

    def scroll(self, y):
        """Scrolls, and pauses for longer than the reading time."""
        self.browser.run(f"(scrollTo(0, {y}), null)")
        # The page receives the event before its next frame.
        pass_frames(self.browser, 2)
        self.pass_time()

    def pass_time(self):
        """Lets 40 s pass by the page's clock: more than the reading time, and less than the reader may do nothing."""
        self.browser.run("(document.documentElement.dataset.clock = 40000"
                         " + Number(document.documentElement.dataset.clock ?? 0), null)")

    def automatic(self):
        return [place for place in self.places() if place["origin"] == "automatic"]

    def kept(self):
        """Waits for the only place, which is automatic."""
        [place] = wait_for(self.places)
        assert place["origin"] == "automatic", place
        return place

    def seen(self, name):
        """Returns what the prepared extension has written into the page; None if there is nothing."""
        return self.browser.run(f"document.documentElement.dataset.{name} ?? null")

    def paused(self, count=1):
        """Waits until so many pauses after the reading time were seen."""
        wait_for(lambda: int(self.seen("pause") or 0) >= count)

    def nothing_is_kept(self, is_observed=True):
        """Leaves the page. Its tab's earlier work is done when the options are saved."""
        assert is_observed or self.seen("observing") is None
        tab = self.tab()
        self.choose("off")
        assert self.places() == []
        self.return_to(tab)
        # No script runs in a page that is excluded.
        assert is_observed == (self.seen("observing") is not None)

    def tab(self):
        """Returns the selected tab."""
        return self.browser.page if self.browser.name == "chromium" else self.browser.client.current_window_handle

    def return_to(self, tab):
        if self.browser.name == "chromium":
            tab.bring_to_front()
            self.browser.page = tab
        else:
            self.browser.client.switch_to_window(tab, focus=True)

    def title(self):
        """Returns the tooltip of the button on the selected tab."""
        if self.browser.name == "chromium":
            return self.browser.worker.evaluate(
                "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.getTitle({tabId: tab.id}))")
        with self.browser.client.using_context("chrome"):
            element = self.browser.client.find_element(By.CSS_SELECTOR, self.browser.button)
            return element.get_attribute("tooltiptext") or element.get_attribute("title") or ""

    def badge(self):
        if self.browser.name == "chromium":
            return self.browser.worker.evaluate(
                "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.getBadgeText({tabId: tab.id}))")
        return self.browser.badge()

    def distance(self, arrow, title):
        """Waits until the badge and the tooltip, set after it, say the same distance. Returns it in percent."""
        def agreed():
            badge = self.badge()
            return badge.startswith(arrow) and self.title() == title.format(badge[1:]) and int(badge[1:])
        return wait_for(agreed)

    def close_tab(self):
        if self.browser.name == "chromium":
            page = self.browser.page
            self.browser.new_page()
            page.close()
        else:
            self.browser.client.close()
            self.browser.client.switch_to_window(self.browser.client.window_handles[-1])


@pytest.fixture(scope="module", params=BROWSERS)
def reader_browser(request, binary, tmp_path_factory):
    running = Reader(request.param, binary, tmp_path_factory.mktemp("automatic"), prepare=prepare)
    yield running
    running.stop()


@pytest.fixture
def reader(reader_browser):
    reader_browser.begin()
    yield reader_browser
    reader_browser.choose("off")


def test_nothing_is_kept_until_the_reader_chooses_it(reader, site):
    reader.read(f"{site.elsewhere}/sixty", is_observed=False)
    reader.nothing_is_kept(is_observed=False)


def test_a_page_that_is_left_gets_one_place_at_the_line(reader, site):
    browser = reader.browser
    reader.choose("all")
    reader.read(f"{site.elsewhere}/sixty")
    line = first_line(browser)
    place = reader.kept()
    assert place["expiresAt"] and 0.05 < place["progress"] < 0.95
    # The reader goes on, and closes the tab soon after a pause.
    reader.scroll(3000)
    moved = first_line(browser)
    wait_for(lambda: float(reader.seen("held") or 0) > place["progress"])
    reader.close_tab()
    wait_for(lambda: reader.kept()["progress"] > place["progress"])
    assert reader.kept()["id"] == place["id"]
    assert reader.kept()["quote"][:20] in moved["text"] and line["text"] != moved["text"]
    # A click captures a place of its own.
    reader.choose("off")
    browser.open(f"{site.elsewhere}/sixty")
    reader.capture()
    assert sorted(one["origin"] for one in reader.places()) == ["automatic", "click"]


def test_the_place_ends_with_the_page(reader, site):
    reader.choose("named", sites="localhost")
    reader.read(f"{site.elsewhere}/sixty")
    reader.kept()
    reader.scroll(1_000_000)
    wait_equal(reader.places, [])
    # Going back a little does not begin a new one.
    pauses = int(reader.seen("pause"))
    reader.scroll(3000)
    reader.paused(pauses + 1)
    reader.nothing_is_kept()


@pytest.mark.parametrize("options,path", [
    (dict(mode="all", stopped="localhost"), "/sixty"),
    (dict(mode="named", sites="example.org"), "/sixty"),
    (dict(mode="all"), "/short"),
    (dict(mode="all"), "/framed"),
], ids=["stop-list", "other-sites", "no-text", "frame"])
def test_other_pages_get_no_place(reader, site, options, path):
    reader.choose(**options)
    browser = reader.browser
    is_observed = path != "/sixty"
    # The page with the frame hardly scrolls.
    reader.read(f"{site.elsewhere}{path}", is_observed=is_observed)
    if path == "/framed":
        browser.run("(frames[0].scrollTo(0, 2000), null)")
        reader.pass_time()
    if is_observed:
        reader.paused()
    reader.nothing_is_kept(is_observed)


def test_a_page_with_a_password_field_gets_no_place(reader, site):
    reader.choose("all")
    browser = reader.browser
    browser.open(f"{site.elsewhere}/sixty")
    wait_for(lambda: reader.seen("observing"))
    browser.run("(document.body.insertAdjacentHTML('beforeend', '<input type=password>'), null)")
    reader.scroll(2000)
    reader.paused()
    reader.nothing_is_kept()


def test_a_tab_in_the_background_gets_no_place(reader, site):
    reader.choose("all")
    browser = reader.browser
    if browser.name == "chromium":
        browser.open(f"{site.elsewhere}/sixty?hidden")
    else:
        browser.client.switch_to_window(browser.client.open(type="tab", focus=False)["handle"], focus=False)
        browser.client.navigate(f"{site.elsewhere}/sixty")
        assert browser.run("document.visibilityState") == "hidden"
    wait_for(lambda: reader.seen("observing"))
    browser.run("(addEventListener('scroll', () => { document.documentElement.dataset.scrolls ="
                " 1 + Number(document.documentElement.dataset.scrolls ?? 0); }), null)")
    for count in (1, 2):
        browser.run(f"(scrollTo(0, {1000 * count}), null)")
        # The browser may report a scroll late in the background.
        wait_for(lambda count=count: int(reader.seen("scrolls") or 0) >= count)
        reader.pass_time()
        wait_for(lambda count=count: int(reader.seen("progress") or 0) >= count)
    assert reader.seen("pause") is None
    reader.nothing_is_kept()


def test_an_application_that_shows_another_page_keeps_a_place_for_each(reader, site):
    reader.choose("all")
    browser = reader.browser
    reader.read(f"{site.elsewhere}/sixty")
    reader.kept()
    browser.run("(history.pushState(null, '', '/application/second'), scrollTo(0, 0), null)")
    wait_for(lambda: reader.seen("observing").endswith("/application/second"))
    reader.scroll(2500)
    wait_equal(lambda: len(reader.automatic()), 2)
    assert {place["url"].rpartition("/")[2] for place in reader.automatic()} == {"sixty", "second"}


def test_the_button_shows_the_distance_and_downloads_have_precedence(reader, site):
    browser = reader.browser
    reader.read(f"{site.elsewhere}/sixty", is_observed=False)
    reader.capture()
    reader.choose("off", distance=True)
    browser.open(f"{site.elsewhere}/sixty")
    assert 5 < reader.distance("↓", "Your place is {} % further on.") < 95
    reader.scroll(2000)
    wait_equal(reader.badge, "•")
    reader.scroll(1_000_000)
    reader.distance("↑", "You are {} % further than your place.")
    # Another tab shows nothing, and the first one still does.
    shown = reader.badge()
    tab = reader.tab()
    browser.new_page()
    wait_equal(reader.badge, "")
    reader.return_to(tab)
    wait_equal(reader.badge, shown)
    # The number of unfinished downloads comes first.
    reader.scroll(0)
    behind = reader.distance("↓", "Your place is {} % further on.")
    # The link takes no space, so that the distance stays the same.
    link = "<a id=file style='position: fixed; top: 0' href=https://example.org/1>x</a>"
    browser.run(f"(document.body.insertAdjacentHTML('afterbegin', {json.dumps(link)}), null)")
    browser.queue_link("#file")
    wait_equal(reader.badge, "1")
    wait_equal(reader.title, f"Your place is {behind} % further on.")


def test_the_distance_alone_asks_for_its_permission(binary, site, tmp_path):
    """In a browser of its own: choices of other tests would have allowed all sites."""
    running = Reader("firefox", binary, tmp_path, prepare=prepare)
    try:
        running.read(f"{site.elsewhere}/sixty", is_observed=False)
        running.capture()
        running.choose("off", distance=True)
        running.browser.open(f"{site.elsewhere}/sixty")
        assert 5 < running.distance("↓", "Your place is {} % further on.") < 95
    finally:
        running.browser.process.kill()
        running.browser.process.wait()
        shutil.rmtree(running.browser.profile, ignore_errors=True)


def test_a_browser_that_is_killed_has_kept_the_place(binary, site, tmp_path):
    """The browser ends without a chance to store anything."""
    running = Reader("firefox", binary, tmp_path, prepare=prepare)
    try:
        running.choose("all")
        running.read(f"{site.elsewhere}/sixty")
        line = first_line(running.browser)
        running.kept()
        running.browser.process.kill()
        place = running.kept()
        assert place["quote"][:20] in line["text"]
    finally:
        running.browser.process.kill()
        running.browser.process.wait()
        shutil.rmtree(running.browser.profile, ignore_errors=True)
