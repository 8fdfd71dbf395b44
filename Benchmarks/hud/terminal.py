"""Runs programs in a pseudo-terminal of 80 × 24 cells and records their writes, with times and cost."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time


def open_terminal(columns=80, rows=24):
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return controller, terminal


def start(command, environment=None):
    """Starts a command with all three standard descriptors on a new terminal, as a shell does."""
    controller, terminal = open_terminal()
    variables = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80", "LINES": "24"}
    for name in ["NO_COLOR", "CI", "COLORTERM", "LEFTOFF_MOTION", "TMUX", "CLICOLOR_FORCE"]:
        variables.pop(name, None)
    variables.pop("COLUMNS"), variables.pop("LINES")
    variables.update(environment or {})
    process = os.fork()
    if process == 0:
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for descriptor in (0, 1, 2):
            os.dup2(terminal, descriptor)
        os.closerange(3, 256)
        os.execvpe(command[0], command, variables)
    os.close(terminal)
    return process, controller


def cost(process):
    """Returns the processor time in nanoseconds and the number of wake-ups of all threads since the process began."""
    nanoseconds = switches = 0
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            base = f"/proc/{process}/task/{task}"
            nanoseconds += int(open(f"{base}/schedstat").read().split()[0])
            switches += int(re.search(r"voluntary_ctxt_switches:\s+(\d+)", open(f"{base}/status").read()).group(1))
    except (FileNotFoundError, ProcessLookupError):
        return None
    return nanoseconds, switches


def measure(command, seconds, window, environment=None):
    """Returns bytes, processor seconds and wake-ups per second within a window of the run."""
    process, controller = start(command, environment)
    begin = time.monotonic()
    marks = []
    received = 0
    while True:
        now = time.monotonic() - begin
        if len(marks) < 2 and now >= window[len(marks)]:
            marks.append((now, received, cost(process)))
        wait = min(window[len(marks)] - now, 0.25) if len(marks) < 2 else 0.25
        ready, _, _ = select.select([controller], [], [], max(wait, 0))
        if ready:
            try:
                data = os.read(controller, 65536)
            except OSError:
                break
            if not data:
                break
            received += len(data)
        if now > seconds + 15:
            os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(controller)
    if len(marks) < 2 or None in (marks[0][2], marks[1][2]):
        return None
    (t0, bytes0, cost0), (t1, bytes1, cost1) = marks
    return {
        "bytes_a_second": (bytes1 - bytes0) / (t1 - t0),
        "cpu": (cost1[0] - cost0[0]) / 1e9 / (t1 - t0),
        "wakeups": (cost1[1] - cost0[1]) / (t1 - t0),
    }


def unhex(text):
    return bytes.fromhex(text.replace("\\x", ""))


def traced_writes(command, seconds, environment=None):
    """Returns every write to the terminal in order, as pairs of the seconds since the first write and the bytes."""
    log = f"/tmp/leftoff-hud-trace-{os.getpid()}"
    tracer = ["strace", "-f", "-qq", "-ttt", "-xx", "-s", "1000000", "-e", "trace=write,writev", "-e", "signal=none",
              "-y", "-o", log]
    process, controller = start(tracer + command, environment)
    begin = time.monotonic()
    while time.monotonic() - begin < seconds + 30:
        ready, _, _ = select.select([controller], [], [], 0.25)
        if ready:
            try:
                if not os.read(controller, 65536):
                    break
            except OSError:
                break
    os.waitpid(process, 0)
    os.close(controller)
    writes = []
    pattern = re.compile(r'^\d+\s+([\d.]+) write\(\d+<([^>]*)>(?:<[^>]*>)?, "((?:\\x[0-9a-f]{2})*)"')
    with open(log) as lines:
        for line in lines:
            found = pattern.match(line)
            if found and b"/pts/" in unhex(found.group(2)):
                writes.append((float(found.group(1)), unhex(found.group(3))))
    os.remove(log)
    return writes
