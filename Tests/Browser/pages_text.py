"""Text for pages."""

import html
import random

WORDS = (
    "lantern harbour violet timber copper meadow signal quarry feather anchor pepper ribbon canyon walnut ember "
    "saddle cobalt garden thimble orchard velvet marble juniper cinder falcon willow beacon tundra saffron pebble"
).split()
ARABIC = "كتاب مدرسة قمر نهر جبل شجرة باب بحر سماء طريق مدينة حديقة نافذة كرسي قلم ورقة صباح مساء شتاء ربيع".split()
JAPANESE = "山川空海風雨雪花鳥月星光影道町村家門窓庭石木林森田畑米茶酒魚肉塩糸布紙筆本文字言葉話歌"

STYLE = "body{font:18px/1.5 serif;margin:0 auto;max-width:46em;padding:0 1em}p{margin:0 0 1em}"


def sentence(number, words=WORDS, count=70):
    """Returns text that is unique to a number."""
    picked = random.Random(number).choices(words, k=count)
    return f"Paragraph {number} begins here. " + " ".join(picked) + "."


def paragraphs(count=60, **options):
    return "".join(f"<p>{sentence(n, **options)}</p>" for n in range(1, count + 1))


def document(body, style=STYLE, title="Sixty paragraphs", attributes="lang=en", head=""):
    return (
        f"<!doctype html><html {attributes}><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{html.escape(title)}</title>{head}<style>{style}</style>{body}"
    )
