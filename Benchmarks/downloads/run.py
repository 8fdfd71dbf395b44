#!/usr/bin/env python3
"""Measures the speed of downloads by Leftoff and its peers, in interleaved rounds. See README.md."""

import argparse
import hashlib
import importlib.util
import json
import os
import pathlib
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MEMORY = pathlib.Path("/dev/shm")
# Name of the set, number of files, bytes of each, round-trip time in milliseconds, and the number of simultaneous
# downloads when all programs use the same.
SETS = [
    ("large", 1, 1 << 30, 0, 1),
    ("small", 5_000, 8 << 10, 0, 16),
    ("medium", 200, 1 << 20, 0, 16),
    ("far", 64, 256 << 10, 50, 16),
]
CONFIGURATION = """
daemon off; master_process off; worker_processes 1; pid {state}/pid; error_log {state}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off; default_type application/octet-stream;
    sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=8192;
    client_body_temp_path {state}/b; proxy_temp_path {state}/p; fastcgi_temp_path {state}/f;
    uwsgi_temp_path {state}/u; scgi_temp_path {state}/s;
    server {{ listen 127.0.0.1:{port} backlog=4096; root {root}; }}
}}
"""


def load_server():
    """Loads the delaying proxy and the helpers of the benchmark links-fetch."""
    path = HERE.parent / "links-fetch" / "server.py"
    spec = importlib.util.spec_from_file_location("server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


server = load_server()


class Nginx:
    def __init__(self, root, state):
        self.port = server.free_port()
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        configuration = state / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(state=state, port=self.port, root=root))
        self.process = subprocess.Popen([program, "-c", configuration, "-p", state, "-e", state / "start.log"],
                                        stderr=subprocess.DEVNULL)
        server.wait_until_accepting(self.port, self.process)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def make_files(root, name, count, size):
    """Creates distinct files of random bytes; returns their names and digests."""
    digests = {}
    for index in range(count):
        path = root / f"{name}-{index:04}.bin"
        digest = hashlib.sha256()
        with open(path, "wb") as file:
            for start in range(0, size, 16 << 20):
                block = os.urandom(min(16 << 20, size - start))
                file.write(block)
                digest.update(block)
        digests[path.name] = digest.digest()
    return digests


def commands(leftoff, state, out, origin, names, jobs):
    """Yields the name and the command of every measured program; each uses its default if `jobs` is None."""
    addresses = state / "addresses"
    addresses.write_text("".join(f"{origin}/{name}\n" for name in names))
    curl_config = state / "curl"
    curl_config.write_text("".join(f'url = "{origin}/{name}"\noutput = "{out}/{name}"\n' for name in names))
    get = [leftoff, "get", "-q", "--dir", out, "-i", addresses]
    get += ["--jobs", jobs, "--per-host", jobs] if jobs else []
    yield "leftoff, sync none", [*get, "--sync", "none"]
    yield "leftoff", get
    if base := os.environ.get("LEFTOFF_BASE"):
        yield "leftoff, base, none", [base, *get[1:], "--sync", "none"]
        yield "leftoff, base", [base, *get[1:]]
    if program := shutil.which("curl"):
        limit = ["--parallel-max", jobs] if jobs else []
        yield "curl", [program, "-q", "-s", "--parallel", *limit, "-K", curl_config]
    if program := shutil.which("wget2"):
        limit = [f"--max-threads={jobs}"] if jobs else []
        yield "wget2", [program, "--quiet", "--no-config", "--no-robots", *limit, "-P", out, "-i", addresses]
    if program := shutil.which("aria2c"):
        limit = [f"-j{jobs}", "-x1"] if jobs else []
        yield "aria2c", [program, "--no-conf", "-q", "-d", out, "-i", addresses, *limit]
        if jobs and len(names) == 1:
            yield "aria2c -s4 -x4", [program, "--no-conf", "-q", "-d", out, "-i", addresses, "-s4", "-x4"]
    if (program := shutil.which("axel")) and len(names) == 1:
        yield "axel", [program, "-q", "-o", out / names[0], f"{origin}/{names[0]}"]


