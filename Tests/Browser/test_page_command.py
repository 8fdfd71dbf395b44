"""`leftoff page` with real browsers that it starts itself: signed in, and without secrets in a history or a log."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess

import pytest
from browsers import PREFERENCES, TIMEOUT, wait_for
from conftest import Service

ROOT = "--no-sandbox" if os.geteuid() == 0 else ""
# Each profile has the path PROFILE; the file or address is the last argument.
COMMANDS = {
    # An extension that is installed for the whole system would use the data of the user who runs the test.
    "chromium": f"chromium --headless=new {ROOT} --no-first-run --disable-extensions --user-data-dir=PROFILE",
    "firefox": "firefox-esr -headless -no-remote -profile PROFILE",
}
HISTORIES = {"chromium": ("Default/History", "urls"), "firefox": ("places.sqlite", "moz_places")}


class StartedBrowser:
    """A program that stands for the desktop's opener and starts a real browser with a profile of its own."""

    def __init__(self, name, directory):
        self.name = name
        self.directory = directory
        self.profile = directory / "profile"
        self.profile.mkdir()
        if name == "firefox":
            lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
            (self.profile / "user.js").write_text("\n".join(lines))
        command = COMMANDS[name].replace("PROFILE", str(self.profile))
        if name == "firefox" and not shutil.which("firefox-esr"):
            command = command.replace("firefox-esr", "firefox", 1)
        self.opener = directory / "xdg-open"
        # The copy of the form shows the test which code must appear nowhere else.
        self.opener.write_text(
            f'#!/bin/sh\necho $$ > {directory}/pid\ncp "$1" {directory}/form\nexec {command} "file://$1"\n')
        self.opener.chmod(0o755)

    @property
    def code(self):
        return re.search(r'name="code" value="([\w-]{43})"', (self.directory / "form").read_text()).group(1)

    def processes(self):
        """Returns the command lines of the browser's processes."""
        lines = []
        for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                text = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if str(self.profile) in text:
                    lines.append(text)
        return lines

    def history(self):
        """Returns the addresses in the history, from a copy, because the browser locks the file.

        Returns none if the browser has changed the file meanwhile.
        """
        path, table = HISTORIES[self.name]
        copy = self.directory / "history"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        source = self.profile / path
        try:
            for file in source.parent.glob(source.name + "*"):
                shutil.copy(file, copy)
            with contextlib.closing(sqlite3.connect(copy / source.name)) as database:
                return [row[0] for row in database.execute(f"SELECT url FROM {table}")]
        except (FileNotFoundError, sqlite3.Error):
            return []

    def quit(self):
        if not (self.directory / "pid").exists():
            return
        process = int((self.directory / "pid").read_text())
        # The number of a browser that has ended may belong to another program by now.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if str(self.profile).encode() in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                os.kill(process, signal.SIGTERM)
        wait_for(lambda: not self.processes())


@pytest.fixture(params=list(COMMANDS))
def started(request, tmp_path):
    browser = StartedBrowser(request.param, tmp_path)
    yield browser
    browser.quit()


def test_the_page_opens_signed_in_and_no_history_holds_a_secret(started, leftoff, tmp_path):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    # Only this test reads the service's log.
    service = Service(leftoff, ("--port", "0", "--no-worker", "--verbose", "--log", "json"))
    try:
        environment = {
            # The browsers are headless, but without a display the command starts none.
            **leftoff.environment, "XDG_RUNTIME_DIR": str(runtime), "BROWSER": "", "DISPLAY": ":0",
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
        }
        done = subprocess.run(
            [leftoff.binary, "page"], env=environment, capture_output=True, text=True, timeout=3 * TIMEOUT)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert list(runtime.glob("leftoff*")) == []
        # The session works: the page itself asked for the places.
        lines = []

        def requests():
            while not service.lines.empty():
                lines.append(service.lines.get())
            found = [json.loads(line) for line in lines if line and line.startswith("{")]
            return [(one["method"], one["path"], one["status"]) for one in found if one["message"] == "request"]

        wait_for(lambda: ("GET", "/api/shelf", "200") in requests())
        served = requests()
        assert ("POST", "/login", "200") in served and ("GET", "/", "200") in served
        assert started.processes() and not any(started.code in line for line in started.processes())
        token = (pathlib.Path(leftoff.environment["LEFTOFF_HOME"]) / "token").read_text().strip()
        assert not any(started.code in (line or "") or token in (line or "") for line in lines)
        # A browser writes its history some seconds later, or when it ends.
        wait_for(lambda: f"{service.origin}/" in started.history())
        started.quit()
        addresses = started.history()
        assert f"{service.origin}/" in addresses
        for address in addresses:
            assert not any(secret in address for secret in [
                "code=", "token=", "leftoff-claim=", started.code, token]), address
    finally:
        service.stop()
