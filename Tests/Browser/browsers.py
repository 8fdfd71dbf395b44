"""Controls Chromium through playwright and Firefox through Marionette, with the same few commands."""

import atexit
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time
from urllib.parse import unquote

from marionette_driver import By
from marionette_driver.errors import JavascriptException, MarionetteException, NoSuchWindowException
from marionette_driver.marionette import ActionSequence, Marionette
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

LINK = """
const link = document.createElement('a');
link.id = 'bookmark';
link.href = HREF;
link.textContent = 'Bookmark';
link.style.cssText = 'position:fixed;right:4px;bottom:4px;background:#fff;z-index:9';
document.body.append(link);
"""


# True if the tests cover the whole of large matrices, as `make test-all` does, instead of one case of each kind.
TEST_ALL = os.environ.get("LEFTOFF_TEST_ALL") == "1"

# The timeout of all waits, in seconds. It is long because a busy machine takes ten times as long as an idle one.
TIMEOUT = 90

# The shortest and the longest pause between two looks at what a test waits for, in seconds.
LOOK_INTERVALS = (0.05, 0.5)


def wait_for(condition, seconds=TIMEOUT):
    """Waits until a condition is true and returns its value. The error after the timeout contains the last value."""
    found, is_met = look(condition, bool, seconds)
    assert is_met, f"not true after {seconds} s; the last value is {found!r}"
    return found


def wait_equal(read, expected, seconds=TIMEOUT):
    """Waits until a function returns the expected value."""
    found, is_met = look(read, lambda value: value == expected, seconds)
    assert is_met, f"after {seconds} s: found {found!r}, expected {expected!r}"


def look(read, is_met, seconds):
    """Reads a value until it is as wanted or the time is over, and returns the last value and whether it is."""
    began = time.monotonic()
    shortest, longest = LOOK_INTERVALS
    while True:
        found = read()
        if is_met(found):
            return found, True
        waited = time.monotonic() - began
        if waited >= seconds:
            return found, False
        # Browsers, pages and commands report most of these changes to nobody, so the test looks again. The pause
        # decides nothing: a longer or shorter one gives the same result. It grows with the time that has passed, since
        # each look takes processor time from what a busy machine is waiting for.
        time.sleep(min(max(shortest, waited / 20), longest))


def words(browser):
    """Returns the text of a page that may be replaced at any time."""
    try:
        return browser.run("document.body?.innerText ?? ''") or ""
    except (AssertionError, PlaywrightError, MarionetteException):
        return ""


def wait_for_session(browser):
    """Waits until the page, which was opened by an address that signs in, has claimed the session."""
    wait_for(lambda: browser.run("localStorage.getItem('leftoff-session') !== null"
                                 " && localStorage.getItem('leftoff-session-new') === null"))


def hide_system_host(directory):
    """Writes a manifest of the native messaging host that takes precedence over that of an installed package.

    The program that it names is missing, so for the browser there is no host.
    """
    directory.mkdir(parents=True, exist_ok=True)
    manifest = {"name": "leftoff", "description": "No host", "path": str(directory / "missing"), "type": "stdio"}
    callers = ({"allowed_extensions": ["leftoff@leftoff.local"]} if directory.name == "native-messaging-hosts" else
               {"allowed_origins": ["chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/"]})
    (directory / "leftoff.json").write_text(json.dumps({**manifest, **callers}))


def program_of(bookmarklet):
    """Returns the program that the browser runs for a javascript: URL."""
    return unquote(bookmarklet.strip().removeprefix("javascript:"))


