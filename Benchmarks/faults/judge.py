"""Describes the outcome of a run in a few words."""

import os
import pathlib

# Results that are safe: no wrong or incomplete file has a final name, and the user is informed.
SAFE = ("correct", "error", "quarantined")


def names(directory):
    return {os.fsdecode(name) for name in os.listdir(os.fsencode(directory))}


def read(path):
    """Returns the bytes of a regular file; None for anything else, which is not opened."""
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None


def file_words(body, wanted):
    if not body:
        return "**empty file**"
    if wanted.startswith(body):
        return "**incomplete file**"
    return "**wrong file**"


def judge(client, fault, place, status, contents, leaks):
    """Describes the outcome of one run.

    `status` is the exit code, or None after a timeout. `contents` are the bytes that each outcome requires.
    """
    files = pathlib.Path(place) / "files"
    planted = {name for _, name in fault.get("planted", [])}
    words = []
    if names(place) != {"files", "victim", "home"}:
        words.append("**writes outside the destination**")
    if read(place / "victim") != b"mine":
        words.append("**writes through the link**")
    if leaks:
        words.append("**leaks credentials**")
    # A name that the table requires counts as final, whatever its suffix.
    wanted_names = {outcome.get("fileName") for outcome in fault["outcomes"]}
    everything = names(files)
    found = {name for name in everything if name in wanted_names or not name.endswith(client.suffixes or ("\0",))}
    for kind, name in fault.get("planted", []):
        if kind == "file" and read(files / name) != b"\1\2\3":
            words.append("**overwrites another file**")
    fresh = sorted(found - planted)
    if any(ord(letter) < 32 for name in fresh for letter in name):
        words.append("**control character in the name**")
    if any(name.startswith(".") for name in fresh):
        words.append("**hidden file**")
    bodies = {name: read(files / name) for name in fresh}
    unfinished = {name for name in found if name + ".aria2" in everything}
    if fault["outcomes"][0]["end"] == "quarantined" and fault["outcomes"][0]["fileName"] in everything:
        return "quarantined"
    words += results(fault, bodies, contents, status, unfinished)
    if status is None:
        words.append("**hangs**")
    # An unsafe result takes precedence over a safe one.
    return ", ".join([word for word in words if word not in SAFE] or sorted(set(words), key=words.index))


def results(fault, bodies, contents, status, unfinished):
    """Returns the outcome of each download in a few words, without repetitions."""
    words = []
    left = dict(bodies)
    for outcome, wanted in zip(fault["outcomes"], contents):
        name = next((name for name, body in left.items() if body == wanted), None)
        if name is None and len(fault["outcomes"]) > 1:
            name = next((name for name in left if name in (outcome["asked"], outcome.get("fileName"))), None)
        elif name is None:
            name = next(iter(left), None)
        if name in unfinished and left[name] != wanted:
            word = "error; marked as unfinished"
            left.pop(name)
        else:
            word = result(outcome, name is not None, left.pop(name, None), wanted, status)
        if word not in words:
            words.append(word)
    return words


def result(outcome, is_there, body, wanted, status):
    if not is_there:
        return "**no error reported**" if status == 0 else "error"
    if outcome["end"] == "quarantined" and not outcome["fileName"].endswith(".leftoff-quarantined"):
        raise ValueError("a quarantined file has its own name")
    if outcome["end"] == "quarantined":
        return "not checked" if status == 0 else "**wrong file under its final name**, error reported"
    if body != wanted:
        return file_words(body, wanted) + ("" if status == 0 else ", error reported")
    return "correct" if outcome["end"] == "done" else "accepted"
