"""A PostgreSQL server of the test's own, and PgBouncer in front of it."""

import os
import pathlib
import shutil
import socket
import subprocess
import time
from typing import Any

import psycopg

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
CONNECTIONS = 40


def free_port() -> int:
    """Returns a port that nothing listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Cluster:
    """The server."""

    def __init__(self, directory: pathlib.Path) -> None:
        self.directory = directory / "server"
        self.directory.mkdir()
        self.port = free_port()
        self.bouncer_port: int | None = None
        self.bouncer: subprocess.Popen[bytes] | None = None
        self.prefix: list[str] = []
        if os.geteuid() == 0:
            # The server refuses to run as root.
            shutil.chown(self.directory, "postgres", "postgres")
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        self.run("initdb", "-D", "data", "-A", "trust", "-U", "chaos", "--no-locale", "-E", "UTF8")
        with open(self.directory / "data/postgresql.conf", "a", encoding="ascii") as file:
            file.write(f"max_connections = {CONNECTIONS}\nfsync = on\nlog_line_prefix = '%m [%p] %a '\n")
        self.start()

    def run(self, program: str, *arguments: str) -> None:
        with open(self.directory.parent / "logs/server-commands.log", "ab") as log:
            subprocess.run([*self.prefix, str(PROGRAMS / program), *arguments], cwd=self.directory, check=True,
                           stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _options(self) -> list[str]:
        return ["-D", "data", "-l", "log", "-w", "-o", f"-k {self.directory} -p {self.port} "
                "-c listen_addresses=127.0.0.1"]

    def start(self) -> None:
        self.run("pg_ctl", *self._options(), "start")

    def restart(self) -> None:
        """Ends the server as a power failure would, and starts it again."""
        self.run("pg_ctl", *self._options(), "-m", "immediate", "restart")

    def stop(self) -> None:
        if self.bouncer:
            self.bouncer.kill()
            self.bouncer.wait()
        subprocess.run([*self.prefix, str(PROGRAMS / "pg_ctl"), "-D", "data", "-m", "immediate", "stop"],
                       cwd=self.directory, check=False, capture_output=True)

    def start_bouncer(self) -> None:
        """Starts PgBouncer in transaction mode, with fewer connections than it has clients' transactions."""
        self.bouncer_port = free_port()
        users = self.directory / "users"
        users.write_text('"worker" ""\n')
        settings = self.directory / "pgbouncer.ini"
        settings.write_text(f"""[databases]
chaos = host=127.0.0.1 port={self.port} dbname=chaos
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.bouncer_port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
ignore_startup_parameters = extra_float_digits
""")
        with open(self.directory.parent / "logs/pgbouncer.log", "wb") as log:
            self.bouncer = subprocess.Popen(
                [*self.prefix, shutil.which("pgbouncer") or "/usr/sbin/pgbouncer", str(settings)], stdout=log,
                stderr=log, stdin=subprocess.DEVNULL)

    def connect(self, database: str = "chaos", seconds: float = 60) -> psycopg.Connection[tuple[Any, ...]]:
        """Connects as the superuser, for whom the server reserves connections."""
        end = time.monotonic() + seconds
        while True:
            try:
                return psycopg.connect(host="127.0.0.1", port=self.port, user="chaos", dbname=database,
                                       autocommit=True, application_name="chaos", options=(
                                           "-c default_transaction_read_only=off"))
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Runs a statement, again if the server is restarted."""
        end = time.monotonic() + 60
        while True:
            try:
                with self.connect() as connection:
                    cursor = connection.execute(sql, values)
                    return cursor.fetchall() if cursor.description else []
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
