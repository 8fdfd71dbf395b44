"""Chromium in a real window. Its own protocol only observes; a person's input comes from the screen."""

import json
import os
import subprocess
import threading

from waiting import TIMEOUT, wait_for


class Chromium:
    name = "Chromium"
    window_class = "chromium"

    def __init__(self, screen, home, log, extension=None):
        self.screen = screen
        # Chromium looks for a user's native messaging manifests in the profile.
        command = ["chromium", f"--user-data-dir={home}/.config/chromium", "--no-first-run", "--remote-debugging-pipe",
                   "--password-store=basic", "about:blank"]
        if extension:
            command.insert(1, f"--load-extension={extension}")
        requests, self.requests = os.pipe()
        self.responses, responses = os.pipe()
        # The browser reads requests from descriptor 3 and writes responses to descriptor 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{requests} 4>&{responses}', "bash", *command],
            pass_fds=[requests, responses], env=screen.environment, stdout=log, stderr=log)
        os.close(requests)
        os.close(responses)
        self.number = 0
        self.results = {}
        self.arrived = threading.Condition()
        self.closed = False
        threading.Thread(target=self.receive, daemon=True).start()
        self.send("Browser.getVersion")
        screen.window(self.window_class)

    def receive(self):
        with os.fdopen(self.responses, "rb") as stream:
            buffer = b""
            while data := stream.read1(1 << 16):
                *messages, buffer = (buffer + data).split(b"\0")
                with self.arrived:
                    for message in map(json.loads, messages):
                        if "id" in message:
                            self.results[message["id"]] = message
                    self.arrived.notify_all()
        with self.arrived:
            self.closed = True
            self.arrived.notify_all()

    def send(self, method, session=None, **parameters):
        with self.arrived:
            self.number += 1
            number = self.number
            message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            os.write(self.requests, json.dumps(message).encode() + b"\0")
            if not self.arrived.wait_for(lambda: number in self.results or self.closed, TIMEOUT):
                raise TimeoutError(f"Chromium: no response to {method}")
            result = self.results.pop(number, {"error": "closed"})
        if "error" in result:
            raise RuntimeError(f"Chromium: {method}: {result['error']}")
        return result["result"]

    def targets(self, ending, kinds=("page",)):
        every = self.send("Target.getTargets", filter=[{}])["targetInfos"]
        return [one for one in every if one["url"].endswith(ending) and one["type"] in kinds]

    def run_in(self, target, expression):
        """Returns the value of an expression in a target."""
        session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        try:
            found = self.send("Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True)
            return found["result"].get("value")
        finally:
            self.send("Target.detachFromTarget", sessionId=session)

    def run(self, expression):
        """Returns the value of an expression in the page that was opened last."""
        return self.run_in(self.page, expression)

    def open(self, url):
        """Opens a page in the way a person does: with the keyboard, in the address bar of a new tab."""
        self.page = self.screen.open(url, lambda: next(iter(self.targets(url)), None))
        wait_for(self.is_loaded, "loaded page")

    def is_loaded(self):
        try:
            return self.run("document.readyState") == "complete"
        except RuntimeError:
            # The tab is between two documents.
            return False

    def popup(self):
        """Returns the text of the toolbar button's popup, or None if it is not open."""
        found = self.targets("/popup.html")
        try:
            return self.run_in(found[0], "document.body ? document.body.innerText : ''") if found else None
        except RuntimeError:
            return None

    def shows_welcome(self):
        """Returns true if the extension's page for new users is open."""
        return bool(self.targets("/welcome.html"))

    def quit(self):
        """Ends the browser and waits until it has stored its profile."""
        try:
            self.send("Browser.close")
        except RuntimeError:
            pass
        self.process.wait(TIMEOUT)
        os.close(self.requests)
