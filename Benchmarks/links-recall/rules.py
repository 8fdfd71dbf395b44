"""Reads the rules from Sources/LinkHarvest/HTML/LinkRules.swift, so that both sides use the same table."""

import re
import sys

RULE = re.compile(r'LinkRule\(\s*"([^"]+)",\s*"([^"]+)",\s*\.(\w+),\s*\.(\w+)(?:,\s*when:\s*\.(\w+))?\s*\)')
SET = r"static let {}[^=]*=\s*(?:NameTable\()?\[(.*?)\]"


def read(path):
    """Returns the rules in the form that truth.js expects, and the names of `meta` elements whose `content` is an
    address.

    Rules for the content of an element instead of an attribute are left out: truth.js reads style sheets by itself.
    """
    text = path.read_text()
    rules = [
        {"element": element, "attribute": attribute, "syntax": syntax, "condition": condition or "always"}
        for element, attribute, syntax, _, condition in RULE.findall(text)
        if condition != "lazyLoading"
    ]
    sets = [re.search(SET.format(name), text, re.S) for name in ("addressProperties", "addressItemProperties")]
    written = len(re.findall(r'\bLinkRule\(\s*"[^"]+",\s*"', text)) - len(re.findall(r"when: \.lazyLoading", text))
    if not all(sets) or not rules or len(rules) != written:
        sys.exit(f"links-recall: {path} is not written as expected: {len(rules)} of {written} rules read;"
                 f" adapt {__file__}")
    properties, item_properties = (re.findall(r'"([^"]+)"', found[1]) for found in sets)
    return {"rules": rules, "properties": properties, "itemProperties": item_properties}
