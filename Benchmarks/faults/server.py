"""Runs the faulty server as a child process and requests its table and counts."""

import functools
import json
import os
import subprocess
import urllib.request


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["FAULTY_SERVER"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        table = json.loads(self.process.stdout.readline())
        self.port, self.faults, self.machine = table["port"], table["faults"], table["machine"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)

    def request(self, *parts):
        address = f"http://127.0.0.1:{self.port}/" + "/".join(str(part) for part in parts)
        with urllib.request.urlopen(address, timeout=60) as response:
            return response.read()

    def begin(self, client, fault):
        return json.loads(self.request("~begin", client, fault["slug"]))

    def end(self, client, fault):
        return json.loads(self.request("~end", client, fault["slug"]))

    @functools.cache
    def content(self, slug, index):
        return self.request("~content", slug, index)

    def throttled(self, client, count, step, milliseconds):
        return json.loads(self.request("~throttled", client, count, step, milliseconds))

    def served(self, client):
        return int(self.request("~served", client))
