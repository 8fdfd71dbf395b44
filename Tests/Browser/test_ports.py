"""Attacks from another port of this computer: browsers send it the cookies of the service, as cookies ignore ports."""

import http.server
import json
import pathlib
import re
import threading

import pytest
from browsers import wait_for, words
from page_view import PageView, snapshot
from raw_requests import begin_session, new_secret, send, sign_in

WORDS = "Only the reader knows these words"
DESCRIPTION = json.loads((pathlib.Path(__file__).resolve().parents[2] / "Resources" / "openapi.json").read_text())
METHODS = ("get", "head", "post", "put", "patch", "delete")


class OtherPort:
    """A program on another port of 127.0.0.1, which records the cookies that browsers send to it."""

    def __init__(self, service):
        self.cookies = []
        # For each request, before it is answered.
        self.on_cookie = lambda cookie: None
        port = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                for cookie in self.headers.get_all("Cookie") or []:
                    for pair in cookie.split("; "):
                        if pair.startswith(f"leftoff_{service.port}="):
                            port.cookies.append(pair)
                            port.on_cookie(pair)
                body = b"<!doctype html><title>Another port</title><p>Another port"
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                if self.path == "/overwrite":
                    self.send_header("Set-Cookie", f"leftoff_{service.port}={'x' * 43}; Path=/")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def other(service):
    running = OtherPort(service)
    yield running
    running.stop()


@pytest.fixture
def place(leftoff, service):
    """A place with a copy, and a download."""
    page = "https://private.example/diary"
    stored = leftoff.keep(snapshot(page, WORDS, WORDS, 0.5, [("https://private.example/a.pdf", WORDS)]))
    copy = {"schema": 1, "url": page, "title": WORDS, "blocks": [{"kind": "paragraph", "runs": [WORDS]}]}
    service.request("PUT", f"/api/snapshots/{stored}/copies/text", copy)
    service.request("POST", "/api/queue", {"urls": ["https://private.example/film.mkv"]})
    return stored


def state(service, leftoff):
    """Returns everything that an attack could change."""
    home = pathlib.Path(leftoff.environment["LEFTOFF_HOME"])
    return [
        service.request("GET", path) for path in
        ("/api/snapshots", "/api/queue", "/api/settings", "/api/windows", "/api/automatic/refusals")
    ] + [(home / name).read_text() for name in ("token", "capture-token")]


def targets(place, service):
    """Returns the methods and the targets of all operations, with those of the stored place and download."""
    item = service.request("GET", "/api/queue")[0]["id"]
    for path, operations in DESCRIPTION["paths"].items():
        identifier = item if path.startswith("/api/queue") else place
        target = path.replace("{id}", identifier).replace("{name}", "app.js").replace("{kind}", "text")
        for method in METHODS:
            if method in operations:
                yield method.upper(), path, target


# Bodies that the operations would accept.
BODIES = {
    "/api/snapshots": {"schema": 1, "url": "https://evil.example/", "pageXOffset": 0, "pageYOffset": 0},
    "/api/queue": {"urls": ["https://evil.example/autostart.desktop"]},
    "/api/settings": {"privateHosts": ["evil.example"]},
    "/api/tickets": {"path": "/api/export?format=json"},
    "/api/pairings": {"code": "ABCD2345", "access": "full"},
    "/api/automatic/refusals": {"page": "https://private.example/diary"},
}


