"""Creates pages from real ones, serves them with nginx, and simulates latency with a proxy."""

import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
# Sizes of the pages in KiB, in rotation: HTML documents on the web have a median of about 30 KiB.
SIZES = [8, 16, 24, 32, 48, 64, 120]
CONFIGURATION = """
daemon off; master_process off; worker_processes 1; pid {state}/pid; error_log {state}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off; types {{ text/html html; }} default_type application/octet-stream;
    sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=4096;
    client_body_temp_path {state}/b; proxy_temp_path {state}/p; fastcgi_temp_path {state}/f;
    uwsgi_temp_path {state}/u; scgi_temp_path {state}/s;
    server {{
        listen 127.0.0.1:{port} backlog=4096; root {root};
        location = /status {{ stub_status; }}
    }}
}}
"""


# The size at which whole pages are cut, so that 2,000 of them have 365 MB.
LONGEST = 768 << 10


def make_pages(sources, number, directory, whole=False):
    """Writes distinct pages, each the beginning of a real page with its own links; returns their names
    and total bytes.
    """
    names, size = [], 0
    contents = [source.read_bytes() for source in sources]
    for index in range(number):
        start = contents[index % len(contents)][:LONGEST if whole else SIZES[index % len(SIZES)] << 10]
        own = f'<p><a href="/own/{index}?a=b">{index}</a> <img src="../image-{index}.png" alt="">\n'.encode()
        page = own + start
        name = f"page-{index:05}.html"
        (directory / name).write_bytes(page)
        names.append(name)
        size += len(page)
    return names, size


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_accepting(port, process):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{process.args[0]} does not listen on {port}")


class Nginx:
    def __init__(self, root, state, core):
        self.port = free_port()
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        configuration = state / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(state=state, port=self.port, root=root))
        self.process = subprocess.Popen([program, "-c", configuration, "-p", state, "-e", state / "start.log"],
                                        stderr=subprocess.DEVNULL)
        os.sched_setaffinity(self.process.pid, {core})
        wait_until_accepting(self.port, self.process)

    def requests(self):
        """Returns the number of requests that the server has answered."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/status") as response:
            return int(response.read().split(b"\n")[2].split()[2])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Delay:
    """The delaying proxy, compiled when it is created."""

    def __init__(self, server_port, milliseconds, state, core):
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if not compiler:
            raise RuntimeError("no C compiler for the delaying proxy")
        program = state / "delay"
        subprocess.run([compiler, "-O2", "-o", program, HERE / "delay.c"], check=True)
        self.port = free_port()
        self.process = subprocess.Popen([program, str(self.port), str(server_port), str(milliseconds)])
        os.sched_setaffinity(self.process.pid, {core})
        wait_until_accepting(self.port, self.process)

    def stop(self):
        self.process.terminate()
        self.process.wait()
