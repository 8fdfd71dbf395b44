"""Checks that no service of Leftoff runs or has ever run for this user."""

import os
import pathlib


def processes():
    """The processes of leftoff: pairs of the process id and the arguments."""
    found = []
    for directory in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (directory / "cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
            program = os.path.basename(os.readlink(directory / "exe"))
        except OSError:
            continue
        if program == "leftoff":
            found.append((directory.name, arguments))
    return found


def listening_sockets():
    """The inodes of all listening TCP sockets, with their local addresses."""
    found = {}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A":
                found[f"socket:[{fields[9]}]"] = fields[1]
    return found


def traces(home):
    """Returns what shows that a service runs or has run: processes, listening sockets, tokens and its record."""
    found = []
    sockets = listening_sockets()
    for process, arguments in processes():
        if "native-host" not in arguments:
            found.append(f"process {process}: {' '.join(arguments)}")
        for descriptor in pathlib.Path(f"/proc/{process}/fd").iterdir():
            try:
                address = sockets.get(os.readlink(descriptor))
            except OSError:
                continue
            if address:
                found.append(f"process {process} listens on {address}")
    data = pathlib.Path(home) / ".local/share/leftoff"
    found += [str(path) for name in ("token", "capture-token", "service.json") for path in data.glob(name)]
    return found
