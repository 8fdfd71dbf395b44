"""Measures the cost of animated status displays in a pseudo-terminal of 80 × 24 cells. See README.md."""

import argparse
import json
import os
import statistics
import sys

import pyte

import terminal

HERE = os.path.dirname(os.path.abspath(__file__))
LEFTOFF = os.environ.get("LEFTOFF_BIN", "leftoff")
# Writes that are closer together than this belong to one frame.
FRAME_GAP = 0.003


def peer(name, seconds):
    return [sys.executable, os.path.join(HERE, "peers.py"), name, str(seconds)]


def demo(*arguments, program=LEFTOFF):
    return [program, "hud", "demo", *arguments, "--motion", "full"]


def screen_of(screen):
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def frames_of(writes, window):
    """Groups writes into frames and feeds them to a terminal emulator one by one."""
    if not writes:
        return None
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    first = writes[0][0]
    groups = []
    for when, data in writes:
        if groups and when - groups[-1][-1][0] < FRAME_GAP:
            groups[-1].append((when, data))
        else:
            groups.append([(when, data)])
    figures = {"bytes": [], "writes": [], "cells": [], "torn": 0, "flicker": 0, "frames": 0}
    before = screen_of(screen)
    for group in groups:
        between, held = [], False
        for _, data in group:
            # During a synchronized update the terminal shows nothing.
            held = (held or b"\x1b[?2026h" in data) and not data.endswith(b"\x1b[?2026l")
            stream.feed(data.replace(b"\x1b[?2026$p", b"").replace(b"\x1b[c", b""))
            if not held:
                between.append(screen_of(screen))
        after = screen_of(screen)
        since = group[0][0] - first
        if window[0] <= since <= window[1]:
            changed = sum(a != b for old, new in zip(before, after) for a, b in zip(old, new))
            figures["frames"] += 1
            figures["bytes"].append(sum(len(data) for _, data in group))
            figures["writes"].append(len(group))
            figures["cells"].append(changed)
            for state in between[:-1]:
                figures["torn"] += state != before and state != after
                # A cell that is the same before and after but different in between flickers.
                figures["flicker"] += any(
                    b == a and m != b for old, mid, new in zip(before, state, after) for b, m, a in zip(old, mid, new))
        before = after
    return figures


def figures_of(name, command, seconds, window):
    costs = [terminal.measure(command, seconds, window) for _ in range(3)]
    costs = [cost for cost in costs if cost]
    traced = frames_of(terminal.traced_writes(command, seconds), window)
    if not costs or not traced:
        return {"name": name, "error": "could not be run"}
    if not traced["frames"]:
        traced |= {"bytes": [0], "writes": [0]}
    changed = sum(traced["cells"])
    return {
        "name": name,
        "fps": traced["frames"] / (window[1] - window[0]),
        "bytes_a_frame": statistics.mean(traced["bytes"]),
        "largest_frame": max(traced["bytes"]),
        "bytes_a_cell": sum(traced["bytes"]) / changed if changed else float("nan"),
        "writes_a_frame": statistics.mean(traced["writes"]),
        "torn": traced["torn"],
        "flicker": traced["flicker"],
        "cpu_percent": 100 * statistics.median(cost["cpu"] for cost in costs),
        "wakeups": statistics.median(cost["wakeups"] for cost in costs),
        "bytes_a_second": statistics.median(cost["bytes_a_second"] for cost in costs),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="run only these programs: names, separated by commas")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    seconds = 6
    # The first moments are the start of the interpreter; the ring of the demonstration turns for 3 s.
    usual, ring = (1.5, 5.5), (0.4, 2.8)
    cases = [
        ("leftoff ring 8x4", demo("busy", "--cells", "8x4", "--duration", "3"), 3, ring),
        ("leftoff ring 1x1", demo("busy", "--cells", "1x1", "--duration", "3"), 3, ring),
        ("leftoff ring 1x1, 12 fps", demo("busy", "--cells", "1x1", "--duration", "3", "--fps", "12"), 3, ring),
        ("leftoff square 8x4", demo("square", "--cells", "8x4", "--duration", "6"), seconds, usual),
        ("leftoff bar 60x1", demo("progress", "--duration", "6"), seconds, usual),
        # Long after the idle threads of the runtime have ended.
        ("leftoff at rest", demo("symbol:checkmark", "--cells", "8x4", "--duration", "20"), 20, (8, 18)),
        ("rich spinner", peer("rich-spinner", seconds), seconds, usual),
        ("rich bar", peer("rich-bar", seconds), seconds, usual),
        ("tqdm", peer("tqdm", seconds), seconds, usual),
        ("alive-progress", peer("alive-progress", seconds), seconds, usual),
        ("yaspin", peer("yaspin", seconds), seconds, usual),
        ("halo", peer("halo", seconds), seconds, usual),
    ]
    if base := os.environ.get("LEFTOFF_BASE"):
        cases += [
            ("base: leftoff square 8x4", demo("square", "--cells", "8x4", "--duration", "6", program=base), seconds,
             usual),
            ("base: leftoff bar 60x1", demo("progress", "--duration", "6", program=base), seconds, usual),
        ]
    wanted = [name for name in options.only.split(",") if name]
    results = []
    print(f"{'':26} {'fps':>5} {'B/frame':>8} {'largest':>7} {'B/cell':>7} {'writes':>6} {'torn':>5} {'flicker':>7} "
          f"{'CPU %':>6} {'wake/s':>6} {'B/s':>7}")
    for name, command, length, window in cases:
        if wanted and not any(word in name for word in wanted):
            continue
        result = figures_of(name, command, length, window)
        results.append(result)
        if "error" in result:
            print(f"{name:26} {result['error']}")
            continue
        print(f"{name:26} {result['fps']:>5.1f} {result['bytes_a_frame']:>8.1f} {result['largest_frame']:>7} "
              f"{result['bytes_a_cell']:>7.1f} {result['writes_a_frame']:>6.2f} {result['torn']:>5} "
              f"{result['flicker']:>7} {result['cpu_percent']:>6.2f} {result['wakeups']:>6.1f} "
              f"{result['bytes_a_second']:>7.0f}", flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
