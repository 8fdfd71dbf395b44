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


def states(view):
    return view.texts(".row .state")


def open_place(view):
    """Opens the view of the automatic place."""
    [place] = view.api("GET", "/api/snapshots?origin=automatic")
    view.go(f"/places/{place['id']}")
    view.wait("document.querySelector('#place-body .automatic') !== null")
    return place


def test_only_an_automatic_place_is_marked_and_a_renewal_is_shown(view):
    assert states(view) == ["Kept automatically", ""]
    assert view.js("[...document.querySelectorAll('.row .keep')].map((e) => e.hidden)") == [False, True]
    view.wait_until_it_listens()
    view.keep(0.6)
    view.wait("document.querySelector('.row .reading span').textContent === '60 %'")
    assert states(view) == ["Kept automatically", ""]


def test_one_click_keeps_a_place(view):
    # Without a pointer that hovers, only the row with the focus shows its buttons.
    view.keys("j")
    view.click(".row .keep")
    wait_equal(lambda: states(view), ["", ""])
    # The button is gone, and the focus stays in its row.
    view.wait("document.activeElement.textContent === 'Beans after the frost'")
    place = next(place for place in view.api("GET", "/api/snapshots") if place["url"] == PAGE)
    assert place["origin"] == "click" and place["expiresAt"] is None


def test_one_click_forgets_a_place_for_good_and_another_one_undoes_that(view):
    open_place(view)
    assert view.text("#place-body .automatic span").startswith("Kept automatically until ")
    view.browser.click_words("Forget for good")
    view.wait_texts(".row .title", ["Maps drawn by hand"])
    assert [refusal["page"] for refusal in view.api("GET", "/api/automatic/refusals")] == [PAGE]
    assert "notice" in view.keep(0.4)
    view.click("#toast button")
    view.wait_texts(".row .title", ["Beans after the frost", "Maps drawn by hand"])
    assert view.api("GET", "/api/automatic/refusals") == []
    assert states(view) == ["Kept automatically", ""]


def test_a_place_is_kept_in_its_own_view(view):
    place = open_place(view)
    view.browser.click_words("Keep")
    view.wait("document.querySelector('#place-body .automatic') === null")
    assert view.api("GET", f"/api/snapshots/{place['id']}")["origin"] == "click"
