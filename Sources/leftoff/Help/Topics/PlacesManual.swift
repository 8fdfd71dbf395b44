extension ManualPage {
    /// The page on places.
    static var places: ManualPage {
        ManualPage(
            name: "places", summary: "capture, find, sort, open and restore reading places",
            subjects: "capturing, ids, searching, tags, states, the trash, opening and restoring places, with examples",
            commands: [
                CaptureCommand.self, AddCommand.self, ListCommand.self, ShowCommand.self, OpenCommand.self,
                NextCommand.self, TagCommand.self, NoteCommand.self, LaterCommand.self, FinishCommand.self,
                ForgetCommand.self, UndoCommand.self, KeepCommand.self,
                RestoreCommand.self, ScriptCommand.self, BookmarkletCommand.self, UserscriptCommand.self,
                ExtensionCommand.self, WindowsCommandGroup.self,
            ],
            text: placesText, notes: placesNotes,
            variables: ["LEFTOFF_HOME", "LEFTOFF_MOTION", "BROWSER", "VISUAL", "NO_COLOR"],
            relatedPages: ["xdg-open(1)"])
    }

    private static let placesText = #"""
        A *place* is a reading position in a web page: the words that you were reading, not only how far you had
        scrolled. You capture places in the browser with one click, and these commands list, open and restore them.

        Leftoff finds the place again in another window, in another browser, at another width, and after the page has
        changed. If it cannot find the place, it says so, and does not take you to a wrong paragraph.

        ## Examples
        List the newest places, or those whose title, address or text contains a word:

            leftoff list --limit 10
            leftoff list fox

        List what you have not finished, one line for each page, and open the first page of that list:

            leftoff list --group page --state unfinished
            leftoff next

        Open the newest place in the browser, or print its address:

            leftoff open @
            leftoff open @ --print

        Open the stored copy of its page, at the same line, when the page is gone:

            leftoff open @ --copy

        List the places whose pages are gone, and open one in the Wayback Machine:

            leftoff list --check --format ndjson | jq -r 'select(.page == "gone") | .id'
            leftoff open 3f9k --archive

        Search the places with another program:

            leftoff list --format ndjson | jq -r 'select(.progress < 0.9) | .title'

        Tag places, write a note, and put a page off until Friday:

            leftoff tag 3f9k 7qm2 +recipes -unsorted
            leftoff note @ "Compare with the second chapter"
            leftoff later @ --until friday

        Change all places that match, and take that back:

            leftoff finish --query '' --site example.org --tag read
            leftoff undo

        Queue the downloads that were on the screen:

            leftoff links --snapshot @ --in-view | leftoff queue add -i -

        Copy a place to another machine:

            leftoff show @ | ssh laptop leftoff capture

        Restore a place in a browser that a program controls. The result of the expression is a Promise:

            leftoff restore @ --as script > restore.js

        ## Capturing
        extension
        : The button or Alt+Shift+L. `leftoff help service` says how the extension is installed and connected.
        bookmarklet
        : A bookmark that works on every page while `leftoff serve` runs.
        userscript
        : Alt+Shift+L in Violentmonkey and Tampermonkey, while `leftoff serve` runs.
        your own program
        : The script of `leftoff script capture`, whose result `leftoff capture` stores.

        A capture contains the first line in view, the words around it, the position of each scrolled container, the
        zoom, the links in view and the reading progress. It never contains form values, passwords, cookies or the
        page's storage. It changes nothing in the page and sends nothing to its server.

        ## Copies
        With a place, a client can store a copy of the page: its text, or a picture of it. Searches find the words of
        the text. All copies together take at most 2 GB, which can be changed on the settings page of `leftoff page`,
        like the hosts whose pages are never captured. `leftoff doctor` checks the copies.

        ## Ids
        Each place has an id. Any unambiguous prefix of it works. `@` names the newest place that you captured. If there
        is none, it names the newest place. A capture with selected words counts, and a highlight alone does not. If a
        newer place was kept automatically, imported or highlighted, a message on a terminal says so.

        ## Selecting places
        The commands that change or open places take ids, or `--query` with words, which selects all places that match
        as in `leftoff list`. `--tag`, `--site`, `--state` and `--kind` narrow a query, and `--query ''` selects by them
        alone. `leftoff list` with the same words and filters shows what a change would concern.

        If a change concerns more than ten places, the command asks for confirmation. `leftoff forget --erase` and
        `--empty-trash` always ask. Without a terminal, nothing is changed unless `--yes` is given. `leftoff undo` takes
        a whole change back.

        ## Pages and their states
        All places on one page form a line of `leftoff list --group page`. The state of a page is one of:

        unfinished
        : Every page, until it is marked or read to its end. A new capture on a page makes it unfinished again.
        later
        : `leftoff later` has put the page off, perhaps until a date. From then on the page is *due*: it counts as
          unfinished, and is sorted by that date.
        finished
        : The page was captured at its end, or `leftoff finish` has marked it. Its places stay.

        ## Trash
        `leftoff forget` moves places to the trash, with their copies. They are erased after 30 days. `leftoff list
        --trash` lists them, and `leftoff forget --put-back` takes some of them out. `leftoff forget --erase` and
        `--empty-trash` erase places at once, after asking.

        ## Opening
        `leftoff open` opens the page with a *text fragment*: the browser itself searches for the words and scrolls to
        them. Nothing has to be installed for this, but it does not restore the zoom or inner scrollers, and finds
        words only if they are unchanged.

        If the page takes the time of its video or audio in its address, as on YouTube or Vimeo, the address contains
        that time, such as `t=754s`. It also does if it had a time at the capture, or if the page is itself a video or
        audio file.

        If the page is gone, `leftoff open --archive` opens the Wayback Machine's copy that is nearest to the capture,
        at the same words. The address is built on this computer. Opening it tells the archive what you read.

        `leftoff open --edition reader` opens the text of the page as a reader view, and fetches and keeps it first if
        there is no copy. `--edition copy` opens the stored copy, and `--edition archive` is the same as `--archive`.

        ## Keeping pages
        `leftoff keep` fetches the public page of a place and stores the text of its main content as a copy, so that
        the place outlives the page:

            leftoff keep @

        It runs no scripts and sends no cookies. If the page does not contain the words of the place, as a login page
        does not, nothing is stored unless `--anyway` is given. Only public hosts are requested, unless
        `--allow-private` names a host. The extension copies a page as you see it, behind a login too.

        ## Editions
        A place that you capture in an archive's copy of a page or in an AMP page belongs to the original page, whose
        address the copy's address contains or the AMP page declares. The places of a page are therefore listed
        together, whatever the edition: `leftoff show --editions` lists them, and in JSON the keys `edition`
        (`archive`, `amp` or `copy`) and `original` name the edition and the address of the original page.

        ## Checking pages
        `leftoff list --check` requests the page of each listed place, four at once from one host, and marks it:

        ok
        : The page is at its address.
        moved
        : Redirects lead to another page, whose address is `pageAddress` in JSON.
        gone
        : The host does not exist or refuses connections, or the server responds with 404 or 410.
        unreachable
        : The server failed or did not respond, so the page may be there another time.
        refused
        : The page, or the address to which it redirects, is on a private host, which was not requested.

        If not one of several hosts can be connected to, this computer may be offline, and no page counts as gone.
        Only public hosts are requested, unless `--allow-private` names a host: the addresses come from web pages.
        Pages of hosts that are never captured are not checked.

        ## Restoring
        The exact view is restored by the extension, the userscript, the bookmarklet *Restore place*, or the script of
        `leftoff restore --as script`. They use several strategies, called *tiers*, in this order:

        quote
        : The exact words, if they are unique or if other evidence identifies the right ones.
        fuzzy
        : Edited words, in the same order and in the right position.
        block
        : In a translation of the page, the same block and the same share of it.
        selector
        : The same picture, or a block at the same position in the document with similar words.
        bracket
        : The gap between the texts above and below, if the words themselves are gone.
        progress, pixels
        : A scroll offset, only if the place had no text or the page is unchanged.

        The result is an object with the keys `status`, `tier`, `confidence` (0 to 1), `zoom`, `movedPx` and
        `settledMs`. The status is one of:

        restored
        : The place was found.
        approximate
        : The surroundings were found, but not the words.
        abstained
        : The place was not found or not reached, and the page was left where it was.
        aborted
        : You scrolled first. Leftoff never fights the reader. A press on a button of the page only pauses the restore.
        wrongPage
        : The page is a different one, such as a login or an error.

        `restored` is reported when the place holds while the page still changes. Three more keys are there if they
        apply. `reason` says why the place was not reached:

        locked, covered
        : The page cannot be scrolled, or something covers it and the words are missing.
        control
        : The page shows more when you press one of its buttons, whose name is `control`. Leftoff does not press it.
        motion
        : The page moves its content by itself, and not to the place.
        movedAway, lost
        : The page has scrolled away by itself, or has removed the words later.
        translated
        : The page is in another language.
        frame, unreadable
        : The place is in a part of the page that Leftoff cannot read.

        `continues` is true if Leftoff goes to the place after you have closed what covers the page, or pressed the
        button. The bookmarklets do not wait for this.

        ## Windows
        The extension sets a window aside: it stores the places of all tabs, their order, groups and pins, and then
        closes the tabs. `leftoff windows` lists these windows, and `leftoff windows open` shows one in the default
        browser, where *Bring back* opens its tabs. The tab that was in front is shown at its line at once. Each other
        tab is loaded when you view it. Only pages of the web are opened. Private windows are never stored.

            leftoff windows
            leftoff windows open @
            leftoff windows import onetab.txt

        ## Exit status
        0
        : Everything is done.
        1
        : `list --check` found pages that are gone, unreachable or refused, `keep` or `open` failed for some of several
          places, some of several places could not be changed or read, or a note was changed while you edited it.
        64
        : Wrong usage, or a change that has to be confirmed without a terminal and without `--yes`.
        65
        : The snapshot or note is malformed, or the store is damaged or was written by a newer version.
        66
        : There is no such file or place, the prefix of an id is ambiguous, no place matches a query, or there is
          nothing to undo.
        69
        : No browser or editor can be opened, or another program uses the data to be deleted.
        73, 74
        : A file cannot be created, or the disk fails or is full. Nothing that was acknowledged is lost.
        77
        : You answered no to a question about a change.

        ## Files
        The places are stored in `leftoff.sqlite` in the data directory, `~/.local/share/leftoff`. leftoff-files(5)
        describes the form of a snapshot. `leftoff export` makes a backup.
        """#

    private static let placesNotes: [String: String] = [
        "--everything": "Stop the service first. `leftoff export` makes a backup.",
        "capture": """
        `leftoff capture` also accepts a Web Annotation (W3C), or its target alone: an object with `source` and \
        `selector`. A snapshot may have up to 64 KiB.
        """,
        "list": """
        Places match if their own fields contain all words, or if their copy does. Words may be shortened. A table of \
        search results has at most 50 places unless `--limit` is given. Tables show local times; the times in JSON are \
        in UTC.
        """,
        "list --sort": """
        The orders are `newest`, `oldest`, `progress` (furthest first), `site` (by host, newest first within one) and \
        `shortest` (least text left to read first). What is unknown comes last.
        """,
        "list --group": """
        The columns are the id of the place to resume, the time of the newest place, the progress, the minutes left, \
        the number of places, the state, the title and the address. The pages of `--state later` are sorted by date.
        """,
        "list --format": """
        The keys of the JSON objects are `id`, `storedAt`, `capturedAt`, `url`, `edition`, `original`, `title`, \
        `quote`, `progress` (0 to 1), `origin` (`click`, `automatic` or `import`), `expiresAt`, `approximate`, \
        `copies` (an array of `text` and `picture`), `tags`, `note`, `state`, `until`, `highlight` and, if a search \
        matched the copy, `excerpt` with `before`, `match` and `after`, with `--check` also `page`, `pageStatus`, \
        `pageAddress` and `pageProblem`, and with `--trash` also `removedAt` and `erasedAt`. With `--group page`, they \
        are `page`, `state`, `until`, `markedAt`, `places`, `highlights`, `minutesLeft`, `tags` and `place`. The state \
        of a page that is due is `unfinished`. The table is for people, and may change.
        """,
        "open": "The address contains a text fragment (`#:~:text=`) that is unique on the captured page.",
        "tag": """
        A place has at most 32 tags of at most 64 characters each. Tags are compared without regard to case.
        """,
        "tag --format": "The keys of the JSON objects are `tag` and `count`.",
        "note": """
        A note has at most 20,000 characters, and no NUL character. If what you typed in the editor cannot be stored, \
        its file is kept. `leftoff note @ -- -text` writes a text that begins with a dash.
        """,
        "undo --list": """
        The columns are the time, the kind (`forget`, `tags`, `note` or `mark`) and the size of a change.
        """,
        "forget --page": "With `--query`, the places of all pages with a place that matches.",
        "forget --erase": "`leftoff undo` cannot take it back, so the command asks for any number of places.",
        "windows list": "Windows match if each word occurs in the title, or in the title or address of a tab.",
        "windows list --format": """
        The keys of the JSON objects are `id`, `storedAt`, `title`, `browser`, `tabCount`, `groups` and `tabs`. The \
        table is for people, and may change.
        """,
        "windows open --print": """
        The command prints one address per line, in the order of the tabs. An address contains a text fragment if the \
        tab has a place.
        """,
        "windows forget": "The web page and the extension can undo this for an hour.",
        "restore --as": """
        `script` is a JavaScript expression to evaluate in the page. `bookmarklet` is the same as a `javascript:` \
        address. `fragment` is the address of the page with a text fragment. `json` is the snapshot, together \
        with a Web Annotation of the place.
        """,
        "restore": "The restore ends as soon as the reader scrolls, clicks, or presses a key.",
        "script": """
        The script defines the object `ExtensionPreprocessingJS`, as Safari's action extensions expect it. Its \
        function `run` passes the snapshot to `completionFunction`.
        """,
    ]
}
