#!/usr/bin/env python3
"""Runs every fault of the table against Leftoff and its peers. See README.md."""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import clients
import document
import judge
import machine
import server

# Seconds after which a program is killed. Programs that detect stalls do so after 30 s and retry.
TIMEOUT, TIMEOUT_WITH_STALLS = 45, 150


def plant(files, planted):
    for kind, name in planted:
        path = files / name
        if kind == "file":
            path.write_bytes(b"\1\2\3")
        elif kind == "link":
            path.symlink_to("../victim")
        elif kind == "directory":
            path.mkdir()
        else:
            os.mkfifo(path)


def spawn(command, files, environment, timeout):
    """Runs a program and returns its exit code; None after a timeout."""
    process = subprocess.Popen(
        command, cwd=files, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def run(faulty, client, fault):
    """Runs one program with one fault and returns the outcome in a few words."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-faults-"))
    try:
        files = place / "files"
        files.mkdir()
        (place / "home").mkdir()
        (place / "victim").write_bytes(b"mine")
        plant(files, fault["planted"])
        addresses = faulty.begin(client.name, fault)
        timeout = TIMEOUT_WITH_STALLS if fault["isSlow"] else TIMEOUT
        # Leftoff resumes by itself; the other programs are started again, as a user would do.
        for _ in range(2 if fault["isInTwoRuns"] and client.name != "Leftoff" else 1):
            for command in client.command(addresses, files, fault):
                status = spawn(command, files, client.environment(place), timeout)
            if status == 0:
                break
        end = faulty.end(client.name, fault)
        contents = [faulty.content(fault["slug"], index) for index in range(len(fault["outcomes"]))]
        return judge.judge(client, fault, place, status, contents, end["leaks"])
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="run only these faults: slugs, separated by commas")
    parser.add_argument("--write", action="store_true", help="write the outcomes to docs/faults.md")
    parser.add_argument("--jobs", type=int, default=12, help="number of simultaneous runs; most of them wait")
    options = parser.parse_args()
    programs = list(clients.installed())
    with server.Server() as faulty:
        faults = [fault for fault in faulty.faults if not options.only or fault["slug"] in options.only.split(",")]
        rows = [fault for fault in faulty.machine if not options.only or fault["slug"] in options.only.split(",")]
        results = {}
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            tasks = {}
            # The longest runs start first.
            for fault in sorted(faults, key=lambda fault: not fault["isSlow"]):
                for client in programs:
                    tasks[pool.submit(run, faulty, client, fault)] = (fault["slug"], client.name)
            for row in rows:
                for client in programs:
                    if machine.applies(row, client) and row["slug"] != "killed-at-random":
                        tasks[pool.submit(machine.run, faulty, client, row)] = (row["slug"], client.name)
            for task in concurrent.futures.as_completed(tasks):
                results[tasks[task]] = task.result()
        # Not at the same time as the others: on a busy machine, unread bytes that count as sent would accumulate.
        for row in rows:
            if row["slug"] == "killed-at-random":
                for client in programs:
                    results[(row["slug"], client.name)] = machine.run(faulty, client, row)
        table = document.Table(faults, rows, programs, results)
    print(table.text())
    if options.write:
        path = pathlib.Path(__file__).resolve().parents[2] / "docs" / "faults.md"
        path.write_text(table.page())
        print(f"faults: wrote {path}", file=sys.stderr)
    # The tests require the outcomes in Leftoff's column; any other outcome of the binary is a failure.
    broken = list(table.broken())
    for slug, words in broken:
        print(f"faults: {slug}: Leftoff: {words}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
