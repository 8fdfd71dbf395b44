"""Inputs and the binary: what the command line accepts, without Spark."""

import gzip
import os
import pathlib
import stat
import tempfile

import leftoff_spark
import pytest
from leftoff_spark import Archive, MapperUnusable, check_binary, expand


def test_inputs_are_files_globs_directories_lists_and_addresses(tmp_path: pathlib.Path) -> None:
    for name in ("a.warc.gz", "b.warc", "deep/c.warc.gz", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * len(name))
    paths = tmp_path / "warc.paths.gz"
    paths.write_bytes(gzip.compress(b"crawl-data/1.warc.gz\n\ncrawl-data/2.warc.gz\n"))
    archives = expand(
        [str(tmp_path), f"{tmp_path}/*.warc", f"file://{tmp_path}/a.warc.gz", "https://host.example/d.warc.gz",
         "s3://commoncrawl/crawl-data/1.warc.gz", str(paths), str(tmp_path / "missing.warc")],
        "s3://commoncrawl/")
    assert archives == [
        Archive(f"{tmp_path}/deep/c.warc.gz", f"{tmp_path}/deep/c.warc.gz"),
        Archive(f"{tmp_path}/a.warc.gz", f"{tmp_path}/a.warc.gz"), Archive(f"{tmp_path}/b.warc", f"{tmp_path}/b.warc"),
        Archive("https://host.example/d.warc.gz", "https://host.example/d.warc.gz"),
        Archive("s3://commoncrawl/crawl-data/1.warc.gz", "crawl-data/1.warc.gz"),
        Archive("s3://commoncrawl/crawl-data/2.warc.gz", "crawl-data/2.warc.gz"),
        Archive(f"{tmp_path}/missing.warc", f"{tmp_path}/missing.warc")]
    assert expand([str(paths)], f"{tmp_path}/mirror/")[0] == Archive(
        f"{tmp_path}/mirror/crawl-data/1.warc.gz", "crawl-data/1.warc.gz")


def test_other_buckets_are_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="only s3://commoncrawl/ can be read"):
        expand(["s3://private/a.warc.gz"], "")


def test_output_names_are_unique_safe_and_readable() -> None:
    names = {Archive("", warc).output for warc in ("x/CC-1.warc.gz", "y/CC-1.warc.gz", "a b/../.ü.warc", "n" * 300)}
    assert len(names) == 4
    for name in names:
        assert name.isascii() and len(name) < 120 and not name.startswith((".", "_")) and "/" not in name
    assert Archive("", "x/CC-1.warc.gz").output.endswith("-CC-1.parquet")


def test_a_binary_that_does_not_start_is_explained(tmp_path: pathlib.Path) -> None:
    broken = tmp_path / "leftoff"
    broken.write_bytes(b"\x7fELF")
    broken.chmod(0o755)
    with pytest.raises(MapperUnusable, match=r"does not start on .*: .*docs/install.md"):
        check_binary(broken)
    with pytest.raises(MapperUnusable, match="no leftoff in"):
        leftoff_spark.find_binary(str(tmp_path / "missing"))


def test_a_binary_without_the_permission_to_execute_is_copied(
        tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shipped = tmp_path / "leftoff"
    shipped.write_text("#!/bin/sh\n")
    path = check_binary(shipped)
    assert path != str(shipped) and os.stat(path).st_mode & stat.S_IXUSR


@pytest.mark.parametrize("arguments", [
    ["a.warc"], ["a.warc", "--output", "x", "--max-failed-records", "-1"],
    ["s3://private/a.warc", "--output", "x"], ["missing.paths", "--output", "x"],
    [str(pathlib.Path(__file__).parent / "cc_pyspark"), "--output", "x"]])
def test_wrong_usage_is_exit_code_64(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        raise SystemExit(leftoff_spark.main(arguments))
    assert raised.value.code == 64
