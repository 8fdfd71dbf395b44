"""A TCP proxy in front of the database that loses the replies to COMMIT, and delays transactions.

It runs in a thread. Connections are known by the application's name in their first message.
"""

import asyncio
import functools
import struct
import threading

BEGIN = b"BEGIN ISOLATION LEVEL READ COMMITTED"


class Proxy:
    """The listeners and the faults that were requested for the next transactions."""

    def __init__(self, routes: dict[int, int]) -> None:
        self.routes = routes
        self.lock = threading.Lock()
        self.drops: dict[str, str] = {}
        self.stalls: dict[str, float] = {}
        self.dropped = 0
        self.stalled: list[tuple[str, float]] = []
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def drop_commit(self, application: str, mode: str) -> None:
        """Loses the reply to the next COMMIT of an application.

        In the mode "reply" the server has replied before the connection is closed, in the mode "request" it may still
        be executing the statement.
        """
        with self.lock:
            self.drops[application] = mode

    def stall(self, application: str, seconds: float) -> None:
        """Delays the next BEGIN of an application, while its connection stays open; zero seconds withdraw this."""
        with self.lock:
            self.stalls[application] = seconds
            if not seconds:
                del self.stalls[application]

    def clear(self) -> None:
        """Withdraws requests that were not executed yet."""
        with self.lock:
            self.drops.clear()
            self.stalls.clear()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)

        async def start() -> None:
            for port, target in self.routes.items():
                await asyncio.start_server(functools.partial(self._connected, target), "127.0.0.1", port)
            ready.set()

        self.loop.run_until_complete(start())
        self.loop.run_forever()

    async def _connected(self, target: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", target)
        except OSError:
            writer.transport.abort()
            return
        connection = Connection(self, reader, writer, server_reader, server_writer)
        tasks = [asyncio.ensure_future(connection.upstream()), asyncio.ensure_future(connection.downstream())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in (writer, server_writer):
            one.close()


class Connection:
    """One connection of a client."""

    def __init__(self, proxy: Proxy, reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
                 server_reader: asyncio.StreamReader, server_writer: asyncio.StreamWriter) -> None:
        self.proxy, self.reader, self.writer = proxy, reader, writer
        self.server_reader, self.server_writer = server_reader, server_writer
        self.application = ""
        self.mutes = False
        self.replied = asyncio.Event()

    async def upstream(self) -> None:
        """Forwards the client's messages."""
        try:
            (length,) = struct.unpack("!I", head := await self.reader.readexactly(4))
            startup = await self.reader.readexactly(length - 4)
            fields = startup[4:].split(b"\0")
            if b"application_name" in fields:
                self.application = fields[fields.index(b"application_name") + 1].decode().split(".")[0]
            self.server_writer.write(head + startup)
            writes, drop = False, None
            while True:
                head = await self.reader.readexactly(5)
                kind, length = head[:1], struct.unpack("!I", head[1:])[0]
                message = await self.reader.readexactly(length - 4)
                if kind in b"QP" and BEGIN in message:
                    writes = True
                    with self.proxy.lock:
                        seconds = self.proxy.stalls.pop(self.application, None)
                    if seconds is not None:
                        self.proxy.stalled.append((self.application, seconds))
                        await asyncio.sleep(seconds)
                elif kind in b"QP" and message.strip(b"\0").startswith(b"COMMIT") or (
                        kind == b"P" and message.split(b"\0")[1] == b"COMMIT"):
                    if writes:
                        with self.proxy.lock:
                            drop = self.proxy.drops.pop(self.application, None)
                    writes = False
                self.mutes = drop is not None
                self.server_writer.write(head + message)
                if drop is not None and kind in b"QS":
                    await self.server_writer.drain()
                    self.proxy.dropped += 1
                    if drop == "reply":
                        await asyncio.wait_for(self.replied.wait(), 5)
                    return
                await self.server_writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            return

    async def downstream(self) -> None:
        """Forwards the server's messages, unless a reply is to be lost."""
        try:
            while data := await self.server_reader.read(65_536):
                if self.mutes:
                    self.replied.set()
                    continue
                self.writer.write(data)
                await self.writer.drain()
        except OSError:
            return
