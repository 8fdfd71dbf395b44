"""The view of a place: its links, selected and queued with real clicks and keys."""

import http.server
import threading

import pytest
from page_view import PageView, snapshot

LINKS = "".join(f'<p><a href="/files/{n}.{"pdf" if n % 2 else "zip"}">File {n}</a>' for n in range(1, 251))
PAGE = f'<!doctype html><title>Files</title><main>{LINKS}</main><p><a href="https://away.example/">Away</a><img src="/seal.png">'


MANY = "<!doctype html><title>Many</title>" + "".join(f'<p><a href="/many/{n}.pdf">File {n}</a>' for n in range(10_000))


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        body = (MANY if self.path == "/many" else PAGE).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def origin():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def view(browser, leftoff, origin, service):
    links = [(f"{origin}/files/{n}.{'pdf' if n % 2 else 'zip'}", f"File {n}") for n in range(7, 12)]
    place = leftoff.keep(snapshot(f"{origin}/page", "A page of files", "Here.", 0.5,
                                  [*links, ("javascript:alert(1)", "A trap")]))
    leftoff.keep(snapshot(f"{origin}/page?utm_source=x", "The same page later", "There.", 0.7))
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.place = place
    view.go(f"/places/{place}")
    view.wait_texts(".link a", ["File 7", "File 8", "File 9", "File 10", "File 11", "A trap"])
    # Elements that appear above the links would move them away during a click.
    view.wait_texts("#history small", ["There."])
    return view


def queued(view):
    return [item["url"].rsplit("/", 1)[1] for item in view.api("GET", "/api/queue")]


def test_the_view_of_a_place_shows_its_quote_its_history_and_its_links(view):
    assert view.text("#place-heading") == "A page of files"
    assert view.text("#place-quote") == "Here."
    assert view.js("document.getElementById('place-resume').dataset.resume") == view.place
    view.wait_texts("#history small", ["There."])
    # A URL that is not http or https is shown but cannot be opened or queued.
    assert view.js("document.querySelector('.link:nth-child(6) a').getAttribute('href')") is None
    assert view.js("document.querySelector('.link:nth-child(6) button')") is None


def test_a_link_is_queued_by_a_click_and_the_badge_counts_it(view):
    view.click(".link:nth-child(2) > button")
    view.wait_texts("#badge", ["1"])
    view.wait("document.querySelector('.link:nth-child(2) > button').textContent === 'Queued'")
    assert queued(view) == ["8.zip"]
    view.click(".link:nth-child(3) > button")
    view.wait("/File 9/.test(document.getElementById('toast').textContent)")
    view.wait_texts("#badge", ["2"])


def test_links_are_selected_with_shift_and_a_click_and_queued_together(view):
    view.click(".link:nth-child(2) input")
    view.click_with_shift(".link:nth-child(4) input")
    view.wait_texts("#chosen-words", ["3 of 5 selected"])
    view.js(
        "(new MutationObserver((changes) => { for (const {addedNodes} of changes) for (const node of addedNodes) {"
        " const link = node.querySelector?.('.thrown a'); if (link) document.body.dataset.thrown ="
        " [document.body.dataset.thrown ?? [], link.textContent].flat().join() } }).observe(document.body, {childList:"
        " true}), 1)")
    view.click("#links-queue")
    view.wait_texts("#badge", ["3"])
    assert queued(view) == ["8.zip", "9.pdf", "10.zip"]
    # The rows fly instead of the bar with the button; afterwards none is selected.
    assert view.js("document.body.dataset.thrown") == "File 8,File 9,File 10"
    view.wait_texts("#chosen-words", ["All 5 links"])
    assert view.js("document.querySelectorAll('.link :checked, .link.selected').length") == 0


def test_links_are_selected_with_the_keyboard(view):
    view.js("document.querySelector('.link input').focus()")
    view.keys("ArrowDown", "Space", "Shift+ArrowDown", "Shift+ArrowDown")
    view.wait_texts("#chosen-words", ["3 of 5 selected"])
    view.keys("ArrowUp", "Space")
    view.wait_texts("#chosen-words", ["2 of 5 selected"])
    view.keys("Control+a")
    view.wait_texts("#chosen-words", ["5 of 5 selected"])
    # The list is a single tab stop: Tab moves from the check box to the row's link and button, and then out of the
    # list.
    view.keys("Tab", "Tab")
    assert view.js("document.activeElement.textContent") == "Queue"


def test_all_links_of_the_page_are_shown_on_request_with_those_in_view_first(view):
    view.click(".segments label:last-child")
    view.wait_texts("#chosen-words", ["All 252 links"])
    first = view.texts(".link a")[:6]
    assert first == ["File 7", "File 8", "File 9", "File 10", "File 11", "File 1"]
    assert view.texts(".link .kind")[:5] == ["in view"] * 5
    view.js("document.querySelector('.link input').focus()")
    view.keys("End")
    view.wait("document.activeElement.closest('.link').dataset.index === '251'")
    view.choose("#link-filters [name=kind]", "image")
    view.wait_texts("#chosen-words", ["1 link"])


