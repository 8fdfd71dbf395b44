"""Runs one peer's widget with its defaults: peers.py NAME SECONDS."""

import sys
import time

name, seconds = sys.argv[1], float(sys.argv[2])
end = time.monotonic() + seconds
start = time.monotonic()


def work():
    """Yields the progress from 0 to 1, a hundred times a second."""
    while time.monotonic() < end:
        time.sleep(0.01)
        yield min(1, (time.monotonic() - start) / seconds)


if name == "rich-spinner":
    from rich.console import Console

    with Console(stderr=True).status("Working"):
        time.sleep(seconds)
elif name == "rich-bar":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("Working", total=1)
        for done in work():
            progress.update(task, completed=done)
elif name == "tqdm":
    from tqdm import tqdm

    with tqdm(total=100) as bar:
        last = 0
        for done in work():
            bar.update(100 * done - last)
            last = 100 * done
elif name == "alive-progress":
    from alive_progress import alive_bar

    with alive_bar(manual=True, file=sys.stderr) as bar:
        for done in work():
            bar(done)
elif name == "yaspin":
    from yaspin import yaspin

    with yaspin(text="Working", stream=sys.stderr):
        time.sleep(seconds)
elif name == "halo":
    from halo import Halo

    with Halo(text="Working", spinner="dots", stream=sys.stderr):
        time.sleep(seconds)
else:
    sys.exit(f"unknown peer: {name}")
