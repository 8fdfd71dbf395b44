"""Shared fixtures: the binary under test, a Spark session, and archives."""

import os
import pathlib
import shutil
import stat
import sys
from collections.abc import Callable, Iterator

import pytest

HERE = pathlib.Path(__file__).parent
JOB = HERE.parent
sys.path[:0] = [str(JOB), str(HERE / "cc_pyspark")]
# The workers of Spark import the job, too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(JOB), os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def binary() -> str:
    """The binary under test."""
    path = os.environ.get("LEFTOFF_BIN")
    assert path, "LEFTOFF_BIN has to name the binary under test"
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def session() -> Iterator[SparkSession]:
    """The only Spark session, because starting one takes ten seconds. Each task may fail three times."""
    if not shutil.which("java"):
        pytest.skip("Java is missing: run `make test-spark`, or install default-jre-headless")
    session = (
        SparkSession.builder.master("local[2,4]").appName("tests").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2").config("spark.log.level", "ERROR").getOrCreate())
    yield session
    session.stop()


@pytest.fixture
def wrapper(binary: str, tmp_path: pathlib.Path) -> Callable[[str], str]:
    """Returns a function that writes a program in front of the binary, and returns its path.

    The shell commands run before each harvest. `$count` is the number of earlier harvests of the same archive. The file
    `attempts` gets one line for each harvest.
    """

    def write(commands: str) -> str:
        path = tmp_path / "wrapped"
        path.write_text(f"""#!/bin/bash
LEFTOFF={binary}
cd {tmp_path}
[ "$1" = --version ] && exec "$LEFTOFF" --version
touch attempts; count=$(grep -cxF -- "$2" attempts)
echo "$2" >>attempts
{commands}
exec "$LEFTOFF" "$@"
""")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write
