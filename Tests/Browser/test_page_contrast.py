"""The web page in the user's own colours (`forced-colors: active`, Windows' contrast themes): content stays visible."""

import pytest
from page_view import PageView, snapshot
from pixels import rows


@pytest.fixture(params=["light", "dark"])
def view(request, chromium, leftoff, service):
    links = [(f"https://maps.example/{n}.pdf", f"File {n}") for n in range(4)]
    place = leftoff.keep(snapshot("https://maps.example/", "Maps drawn by hand", "He kept the pencils.", 0.41, links))
    chromium.page.emulate_media(forced_colors="active", color_scheme=request.param, reduced_motion="reduce")
    view = PageView(chromium, service, leftoff.environment["LEFTOFF_HOME"])
    view.place = place
    view.wait_texts(".row .title", ["Maps drawn by hand"])
    return view


def shot(view, selector):
    return rows(view.browser.page.locator(selector).first.screenshot())


def style(view, selector, name):
    return view.js(f"getComputedStyle(document.querySelector({selector!r})).{name}")


def test_the_reading_progress_is_visible(view):
    picture = shot(view, ".reading progress")
    middle = picture[len(picture) // 2][2:-2]
    done = next(index for index, colour in enumerate(middle) if colour != middle[0])
    assert middle[0] != middle[-1] and 0.38 < done / len(middle) < 0.44


def test_the_current_view_is_marked_visibly(view):
    def lines(picture):
        return [row for row in picture if len(set(row[12:-12])) == 1 and row[0] != row[len(row) // 2]]

    assert lines(shot(view, ".masthead nav a[aria-current]"))
    assert lines(shot(view, ".masthead nav:not(.quiet) a:not([aria-current])")) == []


def test_selected_focused_and_disabled_controls_look_different(view):
    view.go(f"/places/{view.place}")
    view.wait_texts(".link a", ["File 0", "File 1", "File 2", "File 3"])
    view.click(".link:nth-child(2) input")
    view.wait("document.querySelector('.link.selected')")
    assert style(view, ".link.selected", "outlineStyle") == "solid"
    assert style(view, ".segments input:checked + span", "borderTopColor") != style(view,
        ".segments input:not(:checked) + span", "borderTopColor")
    view.keys("Tab")
    assert view.js("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_notices_have_a_visible_border(view):
    view.click(".row .forget")
    view.wait("document.querySelector('.toast span')?.checkVisibility()")
    assert style(view, ".toast", "borderTopStyle") == "solid" and style(view, ".toast", "borderTopWidth") == "1px"
