"""Waits for conditions."""

import time

# In seconds. It is long because a busy machine takes ten times as long as an idle one.
TIMEOUT = 60


def wait_for(condition, subject, seconds=TIMEOUT):
    """Waits until a condition is true and returns its value. The error after the timeout names the subject."""
    deadline = time.monotonic() + seconds
    found = None
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError(f"{subject}: not after {seconds} s; the last value is {found!r}")
