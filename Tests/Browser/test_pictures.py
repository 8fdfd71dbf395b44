"""Tests the restore of places at pictures whose addresses have changed since."""

import pytest
import site_server
from browsers import wait_for
from pages_pictures import PAGES
from place import capture, restore_by_fast_clock

site_server.PAGES.update(PAGES)
NUMBER = 22
TOP = """(() => { const image = document.querySelector('img[data-number="NUMBER"]');
    return image ? image.getBoundingClientRect().top : null })()""".replace("NUMBER", str(NUMBER))
# The number of the picture at the top of the view.
SHOWN = ("(() => Number([...document.images].find((each) => each.getBoundingClientRect().bottom > 60)"
         ".dataset.number))()")


def read(browser, site, leftoff, script, query=""):
    """Opens the page, scrolls to 30 px below the top of a picture, and captures the place."""
    browser.open(f"{site.origin}/pictures?{query}")
    wait_for(lambda: browser.run("[...document.images].every((each) => each.complete)"))
    browser.run(f"(scrollBy(0, {TOP} + 30), null)")
    wait_for(lambda: browser.run(
        f"(() => {{ const image = document.querySelector('img[data-number=\"{NUMBER}\"]');"
        " return image.naturalHeight > 1 || !image.dataset.src })()"))
    leftoff.keep(capture(browser, script))


def restored(browser, site, leftoff, query):
    browser.open(f"{site.origin}/pictures?{query}")
    return restore_by_fast_clock(browser, leftoff.restore())


def assert_same_picture(browser, result):
    assert result["status"] == "restored", result
    wait_for(lambda: abs(browser.run(TOP) + 30) <= 2)


@pytest.mark.parametrize("where", ["query", "path"])
def test_a_picture_with_a_new_token_in_its_address_is_restored(browser, site, leftoff, capture_script, where):
    read(browser, site, leftoff, capture_script, f"utm_medium={where}")
    assert_same_picture(browser, restored(browser, site, leftoff, f"utm_medium={where}&utm_source=b"))


@pytest.mark.parametrize("change", [
    "insert:0,1", f"insert:{NUMBER},1", f"insert:{NUMBER},3", f"insert:{NUMBER - 2},3", f"remove:{NUMBER - 2},2",
    f"remove:{NUMBER + 1},2", "insert:0,1+renumbered", f"insert:{NUMBER - 3},1+renumbered",
])
def test_a_picture_is_restored_although_others_were_added_or_removed(browser, site, leftoff, capture_script, change):
    read(browser, site, leftoff, capture_script)
    assert_same_picture(browser, restored(browser, site, leftoff, f"utm_source=b&utm_content={change}"))


def test_a_picture_is_restored_among_pictures_that_are_loaded_in_view(browser, site, leftoff, capture_script):
    read(browser, site, leftoff, capture_script, "utm_content=lazy")
    assert_same_picture(browser, restored(browser, site, leftoff, "utm_source=b&utm_content=lazy"))


def test_one_of_many_equal_pictures_is_only_approximate(browser, site, leftoff, capture_script):
    read(browser, site, leftoff, capture_script, "utm_content=alike")
    result = restored(browser, site, leftoff, "utm_source=b&utm_content=alike")
    assert result["status"] == "approximate" and browser.run(SHOWN) == NUMBER, result
    result = restored(browser, site, leftoff, "utm_source=b&utm_content=alike+remove:30,4")
    assert result["status"] == "approximate" and result["confidence"] <= 0.5, result


def test_a_picture_is_restored_in_the_opposite_order(browser, site, leftoff, capture_script):
    read(browser, site, leftoff, capture_script)
    assert_same_picture(browser, restored(browser, site, leftoff, "utm_source=b&utm_content=reversed"))


def test_other_pictures_are_no_find(browser, site, leftoff, capture_script):
    read(browser, site, leftoff, capture_script)
    result = restored(browser, site, leftoff, "utm_source=b&utm_content=others")
    assert result["status"] != "restored" and result["confidence"] <= 0.65, result
