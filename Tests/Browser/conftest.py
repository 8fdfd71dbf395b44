"""Shared fixtures: the binary under test, a site, a service and two real browsers."""

import collections
import json
import os
import pathlib
import queue
import re
import subprocess
import threading

import pytest

# Failed assertions in these modules show their values, as in the tests.
pytest.register_assert_rewrite(
    "browsers", "chromium_extension", "firefox_extension", "page_view", "pixels", "place", "site_server")

from browsers import TIMEOUT, Chromium, Firefox
from site_server import Site


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Begins with the windows, whose few tests take longest, and then with the modules of most tests.

    Whatever begins last keeps one worker busy while the others have nothing left to do.
    """
    counts = collections.Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path.name != "test_windows.py", -counts[item.path], str(item.path)))


class Leftoff:
    """The binary with its own data directory."""

    def __init__(self, binary, home):
        self.binary = binary
        self.environment = {**os.environ, "LEFTOFF_HOME": str(home), "NO_COLOR": "1"}

    def __call__(self, *arguments, text=None):
        done = subprocess.run(
            [self.binary, *arguments], input=text, capture_output=True, text=True, env=self.environment,
            timeout=3 * TIMEOUT)
        assert done.returncode == 0, f"leftoff {' '.join(arguments)}: {done.returncode}\n{done.stderr}"
        return done.stdout

    def keep(self, snapshot):
        """Stores a snapshot and returns its id."""
        return self("capture", "-", text=json.dumps(snapshot)).strip()

    def newest(self):
        """Returns the snapshot that was stored last."""
        shown = json.loads(self("restore", "@", "--as", "json"))
        shown.pop("restore", None)
        return shown

    def restore(self, place="@"):
        """Returns the restore script of a stored place."""
        return self("restore", place, "--as", "script")


class Service:
    """`leftoff serve` on a free port, by default without its worker."""

    def __init__(self, leftoff, arguments=("--port", "0", "--no-worker")):
        self.process = subprocess.Popen(
            # The pages and the files of the tests are on this machine.
            [leftoff.binary, "serve", "--allow-private", "127.0.0.1", "--allow-private", "localhost", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=leftoff.environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        said = []
        while True:
            try:
                said.append(self.lines.get(timeout=TIMEOUT))
            except queue.Empty:
                raise AssertionError(f"the service printed no address: {said}") from None
            found = re.search(r"http://127\.0\.0\.1:(\d+)\S*", said[-1] or "")
            if found:
                break
            assert said[-1] is not None, f"the service ended: {said}"
        self.address = found.group(0)
        self.port = found.group(1)
        self.origin = f"http://127.0.0.1:{self.port}"

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def binary():
    path = os.environ.get("LEFTOFF_BIN")
    if not path or not pathlib.Path(path).is_file():
        pytest.exit("LEFTOFF_BIN must be the path of the leftoff binary; `make test-browser` sets it", returncode=2)
    return str(pathlib.Path(path).resolve())


@pytest.fixture
def leftoff(binary, tmp_path):
    return Leftoff(binary, tmp_path / "home")


@pytest.fixture(scope="session")
def capture_script(binary, tmp_path_factory):
    return Leftoff(binary, tmp_path_factory.mktemp("home"))("script", "capture")


@pytest.fixture
def service(leftoff):
    running = Service(leftoff)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def site():
    running = Site()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium_process():
    browser = Chromium()
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def firefox_process():
    browser = Firefox()
    yield browser
    browser.quit()


@pytest.fixture
def chromium(chromium_process):
    chromium_process.reset()
    return chromium_process


@pytest.fixture
def firefox(firefox_process):
    firefox_process.reset()
    return firefox_process


@pytest.fixture(params=["chromium", "firefox"])
def browser(request):
    return request.getfixturevalue(request.param)
