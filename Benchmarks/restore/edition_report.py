"""Tables of the results of edition_run.py."""

WITHOUT = ("amp without", "reader without", "other article", "teasers")


def grade(row):
    """Returns the grade of the distance from the nearest position that scrolling could have reached."""
    found = row["found"]
    if found is None:
        return "absent"
    error = found["error"]
    return ("exact" if error <= 2 else "line" if error <= 1.5 * max(row["line"], found["line"], 16) else
            "usable" if error <= 0.1 * found["extent"] else "fail")


def is_right(row):
    return grade(row) in ("exact", "line") and row["outcome"]["status"] in ("restored", "approximate")


def is_wrong(row):
    """Returns true if a place is called restored and is elsewhere."""
    if row["outcome"]["status"] != "restored":
        return False
    return row["edition"] in WITHOUT or grade(row) in ("fail", "absent")


def is_honest(row):
    """Returns true for a page without the words if nothing is claimed, or an approximate place is near."""
    status = row["outcome"]["status"]
    near = row["near"] is not None and row["near"] <= 0.5
    return status in ("abstained", "wrongPage") or (status == "approximate" and near)


def is_failure(row):
    if row["edition"] in WITHOUT or grade(row) == "absent":
        return not is_honest(row)
    return not is_right(row) or row["outcome"]["status"] != "restored"


def described(row):
    outcome, found = row["outcome"], row["found"] or {}
    return (f"{row['edition']}, {row['page']} at {row['part']}: {grade(row)} {found.get('error')} px,"
            f" reach {found.get('reach')}, {outcome['status']} by {outcome['tier']} {outcome['confidence']};"
            f" near {row['near']}; {row['text']!r}")


def percentage(part, whole):
    return f"{100 * part / whole:5.1f}" if whole else "    -"


def table(rows, out):
    out(f"{'edition':18} {'n':>4} {'in view':>8} {'exact':>6} {'line':>6} {'restored of right':>18} {'wrong':>6}"
        f" {'gone':>5} {'honest':>7}")
    names = list(dict.fromkeys(row["edition"] for row in rows))
    words = [row for row in rows if row["edition"] not in WITHOUT]
    for name, chosen in [(name, [row for row in rows if row["edition"] == name]) for name in names] + [("ALL", words)]:
        there = [row for row in chosen if grade(row) != "absent" and row["edition"] not in WITHOUT]
        gone = [row for row in chosen if grade(row) == "absent" or row["edition"] in WITHOUT]
        right = [row for row in there if is_right(row)]
        reached = [row for row in right if row["found"]["reach"] <= 20]
        # A place whose position the end of the page keeps out of reach is not called restored.
        said = sum(row["outcome"]["status"] == "restored" for row in reached)
        view = sum(row["found"]["isInView"] for row in there)
        exact = sum(grade(row) == "exact" for row in there)
        out(f"{name:18} {len(there):4} {percentage(view, len(there)):>8} {percentage(exact, len(there)):>6}"
            f" {percentage(len(right), len(there)):>6} {percentage(said, len(reached)):>12} {len(reached):5}"
            f" {sum(map(is_wrong, chosen)):6} {len(gone):5} {percentage(sum(map(is_honest, gone)), len(gone)):>7}")


def calibration(rows, out):
    """Prints the share of restores within a line for each range of reported confidence."""
    out("\nconfidence     n   within a line")
    for low, high in [(0, 0.4), (0.4, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)]:
        said = [row for row in rows if row["outcome"]["status"] in ("restored", "approximate")
                and low <= row["outcome"]["confidence"] < high]
        right = sum(is_right(row) and row["edition"] not in WITHOUT for row in said)
        if said:
            out(f"{low:.2f}-{min(1, high):.2f} {len(said):6}   {100 * right / len(said):.0f} %")
