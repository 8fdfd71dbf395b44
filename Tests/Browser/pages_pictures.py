"""Comics and galleries whose pictures have other addresses, or more or fewer of them, at each visit."""

from pages_text import document

COUNT = 40
TOKENS = {"a": "6fd1a04be7729c3358aa", "b": "b01c99d2e4f73a6615ce"}
STYLE = "body{margin:0}figure{margin:0 0 12px}img{display:block;max-width:100%}"
LAZY = """<script>
const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) target.src = target.dataset.src;
}, {rootMargin: '300px'});
for (const image of document.querySelectorAll('img[data-src]')) seen.observe(image);
</script>"""


def height_of(number):
    return 500 + 20 * (number * 7 % 41)


def svg(height):
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='500' height='{height}'><rect width='500' height='99'/></svg>"


def pictures(query):
    """Returns a page of pictures.

    Parameters that the page key omits choose what is different, so that all of these pages have one key: `utm_source`
    is the token in the addresses, `utm_medium` where it is, and `utm_content` a list of further changes.
    """
    token = TOKENS[query.get("utm_source", "a")]
    where = query.get("utm_medium", "path")
    changes = query.get("utm_content", "").split()
    numbers = list(range(COUNT))
    for change in changes:
        name, _, value = change.partition(":")
        if name == "insert":
            at, count = map(int, value.split(","))
            numbers[at:at] = [-1 - new for new in range(count)]
        if name == "remove":
            at, count = map(int, value.split(","))
            del numbers[at:at + count]
    if "reversed" in changes:
        numbers.reverse()
    parts = []
    for place, number in enumerate(numbers):
        height = height_of(number)
        name = f"p{place if 'renumbered' in changes else number:03}"
        if "alike" in changes:
            height, name = 700, f"{token[:8]}{number:012x}"
        if "others" in changes:
            height, name = 510 + 20 * (number * 11 % 37), f"q{number + 500}"
        source = f"/pictures/{name}.svg?h={height}&token={token}"
        if where == "path":
            source = f"/pictures/{token}/{name}.svg?h={height}"
        shown = f"data-src='{source}' src='/pictures/blank.svg?h=1'" if "lazy" in changes else f"src='{source}'"
        size = "" if "lazy" in changes else f"width=500 height={height}"
        parts.append(f"<figure style='min-height:{height}px'><img data-number={number} {shown} {size}></figure>")
    return document("".join(parts) + (LAZY if "lazy" in changes else ""), STYLE, title="Pictures")


PAGES = {"/pictures": pictures, "/pictures/blank.svg": lambda query: svg(1)}
for number in range(COUNT + 1):
    for token in TOKENS.values():
        for name in (f"p{number:03}", f"q{number + 500}", f"{token[:8]}{number:012x}"):
            for path in (f"/pictures/{name}.svg", f"/pictures/{token}/{name}.svg"):
                PAGES[path] = lambda query: svg(int(query["h"]))
