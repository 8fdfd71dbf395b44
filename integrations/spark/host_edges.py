"""Computes the edges between hosts from the links that leftoff_spark.py wrote.

The rules are those of cc-pyspark's `ExtractHostLinksJob`, from which Common Crawl builds its host graph:

- A host name is reversed: `example.com` becomes `com.example`. A leading `www` is dropped if two labels remain.
- Ports, user names and trailing dots are dropped.
- IP addresses, names of one label, and names with invalid labels are in no edge.
- An address counts if it has a scheme of two to six letters and digits, and `//`.
- Each edge is listed once. An edge from a host to itself is not listed.

    spark-submit host_edges.py links --output edges
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

# The host of a serialized URL, without user name and port. An IPv6 address does not match.
HOST = r"^[a-z][a-z0-9]{1,5}://(?:[^/?#]*@)?([^/?#@:\[\]]+)(?::[0-9]*)?(?:[/?#]|$)"
IP_ADDRESS = r"^(?:www\.)?\d{1,3}(?:\.\d{1,3}){3}$"
LABEL = r"^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$"
HOST_CHARACTERS = 253


def reversed_host(url: Column) -> Column:
    """Returns the reversed host of a serialized URL, or null if the host is in no edge."""
    host = F.lower(F.regexp_extract(url, HOST, 1))
    labels = F.split(F.regexp_replace(host, r"\.$", ""), r"\.")
    labels = F.when((F.size(labels) > 2) & (labels[0] == "www"), F.slice(labels, 2, F.size(labels))).otherwise(labels)
    valid = (
        F.length(host).between(1, HOST_CHARACTERS) & ~host.rlike(IP_ADDRESS) & (F.size(labels) > 1)
        & F.forall(labels, lambda label: label.rlike(LABEL)))
    return F.when(valid, F.array_join(F.reverse(labels), "."))


def host_edges(links: DataFrame) -> DataFrame:
    """Returns the edges between different hosts, as columns `s` and `t`, each once."""
    # Few pairs remain of many links, so the shuffle of the last line is small.
    edges = links.select(reversed_host(F.col("source")).alias("s"), reversed_host(F.col("url")).alias("t"))
    return edges.where(F.col("s").isNotNull() & F.col("t").isNotNull() & (F.col("s") != F.col("t"))).distinct()


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads links, and writes their host edges in the form of cc-pyspark: Parquet with the columns `s` and `t`."""
    parser = argparse.ArgumentParser(description="Compute host edges from the output of leftoff_spark.py.")
    parser.add_argument("links", help="the output of leftoff_spark.py")
    parser.add_argument("--output", required=True, metavar="DIR", help="a new directory for the edges")
    parser.add_argument(
        "--kind", action="append", metavar="KIND", help="use only links of this kind; repeatable (default: all)")
    options = parser.parse_args(arguments)
    session = SparkSession.builder.appName("host_edges").getOrCreate()
    links = session.read.parquet(options.links)
    if options.kind:
        links = links.where(F.col("kind").isin(options.kind))
    host_edges(links).sortWithinPartitions("s", "t").write.parquet(options.output, compression="zstd")
    session.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
