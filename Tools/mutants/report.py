"""The table of results, and the lines that report progress."""

import sys


def progress(line):
    """Writes a line to standard error."""
    print(f"mutate: {line}", file=sys.stderr, flush=True)


def table(mutants, results):
    """Returns the results as Markdown: totals of the targets, then each mutant with the test that notices it."""
    targets = list(dict.fromkeys(mutant.target for mutant in mutants))
    lines = ["| target | mutants | noticed | unnoticed |", "|---|---|---|---|"]
    for target in targets:
        lines.append(total(target, [mutant for mutant in mutants if mutant.target == target], results))
    lines.append(total("**all**", mutants, results))
    for target in targets:
        lines += ["", f"## {target}", "", "| mutant | bug | noticed by |", "|---|---|---|"]
        for mutant in mutants:
            if mutant.target == target:
                test = results.get(mutant.id, {}).get("test") or "**unnoticed**"
                lines.append(f"| `{mutant.id}` | {cell(mutant.bug)} | {cell(test)} |")
    return "\n".join(lines) + "\n"


def total(name, mutants, results):
    """Returns the row of a target."""
    noticed = sum(bool(results.get(mutant.id, {}).get("test")) for mutant in mutants)
    return f"| {name} | {len(mutants)} | {noticed} ({100 * noticed / len(mutants):.0f} %) | {len(mutants) - noticed} |"


def cell(text):
    """Returns text that does not end a cell."""
    return text.replace("|", "\\|").replace("\n", " ")
