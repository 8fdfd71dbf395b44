"""Prints tables of the results."""

import statistics

GRADES = ["exact", "line", "usable"]


def is_wrong(name, result):
    """Returns true if the strategy reports success last, and the result is not usable."""
    outcome = result["outcome"]
    claims = outcome is None or (outcome.get("later") or outcome)["status"] == "restored"
    return claims and result["grade"] == "fail"


def shares(name, results):
    """Returns cumulative percentages: exact, within a line, usable; and the percentage of wrong results."""
    count = len(results)
    reached = [sum(r["grade"] in GRADES[:n + 1] for r in results) for n in range(3)]
    reached.append(sum(is_wrong(name, r) for r in results))
    return [round(100 * n / count, 1) for n in reached] if count else None


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))] if values else None


def is_far(result):
    """Returns true for an `approximate` place more than half a view off."""
    outcome = result["outcome"]
    return (outcome is not None and outcome["status"] == "approximate"
            and (result["error"] is None or result["error"] > result["extent"] / 2))


def is_wrong_now(result):
    """Returns true if success was reported and the place was not usable then, or is not when the page has settled."""
    return is_wrong("", result) or (result["outcome"] is not None and result["outcome"]["status"] == "restored"
                                    and result.get("reported") == "fail")


def is_right(row, result):
    """Returns true if a result is what the metric of its case asks for."""
    if row["metric"] == "honest":
        return not is_wrong_now(result) and not is_far(result)
    return result["in_view"] if row["metric"] == "view" else result["grade"] == "exact"


def is_failure(row):
    result = row["results"].get("leftoff")
    return result is not None and (not is_right(row, result) or is_wrong_now(result) or is_far(result)) and (
        row["wordsExist"] or row["metric"] == "honest")


def described(row):
    """Returns a line about a place that Leftoff did not restore as it should."""
    result = row["results"]["leftoff"]
    outcome = result["outcome"]
    name = row["class"] + (f": {row['variant']}" if row["variant"] else "")
    return (f"{name} page {row['page']} at {row['part']}: {result['grade']} {result['error']} px, {outcome['status']}"
            f" by {outcome['tier']} {outcome['confidence']}, {outcome.get('reason')}, {outcome['settledMs']} ms;"
            f" {row['reading'].get('text')}")


def hard_table(rows, strategies, out):
    """Prints for each hard class and variant the percentages: right, in view, wrong, approximate and far.

    Right is what the class asks for: exact, in view, or honest.
    """
    if not rows:
        return
    out(f"{'hard class':44} {'n':>3} {'asks for':8}  " + "  ".join(f"{name:>18}" for name in strategies))
    out(f"{'':44} {'':>3} {'':8}  " + "  ".join(f"{'right view wrng far':>18}" for _ in strategies))

    def line(label, chosen):
        cells = []
        for name in strategies:
            results = [(row, row["results"][name]) for row in chosen if name in row["results"]]
            counts = [sum(is_right(*pair) for pair in results), sum(result["in_view"] for _, result in results),
                      sum(is_wrong_now(result) for _, result in results), sum(is_far(result) for _, result in results)]
            cells.append(" ".join(f"{100 * count / len(results):4.0f}" for count in counts) if results else "-")
        metrics = "/".join(sorted({row["metric"] for row in chosen}))
        out(f"{label:44} {len(chosen):3} {metrics[:8]:8}  " + "  ".join(f"{cell:>18}" for cell in cells))

    for name in dict.fromkeys(row["class"] for row in rows):
        chosen = [row for row in rows if row["class"] == name]
        line(name, chosen)
        for variant in dict.fromkeys(row["variant"] for row in chosen):
            line(f"  {variant}", [row for row in chosen if row["variant"] == variant])
    line("ALL", rows)


def table(rows, strategies, out):
    if not rows:
        return
    names = sorted({row["class"] for row in rows}, key=[row["class"] for row in rows].index)
    out(f"{'class':20} {'n':>4}  " + "  ".join(f"{name:>19}" for name in strategies))
    out(f"{'':20} {'':>4}  " + "  ".join(f"{'exact line use wrong':>19}" for _ in strategies))

    def line(label, chosen):
        cells = []
        for name in strategies:
            found = shares(name, [row["results"][name] for row in chosen if name in row["results"]])
            cells.append(f"{'-':>19}" if found is None else f"{found[0]:4.0f} {found[1]:4.0f} {found[2]:4.0f}"
                         f" {found[3]:4.0f}")
        out(f"{label:20} {len(chosen):4}  " + "  ".join(cells))

    for name in names:
        line(name, [row for row in rows if row["class"] == name])
    line("ALL (words exist)", [row for row in rows if row["wordsExist"]])


def calibration(rows, out):
    """Prints the share of restores within a line for each range of reported confidence."""
    bins = []
    for low, high in [(0, 0.4), (0.4, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)]:
        chosen = [row["results"]["leftoff"] for row in rows if "leftoff" in row["results"] and row["wordsExist"]]
        said = [r for r in chosen if r["outcome"]["status"] in ("restored", "approximate")
                and low <= r["outcome"]["confidence"] < high]
        if said:
            right = sum(r["grade"] in ("exact", "line") for r in said) / len(said)
            bins.append({"from": low, "to": min(1, high), "n": len(said), "withinLine": round(right, 3)})
    out("\nconfidence   n   within a line")
    for entry in bins:
        out(f"{entry['from']:.2f}-{entry['to']:.2f} {entry['n']:4}   {100 * entry['withinLine']:.0f} %")
    return bins


def summary(rows, out):
    outcomes = [row["results"]["leftoff"]["outcome"] for row in rows if "leftoff" in row["results"]]
    statuses, tiers = {}, {}
    for outcome in outcomes:
        statuses[outcome["status"]] = statuses.get(outcome["status"], 0) + 1
        tiers[outcome["tier"]] = tiers.get(outcome["tier"], 0) + 1
    static = [row["results"]["leftoff"]["outcome"]["settledMs"] for row in rows if row["late"] < 0.3
              and "leftoff" in row["results"]]
    out(f"\nstatuses {statuses}\ntiers {tiers}")
    if static:
        out(f"time to a stable place on static pages: median {statistics.median(static)} ms,"
            f" p95 {percentile(static, 0.95)} ms")
    out(f"capture: p50 {percentile([r['captureMs'] for r in rows], 0.5):.1f} ms,"
        f" p95 {percentile([r['captureMs'] for r in rows], 0.95):.1f} ms; "
        f"bytes p50 {percentile([r['bytes'] for r in rows], 0.5)}, p95 {percentile([r['bytes'] for r in rows], 0.95)}")
    gone = [row["results"]["leftoff"] for row in rows if not row["wordsExist"] and "leftoff" in row["results"]]
    if gone:
        honest = sum(
            r["outcome"]["status"] == "abstained" or (r["outcome"]["status"] == "approximate" and r["error"] is not None
            and r["error"] <= r["extent"] / 2) for r in gone)
        out(f"anchor deleted: abstained, or approximate within half a view: {honest} of {len(gone)}")
