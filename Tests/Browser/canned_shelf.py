"""A shelf of any length for the web page. Nothing is stored: the responses to the page's requests are canned."""

import datetime
import json
import re
from urllib.parse import parse_qs, unquote, urlsplit

PATTERN = re.compile(r"/api/(shelf|trash|snapshots|sites|tags)\b")
SITES = ["gardens.example", "maps.example", "encyclopedia.example", "papers.example", "journal.of.small.boats.example"]
TITLES = [
    "Beans after the frost", "Maps drawn by hand", "How to read a paper", "The long now of small boats",
    "A harbour in the north and the people who left it, told in the order in which they came back, with photographs",
    "Understanding consensus by drawing it", "דו״ח על מצב הספריות הציבוריות", "On bread", "Notes on the form of rooms",
    "Die Donaudampfschifffahrtsgesellschaftskapitänswitwe", "A field guide to rails and crakes", "Der Zug nach Norden",
]
WORDS = [
    "Beans go in after the last frost, when the soil has had a week of sun and the nights no longer take back what the"
    " day has given.",
    "He kept the pencils in a row, hardest on the left, and never lent the ones that were worth borrowing.",
    "The last ferry left at six. After that there was nothing to do but wait for the lamp to be lit.",
    "A leader never overwrites entries in its log; it only appends.",
    "Flour, water, salt and time. Of these, time is the one that most recipes leave out.",
]
TAGS = ["garden", "maps", "to print", "distributed systems", "reading group", "food", "work"]
MINUTE = datetime.timedelta(minutes=1)


class CannedShelf:
    """Pages with different states, titles and tags, the same for each position."""

    def __init__(self, count):
        self.count = count
        # As long ago as the texts of the page say, whenever the test runs.
        self.now = datetime.datetime.now(datetime.timezone.utc)
        self.requests = []
        self.views = {}

    def time(self, minutes):
        return (self.now - minutes * MINUTE).strftime("%Y-%m-%dT%H:%M:%SZ")

    def state(self, number):
        if number == 0 or number % 20 == 5:
            return "later"
        return "finished" if number % 4 == 3 else "unfinished"

    def progress(self, number):
        return 1 if self.state(number) == "finished" else (number * 37 + 45) % 97 / 97

    def place(self, number):
        """Returns the shown place of a page."""
        title = TITLES[number % len(TITLES)] + (f" {number}" if number >= len(TITLES) else "")
        site = SITES[number % len(SITES)]
        url = f"https://{site}/{number}"
        return {
            "id": f"place{number:07d}", "storedAt": self.time(3 + 37 * number), "url": url, "edition": None,
            "original": None, "title": title, "quote": WORDS[number % len(WORDS)],
            "progress": None if number % 13 == 12 else self.progress(number),
            "approximate": False, "address": url, "fragment": url, "linkCount": 3,
            "tags": sorted({TAGS[number % 7], TAGS[number * 3 % 7]}) if number % 3 else [],
            "note": "Compare it with the map in the hall." if number % 5 == 2 else "",
            "origin": "automatic" if number % 9 == 4 else "click", "expiresAt": None, "excerpt": None,
            "copies": ["text"] if number % 4 == 1 else [],
        }

    def card(self, number):
        place, state = self.place(number), self.state(number)
        until = {0: self.time(1440), 5: self.time(-20 * 1440)}.get(number if number == 0 else number % 40)
        place |= {"page": place["url"], "state": state, "until": until, "excerpt": place["quote"]}
        return {
            "page": place["url"], "state": state, "until": until, "isDue": number == 0, "markedAt": None,
            "places": 1 + (number * 5 + 3) % 7 if number % 2 == 0 else 1, "highlights": 3 if number % 6 == 0 else 0,
            "minutesLeft": None if place["progress"] is None else round((1 - place["progress"]) * (5 + number % 60)),
            "tags": place["tags"], "latestAt": place["storedAt"], "resume": place["id"], "place": place,
        }

    def numbers(self, state):
        """Returns the positions in the list of all pages that a view shows."""
        if state is None:
            return range(self.count)
        if state not in self.views:
            # The first page is due, so it is listed as unfinished.
            self.views[state] = [n for n in range(self.count) if (self.state(n) if n else "unfinished") == state]
        return self.views[state]

    def list(self, query):
        state = query.get("state", [None])[0]
        offset, limit = int(query.get("offset", ["0"])[0]), int(query.get("limit", ["100"])[0])
        numbers = self.numbers(state)
        counts = {name: len(self.numbers(name)) for name in ("unfinished", "later", "finished")}
        return {
            "pages": [self.card(number) for number in numbers[offset:offset + limit]],
            "isLast": offset + limit >= len(numbers), "trash": 3, "total": len(numbers), "counts": counts,
        }

    def trash(self):
        places = [self.place(self.count + number) for number in range(3)]
        return {"places": [{**place, "removedAt": self.time(100 * number + 5),
                            "erasedAt": self.time(100 * number - 30 * 1440)} for number, place in enumerate(places)]}

    def highlights(self):
        return [{"id": f"highlight{n}", "exact": WORDS[n], "prefix": "", "suffix": "", "note": note, "tags": tags,
                 "storedAt": self.time(60 * (n + 1))}
                for n, (note, tags) in enumerate([("", []), ("Ask about the lamp.", ["to print"]), ("", [])])]

    def response(self, address):
        """Returns the response to a request of the page; None if it has none here."""
        parts = urlsplit(address)
        query, path = parse_qs(parts.query), unquote(parts.path)
        if path == "/api/shelf":
            return self.list(query)
        if path == "/api/shelf/page":
            return self.card(int(query["page"][0].rsplit("/", 1)[1]))
        if path == "/api/shelf/highlights":
            return self.highlights()
        if path == "/api/trash":
            return self.trash()
        if path == "/api/snapshots":
            return [{**self.place(0), "id": f"other{n}", "progress": n / 9, "storedAt": self.time(3000 * n + 2000)}
                    for n in range(4)]
        found = re.fullmatch(r"/api/snapshots/place(\d+)", path)
        if found:
            place = self.place(int(found[1]))
            links = [{"url": f"{place['url']}/{n}.pdf", "text": f"Chapter {n}"} for n in range(1, 4)]
            return {**place, "snapshot": {"url": place["url"], "links": links}}
        if path.endswith("/copies"):
            return []
        if path == "/api/sites":
            return [{"name": site, "count": self.count // len(SITES)} for site in SITES]
        return [{"name": tag, "count": self.count // len(TAGS)} for tag in TAGS] if path == "/api/tags" else None

    def attach(self, page):
        """Responds to the requests of a page of Chromium from now on."""
        page.route(PATTERN, self.answer)

    def answer(self, route):
        response = self.response(route.request.url)
        if response is None or route.request.method != "GET":
            route.fallback()
            return
        self.requests.append(route.request.url)
        route.fulfill(status=200, content_type="application/json", body=json.dumps(response))
