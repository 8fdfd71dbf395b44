"""Tests highlights: what is painted where, what is gone, and that the document of the page does not change."""

import json

import pytest
from browsers import wait_equal, wait_for
from conftest import Leftoff
from extension_browsers import BROWSERS
from pages_text import sentence
from test_extension import Paired

# The texts that are painted in a page.
PAINTED = ("[...(CSS.highlights.get('leftoff') ?? [])].map((range) => range.startContainer.data"
           ".slice(range.startOffset, range.endOffset))")
# Counts all changes of the document from now on.
WATCH = """(() => { window.changes = 0; new MutationObserver((all) => { window.changes += all.length }).observe(
    document, { subtree: true, childList: true, attributes: true, characterData: true }); return null })()"""


@pytest.fixture(scope="session")
def paint_script(binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("extension")
    Leftoff(binary, tmp_path_factory.mktemp("home"))("extension", str(directory / "files"))
    return (directory / "files/page/paint.js").read_text().strip().rstrip(";")


@pytest.fixture
def paint(browser, paint_script):
    """Returns a function that paints quotes, and returns what was painted and what is gone."""
    def run(*quotes):
        browser.run(f"({paint_script}, null)")
        given = [{"prefix": "", "suffix": "", **quote} for quote in quotes]
        found = browser.run(f"leftoffPaint({json.dumps(given)})")
        assert not found["unsupported"]
        return found["painted"], found["gone"]
    return run


def open_with(browser, site, markup):
    browser.open(f"{site.origin}/sixty")
    browser.run(f"(document.body.innerHTML = {json.dumps(markup)}, {WATCH})")


def test_words_are_painted_over_several_elements_and_the_document_does_not_change(browser, site, paint):
    open_with(browser, site, "<p>The sea <b>was\n calm.</b></p><p>They set sail at <i>dusk</i>.</p>")
    before = browser.run("document.documentElement.outerHTML")
    quotes = ({"id": "a", "exact": "sea was calm. They set"}, {"id": "b", "exact": "no such words"})
    assert paint(*quotes) == (["a"], ["b"])
    assert browser.run(PAINTED) == ["sea ", "was\n calm.", "They set"]
    browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(null))))")
    assert browser.run("window.changes") == 0
    assert browser.run("document.documentElement.outerHTML") == before


def test_repeated_words_are_painted_where_their_context_is(browser, site, paint):
    open_with(browser, site, "<p>First: the sea was calm.</p><p>Second: the sea was calm.</p>")
    quote = {"exact": "the sea was calm."}
    assert paint({"id": "a", **quote}) == ([], ["a"])
    assert paint({"id": "a", **quote, "prefix": "Second: "}) == (["a"], [])
    place = "[...CSS.highlights.get('leftoff')][0].startContainer.parentElement.textContent"
    assert browser.run(place) == "Second: the sea was calm."


def test_the_next_page_of_an_application_is_not_painted(browser, site, paint):
    open_with(browser, site, "<p>The sea was calm when they left.</p>")
    assert paint({"id": "a", "exact": "The sea was calm when they left."}) == (["a"], [])
    assert paint() == ([], [])
    assert browser.run("CSS.highlights.has('leftoff')") is False


def test_words_that_a_script_has_written_again_are_painted_again(browser, site, paint):
    markup = "<p>The sea was calm when they left.</p>"
    open_with(browser, site, markup)
    # The second look, which otherwise follows after 2 s.
    browser.run("(window.setTimeout = (look) => { window.look = look; return 1 }, null)")
    quote = {"id": "a", "exact": "The sea was calm when they left."}
    assert paint(quote) == (["a"], [])
    browser.run(f"(document.body.innerHTML = {json.dumps(markup)}, null)")
    assert browser.run("[...CSS.highlights.get('leftoff')].every((range) => range.collapsed)")
    browser.run("(window.look(), null)")
    assert browser.run(PAINTED) == [quote["exact"]]


def test_words_in_a_shadow_root_and_in_a_frame_are_painted(browser, site, paint):
    browser.open(f"{site.origin}/framed")
    browser.run("(() => { const host = document.createElement('div'); host.attachShadow({ mode: 'open' }).innerHTML ="
                " '<p>Words in the shadow of a tree.</p>'; document.body.prepend(host); return null })()")
    inner = "document.querySelector('iframe').contentWindow"
    wait_for(lambda: browser.run(f"{inner}?.document.readyState === 'complete'"))
    quotes = ({"id": "a", "exact": "Words in the shadow of a tree."}, {"id": "b", "exact": sentence(3)})
    wait_equal(lambda: paint(*quotes), (["a", "b"], []))
    assert browser.run(PAINTED) == ["Words in the shadow of a tree."]
    assert browser.run(PAINTED.replace("CSS.", f"{inner}.CSS.")) == [sentence(3)]


@pytest.fixture(scope="module", params=BROWSERS)
def paired_browser(request, binary, tmp_path_factory):
    running = Paired(request.param, binary, tmp_path_factory.mktemp("extension"))
    running.pair()
    yield running
    running.stop()


def test_selected_words_are_highlighted_from_the_menu_and_painted_on_the_next_visit(paired_browser, site):
    browser = paired_browser.browser
    paired_browser.begin()
    address = f"{site.elsewhere}/sixty"
    browser.open(address)
    words = browser.run(
        "(() => { const { firstChild } = document.querySelectorAll('p')[4]; getSelection().setBaseAndExtent("
        "firstChild, 4, firstChild, 40); return String(getSelection()).trim() })()")
    browser.choose_highlight("p:nth-of-type(5)")
    wait_equal(lambda: browser.run(PAINTED), [words])
    [place] = paired_browser.places()
    snapshot = json.loads(paired_browser.leftoff("restore", place["id"], "--as", "json"))
    assert snapshot["purpose"] == "highlight" and snapshot["selection"]["exact"] == words
    browser.open(f"{site.elsewhere}/short")
    assert browser.run(PAINTED) == []
    browser.open(address)
    wait_equal(lambda: browser.run(PAINTED), [words])
    # The words have the colour of the rule, which no element and no style sheet of the page has.
    style = "getComputedStyle(document.querySelectorAll('p')[4], '::highlight(leftoff)').backgroundColor"
    wait_for(lambda: browser.run(style) not in ("", "rgba(0, 0, 0, 0)"))
    assert browser.run("document.querySelectorAll('mark, style[data-leftoff]').length") == 0
