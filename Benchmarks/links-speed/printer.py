#!/usr/bin/env python3
"""usage: printer.py FILE...: prints the links of files with lexbor, as one process.

It reads the attributes that `peers.py` lists and prints their values as they are written.
"""

import sys

from peers import BY_ELEMENT
from selectolax.lexbor import LexborHTMLParser

SELECTOR = ", ".join(f"{element}[{attribute}]" for element, names in BY_ELEMENT.items() for attribute in names)


def main():
    write = sys.stdout.write
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            tree = LexborHTMLParser(file.read())
        for node in tree.css(SELECTOR):
            attributes = node.attributes
            for name in BY_ELEMENT[node.tag]:
                if value := attributes.get(name):
                    write(value + "\n")


if __name__ == "__main__":
    main()
