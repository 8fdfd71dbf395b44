"""Firefox in a real window. Marionette only observes; a person's input comes from the screen."""

import json
import pathlib
import socket
import subprocess

from waiting import TIMEOUT, wait_for

PORT = 2828
# Marionette otherwise changes preferences, some of which decide which add-ons are enabled.
PREFERENCES = """user_pref("remote.prefs.recommended", false);
"""
IN_POPUP = """
const done = arguments[0];
const panel = [...document.querySelectorAll('.webextension-popup-browser')].pop();
if (!panel || !panel.messageManager) { done(null); } else {
    const name = 'leftoff-test:' + Math.random();
    const receive = ({data}) => { clearTimeout(late); done(data); };
    const late = setTimeout(() => receive({data: null}), 2000);
    panel.messageManager.addMessageListener(name, receive);
    panel.messageManager.loadFrameScript('data:,' + encodeURIComponent(
        `sendAsyncMessage(${JSON.stringify(name)}, content.document.body ? content.document.body.innerText : '')`),
        false);
}
"""


class Firefox:
    name = "Firefox"
    window_class = "firefox-esr"

    def __init__(self, screen, home, log, extension=None):
        self.screen = screen
        profile = pathlib.Path(home) / "firefox-profile"
        profile.mkdir(exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES)
        self.process = subprocess.Popen(
            ["firefox-esr", "--marionette", "--remote-allow-system-access", "--profile", str(profile), "about:blank"],
            env=screen.environment, stdout=log, stderr=log)
        self.socket = wait_for(self.connect, "Marionette")
        self.stream = self.socket.makefile("rb")
        self.receive()
        self.number = 0
        self.send("WebDriver:NewSession")
        self.send("WebDriver:SetTimeouts", script=1000 * TIMEOUT)
        screen.window(self.window_class)
        if extension:
            self.send("Addon:Install", path=extension, temporary=True)

    @staticmethod
    def connect():
        try:
            return socket.create_connection(("127.0.0.1", PORT), TIMEOUT)
        except ConnectionError:
            return None

    def receive(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                raise ConnectionError("Firefox: Marionette closed the connection")
            length += byte
        return json.loads(self.stream.read(int(length)))

    def send(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"Firefox: {command}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def chrome(self, script):
        """Returns the result of an asynchronous script in the browser's own window."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.send("WebDriver:ExecuteAsyncScript", script=script, args=[], newSandbox=True)
        finally:
            self.send("Marionette:SetContext", value="content")

    def run(self, expression):
        """Returns the value of an expression in the page that was opened last."""
        return self.send("WebDriver:ExecuteScript", script=f"return ({expression})", args=[], newSandbox=True)

    def open(self, url):
        """Opens a page in the way a person does: with the keyboard, in the address bar of a new tab."""
        self.screen.open(url, lambda: self.switch_to(url))
        wait_for(lambda: self.run("document.readyState") == "complete", "loaded page")

    def switch_to(self, url):
        for handle in self.send("WebDriver:GetWindowHandles"):
            self.send("WebDriver:SwitchToWindow", handle=handle, focus=False)
            if self.send("WebDriver:GetCurrentURL") == url:
                return True
        return False

    def popup(self):
        """Returns the text of the toolbar button's popup, or None if it is not open."""
        return self.chrome(IN_POPUP)

    def shows_welcome(self):
        """Returns true if the extension's page for new users is open."""
        return self.chrome(
            "arguments[0](gBrowser.tabs.some((tab) => tab.linkedBrowser.currentURI.spec.endsWith('/welcome.html')))")

    def quit(self):
        """Ends the browser and waits until it has stored its profile."""
        self.send("Marionette:SetContext", value="chrome")
        self.send("Marionette:Quit", flags=["eAttemptQuit"])
        self.process.wait(TIMEOUT)
        self.socket.close()
