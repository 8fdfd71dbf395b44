"""Faults of the disk and crashes, met by any program through the library of Tests/EndToEndTests/Shim."""

import functools
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

import judge

SHIM = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "EndToEndTests" / "Shim" / "FaultShim.c"
# Met by Leftoff alone through the library: others write through stdio, which no library of that kind sees.
DISK = ("disk-quota", "disk-sync", "disk-rename", "disk-read-only", "disk-forbidden", "disk-short-writes")
# 3.2 MB/s for each connection: what lies in sockets on the way counts as sent, and is little then.
LARGE, STEP, PAUSE = 20 << 20, 16_384, 5


@functools.cache
def library():
    path = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-shim-")) / "shim.so"
    compiler = shutil.which("clang") or shutil.which("cc") or shutil.which("gcc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SHIM, "-ldl"], check=True)
    return path


def applies(row, client):
    """Whether the fault can be put to a program."""
    if row["slug"] == "disk-full":
        return os.geteuid() == 0
    if row["slug"] in DISK:
        return client.name == "Leftoff"
    return row["slug"] == "killed-at-random"


def run(faulty, client, row):
    place = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-faults-")).resolve()
    try:
        for directory in ("files", "home"):
            (place / directory).mkdir()
        (place / "victim").write_bytes(b"mine")
        name = f"{client.name}-{row['slug']}"
        if row["slug"] == "killed-at-random":
            return killed(faulty, client, place, name)
        if row["slug"] == "disk-full":
            return full(faulty, client, place, name)
        return disk(faulty, client, row, place, name)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def fault_like(asked):
    """What a client's command wants to know about a fault."""
    return {"group": "", "outcomes": [{"asked": asked, "fileName": asked, "end": "done"}], "planted": []}


def start(client, address, place, extra, wait=0):
    files = place / "files"
    fault = fault_like("large.bin")
    [command] = client.command([address], files, fault, wait=wait)
    return subprocess.Popen(
        command, cwd=files, env=client.environment(place) | extra, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def final(client, place):
    files = place / "files"
    return [judge.read(files / name) for name in judge.names(files) if not name.endswith(client.suffixes or ("\0",))]


def disk(faulty, client, row, place, name):
    """A run with the fault, then one without: what stood under the final name in between, and what came of it."""
    count = 2_000_000
    address = faulty.throttled(name, count, 1 << 20, 1)
    # The rule names Leftoff's part file where others write the file itself.
    rule = row["rule"].replace(".leftoff-part", "/files/")
    extra = {"LD_PRELOAD": str(library()), "FAULT_ROOT": str(place), "FAULT_FAIL": rule}
    try:
        status = start(client, address, place, extra).wait(45)
    except subprocess.TimeoutExpired:
        return "**never ends**"
    bodies = final(client, place)
    if status == 0:
        between = "right" if any(len(body or b"") == count for body in bodies) else "**ends without a word**"
        if row["slug"] == "disk-sync":
            between = "does not ask for the disk"
    else:
        between = "**an incomplete file**" if bodies else "error"
    process = start(client, address, place, {}, wait=60)
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
    whole = any(len(body or b"") == count for body in final(client, place))
    return between + ("" if whole else ", **not whole after another run**")


def full(faulty, client, place, name):
    """A run on a file system of 700 KiB, then one after it has been enlarged."""
    files = place / "files"
    count = 2_000_000
    address = faulty.throttled(name, count, 1 << 20, 1)
    mount = ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(files)]
    if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
        return ""
    try:
        status = wait(start(client, address, place, {}), 45)
        bodies = [body for body in final(client, place) if body is not None]
        marked = any(other.endswith(".aria2") for other in judge.names(files))
        between = "error" if status and not bodies else "**an incomplete file**"
        if bodies and marked:
            between = "error; unfinished beside its .aria2"
        elif bodies and status:
            between += ", an error"
        subprocess.run(["mount", "-o", "remount,size=10m", str(files)], check=True)
        wait(start(client, address, place, {}, wait=60), 60)
        whole = any(len(body or b"") == count for body in final(client, place))
        return between + ("" if whole else ", **not whole after another run**")
    finally:
        subprocess.run(["umount", "--lazy", str(files)], check=False)


def wait(process, seconds):
    """Waits for a program; None when its time is up."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def killed(faulty, client, place, name):
    """Five times kill -9 on the way, at places that are spread evenly; then a run to the end."""
    address = faulty.throttled(name, LARGE, STEP, PAUSE)
    for number in range(1, 6):
        process = start(client, address, place, {})
        watch = threading.Event()
        while process.poll() is None and faulty.served(name) < LARGE * number // 6:
            watch.wait(0.02)
        process.kill()
        process.wait()
    process = start(client, address, place, {}, wait=60)
    try:
        process.wait(90)
    except subprocess.TimeoutExpired:
        process.kill()
        return "**never ends**"
    whole = any(len(body or b"") == LARGE for body in final(client, place))
    ratio = faulty.served(name) / LARGE
    return ("right" if whole else "**not whole**") + f", {ratio:.2f} times the size fetched"
