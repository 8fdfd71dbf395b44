"""The programs that are compared, each with the options of a careful user."""

import os
import shutil


class Client:
    """A program with its command for downloading addresses into a directory."""

    # Files next to an unfinished file that do not have its final name.
    suffixes = ()

    def __init__(self, program):
        self.program = program

    def environment(self, place):
        return {"PATH": os.environ["PATH"], "HOME": str(place / "home"), "LC_ALL": "C.UTF-8"}


class Leftoff(Client):
    name = "Leftoff"
    suffixes = (".leftoff-part", ".leftoff-quarantined")

    def environment(self, place):
        return super().environment(place) | {"LEFTOFF_HOME": str(place / "home")}

    def command(self, addresses, files, fault, wait=20):
        command = [self.program, "get", *addresses, "--dir", str(files), "--quiet", "--jobs", "1", "--per-host", "1"]
        for header in fault.get("headers", []):
            command += ["--header", header]
        if fault.get("checksum"):
            command += ["--checksum", fault["checksum"]]
        return [command + ["--wait", str(wait)]]


class Curl(Client):
    name = "curl"

    def command(self, addresses, files, fault, wait=20):
        flags = ["-q", "--silent", "--fail", "--location", "--retry", "2", "--connect-timeout", "20",
                 "--speed-limit", "64", "--speed-time", "30"]
        for header in fault.get("headers", []):
            flags += ["--header", header]
        outputs = []
        for address, outcome in zip(addresses, fault["outcomes"]):
            if fault["group"] == "Names":
                # --continue-at cannot be combined with --remote-header-name.
                outputs += ["--remote-name", "--remote-header-name", address]
            elif fault["group"] == "The destination":
                # An existing file is not the beginning of this one.
                outputs += ["--no-clobber", "--output", outcome["asked"], address]
            else:
                outputs += ["--continue-at", "-", "--output", outcome["asked"], address]
        return [[self.program, *flags, *outputs]]


class Aria2(Client):
    name = "aria2c"
    suffixes = (".aria2",)

    def command(self, addresses, files, fault, wait=20):
        flags = ["--no-conf", "--quiet", "--max-tries=3", "--retry-wait=1", "--timeout=30", "--connect-timeout=20",
                 "--lowest-speed-limit=64", "--dir", str(files), "--max-concurrent-downloads=1",
                 "--force-sequential=true"]
        if fault["group"] != "The destination":
            flags.append("--continue=true")
        flags += [f"--header={header}" for header in fault.get("headers", [])]
        if fault.get("checksum"):
            flags.append("--checksum=sha-256=" + fault["checksum"].split("=")[1])
        return [[self.program, *flags, *addresses]]


class Wget2(Client):
    name = "wget2"

    def command(self, addresses, files, fault, wait=20):
        flags = ["--quiet", "--no-config", "--no-robots", "--tries=3", "--waitretry=1", "--timeout=30",
                 "--max-threads=1", "--directory-prefix", str(files)]
        if fault["group"] == "Names":
            flags.append("--content-disposition")
        if fault["group"] != "The destination":
            flags.append("--continue")
        flags += [f"--header={header}" for header in fault.get("headers", [])]
        return [[self.program, *flags, *addresses]]


def installed():
    """Yields all installed programs, Leftoff first."""
    yield Leftoff(os.environ["LEFTOFF_BIN"])
    for kind, program in ((Aria2, "aria2c"), (Wget2, "wget2"), (Curl, "curl")):
        path = shutil.which(program)
        if path:
            yield kind(path)
        else:
            print(f"faults: skipped {program}: not installed")
