"""Tests setting windows aside and bringing them back in real browsers, with their pages at their lines."""

import json
import types

import pytest
from browsers import wait_equal, wait_for
from conftest import Service
from windows_view import ChromiumWindows, FirefoxWindows, Pages, extension, install, lost_line

KINDS = {"chromium": ChromiumWindows, "firefox": FirefoxWindows}


@pytest.fixture(scope="module")
def pages():
    running = Pages()
    yield running
    running.stop()


@pytest.fixture
def fresh(binary, tmp_path):
    """Returns a function that starts a browser; all of them share one data directory."""
    leftoff, user = install(binary, tmp_path)
    made = []

    def make(name, is_allowed=True):
        made.append(started(name, leftoff, tmp_path, user, is_allowed))
        return made[-1]
    make.leftoff = leftoff
    yield make
    for browser in made:
        browser.quit()


def started(name, leftoff, directory, user, is_allowed=True):
    files = extension(leftoff, directory, name, is_allowed)
    browser = KINDS[name](files, home=user, environment={"LEFTOFF_HOME": leftoff.environment["LEFTOFF_HOME"]})
    browser.close_welcome_page()
    return browser


@pytest.fixture(scope="module")
def both_running(binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("windows")
    leftoff, user = install(binary, directory)
    running = {name: started(name, leftoff, directory, user) for name in KINDS}
    yield types.SimpleNamespace(leftoff=leftoff, **running)
    for browser in running.values():
        browser.quit()


@pytest.fixture
def both(both_running):
    """Both browsers with one data directory, which contains no sets."""
    for kept in sets(both_running.leftoff):
        both_running.leftoff("windows", "forget", kept["id"])
    both_running.chromium.begin()
    both_running.firefox.begin()
    return both_running


def sets(leftoff):
    return json.loads(leftoff("windows", "list", "--format", "json"))


def fill(browser, addresses, active):
    """Opens a window with pages that are scrolled to different lines; returns its id and the lines.

    The line is None for a page that shows no text in the upper half of the view.
    """
    window = browser.open_window(addresses)
    saved = []
    for number, tab in enumerate(browser.tabs(window)):
        browser.show_for_probe(tab)
        fraction = 0.1 + 0.8 * (number * 0.37 % 1)
        saved.append(wait_for(lambda tab=tab, fraction=fraction: browser.probe(tab, fraction))["found"])
    browser.show(browser.tabs(window)[active])
    return window, saved


def set_aside(browser, leftoff, window):
    """Sets a window aside and waits until its tabs are closed."""
    stored = browser.send({"type": "set-aside", "window": window, "keepsOpen": False})
    [kept] = sets(leftoff)
    assert kept["id"] == stored["id"]
    return kept


def urls(tabs):
    """Returns the addresses for which tabs stand: that of the page, or the one that a waiting page ends with."""
    return [tab["url"].split("#", 1)[1] if "/tab.html?" in tab["url"] else tab["url"] for tab in tabs]


def view_all(browser, tabs, saved, active):
    """Views each tab until its place is restored, and returns the lines that are not where they were."""
    lost = []
    for number, (tab, line) in enumerate(zip(tabs, saved, strict=True)):
        if number != active:
            browser.show(tab)
            lost.append(lost_line(browser, tab, line))
    return [line for line in lost if line]


def test_a_window_survives_the_end_of_chromium_and_opens_in_firefox(both, pages):
    """The browser is killed after the set was stored, and a new one brings it back, as Firefox does afterwards."""
    browser = both.chromium
    expected = pages.each_kind
    active = 3
    window, saved = fill(browser, expected, active)
    assert sum(line is None for line in saved) <= 3
    kept = set_aside(browser, both.leftoff, window)
    assert [tab["url"] for tab in kept["tabs"]] == expected
    assert [tab["active"] for tab in kept["tabs"]].index(True) == active
    assert all(tab["hasPlace"] for tab in kept["tabs"])
    wait_for(lambda: not set(urls(browser.tabs())) & set(expected))
    browser.kill()
    browser.begin_to_send({"type": "bring-back", "id": kept["id"], "window": None})
    front = wait_for(lambda: next((tab for tab in browser.tabs() if tab["url"] == expected[active]), None))
    assert lost_line(browser, front, saved[active]) is None
    window = front["windowId"]
    wait_equal(lambda: urls(browser.tabs(window)), expected)
    tabs = browser.tabs(window)
    assert [tab["active"] for tab in tabs].index(True) == active
    titles = [tab["title"] for tab in kept["tabs"]][:5]
    wait_equal(lambda: [tab["title"] for tab in browser.tabs(window)][:5], titles)
    assert view_all(browser, tabs, saved, active) == []
    assert [tab["url"] for tab in browser.tabs(window)] == expected
    firefox = both.firefox
    bring_back_in_firefox(firefox)
    wait_equal(lambda: urls(firefox.tabs()), expected)
    tabs = firefox.tabs()
    assert sum(tab["discarded"] for tab in tabs) >= len(tabs) - 2, "the other tabs are not loaded"
    assert [tab["title"] for tab in tabs if tab["discarded"]] == [
        kept["tabs"][tab["index"]]["title"] for tab in tabs if tab["discarded"]]
    assert view_all(firefox, tabs, saved, active) == []


def test_a_window_survives_the_end_of_firefox_and_opens_in_chromium(both, pages):
    browser = both.firefox
    expected = pages.each_kind
    active = 6
    _, saved = fill(browser, expected, active)
    assert sum(line is None for line in saved) <= 3
    browser.press_shortcut("w")
    [kept] = wait_for(lambda: sets(both.leftoff))
    assert [tab["url"] for tab in kept["tabs"]] == expected
    assert all(tab["hasPlace"] for tab in kept["tabs"])
    wait_for(lambda: [tab for tab in browser.tabs() if "/windows.html?stored=" in tab["url"]] == browser.tabs())
    browser.kill()
    bring_back_in_firefox(browser)
    wait_equal(lambda: urls(browser.tabs()), expected)
    tabs = browser.tabs()
    assert lost_line(browser, tabs[active], saved[active]) is None
    assert view_all(browser, tabs, saved, active) == []
    chromium = both.chromium
    opened = chromium.send({"type": "bring-back", "id": kept["id"], "window": None})
    wait_equal(lambda: urls(chromium.tabs(opened["window"])), expected)
    tabs = chromium.tabs(opened["window"])
    assert [tab["active"] for tab in tabs].index(True) == active
    assert view_all(chromium, tabs, saved, active) == []


def bring_back_in_firefox(browser):
    browser.open_extension_page("windows.html")
    wait_for(lambda: browser.run("[...document.querySelectorAll('button')].some("
                                 "(b) => b.textContent === 'Bring back')"))
    browser.click_words("Bring back")


def test_a_set_is_brought_back_once_whatever_interrupts_it(both, pages):
    """Bring back is clicked twice, and the browser ends half way through both directions."""
    browser = both.chromium
    expected = [pages.address(number) for number in range(12)]
    window, _ = fill(browser, expected, 2)
    kept = set_aside(browser, both.leftoff, window)
    message = {"type": "bring-back", "id": kept["id"], "window": None}
    twice = browser.control().evaluate(
        "(message) => Promise.all([1, 2].map(() => chrome.runtime.sendMessage(message)))", message)
    assert twice[0]["result"] == twice[1]["result"]
    assert browser.send(message)["opened"] == 0
    wait_equal(lambda: [url for url in urls(browser.tabs()) if url in expected], expected)
    # Some tabs are lost, as if the browser had ended while they were being opened.
    lost = [tab["id"] for tab in browser.tabs() if any(url in expected[4:7] for url in urls([tab]))]
    browser.ask("(ids) => chrome.tabs.remove(ids)", lost)
    assert browser.send(message)["opened"] == 3
    wait_equal(lambda: [url for url in urls(browser.tabs()) if url in expected], expected)
    # A new process knows nothing about tabs, and recognizes those that the browser itself has restored.
    browser.ask("() => chrome.storage.session.clear()")
    assert browser.send(message)["opened"] == 0
    again = set_aside_again(browser, kept, twice[0]["result"]["window"])
    assert [tab["url"] for tab in again["tabs"]] == expected
    assert all(tab["hasPlace"] for tab in again["tabs"]), "waiting tabs keep their places"


def set_aside_again(browser, kept, window):
    """Sets a window aside once more, and returns the new set."""
    stored = browser.send({"type": "set-aside", "window": window, "keepsOpen": False})
    assert stored["id"] != kept["id"]
    return browser.send({"type": "window-set", "id": stored["id"]})


def test_order_pins_and_groups_come_back(both, pages):
    browser = both.chromium
    expected = [pages.address(number) for number in range(6)]
    window, _ = fill(browser, expected, 4)
    browser.ask(
        """async (windowId) => {
            const tabs = await chrome.tabs.query({windowId});
            await chrome.tabs.update(tabs[0].id, {pinned: true});
            const groupId = await chrome.tabs.group({
                tabIds: [tabs[2].id, tabs[3].id], createProperties: {windowId}});
            await chrome.tabGroups.update(groupId, {title: 'To read', color: 'cyan'});
        }""", window)
    kept = set_aside(browser, both.leftoff, window)
    assert kept["groups"] == [{"title": "To read", "color": "cyan", "collapsed": False}]
    found = browser.send({"type": "bring-back", "id": kept["id"], "window": None})
    wait_equal(lambda: urls(browser.tabs(found["window"])), expected)
    tabs = browser.tabs(found["window"])
    assert [tab["pinned"] for tab in tabs] == [True] + [False] * 5
    assert [tab["active"] for tab in tabs].index(True) == 4
    assert [tab["groupId"] >= 0 for tab in tabs] == [False, False, True, True, False, False]


def test_a_set_is_added_to_a_window_of_chromium(both, pages):
    browser = both.chromium
    expected = [pages.address(number) for number in range(4)]
    window, saved = fill(browser, expected, 2)
    kept = set_aside(browser, both.leftoff, window)
    others = [pages.address(number) for number in (10, 11)]
    other = browser.open_window(others)
    found = browser.send({"type": "bring-back", "id": kept["id"], "window": other})
    assert found == {"window": other, "opened": 4}
    wait_equal(lambda: urls(browser.tabs(other)), others + expected)
    tabs = browser.tabs(other)
    assert [tab["active"] for tab in tabs].index(True) == 4
    assert view_all(browser, tabs[2:], saved, 2) == []


@pytest.mark.parametrize("name", KINDS)
def test_the_web_page_brings_a_window_back(both, pages, name):
    chromium = both.chromium
    expected = [pages.address(number) for number in range(3)]
    window, saved = fill(chromium, expected, 1)
    set_aside(chromium, both.leftoff, window)
    service = Service(both.leftoff)
    try:
        browser = getattr(both, name)
        browser.new_page()
        service.sign_in(browser)
        browser.open(f"{service.origin}/windows")
        wait_for(lambda: browser.run("document.querySelector('button[data-bring-back]') !== null"))
        browser.click_here("button[data-bring-back]")
        wait_equal(lambda: [url for url in urls(browser.tabs()) if url in expected], expected)
        tabs = [tab for tab in browser.tabs() if urls([tab])[0] in expected]
        assert lost_line(browser, tabs[1], saved[1]) is None
        browser.close_others()
    finally:
        service.stop()


@pytest.mark.parametrize("name", KINDS)
def test_a_window_of_a_hostile_file_opens_only_web_pages_and_only_after_a_click(both, pages, tmp_path, name):
    """Leftoff's page is opened at a window, as any site can open it whose author has chosen the id in the file."""
    browser = getattr(both, name)
    (tmp_path / "secret.html").write_text("<title>A file</title>")
    addresses = [
        (tmp_path / "secret.html").as_uri(), "chrome://version/", "chrome-extension://abcdefghijklmnop/open.html",
        "view-source:file:///etc/passwd", "about:config", "data:text/html,x", pages.address(1)]
    # The id of a set that was forgotten brings that set back, and the browsers share the data directory.
    identifier = f"evev0evev0e{name[0]}"
    both.leftoff("import", str(backup(tmp_path / "backup.json", identifier, addresses)))
    service = Service(both.leftoff)
    try:
        browser.new_page()
        service.sign_in(browser)
        browser.open(pages.address(2))
        browser.open(f"{service.origin}/#windows/{identifier}/open")
        wait_for(lambda: browser.run("document.querySelector('button[data-bring-back]:not([hidden])') !== null"))
        assert browser.run("location.href").endswith(f"/windows#{identifier}")
        assert browser.run(f"document.querySelector('[data-id={identifier}] details').open")
        assert not [url for url in urls(browser.tabs()) if url in addresses]
        browser.click_here("button[data-bring-back]")
        wait_equal(lambda: [url for url in urls(browser.tabs()) if url in addresses], addresses)
        own = [tab["url"] for tab in browser.tabs() if urls([tab])[0] in addresses]
        assert all("/tab.html?" in url for url in own[:-1]), own
        browser.close_others()
    finally:
        service.stop()


def test_the_address_of_an_old_window_shows_it_first_and_once(both, tmp_path):
    """The list has further pages, the last of which contains the window."""
    export = tmp_path / "onetab.txt"
    export.write_text("\n".join(f"https://example.org/{number} | Window {number}\n" for number in range(40)))
    both.leftoff("windows", "import", str(export))
    named = sets(both.leftoff)[-1]["id"]
    service = Service(both.leftoff)
    browser = both.chromium
    try:
        browser.new_page()
        service.sign_in(browser)
        browser.open(f"{service.origin}/windows#{named}")
        shown = "[...document.querySelectorAll('#window-list > li')].map((item) => item.dataset.id)"
        wait_for(lambda: browser.run(f"{shown}[0]") == named)
        assert browser.run(f"document.querySelector('[data-id={json.dumps(named)}] details').open")
        browser.click_here("#more-windows")
        wait_for(lambda: browser.run("document.getElementById('more-windows').hidden"))
        assert sorted(browser.run(shown)) == sorted(kept["id"] for kept in sets(both.leftoff))
        browser.close_others()
    finally:
        service.stop()


def backup(path, identifier, addresses):
    """Writes a backup with one window, and returns its path."""
    tabs = [{"url": url, "title": "A page", "active": number == 0} for number, url in enumerate(addresses)]
    path.write_text(json.dumps({
        "leftoff": 1, "exportedAt": "2026-11-28T12:00:00Z", "places": [], "queue": [], "windows": [{
            "id": identifier, "request": f"request-{identifier}", "storedAt": "2026-11-28T12:00:00Z", "title": "Chosen",
            "browser": "", "groups": [], "tabs": tabs}]}))
    return path


@pytest.mark.parametrize("name,page", [("chromium", "chrome://version"), ("firefox", "about:license")])
def test_the_popup_has_its_window_actions_on_a_page_that_cannot_be_captured(both, pages, name, page):
    browser = getattr(both, name)
    browser.new_page()
    if name == "chromium":
        browser.page.goto(page)
    else:
        browser.client.navigate(page)
    popup = browser.press_button()
    popup.wait_for("Not captured")
    assert "Set aside this window" in popup.wait_for("Windows")
    popup.close()


def test_a_private_window_is_refused(both, pages):
    """In Firefox, where a test can allow the extension to work in private windows."""
    browser = both.firefox
    browser.allow_private_windows()
    browser.open_private_window(pages.address(1))
    try:
        browser.press_shortcut("w")
        wait_equal(browser.badge, "!")
        assert sets(both.leftoff) == []
        assert browser.client.get_url() == pages.address(1)
    finally:
        browser.close_private_window()


def test_bringing_back_asks_for_the_permissions_by_a_click(fresh, pages, tmp_path):
    """Firefox has not been asked yet, as the second browser of a reader."""
    export = tmp_path / "onetab.txt"
    export.write_text("".join(f"{pages.address(number)} | Page {number}\n" for number in range(3)))
    fresh.leftoff("windows", "import", str(export))
    browser = fresh("firefox", is_allowed=False)
    assert not browser.has_permission("tabs")
    bring_back_in_firefox(browser)
    wait_for(lambda: urls(browser.tabs()) == [pages.address(number) for number in range(3)])
    assert browser.has_permission("tabs")


def test_the_first_use_asks_for_permissions_by_a_click(fresh, pages):
    """Firefox's prompt is accepted by the tests; Chromium accepts that the permissions are optional."""
    chromium = fresh("chromium", is_allowed=False)
    problem = chromium.ask(
        "() => chrome.permissions.request({permissions: ['tabs', 'tabGroups'], origins: ['http://*/*', 'https://*/*']})"
        ".then(() => '', (error) => error.message)")
    assert "gesture" in problem, problem
    firefox = fresh("firefox", is_allowed=False)
    firefox.open(pages.address(1))
    popup = firefox.press_button()
    popup.wait_for("Set aside this window")
    popup.click("Set aside this window")
    wait_for(lambda: any("/windows.html?window=" in tab["url"] for tab in firefox.tabs()))
    firefox.follow_extension("/windows.html?window=")
    firefox.click_words("Allow and set aside")
    kept = wait_for(lambda: sets(fresh.leftoff))
    assert [tab["url"] for tab in kept[0]["tabs"]] == [pages.address(1)]
    wait_for(lambda: any("/windows.html?stored=" in tab["url"] for tab in firefox.tabs()))