@functools.cache
def playwright():
    """Returns the playwright of all Chromiums of this process, because it can be started only once."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started


class Chromium:
    name = "chromium"

    def __init__(self):
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        # The shell lays out and runs pages as Chromium does, for a third of the processor time; it has no extensions.
        self.browser = playwright().chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or "/usr/bin/chromium-headless-shell", args=root)
        self.new_context()

    def quit(self):
        self.browser.close()

    def new_context(self):
        self.context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        self.context.set_default_timeout(TIMEOUT * 1000)
        self.page = self.context.new_page()

    def reset(self):
        """Opens a tab in a new profile without history."""
        self.context.close()
        self.new_context()

    def open(self, url, width=1280, height=800):
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(url, wait_until="load")

    def reload(self):
        self.page.reload(wait_until="load")

    def run(self, expression):
        """Returns the value of an expression or of its Promise."""
        return self.page.evaluate(expression)

    def start(self, expression):
        """Starts an expression whose Promise `finish` waits for."""
        self.page.evaluate(f"globalThis.outcome = {expression.rstrip().rstrip(';')}; null")

    def finish(self):
        return self.page.evaluate("globalThis.outcome")

    def click_bookmark(self, bookmarklet):
        """Clicks a link with the bookmarklet's URL; returns the window that it opens, if any."""
        with self.page.expect_popup() as opened:
            self.click_link(bookmarklet)
        return opened.value

    def click_link(self, address):
        self.run(f"(() => {{ {LINK.replace('HREF', json.dumps(address.strip()))} }})()")
        self.page.click("#bookmark")
        self.run("document.getElementById('bookmark').remove()")

    def run_as_bookmark(self, bookmarklet):
        """Runs a bookmarklet's program past the page's policy, as a bookmark of the browser does."""
        with self.page.expect_popup() as opened:
            self.page.evaluate(program_of(bookmarklet))
        return opened.value

    def run_bookmark(self, bookmarklet):
        """Clicks the bookmark, whatever the page's policy; returns the window that it opens."""
        return self.run_as_bookmark(bookmarklet)

    def start_bookmark(self, bookmarklet):
        """Clicks a bookmark that opens no window."""
        self.page.evaluate(program_of(bookmarklet))

    @staticmethod
    def program_of(bookmarklet):
        return program_of(bookmarklet)

    def close_popup(self, popup):
        if not popup.is_closed():
            popup.close()

    def text_in(self, popup):
        return popup.inner_text("body")

    def click_words_in(self, popup, words):
        """Clicks a button in another window when it works; the window may close afterwards."""
        popup.click(f"button:text-is({json.dumps(words)})")

    def here(self):
        # playwright processes events only while it waits.
        self.page.wait_for_timeout(50)
        return self.page.url

    def click_words(self, words):
        self.page.click(f"button:text-is({json.dumps(words)})")

    def wheel(self, pixels):
        self.page.mouse.move(500, 300)
        self.page.mouse.wheel(0, pixels)

    def press(self, key="ArrowDown"):
        self.page.keyboard.press(key)

    def press_in_page(self, letter):
        """Presses Alt, Shift and a letter in the page."""
        self.page.keyboard.press(f"Alt+Shift+{letter.upper()}")

    def click_here(self, selector):
        self.page.click(selector)

    def click_at(self, x, y):
        self.page.mouse.click(x, y)

    def point_at(self, x, y):
        self.page.mouse.move(x, y)


