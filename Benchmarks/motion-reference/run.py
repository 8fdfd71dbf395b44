"""Compares frames of `leftoff hud frame` with strokes that cairo draws from the same figures. See README.md."""

import argparse
import math
import os
import subprocess
import sys

import cairocffi as cairo

LEFTOFF = os.environ.get("LEFTOFF_BIN", "leftoff")
SAMPLES = 8  # cairo draws each dot as so many pixels across, and a dot is on where half of its ink is
CELLS = [(8, 4), (12, 6), (16, 8), (24, 12), (40, 20)]
CHECKMARK = [(0.01136, 0.53409), (0.26136, 0.78409), (0.30682, 0.82955), (0.30682, 0.82955), (0.98864, 0.14773)]


def ease(time, x1=0.42, y1=0.0, x2=0.58, y2=1.0):
    """Evaluates cubic-bezier by bisection."""
    if time <= 0:
        return 0.0
    if time >= 1:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        s = (low + high) / 2
        x = 3 * (1 - s) ** 2 * s * x1 + 3 * (1 - s) * s * s * x2 + s**3
        low, high = (s, high) if x < time else (low, s)
    return 3 * (1 - s) ** 2 * s * y1 + 3 * (1 - s) * s * s * y2 + s**3


def polyline(kind, width, height, time):
    """Returns the stroked line as points at most 0.01 apart, and the point at which the stroke ends."""
    side = min(width, height)
    line_width = side / 12
    if kind == "checkmark":
        a, b, c, d, end = [(x * width, y * height) for x, y in CHECKMARK]
        points = []
        for step in range(4001):
            t = step / 4000
            s = 1 - t
            points.append(tuple(
                s**3 * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t**3 * d[i] for i in (0, 1)))
        points += [(d[0] + (end[0] - d[0]) * i / 4000, d[1] + (end[1] - d[1]) * i / 4000) for i in range(1, 4001)]
        return cut(points, 0, ease((time - 0.3) / 0.5)), line_width
    if kind == "ring":
        radius = (side - line_width) / 2
        start = -math.pi / 2 + 2 * math.pi * time
        share = 0.5 if time < 3 else min(1, 0.5 + (time - 3) * 0.5)
        steps = 8000
        return [
            (width / 2 + radius * math.cos(start + 2 * math.pi * share * i / steps),
             height / 2 + radius * math.sin(start + 2 * math.pi * share * i / steps)) for i in range(steps + 1)
        ], line_width
    # The square runs clockwise from its top left corner; a quarter of it goes round in 2 s.
    inner = side - line_width
    left, top = (width - inner) / 2, (height - inner) / 2
    corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
    around = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
        around += [(left + inner * (x0 + (x1 - x0) * i / 2000), top + inner * (y0 + (y1 - y0) * i / 2000))
                   for i in range(2000)]
    first = round((0.875 + time / 2) % 1 * 8000)
    return [around[(first + i) % 8000] for i in range(2001)], line_width


def cut(points, start, end):
    """Returns the part of a line between two fractions of its length."""
    lengths = [0.0]
    for p, q in zip(points, points[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))
    return [p for p, length in zip(points, lengths) if start <= length / lengths[-1] <= end + 1e-12] if end > 0 else []


def reference(points, line_width, columns, rows):
    """Returns the dots that cairo draws."""
    width, height = columns * 2, rows * 4
    surface = cairo.ImageSurface(cairo.FORMAT_A8, width * SAMPLES, height * SAMPLES)
    context = cairo.Context(surface)
    context.scale(SAMPLES, SAMPLES)
    context.set_line_width(max(line_width, 1))
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    if points:
        context.move_to(*points[0])
        for point in points[1:]:
            context.line_to(*point)
        context.stroke()
    surface.flush()
    data, stride = bytes(surface.get_data()), surface.get_stride()
    dots = set()
    for row in range(height):
        for column in range(width):
            ink = sum(
                sum(data[(row * SAMPLES + y) * stride + column * SAMPLES:][:SAMPLES]) for y in range(SAMPLES))
            if ink >= 255 * SAMPLES * SAMPLES / 2:
                dots.add((column, row))
    return dots


def frame(name, columns, rows, time):
    """Returns the dots that leftoff draws."""
    text = subprocess.run(
        [LEFTOFF, "hud", "frame", name, "--at", repr(time), "--cells", f"{columns}x{rows}", "--glyphs", "braille"],
        check=True, capture_output=True, text=True).stdout
    order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return {
        (column * 2 + x, row * 4 + y)
        for row, line in enumerate(text.splitlines()) for column, glyph in enumerate(line)
        for bit, (x, y) in enumerate(order) if (ord(glyph) - 0x2800 if ord(glyph) >= 0x2800 else 0) >> bit & 1
    }


