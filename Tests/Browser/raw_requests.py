"""Requests to the service that no browser sends: with every header field that a program can choose."""

import base64
import http.client
import json
import re
import secrets

from browsers import TIMEOUT


def send(service, method, path, headers=None, body=None):
    """Returns the status, the header fields and the text of the response; redirects are not followed."""
    connection = http.client.HTTPConnection("127.0.0.1", int(service.port), timeout=TIMEOUT)
    fields = {"Origin": service.origin, "Sec-Fetch-Site": "same-origin", **(headers or {})}
    if body is not None:
        fields.setdefault("Content-Type", "application/json")
    try:
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        connection.request(method, path, body=text, headers=fields)
        response = connection.getresponse()
        # The stream of events has no end.
        found = "" if response.headers.get_content_type() == "text/event-stream" else response.read().decode()
        return response.status, response.headers, found
    finally:
        connection.close()


def begin_session(service):
    """Begins to sign a browser in, as a navigation does; returns its cookie and its claim."""
    code = service.request("POST", "/api/logins")["code"]
    navigation = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"}
    status, fields, _ = send(service, "GET", f"/?token={code}", navigation)
    assert status == 303
    cookie = re.match(r"leftoff_\d+=[\w-]+", fields["Set-Cookie"]).group(0)
    return cookie, re.search(r"#leftoff-claim=([\w-]+)$", fields["Location"]).group(1)


def new_secret():
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def sign_in(service):
    """Signs a browser in; returns the header fields of its requests."""
    cookie, claim = begin_session(service)
    secret = new_secret()
    status, _, _ = send(service, "POST", "/api/sessions", {"Cookie": cookie}, {"claim": claim, "secret": secret})
    assert status == 204
    return {"Cookie": cookie, "Leftoff-Session": secret}
