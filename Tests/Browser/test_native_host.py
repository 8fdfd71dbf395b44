"""Tests the extension's native connection in real browsers, without a running service."""

import array
import contextlib
import fcntl
import json
import os
import pathlib
import signal
import termios

import pytest
from browsers import wait_equal, wait_for, words
from chromium_extension import allow_pages
from conftest import Leftoff, Service
from extension_browsers import BROWSERS, borrow, capture, give_back
from place import first_line
from prepared_extension import replaced
from test_extension import wait_until_restored

DIRECT = "Direct connection"


class Direct:
    """A browser with the extension, and with the native messaging host in its home directory."""

    def __init__(self, name, binary, directory, has_pages=True, has_host=True, prepare=None, is_new=False):
        """Prepares a browser; a new one has no history, and keeps its extension when it ends."""
        self.leftoff = Leftoff(binary, directory / "home")
        self.home = directory / "user"
        self.home.mkdir()
        self.leftoff.environment["HOME"] = str(self.home)
        self.leftoff.environment.pop("XDG_CONFIG_HOME", None)
        files = directory / "extension"
        self.leftoff("extension", str(files))
        if name == "chromium" and has_pages:
            allow_pages(files)
        if prepare:
            prepare(files)
        if has_host:
            self.leftoff("native-host", "install")
        host = self.home if has_host else None
        self.is_new = is_new
        if is_new:
            self.browser = BROWSERS[name](files, host, **({"is_permanent": True} if name == "firefox" else {}))
        else:
            self.browser = borrow(name, files, host)
        self.browser.close_welcome_page()

    def install_host(self):
        self.leftoff("native-host", "install")
        self.browser.install_host(self.home)

    def places(self):
        return [json.loads(line) for line in self.leftoff("list", "--format", "ndjson").splitlines()]

    def downloads(self):
        return json.loads(self.leftoff("queue", "list", "--format", "json"))

    def begin(self):
        self.browser.close_others()
        self.leftoff.empty()

    def capture(self):
        popup = capture(self.browser)
        text = popup.wait_for("All places")
        assert DIRECT in text, text
        popup.close()
        return self.places()[0]

    def hosts(self):
        """Returns the ids of the native messaging host's processes that use this data directory."""
        return [int(process.name) for process in pathlib.Path("/proc").iterdir() if process.name.isdigit()
                and self.is_host(process)]

    def is_host(self, process):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            return False
        home = f"LEFTOFF_HOME={self.leftoff.environment['LEFTOFF_HOME']}\0".encode()
        return b"native-host" in words and home in environment

    def stop(self):
        if self.is_new:
            self.browser.quit()
        else:
            give_back(self.browser)


@pytest.fixture(scope="module", params=BROWSERS)
def direct_browser(request, binary, tmp_path_factory):
    running = Direct(request.param, binary, tmp_path_factory.mktemp("direct"))
    yield running
    running.stop()


@pytest.fixture
def direct(direct_browser):
    direct_browser.begin()
    yield direct_browser
    home = pathlib.Path(direct_browser.leftoff.environment["LEFTOFF_HOME"])
    assert not (home / "service.json").exists() and not (home / "token").exists(), "no service was needed"


@pytest.fixture
def fresh(binary, tmp_path):
    """Returns a function that makes a browser for a test that changes the host, the extension or its permissions."""
    made = []

    def make(name, **options):
        made.append(Direct(name, binary, tmp_path, **options))
        return made[-1]
    yield make
    for running in made:
        running.stop()


def test_a_place_is_captured_undone_and_captured_again(direct, site):
    browser = direct.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2000), null)")
    popup = browser.press_button()
    text = popup.wait_for("All places")
    [place] = direct.places()
    assert DIRECT in text and place["quote"][:40] in text
    popup.click("Undo")
    popup.wait_for("Undone")
    assert direct.places() == []
    popup.click("Capture again")
    popup.wait_for("All places")
    assert len(direct.places()) == 1
    popup.close()


def test_the_popup_returns_to_the_previous_place(direct, site):
    browser = direct.browser
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2500), null)")
    line = first_line(browser)
    direct.capture()
    browser.run("(scrollTo(0, 500), null)")
    popup = capture(browser)
    popup.wait_for("Go to the previous place")
    popup.click("Go to the previous place")
    wait_until_restored(browser, line)


def test_links_are_queued_and_counted(direct, site):
    browser = direct.browser
    browser.open(f"{site.elsewhere}/links")
    for count in (1, 2):
        # These addresses are public, because pages may not add private ones. Nothing runs the queue.
        browser.run(f"(document.getElementById('file').href = 'https://example.org/{count}.bin', null)")
        browser.queue_link("#file")
        wait_equal(browser.badge, str(count))
    assert sorted(item["url"] for item in direct.downloads()) == [f"https://example.org/{n}.bin" for n in (1, 2)]