def attack(service, leftoff, place, cookie, headers=None):
    """Tries every operation with a cookie as a program does; returns those that gave anything away."""
    secrets = [WORDS, "private.example", *state(service, leftoff)[-2:]]
    before = state(service, leftoff)
    given = []
    for method, path, target in targets(place, service):
        body = None if method in ("GET", "HEAD") else BODIES.get(path, {"secret": new_secret(), "claim": new_secret()})
        for fetch in ({}, {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none"}):
            status, fields, text = send(service, method, target, {"Cookie": cookie, **(headers or {}), **fetch}, body)
            is_secret = any(secret.strip() in text + str(fields) for secret in secrets)
            # Pages and files that are the same for everybody; the cookie opens the shells among them.
            is_constant = status < 400 and method in ("GET", "HEAD") and not path.startswith("/api/")
            if is_secret or (status < 400 and not is_constant):
                given.append((method, target, status, text[:200]))
    assert state(service, leftoff) == before
    return given


def test_another_port_gets_the_cookie_and_nothing_by_it(browser, other, place, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", [WORDS])
    browser.open(other.origin)
    [cookie] = set(other.cookies)
    assert attack(service, leftoff, place, cookie) == []
    # Not even with a secret of its own or with that of another browser, which has access with its own cookie.
    own = sign_in(service)
    assert WORDS in send(service, "GET", "/api/snapshots", own)[2]
    for secret in (new_secret(), "", own["Leftoff-Session"], cookie.split("=")[1]):
        assert attack(service, leftoff, place, cookie, {"Leftoff-Session": secret}) == []
    # The cookie is no token.
    status, _, _ = send(service, "GET", "/api/snapshots", {"Authorization": f"Bearer {cookie.split('=')[1]}"})
    assert status == 401
    view.go("/")
    view.wait_texts(".row .title", [WORDS])


def test_a_page_of_another_port_sees_neither_the_storage_nor_the_cookie(browser, other, place, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    assert view.js("Object.keys(localStorage).includes('leftoff-session') && document.cookie") == ""
    browser.open(other.origin)
    assert browser.run("[localStorage.length, document.cookie, document.referrer]") == [0, "", ""]
    said = browser.run(
        f"fetch({json.dumps(service.origin)} + '/api/snapshots', {{credentials: 'include'}})"
        ".then((response) => response.text(), () => 'refused')")
    assert said == "refused"


def test_the_cookie_of_a_sign_in_that_has_not_ended_opens_nothing(browser, other, place, leftoff, service):
    code = service.request("POST", "/api/logins")["code"]
    browser.open(f"{service.origin}/sample")
    # The browser follows no redirect, so that no page claims the session.
    browser.run(f"fetch('/?token={code}', {{redirect: 'manual'}}).then(() => null)")
    browser.open(other.origin)
    [cookie] = set(other.cookies)
    assert attack(service, leftoff, place, cookie) == []
    for claim in (cookie.split("=")[1], code, new_secret(), "", None):
        status, _, _ = send(
            service, "POST", "/api/sessions", {"Cookie": cookie}, {"claim": claim, "secret": new_secret()})
        assert 400 <= status < 500, claim
    assert service.request("GET", "/api/sessions")["sessions"] == []


def test_a_program_that_polls_during_the_sign_in_cannot_claim_it(chromium, other, place, leftoff, service):
    """The claim of the page is held back, so that the program always comes first."""
    held = []
    chromium.page.route("**/api/sessions", lambda route: held.append(route))
    code = service.request("POST", "/api/logins")["code"]
    try:
        chromium.page.goto(f"{service.origin}/?token={code}", wait_until="commit")
        wait_for(lambda: (chromium.here(), held)[1])
        polling = chromium.context.new_page()
        polling.goto(other.origin)
        [cookie] = set(other.cookies)
        polling.close()
        for claim in (cookie.split("=")[1], code, new_secret()):
            send(service, "POST", "/api/sessions", {"Cookie": cookie}, {"claim": claim, "secret": new_secret()})
        assert attack(service, leftoff, place, cookie) == []
        held[0].continue_()
        wait_for(lambda: WORDS in words(chromium))
        assert attack(service, leftoff, place, cookie) == []
    finally:
        chromium.page.unroute("**/api/sessions")


def test_a_claim_works_once_and_only_with_its_own_cookie(service):
    cookie, claim = begin_session(service)
    other_cookie, other_claim = begin_session(service)

    def claimed(cookie, claim, **headers):
        return send(service, "POST", "/api/sessions", {"Cookie": cookie, **headers},
                    {"claim": claim, "secret": new_secret()})[0]

    assert claimed(other_cookie, claim) == 401 and claimed(cookie, other_claim) == 401
    assert claimed(f"leftoff_{service.port}={'x' * 43}", claim) == 401
    assert claimed(cookie, claim, Origin="http://127.0.0.1:1") == 403
    first, second = claimed(cookie, claim), claimed(cookie, claim)
    assert (first, second) == (204, 401)


def test_a_link_with_a_false_claim_does_not_sign_the_reader_out(browser, other, place, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    secret = view.js("localStorage.getItem('leftoff-session')")
    browser.open(other.origin)
    browser.run(f"(location.href = {json.dumps(service.origin + '/#leftoff-claim=' + 'x' * 43)}, null)")
    wait_for(lambda: browser.here().startswith(service.origin) and WORDS in words(browser))
    view.wait("localStorage.getItem('leftoff-session-new') === null")
    assert view.js("[localStorage.getItem('leftoff-session'), location.href]") == [secret, f"{service.origin}/"]


def test_another_port_that_overwrites_the_cookie_can_only_sign_the_reader_out(
        browser, other, place, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", [WORDS])
    browser.open(f"{other.origin}/overwrite")
    view.go("/")
    wait_for(lambda: "is not signed in" in words(browser) or WORDS in words(browser))
    # The reader signs in again, and the cookie of the other port counts for nothing.
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", [WORDS])
    assert attack(service, leftoff, place, f"leftoff_{service.port}={'x' * 43}") == []


def test_the_pages_that_the_cookie_opens_are_the_same_for_everybody(browser, other, place, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", [WORDS])
    # As in a browser whose cookie another program has stolen: everything but the storage.
    view.run_in_page("localStorage.clear()")
    for path in ("/", f"/places/{place}", "/queue", "/settings", "/install", f"/copies/{place}/text"):
        view.go(path)
        view.wait("/not signed in/i.test(document.body.innerText)")
        text = view.js("document.documentElement.outerHTML")
        assert WORDS not in text and "private.example" not in text and not re.search(r"javascript:\w", text), path
