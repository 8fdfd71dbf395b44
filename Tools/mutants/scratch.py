"""The scratch copy of the tree, in which all mutants are compiled."""

import os
import re
import shutil
import subprocess
import sys

from mutants.lists import MutantError

PACKAGE = "CMutant"
HEADER = """#pragma once
#include <stdbool.h>
extern int leftoff_mutant_number;
/// Returns true if the mutant with this number is switched on.
static inline bool mutant(int number) { return leftoff_mutant_number == number; }
"""
SOURCE = """#include "CMutant.h"
#include <stdlib.h>
int leftoff_mutant_number = 0;
__attribute__((constructor)) static void leftoff_read_mutant(void) {
    const char *text = getenv("LEFTOFF_MUTANT");
    if (text) leftoff_mutant_number = atoi(text);
}
"""
# In Node.js the environment chooses a mutant of a script. In a page nothing does, so a copy of the binary is made in
# which the ten digits are others; the length stays the same.
MARK = b"mutant=0000000000"
SCRIPT_SWITCH = (
    "const leftoffMutant = (number) => number === Number(globalThis.process?.env?.LEFTOFF_MUTANT ?? "
    "'mutant=0000000000'.slice(7));\n")
MANIFEST_END = """
// Added by Tools/mutate.
package.targets.append(.target(name: "CMutant"))
for target in package.targets where %s.contains(target.name) { target.dependencies.append("CMutant") }
"""


class Scratch:
    """A copy of the tree with all mutants, and what is built from it."""

    def __init__(self, root, path, mutants):
        self.root = root
        self.path = path
        self.mutants = mutants

    def update(self):
        """Makes the copy the same as the tree, except for the mutants. Unchanged files keep their times."""
        listed = subprocess.run(
            ["git", "-C", self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True, text=True).stdout.split("\0")
        names = {name for name in listed if name and (self.root / name).is_file()}
        changed = {mutant.path for mutant in self.mutants} | {"Package.swift"}
        for name in sorted(names - changed):
            self.copy(name)
        for name in sorted(changed - {"Package.swift"}):
            self.write(name, self.mutated(name))
        self.write("Package.swift", self.manifest())
        self.write(f"Sources/{PACKAGE}/include/{PACKAGE}.h", HEADER)
        self.write(f"Sources/{PACKAGE}/{PACKAGE}.c", SOURCE)
        self.remove_others(names)
        if any(mutant.is_script for mutant in self.mutants):
            self.bundle_scripts()

    def copy(self, name):
        """Copies a file and its times, unless the copy has the same content already."""
        source, target = self.root / name, self.path / name
        if target.exists() and target.read_bytes() == source.read_bytes():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

    def write(self, name, text):
        """Writes a file, unless it has the same content already."""
        target = self.path / name
        if target.exists() and target.read_text() == text:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def remove_others(self, names):
        """Removes the sources and tests that the tree no longer has."""
        for directory in ["Sources", "Tests"]:
            for path in (self.path / directory).rglob("*"):
                name = str(path.relative_to(self.path))
                if path.is_file() and name not in names and PACKAGE not in name and "__pycache__" not in name:
                    path.unlink()

    def bundle_scripts(self):
        """Bundles the page scripts, keeping the times of bundles that stay the same."""
        directory = self.path / "js" / "generated"
        before = {path: (path.read_bytes(), path.stat()) for path in directory.rglob("*") if path.is_file()}
        subprocess.run([self.path / "Tools" / "build-scripts"], check=True, stdout=subprocess.DEVNULL)
        for path, (content, status) in before.items():
            if path.exists() and path.read_bytes() == content:
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def mutated(self, name):
        """Returns the text of a file with its mutants."""
        text = (self.root / name).read_text()
        own = sorted((mutant for mutant in self.mutants if mutant.path == name), key=lambda mutant: -mutant.start)
        for mutant in own:
            text = text[:mutant.start] + self.switched(mutant, text[mutant.start:mutant.end]) + text[mutant.end:]
        return SCRIPT_SWITCH + text if name.endswith(".js") else f"import {PACKAGE}\n" + text

    @staticmethod
    def switched(mutant, original):
        """Returns code that chooses between the original code and the mutant's."""
        condition = f"leftoffMutant({mutant.number})" if mutant.is_script else f"mutant({mutant.number})"
        if mutant.kind == "expression":
            return f"({condition} ? ({mutant.replacement}) : ({original}))"
        if mutant.is_script:
            return f"if ({condition}) {{ {mutant.replacement} }} else {{ {original} }}"
        # The second statement keeps a closure with only this one from returning it as a value.
        return f"if {condition} {{ {mutant.replacement} }} else {{ {original} }}; _ = ()"

    def manifest(self):
        """Returns the manifest with the target that reads the number, and without warnings as errors."""
        text = (self.root / "Package.swift").read_text()
        relaxed = text.replace(".treatAllWarnings(as: .error),", "")
        if relaxed == text:
            raise MutantError("Package.swift no longer treats warnings as errors: change Tools/mutants/scratch.py")
        names = sorted({match[1] for mutant in self.mutants if (match := re.match(r"Sources/(\w+)/", mutant.path))})
        return relaxed + MANIFEST_END % ("[" + ", ".join(f'"{name}"' for name in names) + "]")

    def build(self):
        """Builds the package and its tests."""
        subprocess.run([*self.swift, "build", "--build-tests", "--disable-index-store", "-debug-info-format", "none"],
                       cwd=self.path, check=True, stdout=sys.stderr)

    @property
    def swift(self):
        """The command that runs Swift; the variable SWIFT replaces it, as in the Makefile."""
        return os.environ.get("SWIFT", "swift").split()

    @property
    def products(self):
        """The directory of the built programs."""
        return self.path / ".build" / "debug"

    @property
    def test_program(self):
        """The program that contains all Swift tests."""
        return next(self.products.glob("*PackageTests.xctest"))

    def binary_with(self, mutant, directory):
        """Returns a copy of the binary whose page scripts have the mutant switched on."""
        content = (self.products / "leftoff").read_bytes()
        if MARK not in content:
            raise MutantError("the binary contains no script with a mutant")
        target = directory / "leftoff"
        target.write_bytes(content.replace(MARK, b"mutant=%010d" % (mutant.number if mutant else 0)))
        target.chmod(0o755)
        return target
