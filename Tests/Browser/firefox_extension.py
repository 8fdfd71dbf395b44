"""Controls Firefox with the extension as a temporary add-on.

Its toolbar, shortcuts and menus are parts of the browser's own window, which Marionette clicks like a page.
"""

import json
import pathlib
import re
import shutil

from browsers import ALT, SHIFT, TIMEOUT, Firefox, hide_system_host, wait_equal, wait_for
from marionette_driver import By
from marionette_driver.addons import Addons
from marionette_driver.errors import JavascriptException, NoSuchWindowException
from marionette_driver.marionette import ActionSequence

# The browser's own window shows the extension's permission prompts; the tests accept them.
ALWAYS_YES = {"extensions.webextOptionalPermissionPrompts": False}
# Lets an extension in the profile's directory start without a signature and without a question, as Debian does for the
# extensions of its packages.
PERMANENT = {"extensions.autoDisableScopes": 0, "extensions.startupScanScopes": 15,
             "xpinstall.signatures.required": False}
IDENTITY = "leftoff@leftoff.local"

IN_POPUP = """
const [code, timeout, done] = arguments;
const panel = [...document.querySelectorAll('.webextension-popup-browser')].pop();
if (!panel || !panel.messageManager) return done(null);
const { messageManager } = panel;
const name = 'leftoff-test:' + Math.random();
const receive = ({data}) => {
    clearTimeout(late);
    try { messageManager.removeMessageListener(name, receive); } finally { done(data); }
};
// A panel that is being loaded moves to another process, and a script in the old one is lost.
const late = setTimeout(() => receive({data: null}), timeout);
messageManager.addMessageListener(name, receive);
messageManager.loadFrameScript('data:,' + encodeURIComponent(
    `(() => { let found = null; try { found = (${code})(content.document) } catch (error) { found = String(error) }`
    + ` sendAsyncMessage(${JSON.stringify(name)}, found) })()`), false);
"""


class Popup:
    """The panel of the toolbar button."""

    def __init__(self, browser):
        self.browser = browser

    def run(self, function, seconds=2):
        """Returns the result of a function of the panel's document; None if a loading panel loses it."""
        with self.browser.client.using_context("chrome"):
            return self.browser.client.execute_async_script(IN_POPUP, script_args=[function, 1000 * seconds])

    def ask(self, function):
        """Does the same for a loaded panel, which no longer changes its process, with nearly Marionette's timeout."""
        response = self.run(function, TIMEOUT - 5)
        assert response in (True, False), response
        return response

    def text(self):
        return self.run("(document) => document.body ? document.body.innerText : ''") or ""

    def wait_for(self, words):
        return wait_for(lambda: words in self.text() and self.text())

    def has(self, selector):
        return self.ask(f"(document) => document.querySelector({json.dumps(selector)}) !== null")

    def click(self, words):
        self.ask(
            "(document) => ([...document.querySelectorAll('button')].find((b) => b.textContent ==="
            " WORDS).click(), true)"
            .replace("WORDS", json.dumps(words)))

    def close(self):
        self.browser.chrome(
            "for (const b of document.querySelectorAll('.webextension-popup-browser')) b.closest('panel').hidePopup()")
        self.browser.wait_for_no_popup()


# Closes all connections, and deletes cookies, storage, caches, the history, permissions and zoom factors.
CLEAR_DATA = """
const [done] = arguments;
Services.obs.notifyObservers(null, 'net:cancel-all-connections');
Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, {onDataDeleted: done});
"""


def loaded_address(browser):
    """Returns the address of the page in Firefox's tab; empty while it loads, although the tab has its address then."""
    try:
        return browser.client.execute_script("return document.readyState === 'complete' ? document.URL : ''") or ""
    except (JavascriptException, NoSuchWindowException):
        # The document is being replaced, or the page moves to another process.
        return ""


def clear_data(browser):
    """Makes a running Firefox forget all that its pages have left in it."""
    with browser.client.using_context("chrome"):
        browser.client.execute_async_script(CLEAR_DATA)