def test_ten_thousand_links_are_shown_in_parts_selected_and_queued(view, leftoff, origin):
    view.go(f"/places/{leftoff.keep(snapshot(f'{origin}/many', 'Many'))}")
    view.click("#links-notice .primary")
    view.wait_texts("#chosen-words", ["All 10,000 links"])
    assert view.js("document.querySelectorAll('.link').length") <= 300
    view.js("document.querySelector('.link input').focus()")
    view.keys("Shift+End")
    view.wait_texts("#chosen-words", ["10,000 of 10,000 selected"])
    view.click("#links-queue")
    view.wait_texts("#badge", ["100+"])
    assert len(queued(view)) == 10_000
    view.wait_texts("#chosen-words", ["All 10,000 links"])
    view.click("#queue-tab")
    # Only a part of the list is shown. Changes elsewhere add no item that belongs behind its end.
    view.wait("document.querySelectorAll('#todo .item').length === 100")
    view.api("POST", "/api/queue", {"urls": [f"{origin}/last"]})
    first = view.api("GET", "/api/queue")[0]["id"]
    view.api("POST", f"/api/queue/{first}/pause")
    view.wait(f"document.querySelector('[data-id=\"{first}\"] .state').textContent === 'Paused'")
    assert view.js("document.querySelectorAll('#todo .item').length") == 100


def test_filters_are_those_of_the_command_line(view):
    view.keys("/")
    view.type("zip file")
    view.wait_texts(".link a", ["File 8", "File 10"])
    view.click(".precise summary")
    view.js("document.querySelector('[name=include]').focus()")
    view.type("*2?.pdf re:/7[0-2].zip$")
    view.keys("Enter")
    view.wait("document.querySelector('#link-filters [name=words]').value === 'zip file'")
    view.js("(document.querySelector('[name=words]').select(), document.querySelector('[name=words]').focus())")
    view.keys("Backspace")
    view.wait("""JSON.stringify([...document.querySelectorAll('.link a')].map((e) => e.textContent).sort())
        === JSON.stringify(FOUND)""".replace("FOUND", str(sorted(
            [f"File {n}" for n in range(1, 251) if n % 2 and n % 100 // 10 == 2] + ["File 70", "File 72"]))))


def test_selected_links_are_saved_in_a_format(chromium, request, view):
    if view.browser is not chromium:
        pytest.skip("Firefox's headless downloads are not seen through Marionette")
    view.click(".link:nth-child(1) input")
    view.click(".link:nth-child(3) input")
    for format, text in [("lines", "/files/7.pdf"), ("metalink", "<metalink"), ("csv", "File 9")]:
        view.choose("#links-format", format)
        with chromium.page.expect_download() as saved:
            view.click("#links-save")
        with open(saved.value.path()) as file:
            written = file.read()
        assert text in written and "8.zip" not in written, written


@pytest.mark.parametrize("motion", ["full", "none"])
def test_queued_links_are_thrown_on_to_the_badge_unless_motion_is_off(view, motion):
    view.api("PATCH", "/api/settings", {"motion": motion})
    view.go(f"/places/{view.place}")
    view.wait(f"document.documentElement.dataset.motion === '{motion}' && document.querySelector('.link')")
    view.js(
        """(() => { const {dataset} = document.documentElement; dataset.flights = '';
        new MutationObserver((changes) => {
        for (const {addedNodes} of changes) for (const node of addedNodes) {
            const thrown = node.querySelector?.('.thrown');
            if (thrown) dataset.flights += thrown.querySelector('a').textContent + (thrown.inert ? ' inert' : ''); }
        }).observe(document.body, {childList: true}); return null })()""")
    view.click(".link:nth-child(1) > button")
    view.wait_texts("#badge", ["1"])
    # A copy of the row flies, and is removed when it lands.
    assert view.js("document.documentElement.dataset.flights") == ("File 7 inert" if motion == "full" else "")
    assert view.js("document.querySelector('.thrown')") is None


def test_the_busy_ring_is_not_shown_after_the_place_has_loaded(chromium, leftoff, service):
    place = leftoff.keep(snapshot("https://example.org/", "A page", "Here."))
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    held = []
    chromium.page.route("**/api/snapshots?page=*", lambda route: held.append(route))
    chromium.page.clock.install()
    view.go(f"/places/{place}")
    view.wait("!document.getElementById('place-body').hidden")
    # The other places on its page are still being requested.
    chromium.page.clock.fast_forward(10_000)
    assert view.js("document.querySelector('#place-notice .busy') === null")
    for route in held:
        route.continue_()
