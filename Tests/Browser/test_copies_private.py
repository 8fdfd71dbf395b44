"""Tests that copies omit what is typed or hidden in unusual ways, and that hostile sizes do not block the page."""

import json
import re

import pytest
from pages_copies import HOSTILE_SIZES
from pages_text import sentence
from test_copies import copied, copy_script, text_of, words_of  # noqa: F401

# Waits until the camera of the page has a picture.
PLAYING = """return new Promise((done) => {
    const camera = document.getElementById('camera');
    const look = () => camera.readyState > 1 && camera.videoWidth > 0 ? done(null) : setTimeout(look, 20);
    look();
})"""


@pytest.fixture
def private(copied, site):  # noqa: F811
    def copy(kind):
        return copied(f"{site.origin}/copies/private", kind, PLAYING)[0]
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


@pytest.mark.parametrize("name", HOSTILE_SIZES)
@pytest.mark.parametrize("kind", ["text", "picture"])
def test_hostile_sizes_are_copied(browser, copied, copy_script, site, name, kind):  # noqa: F811
    """Work of quadratic time would not end before the limit of a test. `Benchmarks/copying` measures the time."""
    browser.open(f"{site.origin}/copies/article")
    browser.run(f"({copy_script}, null)")
    browser.run(f"(() => {{ {HOSTILE_SIZES[name]}; return document.body.offsetHeight }})()")
    copy = browser.run(f"leftoffCopy.{kind}(null)")
    assert len(copy["json"]) < 5_000_000
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
