"""Tests the restore of places on pages whose text has been translated since."""

import pytest
import site_server
from browsers import wait_for
from page_restore import load_modules, restore_in_page
from pages_translation import PAGES
from place import FAST_CLOCK, FRAME_CLOCK, assert_same_place, capture, first_line, pass_frames, restore_by_fast_clock

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


def read_for_later(browser, site, script, query=""):
    """Captures a place, opens the page again, and returns the snapshot and where its line is in the paragraph."""
    browser.open(f"{site.origin}/translated?{query}")
    browser.run(f"(scrollBy(0, document.querySelectorAll('main p')[{NUMBER}].getBoundingClientRect().top + 30), null)")
    snapshot = capture(browser, script)
    y = snapshot["anchors"][0]["offset"]["y"]
    box = paragraph_box(browser)
    browser.open(f"{site.origin}/translated?{query}")
    load_modules(browser)
    return snapshot, (y, (y - box["top"]) / (box["bottom"] - box["top"]))


def paragraph_box(browser, number=NUMBER):
    return browser.run(BOX.replace("NUMBER", str(number)))


def distance_in_paragraph(browser, line):
    """Returns the distance of the same part of the paragraph from where the line was."""
    y, share = line
    box = paragraph_box(browser)
    return box["top"] + share * (box["bottom"] - box["top"]) - y


def assert_in_paragraph(browser, result, number=NUMBER):
    """Fails unless a paragraph is at the top of the view, and the result is as sure as a translation allows."""
    box = paragraph_box(browser, number)
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


@pytest.mark.parametrize("frames", [0, 3, 30])
@pytest.mark.parametrize("way", ["font", "in place", "replaced"])
def test_a_paragraph_that_is_translated_when_it_comes_into_view_is_approximate(
        browser, site, capture_script, way, frames):
    """The words are there until then, which is before they have held. The paragraphs around it get other heights."""
    snapshot, line = read_for_later(browser, site, capture_script)
    browser.run(FRAME_CLOCK)
    browser.run(f"(translateLazily('{way}', {frames}), null)")
    result = browser.run(restore_in_page(snapshot))
    assert_in_paragraph(browser, result)
    assert result["reason"] == "translated", result
    assert abs(distance_in_paragraph(browser, line)) <= 2
    pass_frames(browser, 20)
    assert abs(distance_in_paragraph(browser, line)) <= 2
    assert browser.run("later") == []


@pytest.mark.parametrize("way", ["font", "in place"])
def test_a_paragraph_that_is_translated_after_the_result_stays_at_its_line(browser, site, capture_script, way):
    snapshot, line = read_for_later(browser, site, capture_script)
    browser.run(f"(translateLazily('{way}', null), null)")
    result = browser.run(restore_in_page(snapshot, then="translateSeen()"))
    assert result["status"] == "restored", result
    wait_for(lambda: abs(distance_in_paragraph(browser, line)) <= 2)
    pass_frames(browser, 20)
    assert abs(distance_in_paragraph(browser, line)) <= 2
    assert browser.run("later") == []


def test_the_original_that_comes_back_before_the_result_is_restored(browser, site, capture_script):
    snapshot, (y, _) = read_for_later(browser, site, capture_script)
    browser.run(FRAME_CLOCK)
    browser.run(f"(globalThis.original = document.querySelectorAll('main p')[{NUMBER}].textContent,"
                " translateLazily('in place', 3), null)")
    # The frames are counted from the translation, which waits for the view.
    browser.run("(new MutationObserver(([{target}], observer) => { observer.disconnect(); let left = 17;"
                " const look = () => left-- > 0 ? requestAnimationFrame(look) : target.data = original; look(); })"
                f".observe(document.querySelectorAll('main p')[{NUMBER}].firstChild, {{characterData: true}}), null)")
    result = browser.run(restore_in_page(snapshot))
    assert (result["status"], result["tier"]) == ("restored", "quote"), result
    assert browser.run("original") == browser.run(f"document.querySelectorAll('main p')[{NUMBER}].textContent")


@pytest.mark.parametrize("texts", ["other words", "other article", "no words"])
@pytest.mark.parametrize("way", ["font", "in place", "replaced"])
def test_words_that_others_replace_when_they_come_into_view_are_not_restored(
        browser, site, capture_script, way, texts):
    """A translator has left its traces in the page, but these words are no translation of the paragraph."""
    snapshot, _ = read_for_later(browser, site, capture_script)
    change = {"other words": "paragraphs().map(({textContent}, at, all) => all[(at + 2) % all.length].textContent"
                             ".replace(/[0-9]+|[A-Z][a-z]+/g, 'lantern'))",
              "other article": "table.map((text) => text.replace(/[0-9]+/g, (number) => 77 + Number(number)))",
              "no words": "table.map(() => '—')"}[texts]
    browser.run(f"(translateLazily('{way}', 0, {change}), document.documentElement.className = 'translated-ltr', null)")
    browser.run(FAST_CLOCK)
    result = browser.run(restore_in_page(snapshot))
    assert result["status"] != "restored" and result["tier"] != "block", result
