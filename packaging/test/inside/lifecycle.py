"""Upgrades, downgrades, removes and purges the packages, and checks that the user's data survive.

Runs as root in a booted Debian system, in which systemd also runs the services of the ordinary user.
"""

import glob
import hashlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

from waiting import wait_for

USER = "reader"
# A user who never enabled the service.
OTHER = "other"
HOME = pathlib.Path("/home") / USER
DATA = HOME / ".local/share/leftoff"
STORE = DATA / "leftoff.sqlite"
ORIGIN = "http://127.0.0.1:5338"
CURRENT = ["/test/leftoff.deb", "/test/webext-leftoff.deb"]
PREVIOUS = ["/test/previous/leftoff.deb", "/test/previous/webext-leftoff.deb"]
TITLES = ["An essay about tides", "Chapter 7", "A long read"]
DOWNLOADS = ["https://downloads.example.org/b.iso", "https://downloads.example.org/a.iso"]


def root(*command):
    """Runs a command as root."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def apt(*arguments):
    return root("apt", "--yes", "--quiet=2", *arguments)


def user(*command, **options):
    """Runs a command as the ordinary user, with the bus of the user's systemd."""
    identity = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--reset-env"]
    environment = ["env", f"XDG_RUNTIME_DIR=/run/user/{os.stat(HOME).st_uid}", "LANG=C.UTF-8"]
    return subprocess.run([*identity, *environment, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, cwd=HOME, **options)


def output(*command):
    """Returns the output of a command of the user, which must succeed."""
    done = user(*command)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr}")
    return done.stdout


def check(condition, message):
    if not condition:
        raise SystemExit(f"not as expected: {message}")


def passed(message):
    print(f"  {message}", flush=True)


