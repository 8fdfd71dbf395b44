"""The web page's queue, with live changes, real clicks and keys."""

import http.server
import threading

import pytest
from browsers import wait_equal
from conftest import Service
from page_view import PageView

SIZE = 400_000


class Files:
    """Files of which only half is sent before the gate opens."""

    def __init__(self):
        self.gate = threading.Event()
        files = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                if "gone" in self.path:
                    files.gate.wait()
                    self.send_error(404)
                    return
                if "tiny" in self.path:
                    self.send_response(200)
                    self.send_header("Content-Length", "1")
                    self.end_headers()
                    self.wfile.write(b"t")
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(SIZE))
                self.end_headers()
                try:
                    sent = SIZE // 4
                    self.wfile.write(b"a" * sent)
                    # Sends slowly, because a download without progress is restarted after half a minute.
                    while not files.gate.wait(0.5):
                        self.wfile.write(b"a" * 100)
                        sent += 100
                    self.wfile.write(b"b" * (SIZE - sent))
                except OSError:
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.gate.set()
        self.server.shutdown()


@pytest.fixture
def files():
    files = Files()
    yield files
    files.stop()


@pytest.fixture
def view(browser, leftoff, tmp_path, service):
    """The queue's view; nothing is downloaded."""
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/queue")
    view.wait("document.querySelector('#queue-notice h2')?.textContent === 'The queue is empty'")
    view.wait_until_it_listens()
    return view


@pytest.fixture
def working(browser, leftoff, tmp_path):
    """The queue's view of a service that downloads. It is a new one, because its worker remembers what it has done."""
    service = Service(leftoff, ("--port", "0"))
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.folder = tmp_path / "downloads"
    view.folder.mkdir()
    view.api("PATCH", "/api/settings", {"downloadDirectory": str(view.folder)})
    view.go("/queue")
    yield view
    service.stop()


def add(view, *names):
    view.api("POST", "/api/queue", {"urls": [f"http://127.0.0.1:9/{name}" for name in names]})
    # The handles have no effect before their script has loaded.
    view.wait(f"document.querySelectorAll('#todo .item').length >= {len(names)} && !document.querySelector('#todo"
              f" [inert]')")


def order(view):
    return [item["url"].rsplit("/", 1)[1] for item in view.api("GET", "/api/queue")]


def test_an_address_in_a_private_network_is_refused_with_a_reason_and_stays_in_the_field(view):
    view.click("#add-url")
    view.type("http://192.168.1.1/film.mkv")
    view.keys("Enter")
    view.wait("/192.168.1.1 is not a public address; the settings can allow this host/.test("
              "document.getElementById('toast').textContent)")
    assert view.js("document.getElementById('add-url').value") == "http://192.168.1.1/film.mkv"
    assert view.api("GET", "/api/queue") == []


def test_a_download_is_shown_from_its_addition_to_its_end(working, files):
    working.click("#add-url")
    working.type(f"{files.origin}/book.pdf")
    working.keys("Enter")
    working.wait_texts("#todo .name", ["book.pdf"])
    working.wait("/^[0-9.]+ KiB of 391 KiB/.test(document.querySelector('#todo .detail')?.textContent)")
    working.wait_texts("#todo .state", ["Downloading"])
    assert 0 < working.js("document.querySelector('#todo progress').value") <= 0.5
    assert working.texts("#badge") == ["1"]
    # The ring is a turning half circle.
    working.wait("document.querySelector('#todo .ring')?.getAttribute('stroke-dasharray') === '0.5 1'")
    files.gate.set()
    working.wait_texts("#done .name", ["book.pdf"])
    assert working.texts("#done .detail") == [f"391 KiB · {working.folder}/book.pdf"]
    assert working.texts("#badge") == [] and working.texts("#todo .item") == []
    assert working.js("document.querySelector('#done .symbol svg g path').getAttribute('d').length") > 10
    working.wait("/book.pdf is done/.test(document.getElementById('announcement').textContent)")


def test_a_failure_is_described_and_can_be_retried(working, files):
    working.api("POST", "/api/queue", {"urls": [f"{files.origin}/gone.zip"]})
    working.wait_texts("#todo .state", ["Downloading"])
    files.gate.set()
    working.wait_texts("#failed .name", ["gone.zip"])
    assert working.texts("#failed .detail")[0].startswith("The server did not send the file. (the server"
                                                          " answered 404)")
    working.wait("/gone.zip failed/.test(document.getElementById('announcement').textContent)")
    files.gate.clear()
    working.js("(document.getElementById('announcement').textContent = '', null)")
    working.click("#failed .retry")
    working.wait_texts("#todo .state", ["Downloading"])
    files.gate.set()
    working.wait_texts("#failed .name", ["gone.zip"])
    working.wait("/gone.zip failed/.test(document.getElementById('announcement').textContent)")
    working.click("#failed .remove")
    working.wait_texts("#failed .name", [])
    assert working.api("GET", "/api/queue") == []