ALT, SHIFT = "\ue00a", "\ue008"
PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.aboutwelcome.enabled": False,
    "general.smoothScroll": False,
    # Only extensions of the profile and of the application: the system's package may be installed on this machine.
    "extensions.enabledScopes": 5,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Firefox:
    name = "firefox"

    def __init__(self, preferences=None, environment=None):
        self.profile = tempfile.mkdtemp(prefix="leftoff-firefox-")
        self.environment = {**os.environ, **(environment or {})}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});"
                 for k, v in {**PREFERENCES, **(preferences or {})}.items()]
        (pathlib.Path(self.profile) / "user.js").write_text("\n".join(lines))
        self.start_process()

    def start_process(self):
        binary = shutil.which("firefox-esr") or shutil.which("firefox") or "/usr/bin/firefox-esr"
        # The toolbar and the bookmarks belong to the browser's own window.
        command = [binary, "-marionette", "-remote-allow-system-access", "-headless", "-no-remote", "-profile",
                   self.profile]
        environment = {**self.environment, "HOME": self.profile, "MOZ_HEADLESS_WIDTH": "1400",
                       "MOZ_HEADLESS_HEIGHT": "1000"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True, errors="replace")
        self.client = Marionette(host="127.0.0.1", port=self.port())
        self.client.start_session()
        self.client.timeout.script = TIMEOUT
        self.main = self.client.current_window_handle

    def port(self):
        """Reads the port that Firefox prints when it listens for commands."""
        output = self.process.stdout
        guard = threading.Timer(3 * TIMEOUT, self.process.kill)
        guard.start()
        found = next(filter(None, (re.search(r"Listening on port (\d+)", line) for line in output)), None)
        guard.cancel()
        if found:
            # A full pipe would stop the browser.
            threading.Thread(target=output.read, daemon=True).start()
            return int(found[1])
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
        raise RuntimeError(f"Firefox did not start; its exit code is {self.process.returncode}")

    def quit(self):
        try:
            self.end_process()
        finally:
            shutil.rmtree(self.profile, ignore_errors=True)

    def end_process(self):
        try:
            self.client.delete_session()
        finally:
            self.process.terminate()
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def reset(self):
        for handle in self.client.window_handles:
            if handle == self.main:
                continue
            try:
                self.client.switch_to_window(handle)
                self.client.close()
            except NoSuchWindowException:
                # The window has closed automatically.
                continue
        self.client.switch_to_window(self.main)
        self.client.navigate("about:blank")

    def open(self, url, width=1280, height=800):
        self.client.navigate("about:blank")
        frame = wait_for(self.frame)
        self.client.set_window_rect(width=width + int(frame[0]), height=height + int(frame[1]))
        self.client.navigate(url)
        # The frame of the window may follow with a delay, and the page receives `resize` before its next frame.
        wait_equal(lambda: self.client.execute_script("return [innerWidth, innerHeight]"), [width, height])
        wait_for(self.has_drawn)

    def reload(self):
        self.client.refresh()

    def has_drawn(self):
        """Waits for the next frame; returns False if the page has gone on to another one meanwhile."""
        try:
            self.client.execute_async_script(
                "document.hidden ? arguments[0]() : requestAnimationFrame(() => arguments[0]())")
        except JavascriptException:
            return False
        return True

    def frame(self):
        """Returns the size of the window without the page; None while a bar above the page moves.

        It is the size that the window reports, since a page may not have received its new size yet.
        """
        with self.client.using_context("chrome"):
            size = self.client.execute_script(
                "const inner = gBrowser.selectedBrowser.getBoundingClientRect();"
                " return [outerWidth - inner.width, outerHeight - inner.height]")
        return size if all(float(length).is_integer() for length in size) else None

    def run(self, expression):
        """Runs a script in the page's own realm, not in Marionette's sandbox."""
        code = expression.rstrip().rstrip(";")
        response = self.client.execute_async_script(
            "const [code, done] = arguments; Promise.resolve().then(() => window.eval(code))"
            ".then(v => done({value: v === undefined ? null : v}), e => done({error: String(e)}))",
            script_args=[f"({code})"], sandbox=None)
        assert response is not None, "the document was replaced during the script"
        if "blocked by CSP" in response.get("error", ""):
            # Marionette's own sandbox sees the same document.
            return self.client.execute_async_script(
                f"const [done] = arguments; Promise.resolve(({code})).then((v) => done(v === undefined ? null : v))")
        assert "error" not in response, response
        return response["value"]

    def start(self, expression):
        code = expression.rstrip().rstrip(";")
        self.client.execute_script(
            "window.eval(arguments[0])", script_args=[f"globalThis.outcome = {code}; null"], sandbox=None)

    def finish(self):
        return self.run("globalThis.outcome")

    def click_bookmark(self, bookmarklet):
        before = set(self.client.window_handles)
        self.click_link(bookmarklet)
        return wait_for(lambda: next(iter(set(self.client.window_handles) - before), None))

    def click_link(self, address):
        self.run(f"(() => {{ {LINK.replace('HREF', json.dumps(address.strip()))} return null }})()")
        self.client.find_element(By.ID, "bookmark").click()
        self.run("(document.getElementById('bookmark').remove(), null)")

    def run_bookmark(self, bookmarklet):
        """Clicks a bookmark in the browser's toolbar; returns the window that it opens."""
        before = set(self.client.window_handles)
        self.start_bookmark(bookmarklet)
        return wait_for(lambda: next(iter(set(self.client.window_handles) - before), None))

    def start_bookmark(self, bookmarklet):
        """Clicks a bookmark that opens no window."""
        name = f"Bookmark {time.monotonic_ns()}"
        with self.client.using_context("chrome"):
            guid = self.client.execute_async_script(
                "const [url, title, done] = arguments; CustomizableUI.setToolbarVisibility('PersonalToolbar', true);"
                " PlacesUtils.bookmarks.eraseEverything().then(() => PlacesUtils.bookmarks.insert({title, url,"
                " parentGuid: PlacesUtils.bookmarks.toolbarGuid})).then(({guid}) => done(guid))",
                script_args=[bookmarklet.strip(), name])
            items = f"#PlacesToolbarItems .bookmark-item[label='{name}']"
            item = wait_for(lambda: next(iter(self.client.find_elements(By.CSS_SELECTOR, items)), None))
            assert guid, f"no bookmark was made: {guid!r}"
            item.click()

    @staticmethod
    def program_of(bookmarklet):
        return program_of(bookmarklet)

    def text_in(self, popup):
        here = self.client.current_window_handle
        self.client.switch_to_window(popup)
        try:
            return self.client.execute_script("return document.body ? document.body.innerText : ''") or ""
        except NoSuchWindowException:
            # Between two documents: the new one has a process of its own, and the context of the old one no longer
            # exists.
            return ""
        finally:
            self.client.switch_to_window(here)

    def click_words_in(self, popup, words):
        """Clicks a button in another window when it works; the window may close afterwards."""
        button = f"//button[.={json.dumps(words)} and not(@disabled)]"
        here = self.client.current_window_handle
        self.client.switch_to_window(popup)
        try:
            wait_for(lambda: next(iter(self.client.find_elements(By.XPATH, button)), None)).click()
        finally:
            self.client.switch_to_window(here)

    def here(self):
        return self.client.get_url()

    def click_words(self, words):
        button = f"//button[.={json.dumps(words)}]"
        wait_for(lambda: next(iter(self.client.find_elements(By.XPATH, button)), None)).click()

    def close_popup(self, popup):
        if popup in self.client.window_handles:
            self.client.switch_to_window(popup)
            self.client.close()
        self.client.switch_to_window(self.main)

    def wheel(self, pixels):
        self.client.actions.sequence("wheel", "wheel").scroll(500, 300, 0, pixels).perform()

    def press(self, key="\ue015"):
        ActionSequence(self.client, "key", "keyboard").key_down(key).key_up(key).perform()

    def press_in_page(self, letter):
        """Presses Alt, Shift and a letter in the page."""
        keys = ActionSequence(self.client, "key", "keyboard")
        keys.key_down(ALT).key_down(SHIFT).key_down(letter).key_up(letter).key_up(SHIFT).key_up(ALT).perform()

    def click_here(self, selector):
        self.client.find_element(By.CSS_SELECTOR, selector).click()

    def click_at(self, x, y):
        mouse = ActionSequence(self.client, "pointer", "mouse", {"pointerType": "mouse"})
        mouse.pointer_move(round(x), round(y)).pointer_down().pointer_up().perform()

    def point_at(self, x, y):
        ActionSequence(self.client, "pointer", "mouse", {"pointerType": "mouse"}).pointer_move(round(x), round(
            y)).perform()
