"""Tests captures of pages whose scrolling is locked, as below a dialog."""

import pytest
from place import capture

# The styles of libraries. `y` is the offset at the time of the lock.
LOCKS = {
    "fixed body": "body.style.cssText = `position:fixed;top:-${y}px;left:0;right:0`;",
    "fixed root": "root.style.cssText = `position:fixed;top:-${y}px;left:0;right:0`;",
    "fixed body with scroll bar": "body.style.cssText = `position:fixed;top:-${y}px;left:0;right:0;overflow-y:scroll`;",
    "absolute body": "body.style.cssText = `position:absolute;top:-${y}px;left:0;right:0;overflow:hidden`;"
                     " scrollTo(0, 0);",
    "hidden overflow": "root.style.overflow = body.style.overflow = 'hidden';",
    "scrolled body": "root.style.cssText = body.style.cssText = 'height:100%;overflow:hidden'; body.scrollTop = y;",
}
OVERLAY = """root.insertAdjacentHTML('beforeend', `<div style="position:fixed;inset:0;z-index:9;background:#0008">
    <div style="position:absolute;inset:12% 25%;background:#fff"><p>Words of the dialog, which are not the page's.</p>
    </div></div>`);"""
# A modal dialog makes the page inert, so that nothing of it is hit.
MODAL = """body.insertAdjacentHTML('beforeend', `<dialog style="width:50%;height:60%;margin:auto"><p>Words of the
    dialog, which are not the page's.</dialog>`); document.querySelector('dialog').showModal();"""
LOCK = "(() => { const root = document.documentElement; const { body } = document; const y = root.scrollTop; CODE })()"


def lock(browser, code):
    browser.run(LOCK.replace("CODE", code + " return null;"))


def facts(snapshot):
    """Returns what does not depend on a lock."""
    primary = snapshot["anchors"][0]
    return {
        "quote": primary["quote"], "y": round(primary["offset"]["y"]), "offset": round(snapshot["pageYOffset"]),
        "window": round(snapshot["scrollers"][0]["y"]), "progress": round(snapshot["progress"]["px"], 2),
        "height": round(snapshot["viewport"]["documentHeight"] / 50), "text": round(snapshot["progress"]["text"], 2),
        "roles": [anchor["role"] for anchor in snapshot["anchors"]],
    }


@pytest.mark.parametrize("overlay", ["", OVERLAY, MODAL], ids=["nothing", "overlay", "modal"])
@pytest.mark.parametrize("kind", LOCKS)
def test_a_lock_and_a_dialog_do_not_change_what_is_captured(browser, site, capture_script, kind, overlay):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, 2345), null)")
    wanted = capture(browser, capture_script)
    assert "lock" not in wanted
    lock(browser, LOCKS[kind] + overlay)
    found = capture(browser, capture_script)
    assert facts(found) == facts(wanted)
    is_clip = kind in ("hidden overflow", "scrolled body")
    assert found["lock"] == {"kind": "clip" if is_clip else "fixed", "x": 0, "y": wanted["pageYOffset"]}


# A computer that does other work: what is captured never depends on how long something took.
SLOW_CLOCK = "(() => { let time = 0; Performance.prototype.now = () => (time += 50); return null; })()"


MAIN = "document.querySelector('main').scrollTop = 3000;"
# The last of many containers is scrolled.
MANY = """document.body.insertAdjacentHTML('beforeend', '<div></div>'.repeat(3000) +
    '<div style="height:90px;overflow:auto"><p style="height:500px"></p></div>');
    document.body.lastElementChild.scrollTop = 77;"""


@pytest.mark.parametrize(("page", "prepare", "behind"), [
    ("sixty", "scrollTo(0, 2345);", LOCKS["fixed body"] + MODAL), ("sixty", "", LOCKS["fixed body"] + MODAL),
    ("long", "scrollTo(0, 34567);", LOCKS["fixed body"] + MODAL), ("nested", MAIN, ""), ("nested", MAIN, OVERLAY),
    ("sixty", MANY + "scrollTo(0, 2345);", ""),
], ids=["line", "top", "many lines", "scroller", "scroller behind an overlay", "containers"])
def test_what_is_captured_does_not_depend_on_the_computer(browser, site, capture_script, page, prepare, behind):
    def scrollers(snapshot):
        return [round(scroller["y"]) for scroller in snapshot["scrollers"]]

    browser.open(f"{site.origin}/{page}")
    browser.run(f"(() => {{ {prepare} return null }})()")
    wanted = capture(browser, capture_script)
    lock(browser, behind)
    browser.run(SLOW_CLOCK)
    found = capture(browser, capture_script)
    assert facts(found) == facts(wanted)
    assert scrollers(found) == scrollers(wanted)


@pytest.mark.parametrize("shift", ["top:-${y}px", "top:0;transform:translateY(-${y}px)"])
def test_a_lock_that_fixes_what_is_around_the_content_does_not_change_what_is_captured(
        browser, site, capture_script, shift):
    browser.open(f"{site.origin}/sixty")
    browser.run("(() => { const { body } = document; const all = document.createElement('div'); body.style.margin ="
                " body.style.padding = 0; all.append(...body.childNodes); body.append(all); scrollTo(0, 2345);"
                " return null; })()")
    wanted = capture(browser, capture_script)
    lock(browser, "const all = body.firstElementChild; const { left, width } = all.getBoundingClientRect();"
                  f"all.style.cssText = `position:fixed;left:${{left}}px;width:${{width}}px;{shift}`;" + OVERLAY)
    found = capture(browser, capture_script)
    assert facts(found) == facts(wanted)
    assert found["lock"] == {"kind": "fixed", "x": 0, "y": 2345}


def test_an_application_without_scrolling_has_no_lock(browser, site, capture_script):
    """Applications fix their body for ever, and scroll something in it."""
    browser.open(f"{site.origin}/nested")
    browser.run("(document.querySelector('main').scrollTop = 3000, null)")
    wanted = capture(browser, capture_script)
    lock(browser, "body.style.cssText += ';position:fixed;inset:0';")
    found = capture(browser, capture_script)
    assert "lock" not in found
    assert found["anchors"][0]["quote"] == wanted["anchors"][0]["quote"]
    assert found["scrollers"][1]["y"] == 3000


def test_what_scrolls_below_an_overlay_is_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/nested")
    browser.run("(document.querySelector('main').scrollTop = 3000, null)")
    wanted = capture(browser, capture_script)
    lock(browser, OVERLAY)
    found = capture(browser, capture_script)
    assert found["anchors"][0]["quote"] == wanted["anchors"][0]["quote"]
    assert found["anchors"][0]["offset"]["y"] == wanted["anchors"][0]["offset"]["y"]
    assert found["scrollers"][1]["y"] == 3000


def test_a_dialog_that_is_read_is_captured_itself(browser, site, capture_script):
    """The reader has scrolled in the dialog."""
    browser.open(f"{site.origin}/sixty")
    lines = "".join(f"<p>Condition {n} of the contract.</p>" for n in range(100))
    lock(browser, "root.insertAdjacentHTML('beforeend', `<div id=terms style='position:fixed;inset:5%;overflow:auto;"
                  f"background:#fff'>{lines}</div>`); document.getElementById('terms').scrollTop = 900;")
    assert capture(browser, capture_script)["anchors"][0]["quote"]["exact"].startswith("Condition ")
