"""Reads the lists of mutants and finds the place of each in the sources."""

import re
import tomllib
import zlib
from dataclasses import dataclass
from pathlib import Path


class MutantError(Exception):
    """A list that does not fit the sources, or a tree whose tests fail without a mutant."""


@dataclass
class Mutant:
    """A small bug: one part of a file and what replaces it."""

    number: int
    id: str
    target: str
    bug: str
    path: str
    kind: str
    code: str
    replacement: str
    groups: list
    start: int = 0
    end: int = 0

    @property
    def is_script(self):
        """True for JavaScript."""
        return self.path.endswith(".js")


KINDS = {"expression", "statement"}
KEYS = {"id", "file", "bug", "code", "with", "kind", "tests"}


def read_lists(root):
    """Returns the mutants of all lists, with their places in the sources below `root`."""
    mutants = []
    for path in sorted((root / "Tools" / "mutants").glob("*.toml")):
        with path.open("rb") as file:
            lists = tomllib.load(file)["target"]
        for target in lists:
            mutants += [read_mutant(entry, target, path) for entry in target["mutant"]]
    numbers = [mutant.number for mutant in mutants]
    repeated = {mutant.id for mutant in mutants if numbers.count(mutant.number) > 1}
    if repeated:
        raise MutantError(f"several mutants have the id or the number of {', '.join(sorted(repeated))}")
    problems = [problem for mutant in mutants if (problem := locate(mutant, root))]
    problems += overlaps(mutants)
    if problems:
        raise MutantError("the lists do not fit the sources:\n" + "\n".join(problems))
    return mutants


def read_mutant(entry, target, path):
    """Returns the mutant that an entry of a list describes."""
    unknown = set(entry) - KEYS
    kind = entry.get("kind", "expression")
    if unknown or kind not in KINDS or not {"id", "file", "bug", "code", "with"} <= set(entry):
        raise MutantError(f"{path.name}: {entry.get('id')}: unknown or missing keys")
    if entry["code"].count("«") != 1 or entry["code"].count("»") != 1:
        raise MutantError(f"{path.name}: {entry['id']}: the code must mark one part with « and »")
    # Other mutants do not change the number, so that a scratch copy stays valid for the ones that it contains.
    number = zlib.crc32(entry["id"].encode()) & 0x7FFFFFFF
    return Mutant(
        number=number, id=entry["id"], target=target["name"], bug=entry["bug"],
        path=str(Path(target["directory"]) / entry["file"]), kind=kind, code=entry["code"].strip(),
        replacement=entry["with"].strip(), groups=entry.get("tests", target["tests"]))


def locate(mutant, root):
    """Finds the marked code, in which any white space matches any other. Returns what is wrong, or None."""
    before, marked, after = re.split("[«»]", mutant.code)
    pattern = spaced(before) + "(" + spaced(marked.strip()) + ")" + spaced(after)
    try:
        text = (root / mutant.path).read_text()
    except OSError as error:
        return f"{mutant.id}: {error}"
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        return f"{mutant.id}: its code occurs {len(found)} times in {mutant.path}, not once"
    mutant.start, mutant.end = found[0].span(1)
    return None


def spaced(code):
    """Returns a pattern for code in which white space may differ."""
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", code))


def overlaps(mutants):
    """Returns a line for each pair of mutants that change the same code."""
    lines = []
    ordered = sorted(mutants, key=lambda mutant: (mutant.path, mutant.start))
    for first, second in zip(ordered, ordered[1:]):
        if first.path == second.path and first.end > second.start:
            lines.append(f"{first.id} and {second.id} change the same code")
    return lines
