"""Generated places for the benchmarks of the service: the words, the file to import, and the service that has it."""

import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import time

syllables = ["ka", "ro", "mi", "ten", "sal", "ver", "lo", "pin", "dra", "gu", "shi", "est", "or", "an", "we", "bly"]
alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
random.seed(7)
START = time.time()
vocabulary = sorted({"".join(random.choices(syllables, k=random.randint(2, 4))) for _ in range(12_000)})
weights = list(itertools.accumulate(1 / (rank + 5) for rank in range(len(vocabulary))))
random.shuffle(vocabulary)
common, rare = vocabulary[:20], vocabulary[-20:]
# Every fourth place is in a script without spaces, with common and rare characters as in a natural language.
ideographs = [chr(0x4E00 + 7 * number) for number in range(2_500)]
ideograph_weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(ideographs))))
random.shuffle(ideographs)


def time_of(number):
    """Returns the time of a place: one per quarter of an hour, the last one now."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(START - 900 * number))


def address(page):
    """Returns the address of a page, which is its key too."""
    return f"https://site{page % 2_000}.example/{vocabulary[page % 9_973]}/{page}"


def place(number, per_page):
    """Returns a place as an entry of a backup; each page has `per_page` of them, and every 20th is a highlight."""
    words = random.choices(vocabulary, cum_weights=weights, k=60)
    if number % 4 == 0:
        words[1:] = ["".join(random.choices(ideographs, cum_weights=ideograph_weights, k=random.randint(1, 6)))
                     for _ in words[1:]]
    identity = "".join(alphabet[number >> shift & 31] for shift in range(20, -1, -5)).rjust(12, "0")
    snapshot = {
        "schema": 1, "url": address(number // per_page), "title": " ".join(words[:7]), "pageYOffset": number + 1,
        "progress": {"text": number % 90 / 100, "length": 1_400 * (number % 60)},
        "anchors": [{"role": "primary", "quote": {"exact": " ".join(words[7:40]), "prefix": "", "suffix": ""}},
                    {"role": "above", "quote": {"exact": " ".join(words[40:]), "prefix": "", "suffix": ""}}]}
    if number % 20 == 19:
        snapshot["purpose"] = "highlight"
        snapshot["selection"] = {"exact": " ".join(words[7:20]), "prefix": "", "suffix": ""}
    return json.dumps({"id": identity, "storedAt": time_of(number),
                       "tags": [vocabulary[number // 4 % 5_000]] if number % 4 == 1 else [],
                       "note": "", "snapshot": snapshot})


def mark(page):
    """Returns the page mark of a page: a third is finished, and one in a hundred put off; None for none."""
    state = "finished" if page % 3 == 1 else "later" if page % 100 == 2 else None
    return state and json.dumps({"page": address(page), "state": state, "markedAt": time_of(0)})


@contextlib.contextmanager
def service(binary, count, per_page):
    """Imports generated places and runs the service that has them: a context with its port and its full token."""
    with contextlib.ExitStack() as stack:
        directory = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR"))))
        home = directory / "home"
        environment = {**os.environ, "LEFTOFF_HOME": str(home), "NO_COLOR": "1"}
        file = directory / "places.json"
        with file.open("w") as out:
            out.write('{"leftoff":1,"places":[\n' + ",\n".join(place(number, per_page) for number in range(count)))
            out.write('\n],"pages":[\n' + ",\n".join(filter(None, map(mark, range(count // per_page)))) + "\n]}")
        start = time.perf_counter()
        subprocess.run([binary, "import", str(file)], env=environment, check=True)
        print(f"{count} places imported in {time.perf_counter() - start:.1f} s; "
              f"the store has {(home / 'leftoff.sqlite').stat().st_size >> 20} MiB; "
              f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
        process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--no-worker"], env=environment, stdout=subprocess.PIPE, text=True)
        stack.callback(process.wait, timeout=20)
        stack.callback(process.send_signal, signal.SIGTERM)
        port = int(re.search(r":(\d+)/", process.stdout.readline()).group(1))
        yield port, (home / "token").read_text().strip()