class FirefoxWithExtension(Firefox):
    name = "firefox"

    def __init__(self, directory=None, home=None, environment=None, is_permanent=False):
        """Starts the browser; without a directory, it has no extension yet.

        `home` is a home directory in which `leftoff native-host install` was run. A permanent extension stays when the
        browser ends, as one of the system's packages does.
        """
        self.directory = directory
        self.home = home
        self.is_permanent = is_permanent
        super().__init__({**ALWAYS_YES, **(PERMANENT if is_permanent else {})}, environment)

    def start_process(self):
        extension = pathlib.Path(self.profile) / "extensions" / f"{IDENTITY}"
        if self.is_permanent and not extension.exists():
            shutil.copytree(self.directory, extension)
        if not self.hosts().exists():
            self.choose_host(self.home)
        super().start_process()
        if self.directory:
            self.load_extension()

    def choose_host(self, home):
        if home:
            self.install_host(home)
        else:
            self.remove_host()

    def load_extension(self):
        self.identity = IDENTITY if self.is_permanent else Addons(self.client).install(str(self.directory), temp=True)
        self.widget = re.sub(r"[^a-z0-9_-]", "_", self.identity)
        self.button = f"#{self.widget}-browser-action .unified-extensions-item-action-button"
        self.chrome(f"CustomizableUI.addWidgetToArea('{self.widget}-browser-action', 'nav-bar')")

    def install_extension(self, directory, home=None):
        """Installs an extension in the running browser, which has none; `home` is that of the constructor."""
        self.directory = directory
        self.choose_host(home)
        self.load_extension()

    def clear(self):
        """Removes the extension and all that it or a page has stored."""
        Addons(self.client).uninstall(self.identity)
        self.reset()
        clear_data(self)

    def hosts(self):
        """Returns the directory of the user's hosts; the profile is the home directory."""
        return pathlib.Path(self.profile) / ".mozilla/native-messaging-hosts"

    def install_host(self, home):
        shutil.copytree(home / ".mozilla/native-messaging-hosts", self.hosts(), dirs_exist_ok=True)

    def remove_host(self):
        hide_system_host(self.hosts())

    def restart(self):
        """Ends the browser and starts it again with the same profile."""
        self.end_process()
        self.start_process()

    def history(self):
        """Ends the browser and returns the bytes of its history."""
        self.end_process()
        found = b"".join(file.read_bytes() for file in pathlib.Path(self.profile).glob("places.sqlite*"))
        self.start_process()
        return found

    def extension_pages(self, ending):
        """Returns the number of open tabs with a page of the extension."""
        addresses = self.chrome("return gBrowser.browsers.map((browser) => browser.currentURI.spec)")
        return sum(address.endswith(ending) for address in addresses)

    def close_welcome_page(self):
        """Waits for the page that opens when the extension is new, and closes it."""
        wait_for(lambda: self.extension_pages("/welcome.html") == 1)
        self.chrome(
            "gBrowser.removeTab(gBrowser.tabs.find("
            "(tab) => tab.linkedBrowser.currentURI.spec.endsWith('/welcome.html')))")
        # The page may have been open before the session began, which then began with it.
        [self.main] = wait_for(lambda: len(self.client.window_handles) == 1 and self.client.window_handles)
        self.client.switch_to_window(self.main)

    def open_extension_page(self, name):
        address = self.chrome(f"return WebExtensionPolicy.getByID({json.dumps(IDENTITY)}).getURL({json.dumps(name)})")
        self.new_page()
        # Another tab may show the same page.
        handle = self.client.current_window_handle
        self.chrome(
            f"gBrowser.fixupAndLoadURIString({json.dumps(address)},"
            " {triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal()})")

        def is_open():
            self.client.switch_to_window(handle)
            return loaded_address(self) == address
        wait_for(is_open)

    def chrome(self, script):
        with self.client.using_context("chrome"):
            return self.client.execute_script(script)

    def new_page(self):
        handle = self.client.open(type="tab", focus=True)["handle"]
        self.client.switch_to_window(handle)

    def close_others(self):
        self.reset()

    def switch_to(self, ending):
        """Switches to the tab whose URL has the given end."""
        def find():
            for handle in self.client.window_handles:
                self.client.switch_to_window(handle)
                if loaded_address(self).endswith(ending):
                    return True
            return False
        wait_for(find)

    def pair(self, code, port):
        if not self.extension_pages("/pair.html"):
            self.open_extension_page("pair.html")
        self.switch_to("/pair.html")
        wait_for(lambda: self.client.find_elements(By.CSS_SELECTOR, "form:not([inert])"))
        for field, text in (("code", code), ("port", port)):
            element = self.client.find_element(By.ID, field)
            element.clear()
            element.send_keys(text)
        self.client.find_element(By.CSS_SELECTOR, "form button").click()
        return wait_for(lambda: (said := self.client.find_element(By.ID, "outcome").text).startswith(
            ("Paired", "Not paired")) and said)

    def shown_code(self):
        self.client.find_element(By.ID, "show-code").click()
        return wait_for(lambda: next((e.text for e in self.client.find_elements(By.CSS_SELECTOR, "output.code")), None))

    def click_button(self):
        """Clicks the toolbar button on the open page, whose popup may close by itself at any time."""
        self.wait_for_no_popup()
        self.trigger_action()

    def press_button(self):
        """Clicks the toolbar button on the open page; returns the popup."""
        self.click_button()
        return Popup(self)

    def wait_for_no_popup(self):
        """Waits until the earlier popup is gone, whose text would otherwise count as that of the next one."""
        wait_for(lambda: self.chrome("return document.querySelector('.webextension-popup-browser') === null"))

    def trigger_action(self):
        with self.client.using_context("chrome"):
            self.client.find_element(By.CSS_SELECTOR, self.button).click()

    def press_shortcut(self, letter):
        """Presses Alt, Shift and a letter in the browser's window."""
        self.wait_for_no_popup()
        with self.client.using_context("chrome"):
            keys = ActionSequence(self.client, "key", "keyboard")
            keys.key_down(ALT).key_down(SHIFT).key_down(letter).key_up(letter).key_up(SHIFT).key_up(ALT).perform()
        return Popup(self)

    def badge(self):
        with self.client.using_context("chrome"):
            return self.client.find_element(By.CSS_SELECTOR, self.button).get_attribute("badge") or ""

    def zoom(self):
        return self.chrome("return gBrowser.selectedBrowser.fullZoom")

    def set_zoom(self, factor):
        self.chrome(f"FullZoom.setZoom({factor}, gBrowser.selectedBrowser)")
        wait_for(lambda: abs(self.zoom() - factor) < 0.01)

    def click_resume(self):
        before = set(self.client.window_handles)
        wait_for(lambda: self.client.find_elements(By.CSS_SELECTOR, ".row .title[href]"))
        self.client.find_element(By.CSS_SELECTOR, ".row .title[href]").click()
        self.follow(before)

    def click_away(self, selector):
        before = set(self.client.window_handles)
        self.client.find_element(By.CSS_SELECTOR, selector).click()
        self.follow(before)

    def follow(self, before):
        opened = wait_for(lambda: next(iter(set(self.client.window_handles) - before), None))
        self.client.switch_to_window(opened)
        wait_for(lambda: loaded_address(self).startswith("http"))

    def open_menu(self, selector):
        """Opens the browser's menu of an element."""
        element = self.client.find_element(By.CSS_SELECTOR, selector)
        # The pointer cannot leave the viewport.
        self.client.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", script_args=[element])
        menu = "return document.getElementById('contentAreaContextMenu').state"
        wait_equal(lambda: self.chrome(menu), "closed")
        ActionSequence(self.client, "pointer", "mouse", {"pointerType": "mouse"}).pointer_move(
            0, 0, origin=element).pointer_down(button=2).pointer_up(button=2).perform()
        wait_equal(lambda: self.chrome(menu), "open")

    def choose_highlight(self, selector):
        """Chooses the extension's item in the menu of the selection, which is in the extension's submenu."""
        self.open_menu(selector)
        self.chrome(f"document.getElementById('{self.widget}-menuitem-_highlight').doCommand()")
        self.chrome("document.getElementById('contentAreaContextMenu').hidePopup()")

    def queue_link(self, selector):
        """Chooses the extension's item in the menu of a link."""
        self.open_menu(selector)
        item = f"{self.widget}-menuitem-_queue"
        with self.client.using_context("chrome"):
            self.client.find_element(By.ID, item).click()
        # A menu that was opened without a screen stays open.
        self.chrome("document.getElementById('contentAreaContextMenu').hidePopup()")