def test_the_host_ends_when_it_is_idle_and_starts_again(direct, site):
    browser = direct.browser
    browser.open(f"{site.elsewhere}/sixty")
    direct.capture()
    wait_equal(direct.hosts, [])
    browser.run("(scrollTo(0, 2000), null)")
    direct.capture()
    assert len(direct.places()) == 2


def stop(process):
    """Stops a process. Returns false if it has ended.

    Its threads stop some time after the signal; until then, they still read.
    """
    def states():
        stats = [task / "stat" for task in pathlib.Path(f"/proc/{process}/task").iterdir()]
        return {stat.read_text().rpartition(")")[2].split()[0] for stat in stats}

    try:
        os.kill(process, signal.SIGSTOP)
        wait_for(lambda: states() <= {"T", "Z"})
        return "T" in states()
    except (ProcessLookupError, FileNotFoundError):
        return False


def unread_bytes(process):
    """Returns the number of bytes in the pipe that is the standard input of a process."""
    count = array.array("i", [0])
    with open(f"/proc/{process}/fd/0", "rb", buffering=0) as pipe:
        fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_a_capture_whose_host_is_killed_is_stored_once(direct, site):
    """The host is stopped, so that it receives the snapshot but does not respond, and is then killed."""
    browser = direct.browser
    browser.open(f"{site.elsewhere}/sixty")
    captured = 0
    stopped = []
    # On a busy machine, the host may have ended because it was idle.
    popup = None
    while not stopped:
        if popup:
            popup.close()
        browser.run(f"(scrollTo(0, {500 * captured}), null)")
        direct.capture()
        captured += 1
        browser.run(f"(scrollTo(0, {500 * captured}), null)")
        popup = browser.press_button()
        popup.wait_for("Capture here")
        stopped = [host for host in direct.hosts() if stop(host)]
    try:
        popup.click("Capture here")
        popup.wait_for("Capturing")
        wait_for(lambda: any(unread_bytes(host) for host in stopped))
    finally:
        # A stopped process would outlive the browser.
        for host in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(host, signal.SIGKILL)
    wait_for(lambda: any(words in popup.text() for words in ("Captured", "Already saved")))
    popup.close()
    assert len(direct.places()) == captured + 1


@pytest.mark.parametrize("name", BROWSERS)
def test_the_place_is_restored_after_the_browser_was_restarted(fresh, site, name):
    """The page for the first use opens once, not again after the restart."""
    # A browser that is used again loses its extension when it ends.
    running = fresh(name, is_new=True)
    browser = running.browser
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    browser.run("(scrollTo(0, 2500), null)")
    line = first_line(browser)
    running.capture()
    browser.restart()
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    assert browser.run("scrollY") == 0
    popup = browser.press_button()
    assert DIRECT in popup.wait_for("Resume")
    assert browser.extension_pages("/welcome.html") == 0
    popup.click("Resume")
    wait_until_restored(browser, line)


@pytest.mark.parametrize("name", BROWSERS)
def test_the_page_for_the_first_use_shows_the_real_shortcuts(fresh, name):
    browser = fresh(name, has_host=False).browser
    browser.open_extension_page("welcome.html")
    wait_for(lambda: browser.run("document.getElementById('restore').textContent") == "Alt+Shift+K")
    text = browser.run("document.body.innerText")
    assert "Alt+Shift+L" in text and "Other extensions" not in text
    # Firefox puts the button on the toolbar.
    assert ("puzzle piece" in text) == (name == "chromium")


@pytest.mark.parametrize("name", BROWSERS)
def test_without_host_and_service_the_popup_says_what_to_do(fresh, site, name):
    running = fresh(name, has_host=False)
    browser = running.browser
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    popup = browser.press_button()
    text = popup.wait_for("Not connected")
    assert "leftoff native-host install" in text and DIRECT not in text
    popup.click("Connect")
    browser.switch_to("/pair.html")
    wait_for(lambda: "leftoff native-host install" in browser.run("document.body.innerText"))
    assert running.places() == []


@pytest.mark.parametrize("name", BROWSERS)
def test_without_host_the_paired_service_is_used(fresh, site, name):
    running = fresh(name, has_host=False)
    browser = running.browser
    service = Service(running.leftoff)
    try:
        service.sign_in(browser)
        browser.new_page()
        browser.open(f"{service.origin}/install")
        assert browser.pair(browser.shown_code(), service.port).startswith("Paired")
        browser.new_page()
        browser.open(f"{site.elsewhere}/sixty")
        popup = capture(browser)
        assert f"Paired service · 127.0.0.1:{service.port}" in popup.wait_for("All places")
        popup.close()
        assert len(running.places()) == 1
        # Now both are available, and then only the service again.
        running.install_host()
        assert "Connected" in connection(browser) and DIRECT in connection(browser)
        browser.remove_host()
        wait_equal(running.hosts, [])
        assert "Paired service" in connection(browser)
    finally:
        service.stop()


def connection(browser):
    """Returns the text of the options page, which chooses the connection again."""
    browser.close_others()
    browser.open_extension_page("pair.html")
    wait_for(lambda: browser.run("!document.getElementById('form').inert"))
    return browser.run("document.body.innerText")