def test_the_latest_finished_download_is_first_and_older_ones_are_loaded(chromium, leftoff, service, files, tmp_path):
    leftoff("queue", "add", "--dir", str(tmp_path), *[f"{files.origin}/tiny-{number}" for number in range(110)])
    leftoff("queue", "run", "--sync", "none")
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    done = view.api("GET", "/api/queue?state=done&order=ended")
    names = [item["url"].rsplit("/", 1)[1] for item in done]
    assert len(names) == 110
    view.go("/queue")
    view.wait_texts("#done .name", names[:100])
    view.wait_until_it_listens()
    # The row at which the first part ended may have moved by then.
    view.api("DELETE", f"/api/queue/{done[99]['id']}")
    view.wait_texts("#done .name", names[:99])
    view.js("document.querySelector('#done .more button').focus()")
    view.keys("Enter")
    view.wait_texts("#done .name", names[:99] + names[100:])
    view.wait("document.activeElement.getAttribute('aria-label') === " + repr(f"Remove {names[100]}"))


def test_a_waiting_download_counts_down_to_its_next_attempt(chromium, leftoff, service):
    leftoff("queue", "add", "http://127.0.0.1:9/later", "--start-at", "+90s")
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    chromium.page.clock.install()
    view.go("/queue")
    view.wait("/^Starts in \\d+ s$/.test(document.querySelector('.item .next')?.textContent)")
    seconds = "Number(/\\d+/.exec(document.querySelector('.item .next').textContent)?.[0] ?? 0)"
    before = view.js(seconds)
    assert view.js("document.querySelector('.item .next').title.length") > 8
    assert view.js("document.querySelector('.item progress').checkVisibility()") is False
    chromium.page.clock.fast_forward(30_000)
    view.wait(f"{seconds} <= {before - 30}")
    # A minute later it is due; from then on the worker reports changes.
    chromium.page.clock.fast_forward(60_000)
    view.wait("document.querySelector('.item .next').textContent === 'Starts in a moment'")


def test_the_summary_counts_paused_downloads(view):
    add(view, "a", "b")
    view.click("#pause-all")
    view.wait_texts("#todo .state", ["Paused", "Paused"])
    view.wait("document.getElementById('queue-summary').textContent === '2 paused'")


def test_pausing_all_includes_downloads_that_are_not_shown_yet(chromium, leftoff, service):
    leftoff("queue", "add", *[f"http://127.0.0.1:9/{number}" for number in range(105)])
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/queue")
    view.wait("document.querySelectorAll('#todo .item').length === 100")
    view.click("#pause-all")
    wait_equal(lambda: {item["state"] for item in view.api("GET", "/api/queue")}, {"paused"})
    view.wait("document.getElementById('queue-summary').textContent === '100+ paused'")


def test_a_file_name_cannot_change_the_writing_direction(view):
    add(view, "photo%E2%80%AEgpj.exe")
    assert view.texts("#todo .name") == ["photo\ufffdgpj.exe"]


def test_a_download_is_paused_resumed_and_removed_by_keys(view):
    add(view, "one", "two")
    view.js("document.querySelector('#todo .pause').focus()")
    view.keys("p")
    view.wait_texts("#todo .state", ["Paused", "Ready"])
    view.wait("document.activeElement.textContent === 'Resume'")
    assert view.texts("#badge") == ["1"]
    view.keys("Enter")
    view.wait_texts("#todo .state", ["Ready", "Ready"])
    view.keys("x")
    view.wait_texts("#todo .name", ["two"])
    assert order(view) == ["two"]


def test_the_order_is_changed_by_arrow_keys(view):
    add(view, "one", "two", "three", "four")
    view.js("document.querySelector('#todo .item:nth-child(4) .grip').focus()")
    view.keys("ArrowUp", "ArrowUp")
    view.wait_texts("#todo .name", ["one", "four", "two", "three"])
    wait_for_order(view, ["one", "four", "two", "three"])
    assert view.js("document.activeElement.getAttribute('aria-label')") == "Move four"
    assert view.js("document.getElementById('announcement').textContent") == "2 of 4"
    view.keys("End")
    wait_for_order(view, ["one", "two", "three", "four"])


def wait_for_order(view, names):
    wait_equal(lambda: order(view), names)
    view.wait_texts("#todo .name", names)


def test_the_order_is_changed_by_a_drag(view):
    add(view, "one", "two", "three", "four")
    view.box("#todo .item:nth-child(4) .grip")
    target = view.box("#todo .item:nth-child(2)")
    # The view may have scrolled before the second element is measured.
    left, top, width, height = view.js(
        "(() => { const b = document.querySelector('#todo .item:nth-child(4) .grip').getBoundingClientRect();"
        " return [b.left, b.top, b.width, b.height] })()")
    view.drag((left + width / 2, top + height / 2), (left + width / 2, target[1] + 8))
    wait_for_order(view, ["one", "four", "two", "three"])


def test_the_order_is_changed_by_a_menu(view):
    add(view, "one", "two", "three")
    view.click("#todo .item:nth-child(3) .grip")
    view.wait("document.activeElement.dataset.move === 'first'")
    view.keys("Enter")
    wait_for_order(view, ["three", "one", "two"])
    view.wait("document.activeElement.getAttribute('aria-label') === 'Move three'")


def test_changes_by_the_command_line_are_shown_at_once(view, leftoff):
    leftoff("queue", "add", "http://127.0.0.1:9/from-the-shell")
    view.wait_texts("#todo .name", ["from-the-shell"])
    item = view.api("GET", "/api/queue")[0]["id"]
    leftoff("queue", "pause", item)
    view.wait_texts("#todo .state", ["Paused"])
    view.click("#resume-all")
    view.wait_texts("#todo .state", ["Ready"])
    leftoff("queue", "remove", item)
    view.wait_texts("#todo .name", [])
