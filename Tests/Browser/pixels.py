"""Decodes and encodes the pixels of screenshots without an image library."""

import collections
import struct
import zlib


def rows(png):
    """Returns the rows of a PNG as browsers write it (8 bits, RGB or RGBA, not interlaced) as lists of colours."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert depth == 8 and kind in (2, 6) and not interlaced, f"unsupported PNG: {(depth, kind, interlaced)}"
    step = 3 if kind == 2 else 4
    data, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        if name == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    data = zlib.decompress(data)
    above = bytearray(width * step)
    found = []
    for row in range(height):
        begin = row * (width * step + 1)
        rule, line = data[begin], bytearray(data[begin + 1:begin + 1 + width * step])
        for index in range(len(line)):
            left = line[index - step] if index >= step else 0
            up = above[index]
            corner = above[index - step] if index >= step else 0
            line[index] = (line[index] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[rule]) & 255
        found.append([tuple(line[index:index + 3]) for index in range(0, len(line), step)])
        above = line
    return found


def paeth(left, up, corner):
    """Implements the Paeth filter (PNG, section 9.4)."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def small_png(picture):
    """Returns a PNG with a palette of 256 colours, which takes a fraction of a screenshot's bytes.

    The colours beyond the palette, which smooth the edges of letters, become the nearest ones of it.
    """
    counts = collections.Counter(colour for row in picture for colour in row)
    # A rare hue, such as that of a thin line, is as far from the others as a common one.
    hues = {}
    for colour, _ in counts.most_common():
        hues.setdefault(tuple(part >> 4 for part in colour), colour)
    palette = list(hues.values())[:160]
    palette += [colour for colour, _ in counts.most_common(256) if colour not in palette][:256 - len(palette)]
    index = {colour: number for number, colour in enumerate(palette)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(range(len(palette)), key=lambda number: sum(
                (one - other) ** 2 for one, other in zip(palette[number], colour)))
    lines = b"".join(b"\0" + bytes([index[colour] for colour in row]) for row in picture)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", len(picture[0]), len(picture), 8, 3, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", b"".join(map(bytes, palette)))
            + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))
