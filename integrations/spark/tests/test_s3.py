"""Output to an S3 service (moto): conditional writes publish each file once."""

import dataclasses
import os
import pathlib
from collections.abc import Iterator

import boto3
import leftoff_spark
import pytest
from archives import damage, small_archive
from leftoff_spark import BucketOutput, Settings
from moto.server import ThreadedMotoServer
from pyspark.sql import SparkSession

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    os.environ.update(CREDENTIALS)
    server = ThreadedMotoServer("127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    boto3.client("s3", endpoint_url=address).create_bucket(Bucket="crawl")
    yield address
    server.stop()


def keys(endpoint: str, prefix: str) -> list[str]:
    listed = boto3.client("s3", endpoint_url=endpoint).list_objects_v2(Bucket="crawl", Prefix=prefix)
    return [entry["Key"] for entry in listed.get("Contents", ())]


def test_a_job_writes_each_archive_once_and_skips_it_afterwards(
        endpoint: str, session: SparkSession, binary: str, tmp_path: pathlib.Path) -> None:
    archive = small_archive(tmp_path / "a.warc.gz", 20)
    damage(archive, 10)
    small_archive(tmp_path / "b.warc.gz", 20)
    # The workers of Spark were started without these variables, so the settings of the session carry them.
    for name, value in CREDENTIALS.items():
        session.sparkContext.environment[name] = value
    settings = Settings(output="s3://crawl/links/", binary=binary, s3_endpoint=endpoint)
    archives = leftoff_spark.expand([str(tmp_path)], "")
    results = leftoff_spark.run(session, archives, settings)
    names = sorted(each.output for each in archives)
    assert keys(endpoint, "links/") == sorted(
        ["links/_damaged/damaged.parquet", "links/_reports/reports.parquet", *(f"links/{name}" for name in names)])
    assert sorted(report.links for report, _ in results) == [57, 60]
    again = leftoff_spark.run(session, archives, dataclasses.replace(settings, binary="/missing"))
    assert again == results
    assert [len(damaged) for report, damaged in again if report.failedRecords] == [1]


@pytest.mark.parametrize("size", [1000, 12 << 20], ids=["one request", "three parts"])
def test_only_the_first_of_two_attempts_publishes(
        endpoint: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftoff_spark, "PART_BYTES", 5 << 20)
    output = BucketOutput("s3://crawl/race", endpoint)
    published = []
    # moto checks the condition and stores the file in two steps, so the uploads cannot overlap here.
    with output.part("file") as first, output.part("file") as second:
        for part, letter in ((first, b"a"), (second, b"b")):
            part.write(letter * size)
        for part in (second, first):
            published.append(output.publish(part, f"file-{size}", replace=False))
    assert published == [True, False]
    content = output.read(f"file-{size}")
    assert content is not None and content == b"b" * size
    client = boto3.client("s3", endpoint_url=endpoint)
    assert not client.list_multipart_uploads(Bucket="crawl", Prefix="race/").get("Uploads")


def test_parts_that_a_killed_attempt_uploaded_are_removed(endpoint: str) -> None:
    output = BucketOutput("s3://crawl/killed", endpoint)
    client = boto3.client("s3", endpoint_url=endpoint)
    for key in ("killed/mine", "killed/other"):
        client.create_multipart_upload(Bucket="crawl", Key=key)
    output.sweep(["mine"])
    uploads = client.list_multipart_uploads(Bucket="crawl")["Uploads"]
    assert [upload["Key"] for upload in uploads] == ["killed/other"]