@pytest.mark.parametrize("name", BROWSERS)
def test_the_options_page_notices_that_the_host_was_installed(fresh, name):
    running = fresh(name, has_host=False)
    browser = running.browser
    assert "There are two ways." in connection(browser)
    running.install_host()
    browser.click_here("#check")
    wait_for(lambda: DIRECT in browser.run("document.body.innerText"))
    assert "native-host install" not in browser.run("document.body.innerText")


@pytest.mark.parametrize("name", BROWSERS)
def test_the_page_of_the_running_service_resumes_without_pairing(fresh, site, name):
    running = fresh(name)
    browser = running.browser
    service = Service(running.leftoff)
    try:
        if name == "firefox":
            allow_in_firefox(browser)
        browser.new_page()
        browser.open(f"{site.elsewhere}/sixty")
        browser.run("(scrollTo(0, 2500), null)")
        line = first_line(browser)
        running.capture()
        service.sign_in(browser)
        browser.new_page()
        browser.open(service.origin)
        browser.click_resume()
        wait_until_restored(browser, line)
    finally:
        service.stop()


def allow_in_firefox(browser):
    """Allows the extension on all pages with the button of the options page."""
    browser.open_extension_page("pair.html")
    wait_for(lambda: browser.run("!document.getElementById('automatic').hidden"))
    browser.click_here("#allow")
    wait_for(lambda: browser.run("document.getElementById('automatic').hidden"))


@pytest.mark.parametrize("name", BROWSERS)
def test_all_places_open_signed_in_and_leave_no_secret_in_the_history(fresh, site, name):
    # The history is complete only after the browser has ended.
    running = fresh(name, is_new=True)
    browser = running.browser
    browser.new_page()
    browser.open(f"{site.elsewhere}/sixty")
    popup = capture(browser)
    popup.wait_for("All places")
    popup.click("All places")
    home = pathlib.Path(running.leftoff.environment["LEFTOFF_HOME"])
    record = None
    try:
        record = wait_for(lambda: (home / "service.json").exists() and (home / "service.json").read_text())
        record = json.loads(record)
        origin = f"http://127.0.0.1:{record['port']}"
        browser.switch_to(f"{origin}/")
        wait_for(lambda: "Sixty paragraphs" in browser.run("document.body.innerText"))
        assert browser.run("location.href") == f"{origin}/"
        browser.run("(history.back(), null)")
        wait_for(lambda: "Open" in words(browser).split("\n"))
        history = browser.history()
        assert origin.encode() in history
        sessions = json.loads((home / "sessions.json").read_text())["sessions"]
        secrets = [one[name].encode() for one in sessions for name in ("cookie", "secret")]
        assert len(secrets) == 2
        for secret in (b"code=", b"token=", b"leftoff-claim=", (home / "token").read_bytes().strip(), *secrets):
            assert secret not in history, secret
    finally:
        if record:
            os.kill(record["pid"], 15)


def keep_frames(files):
    """Changes the extension so that its animation leaves out no frame for which a busy machine is too late."""
    replaced(files / "background.js", "const isLate = Date.now() >=", "const isLate = false && Date.now() >=")


@pytest.mark.parametrize("is_still", [False, True])
def test_the_toolbar_button_shows_the_ring_closing(fresh, site, is_still):
    """In Firefox, where the button is a part of the window that a test can read."""
    running = fresh("firefox", prepare=keep_frames)
    browser = running.browser
    usual = icon(browser)
    browser.chrome(f"Services.prefs.setIntPref('ui.prefersReducedMotion', {int(is_still)})")
    try:
        browser.new_page()
        browser.open(f"{site.elsewhere}/sixty")
        browser.chrome(RECORD_ICONS.replace("SELECTOR", json.dumps(browser.button)))
        running.capture()

        def shown():
            icons = browser.chrome("return window.leftoffIcons")
            return any(one != usual for one in icons) and icons[-1] == usual and icons
        frames = [one for one in wait_for(shown) if one != usual]
    finally:
        browser.chrome("Services.prefs.clearUserPref('ui.prefersReducedMotion')")
    # With reduced motion, only the check mark is shown.
    assert len(frames) == 1 if is_still else len(frames) > 1, len(frames)


RECORD_ICONS = """
window.leftoffIcons = [];
const button = document.querySelector(SELECTOR).closest('toolbaritem') ?? document.querySelector(SELECTOR);
const look = () => {
    const now = button.style.getPropertyValue('--webextension-toolbar-image')
        || document.querySelector(SELECTOR).getAttribute('style') || '';
    if (window.leftoffIcons.at(-1) !== now) window.leftoffIcons.push(now);
};
new MutationObserver(look).observe(button, {attributes: true, subtree: true});
"""


def icon(browser):
    return browser.chrome(
        f"const b = document.querySelector({json.dumps(browser.button)});"
        " const w = b.closest('toolbaritem') ?? b;"
        " return w.style.getPropertyValue('--webextension-toolbar-image') || b.getAttribute('style') || ''")
