"""Prints tables of the results."""

import statistics

GRADES = ["exact", "line", "usable"]


def is_wrong(name, result):
    """Returns true if the strategy reports success and the result is not usable."""
    claims = result["outcome"] is None or result["outcome"]["status"] == "restored"
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


def table(rows, strategies, out):
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
