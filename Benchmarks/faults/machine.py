"""Runs programs with faults of the disk and with crashes, through the library in Tests/EndToEndTests/Shim."""

import functools
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

import judge

SHIM = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "EndToEndTests" / "Shim" / "FaultShim.c"
# Faults for Leftoff alone: the other programs write through stdio, whose calls the library cannot intercept.
DISK = ("disk-quota", "disk-sync", "disk-rename", "disk-read-only", "disk-forbidden", "disk-short-writes")
# 3.2 MB/s for each connection. Bytes in the sockets count as sent, and at this rate there are few of them.
LARGE, STEP, PAUSE = 20 << 20, 16_384, 5


@functools.cache
def library():
    path = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-shim-")) / "shim.so"
    compiler = shutil.which("clang") or shutil.which("cc") or shutil.which("gcc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SHIM, "-ldl"], check=True)
    return path


def applies(row, client):
    """Returns true if the fault can be applied to a program."""
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
    """Returns a description of a fault with the values that a client's command needs."""
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
    """Runs with the fault and then without it; returns the state in between and the final outcome."""
    count = 2_000_000
    address = faulty.throttled(name, count, 1 << 20, 1)
    # The rule names Leftoff's part file; the other programs write the file itself.
    rule = row["rule"].replace(".leftoff-part", "/files/")
    extra = {"LD_PRELOAD": str(library()), "FAULT_ROOT": str(place), "FAULT_FAIL": rule}
    try:
        status = start(client, address, place, extra).wait(45)
    except subprocess.TimeoutExpired:
        return "**hangs**"
    bodies = final(client, place)
    if status == 0:
        between = "correct" if any(len(body or b"") == count for body in bodies) else "**no error reported**"
        if row["slug"] == "disk-sync":
            between = "does not sync"
    else:
        between = "**incomplete file**" if bodies else "error"
    process = start(client, address, place, {}, wait=60)
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
    whole = any(len(body or b"") == count for body in final(client, place))
    return between + ("" if whole else ", **incomplete after another run**")


def full(faulty, client, place, name):
    """Runs on a file system of 700 KiB, and again after enlarging it."""
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
        between = "error" if status and not bodies else "**incomplete file**"
        if bodies and marked:
            between = "error; marked as unfinished"
        elif bodies and status:
            between += ", error reported"
        subprocess.run(["mount", "-o", "remount,size=10m", str(files)], check=True)
        wait(start(client, address, place, {}, wait=60), 60)
        whole = any(len(body or b"") == count for body in final(client, place))
        return between + ("" if whole else ", **incomplete after another run**")
    finally:
        subprocess.run(["umount", "--lazy", str(files)], check=False)


def wait(process, seconds):
    """Waits for a program and returns its exit code; None after a timeout."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def killed(faulty, client, place, name):
    """Kills the program five times at evenly spaced positions of the download, then runs it to the end."""
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
        return "**hangs**"
    whole = any(len(body or b"") == LARGE for body in final(client, place))
    ratio = faulty.served(name) / LARGE
    return ("correct" if whole else "**incomplete file**") + f", {ratio:.2f} times the size downloaded"
