"""The web page's automatic places, by real clicks in both browsers."""

import pytest
from browsers import wait_equal
from page_view import PageView, snapshot

PAGE = "https://gardens.example/beans"


@pytest.fixture
def view(browser, leftoff, service):
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    leftoff.keep(snapshot("https://maps.example/by-hand", "Maps drawn by hand", "He kept the pencils.", 0.4))
    view.keep = lambda share: view.api(
        "POST", "/api/snapshots?origin=automatic", snapshot(PAGE, "Beans after the frost", "Beans go in.", share))
    view.keep(0.3)
    view.wait_texts(".row .title", ["Beans after the frost", "Maps drawn by hand"])
    return view


def label(view):
    return view.js("[...document.querySelectorAll('.card .automatic span')].map((e) => e.textContent)")


def test_only_an_automatic_place_is_marked_and_a_renewal_is_shown(view):
    [text] = label(view)
    assert text.startswith("Kept automatically until ")
    view.keep(0.6)
    view.wait("document.querySelector('.row .reading span').textContent === '60 % read'")
    assert len(label(view)) == 1


def test_one_click_keeps_a_place(view):
    view.browser.click_words("Keep")
    wait_equal(lambda: label(view), [])
    place = next(place for place in view.api("GET", "/api/snapshots") if place["url"] == PAGE)
    assert place["origin"] == "click" and place["expiresAt"] is None


def test_one_click_forgets_a_place_for_good_and_another_one_undoes_that(view):
    view.browser.click_words("Forget for good")
    view.wait_texts(".row .title", ["Maps drawn by hand"])
    assert [refusal["page"] for refusal in view.api("GET", "/api/automatic/refusals")] == [PAGE]
    assert "notice" in view.keep(0.4)
    view.browser.click_words("Undo")
    view.wait_texts(".row .title", ["Beans after the frost", "Maps drawn by hand"])
    assert view.api("GET", "/api/automatic/refusals") == []
    assert len(label(view)) == 1


def test_the_view_of_a_place_has_the_same_buttons(view):
    [place] = view.api("GET", "/api/snapshots?origin=automatic")
    view.go(f"/places/{place['id']}")
    view.wait("document.querySelector('#place-body .automatic') !== null")
    view.browser.click_words("Keep")
    view.wait("document.querySelector('#place-body .automatic') === null")
    assert view.api("GET", f"/api/snapshots/{place['id']}")["origin"] == "click"