def digests():
    """The digest of each file of the user's data."""
    return {str(path.relative_to(DATA)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(DATA.rglob("*")) if path.is_file()}


def titles():
    return [place["title"] for place in json.loads(output("leftoff", "list", "--format", "json"))]


def downloads():
    return [item["url"] for item in json.loads(output("leftoff", "queue", "list", "--format", "json"))]


def version():
    return root("dpkg-query", "--show", "--showformat=${Version}", "leftoff")


def migrations():
    with sqlite3.connect(f"file:{STORE}?mode=ro", uri=True) as store:
        return [row[0] for row in store.execute("SELECT identifier FROM grdb_migrations")]


def service(action, *options):
    return output("systemctl", "--user", *options, action, "leftoff.service").strip()


def main_process():
    return int(service("show", "--property=MainPID", "--value"))


def request(path, method="GET", body=None):
    """Sends a request to the service with the user's token; returns its response, or None if none came."""
    token = (DATA / "token").read_text().strip()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(
                urllib.request.Request(ORIGIN + path, data, headers, method=method), timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path}: {error.code} {error.read()!r}") from None
    except OSError:
        return None


def write_older_store():
    """Writes the store of the first version, as the user."""
    schema = "/test/inside/older-store.sql"
    program = (
        "import os, pathlib, sqlite3, sys; os.umask(0o077); path = pathlib.Path(sys.argv[1]);"
        "path.parent.mkdir(parents=True); store = sqlite3.connect(path);"
        "store.executescript(pathlib.Path(sys.argv[2]).read_text()); store.close()")
    output("python3", "-c", program, str(STORE), schema)


def upgrade_of_the_store():
    apt("install", *PREVIOUS)
    check(version() == "0.0.1", f"version {version()} is installed instead of the previous one")
    write_older_store()
    before = migrations()
    apt("install", *CURRENT)
    check(version() != "0.0.1", "the package was not upgraded")
    check(titles() == TITLES, f"places {titles()}")
    check(downloads() == DOWNLOADS, f"downloads {downloads()}")
    check(output("leftoff", "list", "valve").count("\n") == 1, "the search finds no words of a migrated place")
    check(len(migrations()) > len(before), "the store was not migrated")
    passed(f"upgrade: 3 places and 2 downloads are kept, the store is migrated ({len(before)} -> {len(migrations())})")


def upgrade_of_a_running_service():
    apt("install", "--allow-downgrades", *PREVIOUS)
    service("enable", "--now")
    wait_for(lambda: (DATA / "token").exists() and request("/api/snapshots") is not None, "response of the service")
    request("/api/settings", "PATCH", {"motion": "calm"})
    before = digests()
    process = main_process()
    apt("install", *CURRENT)
    wait_for(lambda: main_process() not in (0, process), "restart of the service")
    wait_for(lambda: request("/api/snapshots") is not None, "response of the restarted service with the old token")
    program = os.readlink(f"/proc/{main_process()}/exe")
    check(not program.endswith("(deleted)"), f"the service still runs the old program: {program}")
    check(request("/api/settings")["motion"] == "calm", "the settings were not kept")
    check(titles() == TITLES and downloads() == DOWNLOADS, "places or downloads were not kept")
    after = digests()
    kept = [name for name in before if re.search(r"token|settings", name)]
    check(len(kept) >= 3 and all(before[name] == after[name] for name in kept), f"tokens or settings changed: {kept}")
    other = subprocess.run(["systemctl", "--user", f"--machine={OTHER}@", "is-active", "leftoff.service"],
                           stdout=subprocess.PIPE, text=True).stdout.strip()
    check(other == "inactive", f"the service of a user who never enabled it is {other}")
    passed(f"upgrade: the running service was restarted and accepts its old token; unchanged: {', '.join(kept)}")
    passed("upgrade: the service of a user who never enabled it was not started")


def upgrade_of_a_stopped_service():
    service("stop")
    apt("install", "--allow-downgrades", *PREVIOUS)
    apt("install", *CURRENT)
    time.sleep(1)
    check(main_process() == 0, "the upgrade started a service that the user had stopped")
    passed("upgrade: a service that the user had stopped stays stopped")


def downgrade():
    """Marks the store as the next version would, and installs the previous package."""
    service("disable", "--now")
    with sqlite3.connect(STORE) as store:
        store.execute("INSERT INTO grdb_migrations VALUES ('snapshots-9999')")
    store.close()
    apt("install", "--allow-downgrades", *PREVIOUS)
    check(version() == "0.0.1", "the package was not downgraded")
    before = digests()
    for command in (["list"], ["queue", "list"], ["serve"], ["capture", "/test/inside/place.json"]):
        done = user("leftoff", *command, timeout=60)
        lines = done.stderr.splitlines()
        check(done.returncode != 0 and not done.stdout, f"leftoff {command[0]} uses the newer store")
        check(len(lines) == 1 and lines[0].startswith("leftoff: ") and "newer" in lines[0],
              f"leftoff {command[0]} says {done.stderr!r}")
    check(digests() == before, "the refused downgrade changed the data")
    passed(f"downgrade: refused, data unchanged: {lines[0]}")
    apt("install", *CURRENT)
    with sqlite3.connect(STORE) as store:
        store.execute("DELETE FROM grdb_migrations WHERE identifier = 'snapshots-9999'")
    store.close()
    check(titles() == TITLES, "the places are not there after the version that can read them was installed again")


def removal():
    service("enable", "--now")
    wait_for(lambda: request("/api/snapshots") is not None, "response of the service")
    process = main_process()
    apt("remove", "leftoff")
    wait_for(lambda: not os.path.exists(f"/proc/{process}"), "end of the service after the removal")
    before = digests()
    check("leftoff.sqlite" in before and "token" in before, f"data after the removal: {list(before)}")
    check(not os.path.exists("/usr/bin/leftoff"), "the program is still there")
    check(not glob.glob("/usr/share/chromium/extensions/*") + glob.glob("/usr/share/mozilla/extensions/*/*"),
          "the extension is still installed without its program")
    apt("purge", "leftoff", "webext-leftoff")
    check(digests() == before, "the purge changed the data")
    left = [line for line in root("find", "/etc", "/usr", "/var", "-xdev", "-iname", "*leftoff*").splitlines()
            if not re.match(r"/etc/systemd/system/leftoff-test|/var/(cache/apt|log|lib/(apt|systemd/linger))", line)]
    check(not left, f"the purge left files: {left}")
    passed(f"removal and purge: the service was stopped, all {len(before)} files of the user's data are unchanged,"
           " nothing else is left")
    apt("install", *CURRENT)
    check(titles() == TITLES and downloads() == DOWNLOADS, "places or downloads were lost with the package")
    passed("installation after the purge: places and downloads are there again")


def forget_everything():
    before = digests()
    refused = user("leftoff", "forget", "--everything", stdin=subprocess.DEVNULL)
    check(refused.returncode == 64 and "confirmation" in refused.stderr and digests() == before,
          f"without a terminal: status {refused.returncode}, {refused.stderr!r}")
    for answer, is_deleted in (("no", False), ("yes", True)):
        # `script` gives the command a terminal, in which a person types the answer.
        typed = user("script", "--quiet", "--return", "--command", "leftoff forget --everything", "/dev/null",
                     input=answer + "\n")
        is_gone = not DATA.exists() or not digests()
        check(is_gone == is_deleted, f"after the answer {answer!r}: {typed.stdout}{typed.stderr}")
    check(titles() == [] if DATA.exists() else True, "places are left")
    passed("forget --everything: refused without a terminal, kept after no, deleted after yes")


def main():
    wait_for(lambda: user("systemctl", "--user", "is-system-running").stdout.strip() == "running", "the user's systemd")
    upgrade_of_the_store()
    upgrade_of_a_running_service()
    upgrade_of_a_stopped_service()
    downgrade()
    removal()
    forget_everything()


if __name__ == "__main__":
    try:
        main()
    except TimeoutError as error:
        sys.exit(str(error))
