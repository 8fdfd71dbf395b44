"""Controls Chromium with the extension loaded unpacked.

A toolbar button is not part of a page, so the tests press it with the browser's own protocol
(`Extensions.triggerAction`), which grants the same permissions as a click. The popup is then a page of its own.
"""

import json
import os
import pathlib
import shutil
import tempfile

from browsers import TIMEOUT, Chromium, hide_system_host, playwright, wait_for


def allow_pages(directory):
    """Changes the manifest as if the user had granted access to pages, because the tests cannot reach the prompt."""
    path = pathlib.Path(directory) / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["host_permissions"] += manifest.pop("optional_host_permissions")
    path.write_text(json.dumps(manifest))


class Popup:
    """The popup of the toolbar button, controlled through the browser's protocol."""

    def __init__(self, session, target):
        self.session = session
        self.target = target
        self.number = 0
        self.responses = {}
        # Events of an earlier popup may arrive before the response.
        self.id = None
        self.session.on("Target.receivedMessageFromTarget", self.receive)
        attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        self.id = attached["sessionId"]

    def receive(self, event):
        message = json.loads(event["message"])
        if event.get("sessionId") == self.id and "id" in message:
            self.responses[message["id"]] = message

    def send(self, method, may_close=False, **parameters):
        """Returns the result; None if the request may close the popup, which then does not respond."""
        self.number += 1
        message = json.dumps({"id": self.number, "method": method, "params": parameters})
        self.session.send("Target.sendMessageToTarget", {"sessionId": self.id, "message": message})

        def response():
            # Any request lets playwright process the events that have arrived.
            is_open = self.target in popups(self.session)
            closed = {"result": None} if may_close and not is_open else None
            return self.responses.pop(self.number, closed)

        found = wait_for(response)
        assert "error" not in found, found
        return found["result"]

    def run(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def text(self):
        return self.run("document.body?.innerText ?? ''")

    def wait_for(self, words):
        return wait_for(lambda: words in self.text() and self.text())

    def has(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}) !== null")

    def click(self, words):
        """Presses a button with the Enter key: what the popup receives may move its buttons at any time."""
        is_visible = self.run(
            f"(() => {{ const button = [...document.querySelectorAll('button')].find((b) => b.textContent ==="
            f" {json.dumps(words)}); button.focus(); const box = button.getBoundingClientRect(); return"
            " button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) })()")
        assert is_visible, f"something covers the button {words}"
        self.send("Input.dispatchKeyEvent", may_close=True, type="keyDown", key="Enter", code="Enter", text="\r",
                  windowsVirtualKeyCode=13)

    def close(self):
        self.session.send("Target.closeTarget", {"targetId": self.target})
        # The response arrives before the popup has closed.
        wait_for(lambda: self.target not in popups(self.session))


def popups(session):
    """Returns the targets of the popups that are open or closing."""
    return [target["targetId"] for target in session.send("Target.getTargets")["targetInfos"]
            if target["url"].endswith("/popup.html")]


