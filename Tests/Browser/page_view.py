"""Controls the service's web page with real clicks and keys in either browser, and reads results from the API."""

import json
import pathlib

from browsers import TIMEOUT, Chromium, wait_for, wait_for_session
from marionette_driver import By
from marionette_driver.marionette import ActionSequence

# Names of keys as in playwright, and their code points for WebDriver.
KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003", "ArrowDown": "\ue015",
    "ArrowUp": "\ue013", "End": "\ue010", "Home": "\ue011", "Space": " ", "Shift": "\ue008", "Control": "\ue009",
}


def snapshot(url, title=None, quote=None, text=None, links=()):
    """Returns a snapshot like the capture script's, with the values that the page shows."""
    made = {
        "schema": 1, "url": url, "baseURI": url, "pageXOffset": 0, "pageYOffset": 900, "pageScale": 1,
        "links": [{"url": address, "text": words} for address, words in links],
    }
    if title is not None:
        made["title"] = title
    if quote is not None:
        made["anchors"] = [{"role": "primary", "quote": {"exact": quote, "prefix": "", "suffix": ""}}]
    if text is not None:
        made["progress"] = {"text": text}
    return made


class PageView:
    """The page in a signed-in browser."""

    def __init__(self, browser, service, home):
        self.browser = browser
        self.service = service
        self.token = (pathlib.Path(home) / "token").read_text().strip()
        browser.open(f"{service.origin}/?token={self.token}")
        wait_for_session(browser)
        self.keep_notices()

    def go(self, path, width=1280, height=800):
        self.browser.open(self.service.origin + path, width, height)
        self.keep_notices()

    def keep_notices(self):
        """Keeps the notices at the bottom of the page, which otherwise disappear after some seconds.

        The page keeps them while the pointer is on them, and is told that it is.
        """
        self.run_in_page("const box = document.getElementById('toast'); if (box) box.matches = () => true")

    def api(self, method, path, body=None):
        """Returns the API's response to a request with the token."""
        return self.service.request(method, path, body)

    def js(self, expression):
        return self.browser.run(expression)

    def run_in_page(self, statements):
        """Runs statements that change objects of the page, also under a policy that forbids `eval`."""
        if isinstance(self.browser, Chromium):
            self.browser.page.evaluate(f"() => {{ {statements} }}")
        else:
            # Without a sandbox of its own, the script sees the page's objects and not views of them.
            self.browser.client.execute_script(statements, sandbox=None)

    def wait(self, expression, seconds=TIMEOUT):
        """Waits until an expression is true in the page; returns its value."""
        try:
            return wait_for(lambda: self.js(f"({expression})"), seconds)
        except AssertionError:
            text = self.js("document.body.innerText")
            raise AssertionError(f"not true after {seconds} s: {expression}\n{text}") from None

    def wait_until_it_listens(self):
        """Waits until the page receives events, after which it requests the queue; in the queue's view, once more."""
        wanted = "location.pathname === '/queue' ? 6 : 1"
        self.wait(f"performance.getEntriesByType('resource').filter((e) => e.name.includes('/api/queue?')).length >="
                  f" ({wanted})")

    def texts(self, selector):
        """Returns the texts of the visible elements."""
        return self.js(
            f"[...document.querySelectorAll({json.dumps(selector)})].filter((e) => e.checkVisibility())"
            ".map((e) => e.textContent.trim())")

    def text(self, selector):
        return (self.texts(selector) or [""])[0]

    def wait_texts(self, selector, texts, seconds=TIMEOUT):
        self.wait(
            f"JSON.stringify([...document.querySelectorAll({json.dumps(selector)})].filter((e) => e.checkVisibility())"
            f".map((e) => e.textContent.trim())) === JSON.stringify({json.dumps(texts)})", seconds)

    def click(self, selector):
        # In the middle of the window, where no sticky element covers it.
        self.wait(
            f"((e) => e?.checkVisibility() && !e.closest('[inert]') && (e.scrollIntoView({{block: 'center'}}), true))"
            f"(document.querySelector({json.dumps(selector)}))")
        reached = f"getComputedStyle(document.querySelector({json.dumps(selector)})).pointerEvents !== 'none'"
        if not self.js(reached):
            # The buttons of a row work while the pointer is on the row.
            left, top, width, height = self.box(selector)
            self.browser.point_at(left + width / 2, top + height / 2)
            self.wait(reached)
        self.browser.click_here(selector)

    def click_with_shift(self, selector, share=0.5):
        """Clicks an element in its middle, or at another share of its height."""
        left, top, width, height = self.box(selector)
        if isinstance(self.browser, Chromium):
            self.browser.page.click(
                selector, modifiers=["Shift"], position={"x": width / 2, "y": height * share})
            return
        keys = ActionSequence(self.browser.client, "key", "keyboard").key_down(KEYS["Shift"])
        keys.perform()
        self.browser.click_at(left + width / 2, top + height * share)
        ActionSequence(self.browser.client, "key", "keyboard").key_up(KEYS["Shift"]).perform()

    def box(self, selector):
        """Scrolls an element into view; returns its left, top, width and height."""
        return self.js(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block:"
            f" 'center'}});"
            " const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height] })()")

    def keys(self, *names):
        """Presses keys one after another; `Shift+ArrowDown` holds the first."""
        for name in names:
            if isinstance(self.browser, Chromium):
                self.browser.page.keyboard.press(name)
                continue
            *held, last = [KEYS.get(part, part) for part in name.split("+")] if len(name) > 1 else [name]
            actions = ActionSequence(self.browser.client, "key", "keyboard")
            for key in held:
                actions.key_down(key)
            actions.key_down(last).key_up(last)
            for key in reversed(held):
                actions.key_up(key)
            actions.perform()

    def set_time_of_events(self, milliseconds):
        """Sets the time at which all later events happen by the page's clock."""
        self.run_in_page(
            f"Object.defineProperty(Event.prototype, 'timeStamp', {{configurable: true, get: () => {milliseconds}}})")

    def go_by_keys(self, letter):
        """Presses g and a letter at the same time by the page's clock, however long this machine takes."""
        self.set_time_of_events(0)
        self.keys("g", letter)

    def type(self, text):
        self.keys(*["Space" if letter == " " else letter for letter in text])

    def drag(self, start, end):
        """Presses at one point, moves to another in steps, and releases."""
        steps = [(start[0] + (end[0] - start[0]) * n / 8, start[1] + (end[1] - start[1]) * n / 8) for n in range(1, 9)]
        if isinstance(self.browser, Chromium):
            mouse = self.browser.page.mouse
            mouse.move(*start)
            mouse.down()
            for step in steps:
                mouse.move(*step)
            mouse.up()
            return
        mouse = ActionSequence(self.browser.client, "pointer", "mouse", {"pointerType": "mouse"})
        mouse.pointer_move(round(start[0]), round(start[1])).pointer_down()
        for x, y in steps:
            mouse.pointer_move(round(x), round(y), duration=10)
        mouse.pointer_up().perform()

    def choose_file(self, selector, path):
        if isinstance(self.browser, Chromium):
            self.browser.page.set_input_files(selector, str(path))
        else:
            self.browser.client.find_element(By.CSS_SELECTOR, selector).send_keys(str(path))

    def choose(self, selector, value):
        """Chooses an option of a select."""
        # The options are replaced after the service has counted them.
        self.wait(f"!document.querySelector({json.dumps(selector)}).disabled")
        if isinstance(self.browser, Chromium):
            self.browser.page.select_option(selector, value)
        else:
            self.browser.client.find_element(By.CSS_SELECTOR, f'{selector} option[value="{value}"]').click()
