"""The browsers that are signed in: their list in the settings, signing out, and several tabs."""

import pytest
from browsers import wait_for, words
from page_view import PageView, snapshot
from raw_requests import send, sign_in


@pytest.fixture
def view(browser, leftoff, service):
    leftoff.keep(snapshot("https://example.org/", "Kept", "Here.", 0.5))
    return PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])


def status(service, headers):
    """Returns the status of a request of another browser."""
    return send(service, "GET", "/api/snapshots", headers)[0]


def open_settings(view, count):
    view.go("/settings")
    view.wait(f"document.querySelectorAll('#sessions li').length === {count}")


def test_the_list_names_this_browser_and_the_others_with_their_times(view, service):
    open_settings(view, 1)
    name = {"chromium": "Chrome", "firefox": "Firefox"}[view.browser.name]
    assert name in view.text("#sessions strong") and "(this browser)" in view.text("#sessions li")
    assert not view.js("document.getElementById('end-others').checkVisibility()")
    sign_in(service)
    open_settings(view, 2)
    assert view.js("document.querySelectorAll('#sessions .meta').length") == 2
    # Only this browser is called so.
    assert view.js("document.getElementById('sessions').textContent.split('(this browser)').length") == 2
    labels = view.js("[...document.querySelectorAll('#sessions button')].map((e) => e.getAttribute('aria-label'))")
    assert len(set(labels)) == 2 and "Sign out of this browser" in labels


def test_one_other_browser_is_signed_out(view, service):
    others = [sign_in(service), sign_in(service)]
    open_settings(view, 3)
    before = [one["id"] for one in view.api("GET", "/api/sessions")["sessions"]]
    view.click("#sessions button:not([aria-label='Sign out of this browser'])")
    view.wait("document.querySelectorAll('#sessions li').length === 2")
    view.wait("document.activeElement.id === 'sessions-heading'")
    assert sorted(status(service, one) for one in others) == [200, 401]
    assert len(set(before) - {one["id"] for one in view.api("GET", "/api/sessions")["sessions"]}) == 1


def test_all_other_browsers_are_signed_out(view, service):
    others = [sign_in(service), sign_in(service)]
    open_settings(view, 3)
    view.click("#end-others")
    view.wait("document.querySelectorAll('#sessions li').length === 1")
    assert [status(service, one) for one in others] == [401, 401]
    assert not view.js("document.getElementById('end-others').checkVisibility()")
    view.go("/")
    view.wait_texts(".row .title", ["Kept"])


def test_this_browser_signs_out_and_in_again(view):
    view.go("/queue")
    for address in ("/install", "/settings"):
        view.click(f"nav a[href='{address}']")
        wait_for(lambda address=address: view.browser.here().endswith(address) and words(view.browser))
    view.wait("document.querySelectorAll('#sessions li').length === 1")
    view.click("#sessions button")
    wait_for(lambda: "This browser is not signed in" in words(view.browser))
    assert view.js("localStorage.getItem('leftoff-session')") is None
    assert view.api("GET", "/api/sessions")["sessions"] == []
    # The way back leads to no page that the browser has kept.
    for address in ("/install", "/queue"):
        view.js("(history.back(), null)")
        wait_for(lambda address=address: view.browser.here().endswith(address)
                 and "This browser is not signed in" in words(view.browser))
    PageView(view.browser, view.service, view.service.leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", ["Kept"])


def test_the_other_tabs_sign_out_and_in_too(chromium, leftoff, service):
    leftoff.keep(snapshot("https://example.org/", "Kept", "Here.", 0.5))
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    tab = chromium.context.new_page()
    tab.goto(service.origin)
    tab.wait_for_selector(".row .title >> text=Kept")
    open_settings(view, 1)
    view.click("#sessions button")
    wait_for(lambda: "This browser is not signed in" in words(chromium))
    # Nothing private stays in view.
    tab.wait_for_selector("text=This browser is not signed in")
    assert "Kept" not in tab.content()
    PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    tab.wait_for_selector(".row .title >> text=Kept")


def test_a_browser_that_was_signed_out_elsewhere_says_so_and_continues_after_signing_in(view, leftoff):
    view.wait_texts(".row .title", ["Kept"])
    view.wait_until_it_listens()
    view.api("DELETE", "/api/sessions")
    view.wait("/no longer signed in/.test(document.getElementById('banner').textContent)")
    PageView(view.browser, view.service, leftoff.environment["LEFTOFF_HOME"])
    view.wait_texts(".row .title", ["Kept"])


def test_an_address_that_is_left_before_the_sign_in_has_ended_still_signs_in(browser, leftoff, service):
    """The next page asks whether the service knows the secret that an earlier one has sent."""
    leftoff.keep(snapshot("https://example.org/", "Kept", "Here.", 0.5))
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.run_in_page(
        "localStorage.setItem('leftoff-session-new', localStorage.getItem('leftoff-session'));"
        " localStorage.removeItem('leftoff-session')")
    view.go("/")
    view.wait_texts(".row .title", ["Kept"])
    assert view.js("localStorage.getItem('leftoff-session-new')") is None


def test_a_claim_in_the_address_stays_in_no_entry_of_the_history(chromium, leftoff, service):
    PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    assert chromium.run("location.href") == f"{service.origin}/"
    chromium.page.goto(f"{service.origin}/sample")
    chromium.page.go_back()
    chromium.page.wait_for_selector("#places")
    assert chromium.run("location.href") == f"{service.origin}/"
