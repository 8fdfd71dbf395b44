"""The web page's settings, backup and access."""

import json
import pathlib
import tempfile

import pytest
from page_view import PageView, snapshot


@pytest.fixture
def view(browser, leftoff, service):
    leftoff.keep(snapshot("https://example.org/", "Kept", "Here.", 0.5))
    view = PageView(browser, service, leftoff.environment["LEFTOFF_HOME"])
    view.go("/settings")
    view.wait("document.querySelector('[name=motion]:checked')?.value === 'system'")
    return view


def test_settings_are_stored_at_once_and_invalid_ones_are_reported(view):
    view.click("[name=motion][value=calm]")
    view.wait("document.getElementById('toast').textContent === 'Saved.'")
    view.click("#directory")
    view.type("downloads")
    view.keys("Enter")
    view.wait("document.querySelector('#set-directory .problem')?.textContent === 'The folder must be an"
              " absolute path'")
    # The earlier announcement must not count as this result.
    assert view.js("document.getElementById('toast').textContent") == ""
    assert view.js("[document.activeElement.id, document.activeElement.getAttribute('aria-invalid')]") == [
        "directory", "true"]
    # The service was started with --download-dir for the directory of temporary files.
    for wrong in ["/proc/nope", "/etc/passwd", str(pathlib.Path(tempfile.gettempdir(), ".config", "autostart"))]:
        view.keys("Control+a")
        view.type(wrong)
        view.keys("Enter")
        view.wait(f"document.querySelector('#set-directory .problem')?.textContent.startsWith('The folder ({wrong})"
                  f" must be one of these directories or below it, and not hidden: ')")
    view.keys("Control+a")
    view.type("/tmp/here")
    view.keys("Enter")
    view.wait("document.querySelector('#set-directory .problem') === null")
    view.click("#hosts")
    view.type("NAS.local")
    view.click("#set-hosts button")
    view.wait("document.getElementById('hosts').value === 'nas.local'")
    settings = view.api("GET", "/api/settings")
    assert (settings["motion"], settings["downloadDirectory"], settings["privateHosts"]) == ("calm",
        "/tmp/here", ["nas.local"])


def test_the_settings_of_copies_are_shown_and_stored(view):
    shown = ("['set-copy-text', 'set-copy-picture', 'picture-images'].map((id) => document.getElementById(id).checked)"
             ".concat(document.getElementById('picture-limit').value)")
    assert view.js(shown) == [True, False, True, "6"]
    for name in ("set-copy-text", "set-copy-picture", "picture-images"):
        view.click(f"#{name}")
    view.click("#picture-limit")
    view.keys("Control+a")
    view.type("0.5")
    view.keys("Enter")
    view.wait("document.getElementById('toast').textContent === 'Saved.'")
    settings = view.api("GET", "/api/settings")
    assert (settings["copyText"], settings["copyPicture"], settings["pictureImages"], settings["pictureLimit"]) == (
        False, True, False, 500_000)
    view.go("/settings")
    view.wait(f"{shown}.join() === 'false,true,false,0.5'")
    view.click("#picture-limit")
    view.keys("Control+a")
    view.keys("Backspace")
    view.keys("Enter")
    view.wait("document.getElementById('picture-limit').value === '6'")
    assert view.api("GET", "/api/settings")["pictureLimit"] == 6_000_000


def test_a_backup_is_imported(view, leftoff, tmp_path):
    file = tmp_path / "backup.json"
    exported = leftoff("export")
    file.write_text(exported)
    place = view.api("GET", "/api/snapshots")[0]
    view.api("DELETE", f"/api/snapshots/{place['id']}")
    view.choose_file("#import-file", file)
    view.wait("document.getElementById('import-dialog').open")
    assert view.text("#import-heading") == "Import backup.json?"
    assert "1 on 1 page" in view.texts("#import-summary dd")
    assert view.js("document.getElementById('import-places').hidden")
    view.click("#import-all")
    view.wait("/^1 place added, 0 already known/.test(document.getElementById('import-outcome').textContent)")
    assert [one["title"] for one in view.api("GET", "/api/snapshots")] == ["Kept"]
    wrong = tmp_path / "wrong.json"
    wrong.write_text("no backup")
    view.choose_file("#import-file", wrong)
    view.wait("/^The import failed/.test(document.getElementById('import-outcome').textContent)")


