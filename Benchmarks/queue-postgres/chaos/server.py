"""The counting HTTP server, a process of its own: server.py PORT LOG PIDS SEED HOST...

Serves /MILLISECONDS/NAME, slowly enough that the body takes that long. A few responses are 503 or end early, unless
the number begins with 0. Logs the begin and the end of each request as
JSON lines with monotonic times, and the process that sent it, which it looks up among those that the file PIDS lists.
"""

import asyncio
import json
import os
import random
import re
import socket
import sys
import time

import content

PIECES = 25


def address(pair: tuple[str, int]) -> str:
    """Returns an address and a port as /proc/net/tcp writes them."""
    return f"{int.from_bytes(socket.inet_aton(pair[0]), 'little'):08X}:{pair[1]:04X}"


def process_of(client: tuple[str, int], server: tuple[str, int], pids_file: str) -> int | None:
    """Returns the process that has the client's end of a connection."""
    inode = None
    ends = [address(client), address(server)]
    with open("/proc/net/tcp", encoding="ascii") as table:
        for line in table:
            fields = line.split()
            # A closed connection of the same addresses has no inode any more.
            if len(fields) > 9 and fields[1:3] == ends and fields[9] != "0":
                inode = fields[9]
                break
    if inode is None:
        return None
    with open(pids_file, encoding="ascii") as file:
        pids = file.read().split()
    for pid in pids:
        try:
            for descriptor in os.scandir(f"/proc/{pid}/fd"):
                if os.readlink(descriptor.path) == f"socket:[{inode}]":
                    return int(pid)
        except OSError:
            continue
    return None


class Server:
    """The server and its log."""

    def __init__(self, log: str, pids_file: str, seed: int) -> None:
        self.log = open(log, "w", encoding="ascii", buffering=1)  # noqa: SIM115
        self.pids_file = pids_file
        self.random = random.Random(seed)
        self.number = 0

    def write(self, **fields: object) -> None:
        self.log.write(json.dumps({"t": time.monotonic(), **fields}) + "\n")

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves the requests of a connection."""
        own = writer.get_extra_info("sockname")
        host, pid = own[0], process_of(writer.get_extra_info("peername"), own, self.pids_file)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                self.number += 1
                number = self.number
                path = head.split(" ", 2)[1]
                self.write(e="begin", r=number, h=host, p=path, pid=pid)
                complete = False
                try:
                    complete = await self.respond(head, path, reader, writer)
                finally:
                    self.write(e="end", r=number, ok=complete)
                if not complete:
                    return
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def respond(
            self, head: str, path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Writes a response; returns false if the connection is to be closed."""
        parts = path.split("/")
        if len(parts) != 3 or content.size(parts[2]) is None:
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return True
        faulty = not parts[1].startswith("0")
        if faulty and self.random.random() < 0.01:
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return True
        data = content.body(parts[2])
        status, extra, total = "200 OK", "", len(data)
        if match := re.search(r"(?im)^range: *bytes=([0-9]+)-([0-9]*)\r?$", head):
            first = int(match[1])
            last = min(int(match[2]) if match[2] else total - 1, total - 1)
            if first >= total:
                writer.write(f"HTTP/1.1 416 No\r\nContent-Range: bytes */{total}\r\nContent-Length: 0\r\n\r\n".encode())
                await writer.drain()
                return True
            status, extra = "206 Partial Content", f"Content-Range: bytes {first}-{last}/{total}\r\n"
            data = data[first:last + 1]
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: application/octet-stream\r\nAccept-Ranges: bytes\r\n"
            f'ETag: "{parts[2]}"\r\n{extra}Content-Length: {len(data)}\r\n\r\n'.encode())
        cut = self.random.randrange(PIECES) if faulty and self.random.random() < 0.02 else None
        step = max(1, -(-len(data) // PIECES))
        pause = int(parts[1]) / 1000 / PIECES
        for index, start in enumerate(range(0, len(data), step)):
            # A client that has gone is noticed within a tenth of a second.
            waited = 0.0
            while waited < pause:
                await asyncio.sleep(min(0.1, pause - waited))
                waited += 0.1
                if writer.transport.is_closing() or reader.at_eof():
                    return False
            if index == cut:
                writer.transport.abort()
                return False
            writer.write(data[start:start + step])
            await writer.drain()
        return True


async def main() -> None:
    port, log, pids_file, seed = sys.argv[1:5]
    server = Server(log, pids_file, int(seed))
    for host in sys.argv[5:]:
        await asyncio.start_server(server.connected, host, int(port), backlog=256)
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
