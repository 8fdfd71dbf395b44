"""Tests that copies omit what is typed or hidden in unusual ways, and that hostile sizes do not block the page."""

import json
import re
import time

import pytest
from browsers import wait_for
from pages_text import sentence
from test_copies import copied, copy_script, text_of, words_of  # noqa: F401

# In seconds: far more than any of these copies takes, and far less than what takes quadratic time.
QUICK = 8


@pytest.fixture
def private(browser, copied, site):  # noqa: F811
    def copy(kind):
        browser.open(f"{site.origin}/copies/private")
        wait_for(lambda: browser.run("document.getElementById('camera').videoWidth > 0"))
        return copied(f"{site.origin}/copies/private", kind,
                      "window.isPlaying = document.getElementById('camera').readyState")[0]
    return copy


@pytest.mark.parametrize("kind", ["text", "picture"])
def test_editors_and_hidden_or_editable_images_are_never_copied(browser, private, kind):
    copy = private(kind)
    whole = json.dumps(copy)
    assert [n for n in range(1, 15) if re.search(rf"SECRET-{n}\b", whole)] == []
    assert sentence(30) in whole and "Shadow words" in whole and "shown" in whole


def test_the_byline_is_what_is_shown_of_it(private):
    copy = private("text")
    assert copy["byline"] == "By Ada"
    assert [block["alt"] for block in copy["blocks"] if block["kind"] == "image"] == ["shown"]


def test_a_picture_contains_no_image_of_a_camera(private):
    copy = private("picture")
    # The page has two images that are shown: one of its own, and the stream.
    assert copy["html"].count("<img") == 1 and copy["html"].count("data:image/") == 1


@pytest.mark.parametrize(("name", "prepare"), [
    ("white space in code", "const e = document.createElement('pre');"
     " e.textContent = 'a' + ' '.repeat(300000) + 'b' + '\\n'.repeat(300000) + 'c'; document.body.append(e)"),
    ("long names", "const names = 'side bar '.repeat(25000); for (let n = 0; n < 3000; n += 1) {"
     " const e = document.createElement('p'); e.className = names; e.id = names; e.textContent = 'Word ' + n;"
     " document.body.append(e) }"),
    ("a long text", "const e = document.createElement('p'); e.textContent = 'Words and more. '.repeat(6e4);"
     " document.body.append(e)"),
    ("long addresses", "for (let n = 0; n < 300; n += 1) { const e = document.createElement('a');"
     " e.setAttribute('href', 'data:text/plain,' + 'x'.repeat(2e6)); e.textContent = 'Link';"
     " document.body.append(e) }"),
])
@pytest.mark.parametrize("kind", ["text", "picture"])
def test_hostile_sizes_are_copied_quickly(browser, copied, copy_script, site, name, prepare, kind):  # noqa: F811
    browser.open(f"{site.origin}/copies/article")
    browser.run(f"({copy_script}, null)")
    browser.run(f"(() => {{ {prepare}; return document.body.offsetHeight }})()")
    began = time.monotonic()
    copy = browser.run(f"leftoffCopy.{kind}(null)")
    spent = time.monotonic() - began
    print(browser.name, kind, name, round(spent, 2))
    assert spent < QUICK and len(copy["json"]) < 5_000_000
    # Nearly all words of that page are in one paragraph, which is its main content.
    assert ("Words and more. Words" if name == "a long text" else sentence(30)) in copy["json"]


def test_long_code_is_copied_around_the_reading_line(browser, copied, site):  # noqa: F811
    prepare = ("const e = document.createElement('pre'); e.style.whiteSpace = 'pre-wrap'; let text = '';"
               " for (let n = 0; n < 60000; n += 1) text += 'line ' + n + ' of a long file of many lines\\n';"
               " e.textContent = text.slice(0, 1000000); document.body.replaceChildren(e);"
               " scrollTo(0, document.documentElement.scrollHeight / 2)")
    copy, snapshot = copied(f"{site.origin}/copies/article", "text", prepare)
    assert len(copy["blocks"]) > 1 and all(len(text_of(block)) <= 210_000 for block in copy["blocks"])
    assert snapshot["anchors"][0]["quote"]["exact"] in words_of(copy)


def test_a_page_that_takes_too_long_is_copied_in_part(browser, copy_script, site):  # noqa: F811
    browser.open(f"{site.origin}/copies/large?count=60000")
    browser.run(f"({copy_script}, null)")
    # A clock that shows more time than passes.
    browser.run("(() => { let now = 0; performance.now = () => (now += 6) })()")
    copy = browser.run("leftoffCopy.text(null)")
    blocks = json.loads(copy["json"])["blocks"]
    assert copy["isWhole"] is False and 1000 < len(blocks) < 14_000
    assert text_of(blocks[0]).startswith("0 ")