def peak_memory(pid):
    """Returns the peak resident memory of a running process in KiB so far; 0 if it has ended.

    The figure that wait4 returns is at least the memory of the Python process that started the program.
    """
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def measure(command, environment):
    """Returns the elapsed seconds, CPU seconds, peak memory in MiB and exit code."""
    command = [str(word) for word in command]
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
               (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    began = time.perf_counter()
    child = os.posix_spawn(command[0], command, environment, file_actions=actions)
    ended = os.pidfd_open(child)
    memory = 0
    # A sample every 10 ms: a program that ends between two samples has grown little since the last one.
    while not select.select([ended], [], [], 0.01)[0]:
        memory = max(memory, peak_memory(child))
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - began
    os.close(ended)
    return seconds, usage.ru_utime + usage.ru_stime, memory / 1024, os.waitstatus_to_exitcode(status)


def sha_cost(path):
    """Returns the CPU seconds that OpenSSL's own tool needs for the SHA-256 of a file."""
    before = os.times()
    subprocess.run(["openssl", "dgst", "-sha256", path], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return (after.children_user + after.children_system) - (before.children_user + before.children_system)


def is_whole(out, digests):
    """Returns true if all files exist and have the right digests; of many files, only a sample is checked."""
    names = list(digests)
    if sum(1 for entry in out.iterdir() if entry.name in digests) != len(names):
        return False
    step = max(1, len(names) // 50)
    return all(hashlib.file_digest(open(out / name, "rb"), "sha256").digest() == digests[name]
               for name in names[::step])


def run(entry, leftoff, nginx, root, storage, options, print_line):
    """Measures one set; `storage` is the directory of the downloads, in memory or on disk."""
    name, count, size, delay, jobs = entry
    jobs = None if options.defaults else jobs
    count, size = max(1, count // options.divide) if count > 1 else 1, size if count > 1 else size // options.divide
    state = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-downloads-", dir=storage))
    proxy = server.Delay(nginx.port, delay, state, 0) if delay else None
    results = {}
    try:
        digests = make_files(root, name, count, size)
        origin = f"http://127.0.0.1:{proxy.port if proxy else nginx.port}"
        out, home = state / "out", state / "home"
        environment = {**os.environ, "NO_COLOR": "1", "LEFTOFF_HOME": str(home), "LEFTOFF_MOTION": "none"}
        for turn in range(options.rounds):
            peers = list(commands(leftoff, state, out, origin, list(digests), jobs))
            # The order changes in each round, so that no program is always first after the files were created.
            for peer, command in peers[turn % len(peers):] + peers[:turn % len(peers)]:
                shutil.rmtree(out, ignore_errors=True)
                shutil.rmtree(home, ignore_errors=True)
                out.mkdir()
                if storage != MEMORY:
                    os.sync()  # The data that the previous program has left to the system.
                seconds, cpu, memory, code = measure(command, environment)
                if code or not is_whole(out, digests):
                    print(f"downloads: {peer} on {name}: exit code {code}, files correct: {is_whole(out, digests)}",
                          file=sys.stderr)
                    continue
                results.setdefault(peer, []).append((seconds, cpu, memory))
            print(f"downloads: {name}, round {turn + 1} of {options.rounds}", file=sys.stderr)
        hashing = sha_cost(root / next(iter(digests))) * count if size > 1 << 20 else None
    finally:
        if proxy:
            proxy.stop()
        shutil.rmtree(state, ignore_errors=True)
        for path in root.glob(f"{name}-*.bin"):
            path.unlink()
    report(name, count, size, delay, jobs, storage, results, hashing, options, print_line)
    return results


def report(name, count, size, delay, jobs, storage, results, hashing, options, print_line):
    gigabytes = count * size / 1e9
    far = f", {delay} ms latency" if delay else ""
    limits = f"{jobs} at once" if jobs else "defaults"
    place = "memory" if storage == MEMORY else "disk"
    print_line(f"== {name}: {count} x {size / 1024:.0f} KiB{far}; {limits}, to {place}; "
               f"median of {options.rounds} interleaved rounds")
    print_line(f"{'':20}{'wall s':>8} {'min':>7} {'max':>7} {'CPU s':>7} {'CPU s/GB':>9} {'MiB':>6}"
               f" {'x best peer':>12}")
    medians = {peer: statistics.median(turn[0] for turn in turns) for peer, turns in results.items()}
    others = {peer: value for peer, value in medians.items() if not peer.startswith("leftoff")}
    best = min(others, key=others.get) if others else None
    for peer, turns in results.items():
        walls = [turn[0] for turn in turns]
        cpu = statistics.median(turn[1] for turn in turns)
        memory = statistics.median(turn[2] for turn in turns)
        ratio = f"{medians[peer] / others[best]:.2f}" if best else ""
        print_line(f"{peer:20}{medians[peer]:8.3f} {min(walls):7.3f} {max(walls):7.3f} {cpu:7.3f}"
                   f" {cpu / gigabytes:9.2f}"
                   f" {memory:6.0f} {ratio:>12}")
    if hashing is not None and "curl" in results:
        curl = statistics.median(turn[1] for turn in results["curl"])
        print_line(f"SHA-256 alone {hashing:.3f} CPU s; 1.2 x curl + SHA-256 = {1.2 * curl + hashing:.3f} CPU s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="run only these sets: names, separated by commas")
    parser.add_argument("--defaults", action="store_true",
                        help="let each program choose the number of connections")
    parser.add_argument("--disk", type=pathlib.Path, metavar="DIRECTORY",
                        help="download to this directory instead of memory")
    parser.add_argument("--divide", type=int, default=1, 
                        help="divide the number and size of files by this number, for a quick run")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    leftoff = os.environ.get("LEFTOFF_BIN") or shutil.which("leftoff")
    if not leftoff:
        sys.exit("downloads: LEFTOFF_BIN is not set")
    lines = []

    def print_line(line):
        lines.append(line)
        print(line, flush=True)

    root = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-origin-", dir=MEMORY))
    state = pathlib.Path(tempfile.mkdtemp(prefix="leftoff-nginx-", dir=MEMORY))
    nginx = Nginx(root, state)
    everything = {}
    try:
        for entry in SETS:
            if not options.only or entry[0] in options.only.split(","):
                everything[entry[0]] = run(entry, leftoff, nginx, root, options.disk or MEMORY, options, print_line)
    finally:
        nginx.stop()
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(state, ignore_errors=True)
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))


if __name__ == "__main__":
    main()
