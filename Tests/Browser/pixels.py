"""Decodes the pixels of a screenshot without an image library."""

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