def test_the_downloads_of_a_backup_are_shown_before_it_is_imported(view, tmp_path):
    file = tmp_path / "pocket.csv"
    place = {"id": "000000000001", "storedAt": "2026-03-01T12:30:00Z", "snapshot": {"url": "https://a.example/"}}
    downloads = [{"url": "https://a.example/f", "directory": "/etc/cron.d", "proxy": "http://p.example:1"},
                 {"url": "https://a.example/g", "directory": "sub"}]
    file.write_text(json.dumps({"leftoff": 1, "places": [place], "queue": downloads}))
    folder = view.api("GET", "/api/settings")["usualDownloadDirectory"]
    for button, outcome, places, queued in [
            ("", "Not imported.", 1, 0), ("places", "1 place added, 0 already known.", 2, 0),
            ("all", "0 places added, 1 already known. 2 downloads queued, 0 already ended.", 2, 2)]:
        view.choose_file("#import-file", file)
        view.wait("document.getElementById('import-dialog').open")
        assert view.text("#import-heading") == "Import 2 downloads of pocket.csv?"
        assert view.texts("#import-directories li") == [f"{folder}: 1 file", f"{folder}/sub: 1 file"]
        assert view.texts("#import-omissions li") == [
            f"directories outside of {folder}: left out of 1 entry", "proxies: left out of 1 entry"]
        # Enter must not import by chance.
        assert view.js("document.activeElement.id") == "import-heading"
        view.click(f"#import-dialog button[value='{button}']")
        view.wait(f"document.getElementById('import-outcome').textContent.startsWith('{outcome}')")
        assert len(view.api("GET", "/api/snapshots")) == places
        assert len(view.api("GET", "/api/queue")) == queued


def test_the_library_of_another_program_is_imported_and_its_places_are_marked_as_approximate(view, tmp_path):
    file = tmp_path / "reader.csv"
    file.write_text("""Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
Half,https://half.example/,1,['one'],2022-11-06 04:33:50+00:00,0.42,new,True
Script,javascript:alert(1),2,[],2022-11-06 04:33:50+00:00,0.5,new,True
""")
    view.choose_file("#import-file", file)
    view.wait("document.getElementById('import-dialog').open")
    rows = dict(zip(view.texts("#import-summary dt"), view.texts("#import-summary dd")))
    assert (rows["Format"], rows["Places"], rows["Approximate"], rows["Tags"], rows["Unreadable"]) == (
        "reader", "1 on 1 page", "1", "1: one 1", "1 entry")
    assert view.texts("#import-messages li")[0].startswith("line 3: not imported: ")
    assert len(view.api("GET", "/api/snapshots")) == 1
    view.click("#import-all")
    view.wait("/^1 place added, 0 already known. 1 place is only known approximately. 1 entry could not be read:/"
        ".test(document.getElementById('import-outcome').textContent)")
    lines = view.texts("#import-outcome li")
    assert lines[0] == "No counterpart: seen flags (1)" and lines[1].startswith("line 3: not imported: ")
    place = view.api("GET", "/api/snapshots")[0]
    assert (place["approximate"], place["progress"], place["tags"]) == (True, 0.42, ["one"])
    view.go("/")
    view.wait("[...document.querySelectorAll('.row .reading span')]"
        ".some((text) => text.textContent === '≈42 %' && text.title === 'about 42 % read')")


def test_a_backup_is_saved(chromium, view):
    if view.browser is not chromium:
        pytest.skip("Firefox's headless downloads are not seen through Marionette")
    for words, begin in [("Everything (JSON)", "{"), ("Bookmarks", "<!DOCTYPE NETSCAPE"), ("CSV", "")]:
        with chromium.page.expect_download() as saved:
            chromium.page.click(f"button:text-is({json.dumps(words)})")
        text = pathlib.Path(saved.value.path()).read_text()
        assert text.startswith(begin) and "https://example.org/" in text


def test_tokens_are_replaced_after_a_confirmation_and_this_browser_stays_signed_in(view, leftoff):
    home = pathlib.Path(leftoff.environment["LEFTOFF_HOME"])
    view.click("#rotate")
    view.wait("document.getElementById('rotate-dialog').open")
    view.keys("Escape")
    view.wait("!document.getElementById('rotate-dialog').open")
    assert (home / "token").read_text().strip() == view.token
    view.click("#rotate")
    view.click("#rotate-dialog .danger")
    view.wait("/The tokens were replaced/.test(document.getElementById('toast').textContent)")
    view.go("/")
    view.wait_texts(".row .title", ["Kept"])


def test_another_browser_signs_in_by_an_address(view):
    view.click("#login")
    view.wait("/token=/.test(document.querySelector('#login-outcome code')?.textContent)")
    address = view.text("#login-outcome code")
    if view.browser.name == "firefox":
        # Its tabs share one profile.
        view.browser.client.delete_all_cookies()
    view.browser.reset()
    view.browser.open(address)
    view.wait_texts(".row .title", ["Kept"])
