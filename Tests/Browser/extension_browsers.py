"""Browsers with an extension, which are started once and used again, because a start takes longer than most tests."""

from browsers import wait_for
from chromium_extension import ChromiumWithExtension
from firefox_extension import FirefoxWithExtension

BROWSERS = {"chromium": ChromiumWithExtension, "firefox": FirefoxWithExtension}
# The running browsers without an extension, by name.
idle = {name: [] for name in BROWSERS}


# What the popup shows after it has looked at a page that it can capture.
LOOKED = ("Captured", "Already saved", "Capture here", "Save this page")


def capture(browser):
    """Presses the button and captures, whatever the popup offers first; returns the popup."""
    popup = browser.press_button()
    shown = wait_for(lambda: (text := popup.text()) and any(words in text for words in LOOKED) and text)
    for words in ("Capture here", "Save this page"):
        if words in shown:
            popup.click(words)
    wait_for(lambda: (text := popup.text()) and any(words in text for words in LOOKED[:2]))
    return popup


def borrow(name, directory, home=None):
    """Returns a browser that has just received an extension, and in which nothing else is stored.

    `home` is a home directory in which `leftoff native-host install` was run.
    """
    browser = idle[name].pop() if idle[name] else BROWSERS[name]()
    try:
        browser.install_extension(directory, home)
    except BaseException:
        browser.quit()
        raise
    return browser


def give_back(browser):
    """Removes the extension from a browser, and all that is stored in it."""
    try:
        browser.clear()
    except BaseException:
        browser.quit()
        raise
    idle[browser.name].append(browser)


def quit_all():
    """Ends the browsers that were given back."""
    for browsers in idle.values():
        while browsers:
            browsers.pop().quit()