class ChromiumWithExtension(Chromium):
    name = "chromium"

    def __init__(self, directory=None, home=None, environment=None):
        """Starts the browser; without a directory, it has no extension yet.

        `home` is a home directory in which `leftoff native-host install` was run.
        """
        self.profile = tempfile.mkdtemp(prefix="leftoff-chromium-")
        self.directory = directory
        self.environment = {**os.environ, **(environment or {})}
        self.choose_host(home)
        self.start_process()

    def choose_host(self, home):
        if home:
            self.install_host(home)
        else:
            self.remove_host()

    def hosts(self):
        """Returns the directory of the user's hosts, which is in the profile if Chromium is told the profile's path."""
        return pathlib.Path(self.profile) / "NativeMessagingHosts"

    def install_host(self, home):
        shutil.copytree(home / ".config/chromium/NativeMessagingHosts", self.hosts(), dirs_exist_ok=True)

    def remove_host(self):
        hide_system_host(self.hosts())

    def start_process(self):
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.context = playwright().chromium.launch_persistent_context(
            self.profile, executable_path=shutil.which("chromium") or "/usr/bin/chromium", headless=False,
            viewport={"width": 1280, "height": 800}, ignore_default_args=["--disable-extensions"],
            args=[*root, "--headless=new", "--enable-unsafe-extension-debugging",
                  *([f"--load-extension={self.directory}"] if self.directory else []),
                  "--disable-features=DisableLoadExtensionCommandLineSwitch"], env=self.environment)
        self.context.set_default_timeout(TIMEOUT * 1000)
        self.page = self.context.pages[0]
        self.session = self.context.browser.new_browser_cdp_session()
        if self.directory:
            self.find_worker()

    def find_worker(self):
        """Waits for the extension's background script."""
        self.worker = wait_for(lambda: next(iter(self.context.service_workers), None) or self.page.wait_for_timeout(50))
        self.id = self.worker.url.split("/")[2]

    def install_extension(self, directory, home=None):
        """Installs an extension in the running browser, which has none; `home` is that of the constructor."""
        self.choose_host(home)
        self.session.send("Extensions.loadUnpacked", {"path": str(directory)})
        self.find_worker()

    def clear(self):
        """Removes the extension and all that it or a page has stored."""
        self.new_page()
        self.session.send("Extensions.uninstall", {"id": self.id})
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.context.clear_cookies()
        wait_for(lambda: not self.context.service_workers or self.page.wait_for_timeout(50))

    def quit(self):
        self.context.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def restart(self):
        """Ends the browser and starts it again with the same profile."""
        self.context.close()
        self.start_process()

    def extension_pages(self, ending):
        """Returns the number of open tabs with a page of the extension."""
        self.page.wait_for_timeout(50)
        return sum(page.url.endswith(ending) for page in self.context.pages)

    def close_welcome_page(self):
        """Waits for the page that opens when the extension is new, and closes it."""
        wait_for(lambda: self.extension_pages("/welcome.html") == 1)
        next(page for page in self.context.pages if page.url.endswith("/welcome.html")).close()

    def open_extension_page(self, name):
        self.new_page()
        self.page.goto(f"chrome-extension://{self.id}/{name}", wait_until="load")

    def switch_to(self, ending):
        """Switches to the tab whose URL has the given end."""
        def find():
            self.page.wait_for_timeout(50)
            return next((page for page in self.context.pages if page.url.endswith(ending)), None)
        self.page = wait_for(find)
        self.page.wait_for_load_state("load")

    def history(self):
        """Ends the browser and returns the bytes of its history."""
        self.context.close()
        files = (pathlib.Path(self.profile) / "Default").glob("History*")
        found = b"".join(file.read_bytes() for file in files if file.is_file())
        self.start_process()
        return found

    def new_page(self):
        self.page = self.context.new_page()
        return self.page

    def pairing_page(self):
        """Returns the options page, and opens it first if necessary."""
        if not self.extension_pages("/pair.html"):
            self.open_extension_page("pair.html")
        page = next(page for page in self.context.pages if page.url.endswith("/pair.html"))
        page.wait_for_selector("form:not([inert])")
        return page

    def pair(self, code, port):
        page = self.pairing_page()
        page.bring_to_front()
        page.fill("#code", code)
        page.fill("#port", port)
        page.click("text='Pair'")
        page.wait_for_selector("h1:text('Paired'), h1:text('Not paired')")
        return page.inner_text("main")

    def click_button(self):
        """Presses the toolbar button on the open page, whose popup may close by itself at any time."""
        # A popup that closes automatically does so when its work is done.
        wait_for(lambda: not popups(self.session))
        self.trigger_action()

    def press_button(self):
        """Presses the toolbar button on the open page; returns the popup."""
        self.click_button()
        return Popup(self.session, wait_for(lambda: next(iter(popups(self.session)), None)))

    def press_shortcut(self, letter):
        """Does what the browser does if Alt, Shift and a letter are pressed. A test reaches only pages by keys."""
        if letter == "l":
            return self.press_button()
        return self.worker.evaluate(
            "async () => { const [tab] = await chrome.tabs.query({active: true, lastFocusedWindow: true});"
            " chrome.commands.onCommand.dispatch('restore', tab) }")

    def trigger_action(self):
        self.page.bring_to_front()
        tabs = self.session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        [tab] = [tab["targetId"] for tab in tabs if tab["embedderData"]["tabActive"]]
        self.session.send("Extensions.triggerAction", {"id": self.id, "targetId": tab})

    def badge(self):
        return self.worker.evaluate("chrome.action.getBadgeText({})")

    def zoom(self):
        return self.worker.evaluate("chrome.tabs.query({active: true}).then(([tab]) => chrome.tabs.getZoom(tab.id))")

    def set_zoom(self, factor):
        self.worker.evaluate(
            "(factor) => chrome.tabs.query({active: true}).then(([tab]) => chrome.tabs.setZoom(tab.id,"
            " factor))", factor)

    def click_resume(self):
        """Clicks Resume of the newest place on the service's page, and switches to the page that opens."""
        self.click_away(".row .title[href] >> nth=0")

    def click_away(self, selector):
        """Clicks a link that opens a new page, and switches to it."""
        with self.context.expect_page() as opened:
            self.page.click(selector)
        self.page = opened.value
        self.page.wait_for_load_state("load")

    def close_others(self):
        """Checks that exactly one new tab opens."""
        others = self.context.pages
        self.new_page()
        for page in others:
            page.close()

    def queue_link(self, selector):
        """Does what the extension's item in a link's menu does, because the menu is not part of a page."""
        url = self.page.get_attribute(selector, "href")
        clicked = {"menuItemId": "queue", "linkUrl": self.run(f"new URL({json.dumps(url)}, location).href"),
                   "pageUrl": self.page.url, "editable": False}
        self.worker.evaluate("(clicked) => chrome.contextMenus.onClicked.dispatch(clicked, undefined)", clicked)

    def choose_highlight(self, selector):
        """Does what the extension's item in the menu of the selection does."""
        self.worker.evaluate(
            "async (clicked) => { const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });"
            " chrome.contextMenus.onClicked.dispatch(clicked, tab) }",
            {"menuItemId": "highlight", "pageUrl": self.page.url, "editable": False})

    def shown_code(self):
        self.page.click("text='Show a code'")
        return self.page.inner_text("output.code")
