"""Resumes places behind a login or a consent page, and in a tab that the browser discards meanwhile."""

import pytest
from browsers import wait_for
from extension_browsers import BROWSERS
from marionette_driver.errors import JavascriptException, NoSuchWindowException
from pages_text import document, paragraphs
from path_site import PathSite
from place import capture, first_line
from playwright.sync_api import Error as PlaywrightError
from test_extension import Paired, still, wait_until_restored
from test_userscript import Connected

ARTICLE = document(paragraphs())
WORDS = "<p>Sign in to go on reading this site.</p>"

# Lets the title of a page move the clock of the extension, and discard or show another tab, by the end of its address.
CONTROL = """
{
    const api = globalThis.browser ?? globalThis.chrome;
    const now = Date.now;
    const done = (tabId, title) => api.scripting.executeScript({
        target: {tabId}, args: [title], func: (given) => { document.documentElement.dataset.done = given; },
    });
    const find = async (ending) => (await api.tabs.query({})).find(({url}) => url?.endsWith(ending));
    api.tabs.onUpdated.addListener(async (tabId, {title}) => {
        const [, what, given] = /^control:(clock|discard|show):(.+)$/.exec(title ?? '') ?? [];
        if (what === 'clock') Date.now = () => now() + Number(given) * 60_000;
        if (what === 'discard') await api.tabs.discard((await find(given)).id);
        if (what) await done(tabId, title);
        if (what === 'show') await api.tabs.update((await find(given)).id, {active: true});
    });
}
"""


def seen(browser, expression):
    """Returns the value of an expression in the page; None while another document replaces it."""
    try:
        if browser.name == "chromium":
            return browser.page.evaluate(expression)
        return browser.client.execute_script(f"return {expression}")
    except (PlaywrightError, JavascriptException, NoSuchWindowException):
        return None


def form(following):
    """Returns a page for a login, whose button signs in and goes on."""
    return document(
        f"<form>{WORDS}<input type=password><button id=enter type=button>Sign in</button></form><script>"
        f"document.getElementById('enter').onclick = () => fetch('/enter').then(() => {{ {following} }})</script>",
        title="Sign in")


class LoginSite(PathSite):
    """A site that shows its article after a login only."""

    def __init__(self):
        super().__init__()
        self.address = f"{self.elsewhere}/page"
        self.is_in = True

    def require_login(self, how):
        back = f"location.href = '{self.address}'"
        logins = {
            "302": lambda: (302, {"Location": "/login"}, ""),
            "script": lambda: (200, {}, document("<p>Wait.</p><script>location.replace('/login')</script>")),
            "same address": lambda: (200, {}, form("location.reload()")),
            "consent host": lambda: (302, {"Location": f"{self.origin}/consent"}, ""),
        }
        self.is_in = True
        # The session begins with a request from any host.
        self.pages = {
            "/page": lambda: (200, {}, ARTICLE) if self.is_in else logins[how](),
            "/login": form(back), "/consent": form(back), "/enter": self.enter, "/short": document("<p>Short.</p>"),
        }

    def enter(self):
        self.is_in = True
        return 200, {}, ""

    def captured(self, browser, leftoff):
        """Captures a place in the article, signs out, and returns the line."""
        browser.open(self.address)
        browser.run("(scrollTo(0, 3000), null)")
        line = first_line(browser)
        leftoff.keep(capture(browser, leftoff("script", "capture")))
        self.is_in = False
        return line

    @staticmethod
    def wait_for_login(browser):
        """Waits until the page for the login has been open for some frames, as long as a reader needs at least."""
        wait_for(lambda: seen(browser, "document.getElementById('enter') !== null"))
        still(browser)

    def sign_in(self, browser):
        browser.click_here("#enter")
        wait_for(lambda: self.is_in)
        wait_for(lambda: seen(browser, "document.querySelectorAll('p').length > 9"))


class Login(Paired):
    """A paired browser, and a site with a login."""

    def __init__(self, name, binary, directory):
        super().__init__(name, binary, directory, prepare=self.prepare_files)
        self.pair()
        self.site = LoginSite()

    @staticmethod
    def prepare_files(files):
        with (files / "background.js").open("a") as background:
            background.write(CONTROL)

    def begin(self):
        super().begin()
        self.site.require_login("302")
        self.control("clock", "0")

    def resume_until_login(self):
        """Captures a place, resumes it, and waits for the page for the login; returns the line."""
        line = self.site.captured(self.browser, self.leftoff)
        self.resume()
        self.site.wait_for_login(self.browser)
        return line

    def sign_in(self):
        self.site.sign_in(self.browser)

    def control(self, what, given):
        """Does what only the extension can do."""
        browser = self.browser
        title = f"control:{what}:{given}"
        browser.new_page()
        browser.open(f"{self.site.elsewhere}/short")
        browser.run(f"(document.title = '{title}', null)")
        wait_for(lambda: browser.run("document.documentElement.dataset.done") == title)

    def stop(self):
        self.site.close()
        super().stop()


@pytest.fixture(scope="module", params=BROWSERS)
def running(request, binary, tmp_path_factory):
    made = Login(request.param, binary, tmp_path_factory.mktemp("login"))
    yield made
    made.stop()


@pytest.fixture
def login(running):
    running.begin()
    return running


@pytest.mark.parametrize("how", ["302", "script", "same address", "consent host"])
def test_a_place_is_restored_after_a_login(login, how):
    login.site.require_login(how)
    line = login.resume_until_login()
    login.sign_in()
    wait_until_restored(login.browser, line)


@pytest.mark.parametrize("minutes,is_restored", [(14, True), (16, False)])
def test_a_login_may_take_15_minutes(login, minutes, is_restored):
    line = login.resume_until_login()
    browser = login.browser
    login.control("clock", str(minutes))
    browser.switch_to("/login")
    login.sign_in()
    if is_restored:
        wait_until_restored(browser, line)
    else:
        assert still(browser) == 0


def test_a_tab_that_was_discarded_during_the_login_keeps_its_place(login):
    line = login.resume_until_login()
    login.control("discard", "/login")
    login.control("show", "/login")
    login.browser.switch_to("/login")
    login.sign_in()
    wait_until_restored(login.browser, line)


def test_a_restored_page_that_is_opened_again_is_not_scrolled(login):
    line = login.resume_until_login()
    login.sign_in()
    wait_until_restored(login.browser, line)
    login.browser.open(login.site.address)
    assert still(login.browser) == 0


def test_the_page_opened_in_another_tab_meanwhile_is_not_scrolled(login):
    login.resume_until_login()
    login.site.is_in = True
    login.browser.new_page()
    login.browser.open(login.site.address)
    assert still(login.browser) == 0


@pytest.mark.parametrize("name", BROWSERS)
@pytest.mark.parametrize("how", ["302", "same address"])
def test_the_userscript_restores_a_place_after_a_login(name, how, binary, tmp_path):
    """The userscript has a browser of its own, since it is an extension of its own there."""
    site = LoginSite()
    connected = Connected(name, binary, tmp_path)
    try:
        browser = connected.browser
        site.require_login(how)
        browser.new_page()
        line = site.captured(browser, connected.leftoff)
        connected.resume()
        site.wait_for_login(browser)
        site.sign_in(browser)
        wait_until_restored(browser, line)
    finally:
        connected.stop()
        site.close()
