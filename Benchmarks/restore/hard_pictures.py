"""Defines comics and galleries whose pictures have other addresses, or more or fewer of them. See hard_page.py."""

from articles import page
from case import Case, same

COUNT = 40


def pictures(article, kind, token, count=COUNT):
    """Returns the elements of the pictures of a gallery. `token` differs at each visit."""
    numbers = article.random
    elements = []
    for n in range(count):
        # A comic has pages of one size; a gallery has pictures of any size.
        height = 860 if kind == "comic" else 180 + 37 * (n * 7 % 17)
        name = {"comic": f"p{n + 1:03}", "hashes": f"{numbers.getrandbits(48):012x}", "photos": f"photo-{n}"}[kind]
        elements.append((n, height, name, token))
    return elements


LAZY = """<script>{
const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) target.src = target.dataset.src;
}, {rootMargin: '300px'});
for (const image of document.querySelectorAll('img[data-src]')) seen.observe(image);
}</script>"""


def html_of(elements, address, lazy=False):
    parts = []
    for n, height, name, token in elements:
        source = address.format(name=name, token=token, h=height)
        shown = f"src='{source}'" if not lazy else f"data-src='{source}' src='/image.svg?h=1'"
        size = "" if lazy else f" width=500 height={height}"
        key = f"<!--k:{n}-->" if n >= 0 else ""
        style = f"margin:0 0 12px;min-height:{height if lazy else 0}px"
        parts.append(f"<figure style='{style}'>{key}<img {shown}{size} alt=''></figure>")
    script = LAZY if lazy else ""
    return page("Gallery", f"<h1>Gallery</h1>{''.join(parts)}{script}")


ADDRESSES = {
    "query token": "/images/{name}.svg?h={h}&token={token}",
    "path token": "/cdn/{token}/images/{name}.svg?h={h}",
    "host": "//{token}.bench/images/{name}.svg?h={h}",
}
TOKENS = ["6fd1a04be7729c3358aa", "b01c99d2e4f73a6615ce"]
HOSTS = ["first", "second"]


def renamed(address, kind):
    def made(article, number):
        old, new = (HOSTS if address == "host" else TOKENS)
        elements = pictures(article, kind, old)
        changed = [(n, height, name, new) for n, height, name, _ in elements]
        top = "<div style='height:210px'>A new banner</div>" if number % 2 else ""
        after = html_of(changed, ADDRESSES[address]).replace("<body>", "<body>" + top)
        return Case(html_of(elements, ADDRESSES[address]), same(after), late=0.3)
    return made


def inserted(count, kind, address="path token"):
    """Pages are inserted before the place, or removed if the count is negative; the addresses have new tokens."""
    def made(article, number):
        elements = pictures(article, kind, TOKENS[0])
        if kind == "comic":
            # Pages of one size and with other numbers cannot be told apart, so a few have another size.
            elements = [(n, height + 40 * (n * 13 % 5), name, token) for n, height, name, token in elements]

        def after(reading):
            at = int(reading["key"][2:])
            changed = [(n, height, name, TOKENS[1]) for n, height, name, _ in elements]
            if count > 0:
                new = [(-1, 700 + 30 * n, f"extra{n}", TOKENS[1]) for n in range(count)]
                where = max(0, at - 1 - number % 3)
                changed[where:where] = new
            else:
                where = max(0, at + count - number % 3)
                del changed[where:where - count]
            html = html_of(changed, ADDRESSES[address])
            exists = any(n == at for n, *_ in changed)
            return html, (reading["key"], -1) if exists else None
        return Case(html_of(elements, ADDRESSES[address]), after, late=0.3)
    return made


def renumbered(article, number):
    """A page is inserted, and the names of those after it are numbered again."""
    elements = [(n, height + 40 * (n * 13 % 5), name, token)
                for n, height, name, token in pictures(article, "comic", TOKENS[0])]

    def after(reading):
        at = max(1, int(reading["key"][2:]) - 2)
        changed = [*elements[:at], (-1, 730, "", ""), *elements[at:]]
        named = [(n, height, f"p{place + 1:03}", TOKENS[1]) for place, (n, height, _, _) in enumerate(changed)]
        return html_of(named, ADDRESSES["path token"]), (reading["key"], -1)
    return Case(html_of(elements, ADDRESSES["path token"]), after, late=0.3)


def lazy(address):
    def made(article, number):
        elements = pictures(article, "photos", TOKENS[0])
        changed = [(n, height, name, TOKENS[1]) for n, height, name, _ in elements]
        top = "<div style='height:210px'>A new banner</div>" if number % 2 else ""
        after = html_of(changed, ADDRESSES[address], lazy=True).replace("<body>", "<body>" + top)
        return Case(html_of(elements, ADDRESSES[address], lazy=True), same(after), late=0.6, hold=0.5)
    return made


HARD = {
    "pictures renamed": {
        "query, photos": renamed("query token", "photos"), "query, comic": renamed("query token", "comic"),
        "path, photos": renamed("path token", "photos"), "path, comic": renamed("path token", "comic"),
        "path, hashes": renamed("path token", "hashes"), "host, photos": renamed("host", "photos"),
    },
    "pages inserted": {
        "1 in a comic": inserted(1, "comic"), "3 in a comic": inserted(3, "comic"), "3 photos": inserted(3, "photos"),
        "2 removed": inserted(-2, "comic"), "renumbered": renumbered,
    },
    "gallery lazy": {"query": lazy("query token"), "path": lazy("path token")},
}
