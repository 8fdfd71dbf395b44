"""Tests the restore of places in other editions of their pages: reader view, AMP page and archive's copy."""

import pytest
from browsers import wait_for
from pages_editions import COUNT
from place import assert_same_place, capture, first_line, restore_by_fast_clock, wait_for_place
from test_extension import Paired

EDITIONS = {"/article-reader": 0, "/article-amp": 44, "/article-archived": 0}


def read_paragraph(browser, number):
    """Scrolls to the second line of a paragraph and returns the first line in view."""
    browser.run("(() => { const p = [...document.querySelectorAll('main p, body > p')]"
                f".find((each) => each.textContent.startsWith('Paragraph {number} '));"
                " scrollBy(0, p.getBoundingClientRect().top + 20); return null })()")
    return first_line(browser)


def read_article(browser, site, leftoff, script, number=12):
    browser.open(site.origin + "/article")
    line = read_paragraph(browser, number)
    leftoff.keep(capture(browser, script))
    return line


@pytest.mark.parametrize("width", [1280, 500])
@pytest.mark.parametrize("path", EDITIONS)
def test_a_place_is_restored_in_another_edition(browser, site, leftoff, capture_script, path, width):
    line = read_article(browser, site, leftoff, capture_script)
    browser.open(site.origin + path, width)
    result = browser.run(leftoff.restore())
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert_same_place(browser, line, wanted=line["distance"] + EDITIONS[path])


@pytest.mark.parametrize("path", EDITIONS)
def test_a_place_from_another_edition_is_restored_on_the_page(browser, site, leftoff, capture_script, path):
    browser.open(site.origin + path, 500)
    browser.run("(scrollTo(0, 4000), null)")
    line = first_line(browser, covered=EDITIONS[path])
    leftoff.keep(capture(browser, capture_script))
    browser.open(site.origin + "/article")
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored", result
    assert_same_place(browser, line, wanted=line["distance"] - EDITIONS[path])


def test_the_last_paragraph_is_restored_as_near_to_its_height_as_a_shorter_edition_allows(
        browser, site, leftoff, capture_script):
    line = read_article(browser, site, leftoff, capture_script, COUNT)
    browser.open(site.origin + "/article-reader")
    result = browser.run(leftoff.restore())
    assert result["status"] == "restored" and result["confidence"] >= 0.7, result
    assert browser.run("scrollY + innerHeight >= document.scrollingElement.scrollHeight - 1")
    assert line["words"] in browser.run("document.body.innerText")


def test_an_amp_page_without_the_paragraph_is_never_called_a_find(browser, site, leftoff, capture_script):
    read_article(browser, site, leftoff, capture_script)
    browser.open(site.origin + "/article-amp?without=12", 500)
    result = restore_by_fast_clock(browser, leftoff.restore())
    assert result["status"] in ("approximate", "abstained"), result
    if result["status"] == "approximate":
        assert result["confidence"] < 0.7, result
        near = browser.run("[...document.querySelectorAll('p')].filter((p) => { const box = p.getBoundingClientRect();"
                           " return box.bottom > 0 && box.top < innerHeight }).map((p) => p.textContent.slice(0, 13))")
        assert any(text.startswith(("Paragraph 11", "Paragraph 13")) for text in near), near


def test_a_list_that_quotes_the_sentence_is_another_page(browser, site, leftoff, capture_script):
    browser.open(site.origin + "/article")
    browser.run("(() => { const p = [...document.querySelectorAll('p')].find((each) =>"
                " each.textContent.startsWith('Paragraph 12 ')); scrollBy(0, p.getBoundingClientRect().top - 5);"
                " return null })()")
    leftoff.keep(capture(browser, capture_script))
    browser.open(site.origin + "/article-teasers")
    result = restore_by_fast_clock(browser, leftoff.restore())
    assert result["status"] in ("wrongPage", "abstained"), result
    assert browser.run("scrollY") == 0


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def paired_browser(request, binary, tmp_path_factory):
    running = Paired(request.param, binary, tmp_path_factory.mktemp("editions"))
    running.pair()
    yield running
    running.stop()


@pytest.fixture
def paired(paired_browser):
    paired_browser.begin()
    return paired_browser


def go_to_place(browser):
    """Chooses the command; the test of Chromium cannot press keys in the browser's own window."""
    if browser.name == "firefox":
        browser.press_shortcut("k")
        return
    browser.worker.evaluate(
        "async () => { const [tab] = await chrome.tabs.query({active: true, lastFocusedWindow: true});"
        " chrome.contextMenus.onClicked.dispatch({menuItemId: 'restore', editable: false}, tab) }")


def captured(paired, site):
    """Captures a place in the article and returns its line."""
    browser = paired.browser
    browser.open(f"{site.elsewhere}/article")
    line = read_paragraph(browser, 12)
    popup = browser.press_button()
    popup.wait_for("Captured")
    popup.close()
    return line


def test_the_command_finds_the_place_of_the_page_that_an_amp_page_names_as_its_original(paired, site):
    line = captured(paired, site)
    browser = paired.browser
    browser.open(f"{site.elsewhere}/article-amp")
    go_to_place(browser)
    wait_for_place(browser, line, wanted=line["distance"] + 44)


def reader_view(browser):
    """Opens the reader view of the page by its button."""
    browser.chrome("gBrowser.selectedBrowser.focus()")
    wait_for(lambda: browser.chrome(
        "const button = document.getElementById('reader-mode-button'); return button && !button.hidden"))
    browser.chrome("document.getElementById('reader-mode-button').click()")
    wait_for(lambda: browser.chrome("return gBrowser.currentURI.spec").startswith("about:reader"))


def in_reader_view(browser):
    return browser.chrome("return gBrowser.currentURI.spec").startswith("about:reader")


def test_the_command_leaves_firefoxs_reader_view_and_restores_the_place(paired, site):
    if paired.browser.name != "firefox":
        pytest.skip("only Firefox has a reader view in the tab")
    line = captured(paired, site)
    browser = paired.browser
    browser.run("(scrollTo(0, 0), null)")
    reader_view(browser)
    browser.press_shortcut("k")
    wait_for(lambda: not in_reader_view(browser))
    wait_for_place(browser, line)


def test_the_popup_offers_to_leave_firefoxs_reader_view(paired, site):
    if paired.browser.name != "firefox":
        pytest.skip("only Firefox has a reader view in the tab")
    browser = paired.browser
    browser.open(f"{site.elsewhere}/article")
    reader_view(browser)
    popup = browser.press_button()
    assert "reader view" in popup.wait_for("Not captured")
    popup.click("Leave the reader view")
    wait_for(lambda: not in_reader_view(browser))
    assert paired.places() == []
