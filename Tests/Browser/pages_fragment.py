"""Pages for the fragment tests, on which a text fragment easily matches the wrong text or none."""

from pages_text import STYLE, document, paragraphs, sentence

CODE = "\n".join(f"    step_{n % 4}(value, {n})\n    return value" for n in range(1, 120))


def twins():
    """Returns pairs of paragraphs that begin with the same words and then differ."""
    return document("".join(f"<p>The same words begin it. {sentence(n)}</p>" for n in range(1, 70)))


def spans():
    """Returns inline elements that the style displays as blocks, as in cards and menus."""
    style = STYLE + "a{display:flex;justify-content:space-between}a>span{display:block}"
    return document("".join(f"<a><span>Title {n} of many</span><span>{sentence(n)}</span></a>" for n in range(1, 80)),
                    style)


def silence():
    """Returns 20 s of silence as FLAC (RFC 9639), which both browsers show as a document."""
    def checksum(data, bits, polynomial):
        value = 0
        for byte in data:
            value ^= byte << (bits - 8)
            for _ in range(8):
                value = (value << 1) ^ (polynomial if value >> (bits - 1) else 0)
        return value.to_bytes(bits // 8, "big")

    size, count, rate = 4096, 40, 8000
    # One channel of 16 bits.
    format = (rate << 44) | (15 << 36) | (size * count)
    file = b"fLaC\x80\0\0\x22" + 2 * size.to_bytes(2, "big") + bytes(6) + format.to_bytes(8, "big") + bytes(16)
    for number in range(count):
        header = bytes([0xFF, 0xF8, 0xC4, 0x08, number])
        frame = header + checksum(header, 8, 0x107) + bytes(3)
        file += frame + checksum(frame, 16, 0x18005)
    return file


def timed():
    """Returns a page that starts its audio at the time in its address."""
    script = ("first.addEventListener('loadedmetadata', () => {"
              " first.currentTime = Number(new URLSearchParams(location.search).get('t')); })")
    return document(f"<audio id=first preload=auto controls></audio><script>{script};"
                    " first.src = '/silence.flac'</script>" + paragraphs())


PAGES = {
    "/silence.flac": lambda query: silence(),
    "/fragment/timed": lambda query: timed(),
    "/fragment/plain": lambda query: document(paragraphs()),
    "/fragment/code": lambda query: document(f"<p>Before.</p><pre>{CODE}</pre><p>After.</p>"),
    "/fragment/twins": lambda query: twins(),
    "/fragment/spans": lambda query: spans(),
    "/fragment/signs": lambda query: document("".join(f"<p>A-B, {n} &amp; C-{n}; “so”, {sentence(n)}</p>"
                                                      for n in range(1, 60))),
}
