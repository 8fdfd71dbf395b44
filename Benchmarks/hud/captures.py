"""Prints tmux's captures of every widget as text, at three times of its timeline."""
import os
import subprocess
import sys
import time

LEFTOFF = sys.argv[1]
SOCKET = f"leftoff-captures-{os.getpid()}"
# Times in seconds of the timelines; --slow slows them down enough for a busy machine.
SLOW = 3
CASES = [
    ("symbol:checkmark", "8x4", (0.4, 0.6, 0.9)), ("symbol:cross", "8x4", (0.4, 0.6, 0.9)),
    ("symbol:arrow-down", "8x4", (0.4, 0.6, 0.9)), ("symbol:warning", "8x4", (0.4, 0.6, 0.9)),
    ("symbol:pause", "8x4", (0.4, 0.6, 0.9)), ("symbol:question", "8x4", (0.4, 0.6, 0.9)),
    ("symbol:link", "8x4", (0.4, 0.6, 0.9)), ("symbol:bookmark", "8x4", (0.4, 0.6, 0.9)),
    ("symbol:eye", "8x4", (0.4, 0.6, 0.9)), ("symbol:disk", "8x4", (0.4, 0.6, 0.9)),
    ("symbol:page", "8x4", (0.4, 0.6, 0.9)), ("busy", "8x4", (1.3, 3.6, 4.6)), ("square", "8x4", (0.3, 0.9, 1.5)),
    ("throw", "32x8", (0.2, 0.55, 1.3)), ("progress", "60x1", (1.0, 2.0, 3.5)), ("title", "44x4", (0.5, 1.5, 3.0)),
    ("cube", "12x6", (0.1, 0.25, 0.4)),
]


def tmux(*arguments):
    return subprocess.run(["tmux", "-L", SOCKET, "-f", "/dev/null", *arguments], check=True, capture_output=True,
                          text=True).stdout


def capture(name, cells, times):
    command = f"'{LEFTOFF}' hud demo {name} --cells {cells} --slow {SLOW}; sleep 60"
    tmux("new-session", "-d", "-x", "80", "-y", "24", "-s", "widget",
         f"env TERM=tmux-256color LANG=C.UTF-8 NO_COLOR=1 sh -c \"{command}\"")
    frames = []
    begin = None
    deadline = time.monotonic() + 20
    # The first dot appears at the timeline's start, or at 0.3 s if the symbol waits before it draws.
    first = 0.3 if name.startswith("symbol:") else 0
    while begin is None and time.monotonic() < deadline:
        if tmux("capture-pane", "-p", "-t", "widget").strip():
            begin = time.monotonic() - first * SLOW
        time.sleep(0.01)
    for moment in times:
        wait = (begin or 0) + moment * SLOW - time.monotonic()
        time.sleep(max(wait, 0))
        frames.append(tmux("capture-pane", "-p", "-t", "widget").rstrip("\n").split("\n"))
    tmux("kill-session", "-t", "widget")
    return frames


def main():
    # The tmux server ends with its last session, so one session stays open.
    tmux("new-session", "-d", "-s", "stays", "sleep 600")
    for name, cells, times in CASES:
        width = int(cells.split("x")[0])
        rows = int(cells.split("x")[1])
        frames = capture(name, cells, times)
        print(f"{name}, {cells} cells, at {', '.join(f'{moment} s' for moment in times)}")
        if width > 24:
            for frame in frames:
                print("\n".join(line.rstrip() for line in frame[:rows]) + "\n")
        else:
            for row in range(rows):
                print("   ".join((frame[row] if row < len(frame) else "").ljust(width) for frame in frames).rstrip())
            print()


try:
    main()
finally:
    subprocess.run(["tmux", "-L", SOCKET, "kill-server"], check=False, capture_output=True)
