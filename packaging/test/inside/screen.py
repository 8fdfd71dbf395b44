"""A virtual screen with a window manager, and a person's mouse and keyboard on it (xdotool)."""

import os
import subprocess
import time

from waiting import wait_for

WIDTH, HEIGHT = 1280, 900


class Screen:
    """An Xvfb server. Browsers that are started with its environment show real windows on it."""

    def __init__(self, log):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=log, stderr=log)
        os.close(write)
        with os.fdopen(read) as number:
            self.display = ":" + number.readline().strip()
        self.environment = {**os.environ, "DISPLAY": self.display}
        # Without a window manager no window has the keyboard's focus.
        self.manager = subprocess.Popen(["openbox", "--sm-disable"], env=self.environment, stdout=log, stderr=log)

    def close(self):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()

    def xdotool(self, *arguments):
        found = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return found.stdout.split()

    def window(self, name):
        """Waits for a visible window whose class is the given one, and raises it."""
        ids = wait_for(lambda: self.xdotool("search", "--onlyvisible", "--class", name), f"window of {name}")
        self.xdotool("windowactivate", "--sync", ids[-1])

    def press(self, keys):
        """Presses a combination such as alt+shift+l."""
        self.xdotool("key", "--clearmodifiers", keys)

    def open(self, url, is_open):
        """Types a URL into the address bar of a new tab; returns the value of `is_open` when it is true.

        Like a person, it tries again if a tab of the browser's own took the focus while it was typing.
        """
        for _ in range(3):
            self.press("ctrl+t")
            time.sleep(0.5)
            self.press("ctrl+l")
            self.xdotool("type", "--delay", 20, url)
            self.press("Return")
            try:
                return wait_for(is_open, f"page {url}", 10)
            except TimeoutError as error:
                last = error
        raise last

    def scroll(self, clicks, x=WIDTH // 2, y=HEIGHT // 2):
        """Turns the mouse wheel."""
        self.xdotool("mousemove", x, y)
        for _ in range(clicks):
            self.xdotool("click", 5)
            time.sleep(0.03)

    def click(self, x, y):
        self.xdotool("mousemove", x, y, "click", 1)

    def picture(self, path):
        """Stores a picture of the screen if ImageMagick is installed."""
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=False)
