"""Tests attacks on pairing: by guessing, and by pages of other sites."""

import json
import pathlib
import urllib.error
import urllib.request

import pytest
from browsers import TIMEOUT, wait_equal
from raw_requests import sign_in

FETCH = """fetch(ADDRESS, {method: 'POST', headers: HEADERS, body: BODY, mode: MODE, credentials: 'include'})
    .then((response) => response.type + ' ' + response.status, (problem) => 'refused')"""
# Sends the code as JSON that a form can send; the response takes the place of the page.
FORM = """(() => {
    const form = document.createElement('form');
    Object.assign(form, {method: 'POST', action: ADDRESS, enctype: 'text/plain'});
    const field = document.createElement('input');
    field.name = '{"code":"' + CODE + '","x":"';
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    setTimeout(() => form.submit());
    return null;
})()"""
EXTENSIONS = ["chrome-extension://" + "a" * 32, "moz-extension://01234567-89ab-cdef-0123-456789abcdef"]


def post(service, path, body, headers=None):
    """Returns the status and the response of a request that no browser sends."""
    request = urllib.request.Request(
        service.origin + path, data=json.dumps(body).encode(), method="POST",
        headers={"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


@pytest.fixture
def token(leftoff, service):
    return (pathlib.Path(leftoff.environment["LEFTOFF_HOME"]) / "token").read_text().strip()


@pytest.fixture
def code(service, token):
    status, response = post(service, "/api/pairings/code", {}, {"Authorization": f"Bearer {token}"})
    assert status == 201 and len(response["code"]) == 8
    return response["code"]


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_the_code_works_once(service, code, token, origin):
    assert post(service, "/api/pairings", {"code": code}, {"Origin": origin}) == (201,
        {"access": "full", "token": token})
    status, response = post(service, "/api/pairings", {"code": code}, {"Origin": origin})
    assert status == 403 and "token" not in response


def test_guessing_ends_after_five_attempts(service, code):
    wrong = [code[:-1] + letter for letter in "ABCDEFGH" if letter != code[-1]][:5]
    for guess in wrong:
        assert post(service, "/api/pairings", {"code": guess}, {"Origin": EXTENSIONS[0]})[0] == 403
    assert post(service, "/api/pairings", {"code": code}, {"Origin": EXTENSIONS[0]})[0] == 403


@pytest.mark.parametrize("where", ["origin", "elsewhere"])
def test_a_page_of_another_site_cannot_pair(browser, site, service, code, token, where):
    """No request that a page can send pairs, and these attempts are not counted."""
    service.sign_in(browser)
    browser.open(f"{getattr(site, where)}/sixty")
    address = json.dumps(f"{service.origin}/api/pairings")
    body = json.dumps(json.dumps({"code": code}))
    for mode, headers in (("cors", "{'Content-Type': 'application/json'}"),
                          ("no-cors", "{'Content-Type': 'text/plain'}"),
                          ("cors", "{'Content-Type': 'text/plain'}"), ("cors", "{}")):
        asked = FETCH.replace("ADDRESS", address).replace("HEADERS", headers).replace("BODY", body)
        said = browser.run(asked.replace("MODE", json.dumps(mode)))
        assert said in ("refused", "opaque 0"), said
    browser.run(FORM.replace("ADDRESS", address).replace("CODE", json.dumps(code)))
    wait_equal(browser.here, f"{service.origin}/api/pairings")
    browser.open(f"{getattr(site, where)}/sixty")
    shown = FETCH.replace("ADDRESS", json.dumps(f"{service.origin}/api/pairings/code")).replace("HEADERS", "{}")
    assert browser.run(shown.replace("BODY", "'{}'").replace("MODE", "'no-cors'")) in ("refused", "opaque 0")
    assert post(service, "/api/pairings", {"code": code}) == (201, {"access": "full", "token": token})


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "chrome-extension://short", "moz-extension://x",
                                    "chrome-extension://" + "a" * 32 + ".evil.example", "safari-web-extension://x"])
def test_other_origins_are_refused_even_with_the_right_code(service, code, origin):
    assert post(service, "/api/pairings", {"code": code}, {"Origin": origin})[0] == 403


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_an_extension_without_a_token_has_no_access(service, token, origin):
    # Neither the full token as a cookie, as earlier versions had it, nor the whole session of the reader.
    for cookie in ({"Cookie": f"leftoff_{service.port}={token}"}, sign_in(service)):
        for path in ("/api/pairings/code", "/api/snapshots", "/api/queue"):
            body = {"urls": ["https://example.org/"], "url": "https://example.org/"}
            assert post(service, path, body, {"Origin": origin, **cookie})[0] == 401
    bearer = {"Origin": origin, "Authorization": f"Bearer {token}"}
    assert post(service, "/api/snapshots", {"url": "https://example.org/"}, bearer)[0] == 201