def grown(dots):
    return {(x + dx, y + dy) for x, y in dots for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def iou(a, b, tolerance):
    """Returns intersection over union; with a tolerance, a dot counts as shared if the other mask has one next to
    it.
    """
    if not a and not b:
        return 1.0
    if not tolerance:
        return len(a & b) / len(a | b)
    near_a, near_b = len(a & grown(b)), len(b & grown(a))
    return (near_a + near_b) / (len(a) + len(b))


def tip_error(dots, points, line_width, columns, rows):
    """Returns the distance along the path, in dots, by which the drawn stroke ends beyond the ideal one.

    The end is moved in steps of a tenth of a dot. The drawn stroke ends at the position for which cairo's dots are most
    similar to the drawn ones. Several ends give the same dots: the first number is for the middle of them, the second
    for the one nearest to the ideal.
    """
    tail = math.dist(points[-2], points[-1])
    direction = ((points[-1][0] - points[-2][0]) / tail, (points[-1][1] - points[-2][1]) / tail)
    likeness = {}
    for step in range(-12, 13):
        offset = step / 10
        if offset >= 0:
            moved = points + [(points[-1][0] + direction[0] * offset, points[-1][1] + direction[1] * offset)]
        else:
            moved, left = list(points), -offset
            while len(moved) > 2 and math.dist(moved[-2], moved[-1]) < left:
                left -= math.dist(moved[-2], moved[-1])
                moved.pop()
        likeness[offset] = iou(reference(moved, line_width, columns, rows), dots, False)
    best = [offset for offset, value in likeness.items() if value >= max(likeness.values()) - 1e-12]
    return abs(best[0] + best[-1]) / 2, max(best[0], -best[-1], 0)


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    cases = {
        "checkmark": ("symbol:checkmark", [0.35 + 0.05 * i for i in range(10)]),
        "ring": ("busy", [0.07 * i for i in range(10)] + [3.25, 3.5, 3.75]),
        "square": ("square", [0.1 * i + 0.03 for i in range(20)]),
    }
    failed = False
    print(f"{'widget':10} {'cells':>7} {'frames':>6} {'IoU':>6} {'IoU ±1':>7} {'lowest ±1':>9} {'tip, mean':>9}"
          f" {'at least':>8}")
    for kind, (name, times) in cases.items():
        exact_all, near_all, tips_all = [], [], []
        for columns, rows in CELLS:
            exact, near, tips = [], [], []
            for time in times:
                points, line_width = polyline(kind, columns * 2, rows * 4, time)
                expected = reference(points, line_width, columns, rows)
                drawn = frame(name, columns, rows, time)
                exact.append(iou(expected, drawn, False))
                near.append(iou(expected, drawn, True))
                if len(points) > 2 and rows <= 8:
                    tips.append(tip_error(drawn, points, line_width, columns, rows))
            exact_all += exact
            near_all += near
            tips_all += tips
            tip = f"{sum(tip[0] for tip in tips) / len(tips):>9.3f} {max(tip[1] for tip in tips):>8.3f}" if tips else ""
            print(f"{kind:10} {columns:>4}x{rows:<2} {len(times):>6} {sum(exact) / len(exact):>6.3f} "
                  f"{sum(near) / len(near):>7.3f} {min(near):>9.3f} {tip}")
        mean = sum(near_all) / len(near_all)
        print(f"{kind:10} {'all':>7} {len(near_all):>6} {sum(exact_all) / len(exact_all):>6.3f} {mean:>7.3f}"
              f" {min(near_all):>9.3f} {sum(tip[0] for tip in tips_all) / len(tips_all):>9.3f} "
              f"{max(tip[1] for tip in tips_all):>8.3f}")
        failed |= mean < 0.9 or any(nearest > 0.5 for _, nearest in tips_all)
    failed |= eased_fraction()
    sys.exit(1 if failed else 0)


def eased_fraction():
    """Compares the drawn part of the check mark with cubic-bezier(0.42, 0, 0.58, 1), in the largest possible frame.

    A frame of 1000 × 500 cells is 2000 dots wide, so the end of the last line is known to a thousandth.
    """
    columns, rows = 500, 250
    width, height = columns * 2, rows * 4
    worst = 0.0
    a, _, _, d, end = [(x * width, y * height) for x, y in CHECKMARK]
    points, line_width = polyline("checkmark", width, height, 0.8)
    lengths = [0.0]
    for p, q in zip(points, points[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))
    curve = lengths[4000] / lengths[-1]
    direction = ((end[0] - d[0]) / math.dist(d, end), (end[1] - d[1]) / math.dist(d, end))
    for time in [0.5, 0.52, 0.55, 0.6, 0.65, 0.7, 0.75]:
        drawn = frame("symbol:checkmark", columns, rows, time)
        along = max(
            (x + 0.5 - d[0]) * direction[0] + (y + 0.5 - d[1]) * direction[1] for x, y in drawn
            if abs((x + 0.5 - d[0]) * direction[1] - (y + 0.5 - d[1]) * direction[0]) <= 1.5) - line_width / 2
        seen = curve + along / lengths[-1]
        worst = max(worst, abs(seen - ease((time - 0.3) / 0.5)))
    print(f"eased fraction: largest difference from cubic-bezier(0.42, 0, 0.58, 1) {worst:.5f}")
    return worst > 0.005


if __name__ == "__main__":
    main()
