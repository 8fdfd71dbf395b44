"""Generates articles with seeded text and keys in comments, from which the true positions are counted in words."""

import random

SYLLABLES = (
    "ba ce di fo gu la me ni po ru sa te vi wo za "
    "bren cal dor fin gral hest kim lor mund nor pel quin rist sol tarn"
).split()
SMALL = (
    "the of and to in a is that it was for on are as "
    "with his they at be this from have or by one had not but what"
).split()
ARABIC = (
    "كتاب مدرسة قمر نهر جبل شجرة باب بحر سماء طريق مدينة حديقة "
    "نافذة كرسي قلم ورقة صباح مساء شتاء ربيع في من على إلى"
).split()
KANJI = "山川空海風雨雪花鳥月星光影道町村家門窓庭石木林森田畑米茶酒魚肉塩糸布紙筆本文字言葉話歌のはがをにでと"

STYLE = (
    "body{font:18px/1.5 'DejaVu Serif',serif;margin:0 auto;max-width:44em;padding:0 1em}p,li{margin:0 0 1em}"
    "img{display:block}nav a{margin-right:1em}"
)


class Article:
    """Generates blocks of words: headings, paragraphs and lists."""

    def __init__(self, seed, paragraphs=70, script="latin", headings=True):
        self.random = random.Random(seed)
        self.script = script
        count = 700 if script == "latin" else 0
        self.vocabulary = ["".join(self.random.choices(SYLLABLES, k=self.random.randint(1, 4))) for _ in range(count)]
        self.title = self.sentence(5)
        self.blocks = []
        for key in range(paragraphs):
            if key % 6 == 0 and headings:
                self.blocks.append(("h2", 500 + key, self.words(4)))
            kind = "li" if key % 11 == 7 else "p"
            length = self.random.choice([25, 45, 70, 110, 160])
            self.blocks.append((kind, key, self.words(length)))

    def word(self):
        if self.script == "arabic":
            return self.random.choice(ARABIC) + self.random.choice(["", "ة", "ي", "ون"])
        if self.script == "kanji":
            return self.random.choice(KANJI)
        if self.random.random() < 0.4:
            return self.random.choice(SMALL)
        return self.vocabulary[min(699, int(self.random.paretovariate(0.9)) * 3 + self.random.randint(0, 60))]

    def words(self, count):
        if self.script == "kanji":
            return [self.word() for _ in range(count * 2)]
        picked = [self.word() for _ in range(count)]
        for at in range(0, count, self.random.randint(9, 17)):
            picked[at] = picked[at].capitalize()
            if at:
                picked[at - 1] += "."
        return picked

    def sentence(self, count):
        return " ".join(self.words(count))

    def copy_blocks(self):
        return [(kind, key, list(words)) for kind, key, words in self.blocks]

    def index_of(self, key):
        return next(i for i, (_, other, _) in enumerate(self.blocks) if other == key)


def block_html(kind, key, words, marked=True, seed=0, attributes=""):
    """Returns the HTML of a block, in which some words, always the same ones, are links or emphasized."""
    joint = "" if words and all(len(word) == 1 for word in words) else " "
    if key is None:
        return f"<{kind}{attributes}>{joint.join(words)}</{kind}>"
    suffix = ":c" if joint == "" else ""
    parts = []
    for at, word in enumerate(words):
        if marked and joint and at % 23 == 11:
            word = f"<a href='#a{key}'>{word}</a>"
        elif marked and joint and at % 31 == 17:
            word = f"<em>{word}</em>"
        parts.append(word)
    return f"<{kind}{attributes}><!--k:{key}{suffix}-->{joint.join(parts)}</{kind}>"


def body_html(blocks, **options):
    return "".join(block_html(*block, **options) for block in blocks)


def page(title, body, style=STYLE, extra="", attributes="lang=en", head=""):
    return (
        f"<!doctype html><html {attributes}><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{title}</title>{head}<style>{style}{extra}</style><body>{body}</body></html>"
    )


def edited(words, place, share, article):
    """Returns the words with a share of them replaced, removed or inserted, and the new index of the word at
    `place`.
    """
    numbers = article.random
    result, slot = [], 0
    for at, word in enumerate(words):
        if at == place:
            slot = len(result)
        change = numbers.random() < share
        how = numbers.choice(["replace", "remove", "insert"]) if at != place else "replace"
        if not change:
            result.append(word)
        elif how == "replace":
            result.append(article.word())
        elif how == "insert":
            result += [article.word(), word]
    return result, min(slot, len(result) - 1)
