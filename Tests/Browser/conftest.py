"""Shared fixtures: the binary under test, a site, a service and two real browsers."""

import collections
import contextlib
import functools
import json
import os
import pathlib
import queue
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import urllib.request

import pytest

# Failed assertions in these modules show their values, as in the tests.
pytest.register_assert_rewrite(
    "browsers", "chromium_extension", "copy_site", "firefox_extension", "page_view", "pixels", "place", "site_server")

import extension_browsers
from browsers import TIMEOUT, Chromium, Firefox, wait_equal, wait_for_session
from copy_site import ArticleSite, article
from firefox_extension import clear_data
from site_server import Site

# The seed of a random order of the tests; empty for the usual order.
SEED = os.environ.get("LEFTOFF_TEST_SEED", "")


def pytest_report_header():
    return f"random order: LEFTOFF_TEST_SEED={SEED}" if SEED else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Begins with the windows, whose few tests take longest, and then with the modules of most tests.

    Whatever begins last keeps one worker busy while the others have nothing left to do. With a seed, the modules and
    the tests of each module have a random order instead.
    """
    if SEED:
        shuffle(items)
    # pytest puts tests that use the same fixture for a module together, in the order that they have here.
    result = yield
    if not SEED:
        counts = collections.Counter(item.path for item in items)
        items.sort(key=lambda item: (item.path.name != "test_windows.py", -counts[item.path], str(item.path)))
    return result


def shuffle(items):
    """Changes the order of the modules, and of the tests of each module, by the seed."""
    modules = collections.defaultdict(list)
    for item in sorted(items, key=lambda item: item.nodeid):
        modules[item.path].append(item)
    order = random.Random(SEED)
    shuffled = list(modules.values())
    order.shuffle(shuffled)
    for module in shuffled:
        order.shuffle(module)
    items[:] = [item for module in shuffled for item in module]


STORE = "leftoff.sqlite"


@functools.cache
def empty_store(binary):
    """Returns the bytes of a store that contains nothing; the binary would take 50 to 100 ms to create each store."""
    with tempfile.TemporaryDirectory() as home:
        # Only commands that add something create a store; this backup is empty.
        subprocess.run([binary, "import", "--quiet"], input=b'{"leftoff":1}', check=True,
                       env={**os.environ, "LEFTOFF_HOME": home}, timeout=3 * TIMEOUT)
        return (pathlib.Path(home) / STORE).read_bytes()


class Leftoff:
    """The binary with its own data directory."""

    def __init__(self, binary, home):
        self.binary = binary
        self.home = pathlib.Path(home)
        self.environment = {**os.environ, "LEFTOFF_HOME": str(home), "NO_COLOR": "1"}
        self.home.mkdir(mode=0o700, exist_ok=True)
        (self.home / STORE).write_bytes(empty_store(binary))
        (self.home / STORE).chmod(0o600)

    def __call__(self, *arguments, text=None):
        done = subprocess.run(
            [self.binary, *arguments], input=text, capture_output=True, text=True, env=self.environment,
            timeout=3 * TIMEOUT)
        assert done.returncode == 0, f"leftoff {' '.join(arguments)}: {done.returncode}\n{done.stderr}"
        return done.stdout

    def empty(self):
        """Deletes all places, downloads, windows and copies. A service or a native host may use them meanwhile."""
        shutil.rmtree(self.home / "copies", ignore_errors=True)
        with contextlib.closing(sqlite3.connect(":memory:")) as empty, \
                contextlib.closing(sqlite3.connect(self.home / STORE, timeout=TIMEOUT)) as store:
            empty.deserialize(empty_store(self.binary))
            # A service compares the number of the last change with the last one that it has seen.
            last = store.execute("SELECT seq FROM sqlite_sequence WHERE name = 'change'").fetchone()
            empty.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", last)
            empty.commit()
            store.execute("PRAGMA synchronous = OFF")
            empty.backup(store)

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
        self.leftoff = leftoff
        self.arguments = arguments
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            # The pages and the files of the tests are on this machine.
            [self.leftoff.binary, "serve", "--allow-private", "127.0.0.1", "--allow-private", "localhost",
             "--download-dir", tempfile.gettempdir(), *self.arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.leftoff.environment)
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

    def begin(self):
        """Makes the service what it is after its start: nothing is stored, and no browser is connected."""
        try:
            wait_equal(self.connections, 0)
            settings = self.request("GET", "/api/settings")
            # Directories that are no settings: the one that is used without the setting, and the allowed ones.
            for name in ("usualDownloadDirectory", "downloadDirectories"):
                settings.pop(name, None)
            self.request("PATCH", "/api/settings", dict.fromkeys(settings))
            self.request("DELETE", "/api/sessions")
            self.leftoff.empty()
            self.address = self.request("POST", "/api/logins")["address"]
        except Exception:
            # A service that does not respond must not fail all later tests too.
            self.stop()
            self.start()
            raise

    def sign_in(self, browser):
        """Signs a browser in with the address that the service has printed."""
        browser.open(self.address)
        wait_for_session(browser)

    def request(self, method, path, body=None):
        """Returns the API's response to a request with the token."""
        token = (self.leftoff.home / "token").read_text().strip()
        request = urllib.request.Request(
            self.origin + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            text = response.read()
        return json.loads(text) if text else None

    def connections(self):
        """Returns the number of connections that the service has not closed yet."""
        end = f":{int(self.port):04X}"
        tables = [pathlib.Path(f"/proc/net/{name}").read_text() for name in ("tcp", "tcp6")]
        rows = [line.split() for table in tables for line in table.splitlines()]
        # Established, and closed by the browser only.
        return sum(row[1].endswith(end) and row[3] in ("01", "08") for row in rows)

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
def leftoff(request, binary, tmp_path):
    """The binary, with the data directory of the service if the test uses that."""
    if "service" in request.fixturenames:
        return request.getfixturevalue("service").leftoff
    return Leftoff(binary, tmp_path / "home")


@pytest.fixture(scope="session")
def capture_script(binary, tmp_path_factory):
    return Leftoff(binary, tmp_path_factory.mktemp("home"))("script", "capture")


@pytest.fixture(scope="session")
def shared_service(binary, tmp_path_factory):
    running = Service(Leftoff(binary, tmp_path_factory.mktemp("service") / "home"))
    yield running
    running.stop()


@pytest.fixture
def service(shared_service):
    """A service in which nothing is stored. A test that stops its service starts one of its own."""
    shared_service.begin()
    return shared_service


@pytest.fixture
def port():
    """A port that no other program receives during the test, although nothing listens on it yet."""
    with socket.socket() as reserved:
        # The service sets this option too, so that it can listen on the port meanwhile.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        yield str(reserved.getsockname()[1])


@pytest.fixture(scope="session", autouse=True)
def extension_browsers_end():
    yield
    extension_browsers.quit_all()


@pytest.fixture(scope="session")
def site():
    running = Site()
    yield running
    running.stop()


@pytest.fixture
def own_site():
    """A site with one article, which the test changes or stops."""
    site = ArticleSite(article())
    yield site
    site.close()


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
    yield chromium_process
    # Afterwards, so that no page is still connected to the service when the next test begins.
    chromium_process.reset()


@pytest.fixture
def firefox(request, firefox_process):
    yield firefox_process
    firefox_process.reset()
    if "service" in request.fixturenames:
        # All tests have the same profile and the same service.
        clear_data(firefox_process)


@pytest.fixture(params=["chromium", "firefox"])
def browser(request):
    return request.getfixturevalue(request.param)
