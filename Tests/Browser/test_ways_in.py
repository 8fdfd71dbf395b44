"""The examples for other programs in docs/ways-in.md, as they are printed there."""

import json
import os
import pathlib
import re
import subprocess

import pytest
from browsers import TIMEOUT
from place import distance, first_line

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/ways-in.md"
SECTION = re.search(r"^## Other programs$(.*?)^## ", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL).group(1)
MIDDLE = "scrollTo(0, document.documentElement.scrollHeight / 2)"


def example(language, words):
    """Returns the example in a language that contains some words."""
    found = [text for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
             if kind == language and words in text]
    assert len(found) == 1, f"{len(found)} examples in {language} contain {words!r}"
    return found[0]


@pytest.fixture
def shell(leftoff, tmp_path):
    """Runs a script in a directory whose programs include leftoff; returns its output."""
    (tmp_path / "leftoff").symlink_to(leftoff.binary)
    environment = {**leftoff.environment, "PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def run(text):
        done = subprocess.run(
            ["/bin/sh", "-e", "-c", text], cwd=tmp_path, env=environment, capture_output=True, text=True,
            timeout=TIMEOUT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def scrolled(browser, site):
    """Opens a page, scrolls to its middle, and returns the line there."""
    browser.open(f"{site.origin}/sixty")
    browser.run(f"({MIDDLE}, null)")
    return first_line(browser)


def snapshot_of(browser, capture_script):
    return browser.run(example("js", "/* leftoff script capture */").replace(
        "/* leftoff script capture */", capture_script))


def assert_stored(leftoff, place, snapshot):
    stored = json.loads(leftoff("show", place))
    assert all(stored[key] == snapshot[key] for key in ("url", "pageYOffset", "anchors", "capturedAt"))


def test_the_snapshot_is_received_stored_by_both_ways_and_returned_to(
        browser, site, service, leftoff, capture_script, shell, tmp_path):
    line = scrolled(browser, site)
    snapshot = snapshot_of(browser, capture_script)
    (tmp_path / "snapshot.json").write_text(json.dumps(snapshot))
    assert_stored(leftoff, shell(example("sh", "leftoff capture -")).strip(), snapshot)
    # The service of the tests has a port of its own.
    response = shell(example("sh", "curl").replace(":5338/", f":{service.port}/"))
    assert_stored(leftoff, json.loads(response)["id"], snapshot)

    browser.run("(scrollTo(0, 0), null)")
    finalize = example("js", "ExtensionPreprocessingJS.finalize").replace("snapshot", json.dumps(snapshot))
    browser.run(f"({finalize}, null)")
    assert abs(distance(browser, line) - line["distance"]) <= 2


def test_a_later_call_in_a_page_that_has_the_script_gives_the_snapshot(browser, site, capture_script):
    scrolled(browser, site)
    before = snapshot_of(browser, capture_script)
    # The body of the function that WKWebView calls.
    body = example("js", "return new Promise((resolve) => {\n    Extension")
    after = browser.run(f"(() => {{ {body} }})()")
    assert after["anchors"] == before["anchors"] and after["pageYOffset"] == before["pageYOffset"]


def test_a_program_captures_with_playwright(chromium, site, leftoff, shell, monkeypatch, tmp_path):
    scrolled(chromium, site)
    for name, value in leftoff.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    names = {}
    exec(compile(example("python", "def capture(page)"), str(DOCUMENT), "exec"), names)
    place = names["capture"](chromium.page)
    stored = json.loads(leftoff("show", place))
    assert stored["url"] == f"{site.origin}/sixty" and stored["pageYOffset"] == chromium.run("scrollY")
