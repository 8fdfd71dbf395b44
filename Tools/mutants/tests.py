"""Runs groups of tests with a mutant, and finds the first test that fails."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

# A group is the name of a Swift test target or a pattern for its tests, "js:" with names of files in js/test, or
# "browser:" with arguments of pytest.
COLOR = re.compile(r"\x1b\[[0-9;]*m")
SWIFT_FAILURE = r"^✘ Test (.+?)(?: with \d+ test cases?)? (?:recorded an issue|failed after)"
# Longer than any test that succeeds, also on a machine that is busy with other work.
TIMEOUT_FACTOR, TIMEOUT_SECONDS = 6, 60


@dataclass
class Outcome:
    """The result of one run of a group."""

    failed: bool
    test: str
    seconds: float
    excerpt: str = ""


@dataclass
class Notice:
    """The test that notices a mutant; None if no test does."""

    test: str | None
    group: str | None
    seconds: float


class TestRunner:
    """Runs tests of the scratch copy."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.durations = {}

    def run_baseline(self, group):
        """Runs a group without a mutant and remembers its duration."""
        outcome = self.run(group, None, timeout=1800)
        if outcome.failed:
            # A busy machine may delay one test.
            outcome = self.run(group, None, timeout=1800)
        self.durations[group] = outcome.seconds
        return outcome

    def find_notice(self, mutant):
        """Runs the groups of a mutant until a test notices it."""
        start = time.monotonic()
        for group in mutant.groups:
            timeout = TIMEOUT_SECONDS + TIMEOUT_FACTOR * self.durations[group]
            for _ in range(2):
                outcome = self.run(group, mutant, timeout)
                if not outcome.failed:
                    break
                if self.is_confirmed(group, mutant, outcome, timeout):
                    return Notice(outcome.test, group, time.monotonic() - start)
        return Notice(None, None, time.monotonic() - start)

    def is_confirmed(self, group, mutant, outcome, timeout):
        """Returns true if the group, or the test alone, fails again; a timeout and a crash need no second run."""
        alone = alone_group(group, outcome.test)
        return alone is None or self.run(alone, mutant, timeout).failed

    def run(self, group, mutant, timeout):
        """Runs a group of tests, and stops at the first that fails."""
        with tempfile.TemporaryDirectory(prefix="leftoff-mutant-") as directory:
            command, failure, environment = self.command(group, mutant, Path(directory))
            environment = {**os.environ, **environment}
            environment["LEFTOFF_MUTANT"] = str(mutant.number if mutant else 0)
            return run_until_failure(command, failure, environment, self.scratch.path, timeout)

    def command(self, group, mutant, directory):
        """Returns the command for a group, a pattern for the line of a failed test, and environment variables."""
        kind, _, rest = group.partition(":")
        if kind == "js":
            files = [f"js/test/{name}" for name in rest.split()]
            return ["node", "--test", "--test-reporter=tap", *files], r"^\s*not ok \d+ - (?!js/test)(.*)", {}
        if kind == "browser":
            binary = self.scratch.binary_with(mutant, directory)
            python = self.scratch.root / ".venv" / "bin" / "python"
            return ([python, "-m", "pytest", "-q", "-x", "-rf", *rest.split()], r"^FAILED (\S+)",
                    {"LEFTOFF_BIN": str(binary)})
        command = [self.scratch.test_program, "--testing-library", "swift-testing",
                   "--experimental-maximum-parallelization-width", "6", "--filter", swift_filter(group)]
        return command, SWIFT_FAILURE, material(self.scratch.root)


def swift_filter(group):
    """Returns the filter of Swift's test program for a target or a pattern."""
    return f"^{group}[.]" if re.fullmatch(r"\w+", group) else group


def alone_group(group, test):
    """Returns the group that runs one failed test alone; None if it cannot be named."""
    kind = group.partition(":")[0]
    if kind == "js" or test.startswith(("the tests ", "a test ")):
        return None
    if kind == "browser":
        return f"browser:{test}" if " " not in test else None
    return group


def material(root):
    """Returns the variables that lead to the public test material beside the checkout."""
    shared = root.parent / "shared"
    found = {"LEFTOFF_CONFORMANCE": shared / "conformance", "LEFTOFF_PAGES": shared / "pages"}
    return {name: str(path) for name, path in found.items() if path.is_dir() and name not in os.environ}


def run_until_failure(command, failure, environment, directory, timeout):
    """Runs a command until it ends, a line matches `failure`, or the time is over."""
    start = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    is_over = threading.Event()

    def end():
        is_over.set()
        stop(process)

    timer = threading.Timer(timeout, end)
    timer.start()
    lines, test, pattern = [], None, re.compile(failure)
    try:
        for line in process.stdout:
            lines.append(COLOR.sub("", line).rstrip("\n"))
            if match := pattern.match(lines[-1]):
                test = match[1].strip().strip('"')
                break
    finally:
        timer.cancel()
        if test is not None or is_over.is_set():
            stop(process)
        status = process.wait()
        stop(process)
    seconds = time.monotonic() - start
    excerpt = "\n".join(lines[-12:])
    if test is not None:
        return Outcome(True, test, seconds, excerpt)
    if is_over.is_set():
        return Outcome(True, f"the tests did not end within {timeout:.0f} s", seconds, excerpt)
    if status != 0:
        reason = f"signal {-status}" if status < 0 else f"exit code {status}"
        return Outcome(True, f"a test ended the process ({reason})", seconds, excerpt)
    return Outcome(False, "", seconds, excerpt)


def stop(process):
    """Ends the process and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
