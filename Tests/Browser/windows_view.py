"""Windows with many tabs in real browsers, and where their pages are scrolled to."""

import contextlib
import http.server
import json
import os
import pathlib
import signal
import threading

from browsers import TEST_ALL, wait_equal, wait_for
from chromium_extension import ChromiumWithExtension, allow_pages
from conftest import Leftoff
from firefox_extension import IDENTITY, FirefoxWithExtension
from pages_text import document, sentence
from prepared_extension import replaced, report_restores

REAL_PAGES = pathlib.Path(__file__).resolve().parents[3] / "shared" / "pages"

# Scrolls to a fraction of the page and returns the first visible character: the index of its text node, its offset in
# it, its distance from the top of the view, and the height of its line. With the record of a character, it returns
# where that character is when the extension has restored the place. It shares nothing with the scripts under test.
PROBE = """((fraction, saved) => {
    if (saved && !document.documentElement?.dataset.restored) return null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const range = document.createRange();
    const rectOf = (node, offset) => {
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getClientRects()[0] ?? null;
    };
    if (saved) {
        const node = nodes[saved.index];
        const rect = node && node.data.length > saved.offset ? rectOf(node, saved.offset) : null;
        return {top: rect ? rect.top : null};
    }
    const most = document.documentElement.scrollHeight - innerHeight;
    scrollTo({top: Math.round(Math.max(0, most) * fraction), behavior: 'instant'});
    for (const [index, node] of nodes.entries()) {
        range.selectNodeContents(node);
        const whole = range.getBoundingClientRect();
        if (!node.data.trim() || whole.bottom < 0 || whole.top > innerHeight / 2) continue;
        // Before its characters are looked at, which takes Firefox 15 s on a page whose text is invisible.
        if (!node.parentElement.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        for (let offset = 0; offset < node.data.length; offset += 1) {
            const rect = /\\s/.test(node.data[offset]) ? null : rectOf(node, offset);
            if (!rect || rect.width === 0 || rect.top < 0 || rect.top > innerHeight / 2) continue;
            const shown = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
            if (!shown || !(shown === node.parentElement || shown.contains(node))) break;
            const style = getComputedStyle(node.parentElement);
            const line = parseFloat(style.lineHeight) || 1.2 * parseFloat(style.fontSize);
            return {found: {index, offset, top: rect.top, line: Math.max(line, rect.height),
                            words: node.data.slice(offset, offset + 40)}};
        }
    }
    return {found: null};
})"""

# In ms. A probe that is asked again too early waits behind the first one. Marionette waits for 30 s.
PROBE_TIMEOUT = 20_000

# In place of the line of a page that has none.
NO_LINE = {"index": -1, "offset": 0}

# One real page of each kind, with a fragment for some.
EACH_KIND = {
    "001.html": "",  # an article
    "004-metadata-space-separated-properties.html": "",  # too short to scroll
    "aktualne.html": "",  # a base element
    "blogger.html": "",  # a frame
    "buzzfeed-1.html": "",  # quirks mode, and fixed elements
    "engadget.html": "",  # no text in view
    "guardian-1.html": "",  # a megabyte of markup
    "ietf-1.html": "#section-1",  # an address with a fragment, and preformatted text
    "quanta-1.html": "",  # 80 views high, mostly without text
    "rtl-1.html": "",  # right to left
    "seattletimes-1.html": "",  # invisible until a script runs
    "table-style-attributes.html": "",  # tables
}


