extension ManualPage {
    /// The page on places.
    static var places: ManualPage {
        ManualPage(
            name: "places", summary: "capture, find, open and restore reading places",
            subjects: "capturing, ids, searching, opening and restoring places, with examples",
            commands: [
                CaptureCommand.self, ListCommand.self, ShowCommand.self, ForgetCommand.self, OpenCommand.self,
                RestoreCommand.self, ScriptCommand.self, BookmarkletCommand.self, UserscriptCommand.self,
                ExtensionCommand.self,
            ],
            text: placesText, notes: placesNotes, variables: ["LEFTOFF_HOME", "LEFTOFF_MOTION", "BROWSER", "NO_COLOR"],
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

        Open the newest place in the browser, or print its address:

            leftoff open @
            leftoff open @ --print

        Search the places with another program:

            leftoff list --format ndjson | jq -r 'select(.progress < 0.9) | .title'

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

        ## Ids
        Each place has an id. Any unambiguous prefix of it works, and `@` names the newest place.

        ## Opening and restoring
        `leftoff open` opens the page with a *text fragment*: the browser itself searches for the words and scrolls to
        them. Nothing has to be installed for this, but it does not restore the zoom or inner scrollers, and finds
        words only if they are unchanged.

        The exact view is restored by the extension, the userscript, the bookmarklet *Restore place*, or the script of
        `leftoff restore --as script`. They use several strategies, called *tiers*, in this order:

        quote
        : The exact words, if they are unique or if other evidence identifies the right ones.
        fuzzy
        : Edited words, in the same order and in the right position.
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
        : The place was not found, and nothing was scrolled.
        aborted
        : You scrolled, clicked or pressed a key first. Leftoff never fights the reader.
        wrongPage
        : The page is a different one, such as a login or an error.

        ## Exit status
        0
        : Everything is done.
        64
        : Wrong usage.
        65
        : The snapshot is malformed, or the store is damaged or was written by a newer version.
        66
        : There is no such file or place, or the prefix of an id is ambiguous.
        69
        : No browser can be opened, or another program uses the data to be deleted.
        73, 74
        : A file cannot be created, or the disk fails or is full. Nothing that was acknowledged is lost.
        77
        : You did not confirm `--everything`.

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
        "list": "Places match if they contain all words. Words may be shortened.",
        "list --format": """
        The keys of the JSON objects are `id`, `storedAt`, `capturedAt`, `url`, `title`, `quote` and `progress` (0 to \
        1). The table is for people, and may change.
        """,
        "open": "The address contains a text fragment (`#:~:text=`) that is unique on the captured page.",
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
