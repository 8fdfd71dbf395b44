"""The files that the server offers: their bytes follow from their names."""

import functools
import hashlib
import random
import re

NAME = re.compile(r"([a-z0-9]+)-([0-9]+)\.bin")


def size(name: str) -> int | None:
    """Returns the size of a file; None if the server does not offer it."""
    match = NAME.fullmatch(name)
    return int(match[2]) if match else None


def body(name: str) -> bytes:
    """Returns the bytes of a file."""
    return random.Random(name).randbytes(size(name) or 0)


@functools.cache
def digest(name: str) -> str:
    """Returns the SHA-256 of a file."""
    return hashlib.sha256(body(name)).hexdigest()
