"""Tests the restore of places on pages whose text has been translated since."""

import pytest
import site_server
from pages_translation import PAGES
from place import assert_same_place, capture, first_line, restore_by_fast_clock

site_server.PAGES.update(PAGES)
NUMBER = 23
# The words of a paragraph and its box, by its number.
BOX = """(() => { const paragraph = document.querySelectorAll('main p')[NUMBER];
    const box = paragraph.getBoundingClientRect(); return {top: box.top, bottom: box.bottom} })()"""


def read(browser, site, leftoff, script, query="", number=NUMBER, width=1280, way=None):
    """Opens the page, scrolls to the second line of a paragraph, and captures the place."""
    browser.open(f"{site.origin}/translated?{query}", width)
    if way:
        browser.run(f"(translate('{way}'), null)")
    browser.run(f"(scrollBy(0, document.querySelectorAll('main p')[{number}].getBoundingClientRect().top + 30), null)")
    leftoff.keep(capture(browser, script))


def restored(browser, site, leftoff, query="", width=1280, way=None):
    """Returns the result of a restore on the page in another state."""
    browser.open(f"{site.origin}/translated?{query}", width)
    if way:
        browser.run(f"(translate('{way}'), null)")
    return restore_by_fast_clock(browser, leftoff.restore())


def assert_in_paragraph(browser, result, number=NUMBER):
    """Fails unless a paragraph is at the top of the view, and the result is as sure as a translation allows."""
    box = browser.run(BOX.replace("NUMBER", str(number)))
    assert result["status"] == "approximate" and result["tier"] == "block", result
    assert result["confidence"] <= 0.6, result
    assert box["top"] < 60 and box["bottom"] > -60, (box, result)


@pytest.mark.parametrize("width", [1280, 600])
@pytest.mark.parametrize("way", ["font", "in place"])
def test_the_paragraph_is_shown_on_a_page_that_the_browser_has_translated(
        browser, site, leftoff, capture_script, way, width):
    read(browser, site, leftoff, capture_script)
    assert_in_paragraph(browser, restored(browser, site, leftoff, width=width, way=way))


@pytest.mark.parametrize("language", ["german", "japanese", "arabic"])
def test_the_paragraph_is_shown_on_a_page_in_another_language(browser, site, leftoff, capture_script, language):
    read(browser, site, leftoff, capture_script)
    assert_in_paragraph(browser, restored(browser, site, leftoff, f"utm_content={language}"))


@pytest.mark.parametrize("way", ["font", None])
def test_a_place_of_a_translation_is_shown_in_the_original(browser, site, leftoff, capture_script, way):
    read(browser, site, leftoff, capture_script, "utm_content=english" if way else "utm_content=german", way=way)
    assert_in_paragraph(browser, restored(browser, site, leftoff))


def test_numbers_and_names_show_a_paragraph_that_others_have_moved(browser, site, leftoff, capture_script):
    read(browser, site, leftoff, capture_script)
    result = restored(browser, site, leftoff, "utm_content=german&utm_term=shifted")
    assert_in_paragraph(browser, result, NUMBER + 4)


@pytest.mark.parametrize("captured", ["english", "german"])
def test_words_that_are_followed_by_their_translation_are_restored(browser, site, leftoff, capture_script, captured):
    read(browser, site, leftoff, capture_script, f"utm_content={captured}")
    line = first_line(browser)
    result = restored(browser, site, leftoff, "utm_content=english-german")
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert_same_place(browser, line)


@pytest.mark.parametrize("trace", ["translated-ltr", ""])
@pytest.mark.parametrize("language", ["german", "japanese"])
def test_another_article_in_another_language_is_another_page(
        browser, site, leftoff, capture_script, language, trace):
    read(browser, site, leftoff, capture_script)
    browser.open(f"{site.origin}/translated?utm_content={language}&utm_term=other")
    browser.run(f"(document.documentElement.className = '{trace}', null)")
    result = restore_by_fast_clock(browser, leftoff.restore())
    assert result["status"] in ("wrongPage", "abstained"), result
    assert browser.run("scrollY") == 0
