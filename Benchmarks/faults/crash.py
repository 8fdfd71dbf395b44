#!/usr/bin/env python3
"""Runs the crash tests with a large download. See README.md."""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import machine
import server

STEP = 16_384


class Place:
    """The destination and the data directory of one series of runs."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-crash-")).resolve()
        self.files = self.root / "files"
        self.files.mkdir()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.root), "LEFTOFF_HOME": str(self.root / "home")}

    def command(self, *arguments):
        return [os.environ["LEFTOFF_BIN"], *arguments]

    def start(self, *arguments, extra=None):
        return subprocess.Popen(
            self.command(*arguments), env=self.environment | (extra or {}), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(self, *arguments):
        return subprocess.run(
            self.command(*arguments), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)

    def items(self):
        return json.loads(self.run("queue", "list", "--format", "json").stdout)

    def check(self, size, what):
        """Checks that there is only one file, which is done and has the recorded SHA-256."""
        found = sorted(os.listdir(self.files))
        assert found == ["large.bin"], f"{what}: {found} {self.items()}"
        body = (self.files / "large.bin").read_bytes()
        assert len(body) == size, f"{what}: {len(body)} bytes of {size}"
        [item] = self.items()
        assert item["state"] == "done" and item["sha256"] == hashlib.sha256(body).hexdigest(), f"{what}: {item}"
        return item["sha256"]

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


def sha256_of(faulty, address):
    import urllib.request

    digest = hashlib.sha256()
    with urllib.request.urlopen(address) as response:
        while block := response.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def at_random(faulty, options):
    """Kills the process (kill -9) at random moments and compares the downloaded bytes with the file's size."""
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    generator = random.Random(seed)
    size = options.megabytes << 20
    wanted = sha256_of(faulty, faulty.throttled("reference", size, 1 << 20, 0))
    address = faulty.throttled("random", size, STEP, options.milliseconds)
    place = Place()
    place.run("queue", "add", address, "--dir", str(place.files))
    # Moments are given in downloaded bytes instead of time, so that every kill interrupts a download.
    moments = sorted(generator.randrange(size // 200, size - size // 50) for _ in range(options.kills))
    begin, kills, watch = time.monotonic(), 0, threading.Event()
    for moment in moments:
        process = place.start("queue", "run", "--quiet")
        while process.poll() is None and faulty.served("random") < moment:
            watch.wait(0.005)
        kills += process.poll() is None
        process.kill()
        process.wait()
    place.run("queue", "run", "--quiet")
    seconds = time.monotonic() - begin
    digest = place.check(size, "kill -9 at random")
    assert digest == wanted, f"SHA-256 is {digest}, expected {wanted}"
    ratio = faulty.served("random") / size
    place.remove()
    print(f"kill -9 at random, seed {seed}: {options.megabytes} MiB, {kills} kills, SHA-256 correct, "
          f"{ratio:.4f} times the size downloaded, {seconds:.0f} s")
    return ratio <= 1.05


def at_every_operation(faulty, options):
    """Kills the process at operation 1, 2, 3 and so on until a run finishes."""
    size = 12 << 20
    place = Place()
    # Without a pause the sockets would fill with unread bytes that count as sent.
    address = faulty.throttled("every", size, STEP, 1)
    place.run("queue", "add", address, "--dir", str(place.files))
    added = place.root / "added"
    shutil.copytree(place.root / "home", added)
    worst, number = 0, options.after
    while number + options.stride <= options.until:
        number += options.stride
        shutil.rmtree(place.root / "home")
        shutil.rmtree(place.files)
        shutil.copytree(added, place.root / "home")
        place.files.mkdir()
        # The same path each time, with a new count.
        faulty.throttled("every", size, STEP, 1)
        extra = {"LD_PRELOAD": str(machine.library()), "FAULT_ROOT": str(place.root), "FAULT_KILL": str(number)}
        process = place.start("queue", "run", "--quiet", extra=extra)
        process.communicate()
        if process.returncode == 0:
            break
        assert process.returncode == -9, f"operation {number}: exit code {process.returncode}"
        part = place.files / "large.bin.leftoff-part"
        before = faulty.served("every")
        written = min(size, allocated(part))
        place.run("queue", "run", "--quiet")
        place.check(size, f"operation {number}")
        # The bytes that had been written and were received again.
        again = faulty.served("every") - before - (size - written) if written < size else 0
        worst = max(worst, again)
        if again > 1 << 20:
            print(f"operation {number}: {again / 1024:.0f} KiB of {written / 1024:.0f} KiB were downloaded again",
                  flush=True)
    place.remove()
    number -= options.stride if number + options.stride <= options.until else 0
    print(f"killed at each of {number} operations (every {options.stride}): all files correct, "
          f"at most {worst / 1024:.0f} KiB of the written bytes were downloaded again")
    return worst <= 1 << 20


def allocated(path):
    """Returns the number of bytes of a file that have been written, independently of its length."""
    return path.stat().st_blocks * 512 if path.exists() else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=200, help="size of the file in MiB")
    parser.add_argument("--kills", type=int, default=50, help="number of kills at random moments")
    parser.add_argument("--milliseconds", type=int, default=5, help="pause of a connection after every 16 KiB")
    parser.add_argument("--seed", type=int, help="seed of the random moments")
    parser.add_argument("--every-operation", action="store_true", help="kill at every disk operation instead")
    parser.add_argument("--until", type=int, default=1 << 30, help="with --every-operation: the last operation")
    parser.add_argument("--after", type=int, default=0, help="with --every-operation: begin after this operation")
    parser.add_argument("--stride", type=int, default=1, help="with --every-operation: only every Nth operation")
    options = parser.parse_args()
    with server.Server() as faulty:
        fine = at_every_operation(faulty, options) if options.every_operation else at_random(faulty, options)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