class Pages:
    """Articles on several loopback origins: the real pages if they are there, otherwise made ones."""

    def __init__(self, origins=4):
        files = sorted(REAL_PAGES.glob("*.html"))
        self.are_real = len(files) >= 40
        bodies = [file.read_bytes() for file in files] if self.are_real else [
            document("".join(f"<p>{sentence(page * 100 + n)}</p>" for n in range(80))).encode() for page in range(44)]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                name = self.path.strip("/").split("?")[0]
                body = bodies[int(name)] if name.isdigit() and int(name) < len(bodies) else b"gone"
                self.send_response(200 if body != b"gone" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                # The pages' own scripts and the sites that they were saved from are not part of the test.
                self.send_header(
                    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(origins)]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        # Made pages are all of one kind.
        names = [file.name for file in files] if self.are_real else [*EACH_KIND, *range(28)]
        # The addresses of pages of each kind; of 40 pages if all tests run.
        self.each_kind = [self.address(number) + EACH_KIND.get(name, "") for number, name in enumerate(names[:40])
                          if TEST_ALL or name in EACH_KIND]

    def address(self, number):
        server = self.servers[number % len(self.servers)]
        return f"http://127.0.0.1:{server.server_address[1]}/{number}"

    def stop(self):
        for server in self.servers:
            server.shutdown()


def install(binary, directory):
    """Returns Leftoff with its native messaging host, and the extension's directory with its permissions granted."""
    leftoff = Leftoff(binary, directory / "home")
    user = directory / "user"
    user.mkdir()
    leftoff.environment["HOME"] = str(user)
    leftoff.environment.pop("XDG_CONFIG_HOME", None)
    leftoff("native-host", "install")
    return leftoff, user


def extension(leftoff, directory, name, is_allowed=True):
    files = directory / f"extension-{name}"
    leftoff("extension", str(files))
    report_restores(files)
    # A busy machine may take longer to wake the background script, and the page would then be loaded without its place.
    replaced(files / "tab.js", "PREPARATION_TIME = 1500;", "PREPARATION_TIME = 60000;")
    # The same machine may take longer to capture a page, of which only the address would be stored.
    replaced(files / "background.js", "CAPTURE_TIME = 15e3;", "CAPTURE_TIME = 36e5;")
    if is_allowed:
        allow_pages(files)
        manifest = json.loads((files / "manifest.json").read_text())
        manifest["permissions"] += manifest.pop("optional_permissions")
        (files / "manifest.json").write_text(json.dumps(manifest))
    return files


class ChromiumWindows(ChromiumWithExtension):
    """Chromium, whose tabs are controlled through the extension's background script."""

    def ask(self, script, argument=None):
        return self.worker.evaluate(script, argument)

    def begin(self):
        """Closes all tabs but one."""
        self.page = self.control()
        for page in self.context.pages:
            if page != self.page:
                page.close()

    def show_for_probe(self, tab):
        """Chromium runs scripts in the pages of all tabs."""

    def open_window(self, addresses):
        """Opens a window with the addresses, and returns its id when all pages are loaded."""
        self.control()
        window = self.ask(
            "(urls) => chrome.windows.create({url: urls, focused: true}).then((window) => window.id)", addresses)
        loaded = [(address, "complete") for address in addresses]
        wait_equal(lambda: self.wait(100) or [(tab["url"], tab["status"]) for tab in self.tabs(window)], loaded)
        return window

    def wait(self, milliseconds):
        self.page.wait_for_timeout(milliseconds)

    def tabs(self, window=None):
        query = {} if window is None else {"windowId": window}
        return self.ask("(query) => chrome.tabs.query(query)", query)

    def windows(self):
        return self.ask("() => chrome.windows.getAll({windowTypes: ['normal']})")

    def show(self, tab):
        self.ask("(id) => chrome.tabs.update(id, {active: true}).then(() => null)", tab["id"])

    def probe(self, tab, fraction=0, saved=None):
        """Runs the probe in a tab; None if no script can run in its page yet."""
        return self.ask(
            "([id, code, fraction, saved]) => chrome.scripting.executeScript({target: {tabId: id},"
            " func: (code, fraction, saved) => (0, eval)(code)(fraction, saved), args: [code, fraction, saved],"
            " world: 'ISOLATED'}).then(([{result}]) => result, () => null)"
            .replace("(0, eval)(code)(fraction, saved)", f"({PROBE})(fraction, saved)"),
            [tab["id"], "", fraction, saved])

    def send(self, message):
        """Does what a page of the extension does with a request to the background script."""
        found = self.control().evaluate("(message) => chrome.runtime.sendMessage(message)", message)
        assert "problem" not in found, found
        return found["result"]

    def begin_to_send(self, message):
        """Sends a request without waiting for its result."""
        self.control().evaluate("(message) => { chrome.runtime.sendMessage(message) }", message)

    def control(self):
        """Returns a page of the extension in the first window, which is not part of a set."""
        page = next((page for page in self.context.pages if page.url.endswith("/windows.html")), None)
        if page is None:
            self.open_extension_page("windows.html")
            page = self.page
        return page

    def processes(self):
        found = []
        for process in pathlib.Path("/proc").iterdir():
            if process.name.isdigit():
                with contextlib.suppress(OSError):
                    words = (process / "cmdline").read_bytes()
                    if f"--user-data-dir={self.profile}".encode() in words and b"--type=" not in words:
                        found.append(int(process.name))
        return found

    def kill(self):
        """Ends the browser as a power failure does, and starts it again with the same profile."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        wait_for(lambda: not self.processes())
        with contextlib.suppress(Exception):
            self.context.close()
        self.start_process()


class FirefoxWindows(FirefoxWithExtension):
    """Firefox, whose tabs are controlled through the browser's own window."""

    # A function of the window that contains the set.
    WINDOWS = "[...Services.wm.getEnumerator('navigator:browser')]"

    def tabs(self, _window=None):
        """Returns the tabs of the window with the most tabs."""
        return self.chrome(
            f"const window = {self.WINDOWS}.sort((a, b) => b.gBrowser.tabs.length - a.gBrowser.tabs.length)[0];"
            " return window.gBrowser.tabs.map((tab, index) => ({index, url: tab.linkedBrowser.currentURI.spec,"
            " title: tab.label, active: tab.selected, pinned: tab.pinned, discarded: !tab.linkedPanel,"
            " group: tab.group ? tab.group.label : null}))")

    def begin(self):
        """Closes all windows and tabs but a new one, because a test may have closed any of them."""
        self.client.switch_to_window(self.client.window_handles[0])
        self.chrome(
            "const kept = gBrowser.addTrustedTab('about:blank'); gBrowser.selectedTab = kept;"
            " gBrowser.removeAllTabsBut(kept, {animate: false});"
            f" for (const other of {self.WINDOWS}) if (other !== window) other.close()")
        wait_for(lambda: len(self.client.window_handles) == 1)
        [self.main] = self.client.window_handles
        self.client.switch_to_window(self.main)

    def open_window(self, addresses):
        """Opens the addresses in place of the tabs of the window, and waits until all pages are loaded."""
        self.chrome(
            f"const old = [...gBrowser.tabs]; for (const url of {json.dumps(addresses)}) gBrowser.addTrustedTab(url);"
            " gBrowser.selectedTab = gBrowser.tabs[old.length]; gBrowser.removeTabs(old)")
        wait_for(lambda: [tab["url"] for tab in self.tabs()] == addresses and self.are_loaded())
        self.client.switch_to_window(self.client.window_handles[0])

    def are_loaded(self):
        return self.chrome(
            f"const window = {self.WINDOWS}.sort((a, b) => b.gBrowser.tabs.length - a.gBrowser.tabs.length)[0];"
            " return window.gBrowser.tabs.every((tab) => !tab.hasAttribute('busy')"
            " && tab.linkedBrowser.currentURI.spec.startsWith('http'))")

    def show_for_probe(self, tab):
        self.show(tab)

    def kill(self):
        """Ends the browser as a power failure does, and starts it again with the same profile."""
        self.process.kill()
        self.process.wait()
        self.start_process()

    def has_permission(self, name):
        return self.chrome(
            f"return WebExtensionPolicy.getByID({json.dumps(IDENTITY)}).hasPermission({json.dumps(name)})")

    def allow_private_windows(self):
        """Allows the extension in private windows, and starts it again as Firefox then does."""
        with self.client.using_context("chrome"):
            self.client.execute_async_script(
                """
                const [id, done] = arguments;
                const {ExtensionPermissions} = ChromeUtils.importESModule(
                    'resource://gre/modules/ExtensionPermissions.sys.mjs');
                const {AddonManager} = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
                ExtensionPermissions.add(id, {permissions: ['internal:privateBrowsingAllowed'], origins: []})
                    .then(() => AddonManager.getAddonByID(id)).then((addon) => addon.reload()).then(() => done());
                """, script_args=[IDENTITY])
        wait_for(lambda: self.chrome(
            f"return WebExtensionPolicy.getByID({json.dumps(IDENTITY)})?.privateBrowsingAllowed"))

    def open_private_window(self, address):
        self.client.switch_to_window(self.client.open(type="window", private=True, focus=True)["handle"])
        self.client.navigate(address)

    def close_private_window(self):
        self.client.close()
        self.client.switch_to_window(self.main)

    def follow_extension(self, part):
        """Switches to the tab whose URL contains a text."""
        def find():
            for handle in self.client.window_handles:
                self.client.switch_to_window(handle)
                if part in self.client.get_url():
                    return True
            return False
        wait_for(find)

    def show(self, tab):
        self.chrome(
            f"const window = {self.WINDOWS}.sort((a, b) => b.gBrowser.tabs.length - a.gBrowser.tabs.length)[0];"
            f" window.gBrowser.selectedTab = window.gBrowser.tabs[{tab['index']}]")

    def probe(self, tab, fraction=0, saved=None):
        """Runs the probe in the shown tab's process; None if that does not respond."""
        code = f"({PROBE})({json.dumps(fraction)}, {json.dumps(saved)})"
        with self.client.using_context("chrome"):
            found = self.client.execute_async_script(
                f"""
                const [code, index, timeout, done] = arguments;
                const window = {self.WINDOWS}.sort((a, b) => b.gBrowser.tabs.length - a.gBrowser.tabs.length)[0];
                const browser = window.gBrowser.tabs[index].linkedBrowser;
                const {{messageManager}} = browser;
                if (!messageManager) return done(null);
                const name = 'leftoff-test:' + Math.random();
                const receive = ({{data}}) => {{
                    clearTimeout(late);
                    try {{ messageManager.removeMessageListener(name, receive); }} finally {{ done(data); }}
                }};
                const late = setTimeout(() => receive({{data: null}}), timeout);
                messageManager.addMessageListener(name, receive);
                messageManager.loadFrameScript('data:,' + encodeURIComponent(
                    `(() => {{ const {{document, innerHeight, scrollY, NodeFilter}} = content; let found = null;`
                    + ` const scrollTo = (options) => content.scrollTo(options);`
                    + ` const getComputedStyle = (element) => content.getComputedStyle(element);`
                    + ` try {{ found = ${{code}} }} catch (error) {{ found = {{error: String(error)}} }}`
                    + ` sendAsyncMessage(${{JSON.stringify(name)}}, found) }})()`), false);
                """, script_args=[code, tab["index"], PROBE_TIMEOUT])
        assert not found or "error" not in found, found
        return found


def lost_line(browser, tab, saved):
    """Waits until the place of a shown tab is restored, and returns None if its line is where it was.

    Otherwise, it returns where it is now, and the line. A page without a line has nothing to lose.
    """
    found = wait_for(lambda: browser.probe(tab, saved=saved or NO_LINE))
    # The page may still move after the restore has ended.
    same = 0
    while same < 10:
        now = wait_for(lambda: browser.probe(tab, saved=saved or NO_LINE))
        same = same + 1 if now == found else 0
        found = now
    is_there = saved is None or (found["top"] is not None and abs(found["top"] - saved["top"]) <= saved["line"])
    return None if is_there else (found["top"], saved)
