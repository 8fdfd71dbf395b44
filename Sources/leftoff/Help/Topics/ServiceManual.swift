extension ManualPage {
    /// The page on the service, the browser extension and the installation.
    static var service: ManualPage {
        ManualPage(
            name: "service", summary: "web page, browser extension, backups, installation",
            subjects: "the web page, the extension, tokens, backups and problems, with examples",
            commands: [
                ServeCommand.self, PageCommand.self, NativeHostCommand.self, TokenCommand.self,
                DevicesCommandGroup.self, ExportCommand.self, ImportCommand.self,
                DoctorCommand.self, CompletionsCommand.self,
            ],
            text: serviceText, notes: serviceNotes,
            variables: [
                "LEFTOFF_HOME", "LEFTOFF_MOTION", "XDG_DOWNLOAD_DIR", "BROWSER", "DISPLAY",
                "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "PATH",
            ],
            relatedPages: ["systemctl(1)", "journalctl(1)"])
    }

    private static let serviceText = #"""
        `leftoff serve` runs a service on your own machine. It serves a web page with your places and downloads, runs
        the download queue, and stores places that bookmarklets and userscripts capture. It listens on 127.0.0.1 and
        ::1 only, so no other machine can reach it. A data directory has one service at most: a second one ends with
        exit code 69 and names the port and the process of the first one.

        The browser extension needs no service: the browser starts `leftoff native-host` for it, and both exchange
        messages through a pipe. Without that, the extension can be paired with the service.

        ## Examples
        Open the web page. This starts the service if it is not running:

            leftoff page

        Start the service with every session, if the package or `make install` has installed the unit:

            systemctl --user enable --now leftoff

        Run the service in a terminal, on another port, without running the queue:

            leftoff serve --port 8080 --no-worker

        Sign another browser in to the running service:

            leftoff token address

        Find out why something does not work:

            leftoff doctor

        Save everything, and restore it on another machine:

            leftoff export backup.json
            leftoff import backup.json

        Import what Pocket and Omnivore exported:

            leftoff import part_*.csv annotations/*.json
            leftoff import omnivore.zip

        Show the contents of a file, and what Leftoff has no counterpart for, without storing anything:

            leftoff import --dry-run karakeep.json

        Ask the service for the newest place as a program. `/openapi.json` describes the API:

            curl -H "Authorization: Bearer $(cat ~/.local/share/leftoff/token)" \
                'http://127.0.0.1:5338/api/snapshots?limit=1'

        ## Signing in
        `leftoff page` signs your browser in to the web page. `leftoff serve` and `leftoff token address` print an
        address that does the same; it works once, within a day.

        Each browser gets a session of its own, which ends after 7 days without use, and 30 days after signing in.
        `leftoff devices` lists the browsers, and `leftoff devices revoke` *id* signs one out; so do the settings of the
        web page. A session has two secrets: a cookie, and a second one in the storage of the page. Browsers send the
        cookie to every port of this computer. The second secret stays with the page, and without it the cookie opens
        nothing.

        There are two tokens. The *full token* allows everything. The *capture token* can only add places; the capture
        bookmarklet and the userscript contain it. Only you can read the files that contain them. If a token may have
        leaked, `leftoff token rotate` replaces both, and the old ones become invalid within a second. It also signs
        all browsers out. Do it once after an update from a version whose cookie was the full token.

        A program that runs under your user account can read your files, and therefore your tokens.

        ## Connecting the extension
        The package `webext-leftoff` installs the extension for Chromium and Firefox, and the package `leftoff`
        installs what the browsers need to start `leftoff native-host`. Nothing has to be paired.

        Without the packages, `leftoff extension` *directory* writes the extension to load it by hand, and
        `leftoff native-host install` makes Leftoff known to the browsers of your account. If that is not possible,
        run `leftoff serve`, open `/install` on its web page, and type the code that it shows into the extension.

        ## Backups
        `leftoff export` writes all places, with their ids, times, tags and notes, and the queue. `leftoff import`
        restores all places, and queues unfinished downloads again, from their first byte; failed ones are paused.
        Finished and quarantined downloads are listed in the backup, but not queued again. Downloaded files, settings
        and tokens are not part of it. Files go below `--dir`, or below the download directory; `--trust-list` obeys all
        directories, proxies, credentials and header fields of a backup of your own.

        An import succeeds completely or changes nothing. Places that exist already stay unchanged.

        `--format bookmarks` writes a file that browsers import, and `--format csv` a table for Readwise and similar
        services. `leftoff import` reads both.

        ## Import from other programs
        `leftoff import` also reads the files below, and ZIP archives and directories of them. It detects the format,
        and `--format` chooses one. An article becomes a place at the top of its page, marked words become places at
        these words, and a percentage becomes a place that is marked as approximate. Dates, tags and notes are kept.
        The pages of archived articles are finished, those of a list to read later are *later*, and favourites get the
        tag `starred`. Folders, lists and collections become tags.

        With `--dry-run`, the command prints the contents of each file: places, tags, highlights, dates and losses.
        `--report json` prints them for programs. A *loss* is data without a counterpart in Leftoff; an import names
        each kind in a line with its count.

        pocket
        : The tables `part_000000.csv` and the highlights in `annotations` of Pocket's export of 2025.
        instapaper
        : Instapaper's CSV. A folder becomes a tag.
        omnivore
        : Omnivore's ZIP archive, or the directory with `metadata_0_to_20.json` and `highlights`.
        csv
        : The tables of Readwise. They need a column `URL`, which Readwise's own export of highlights lacks.
        reader
        : The CSV of Readwise Reader's library.
        wallabag, linkwarden
        : Their JSON. A collection becomes a tag.
        annotations
        : Web Annotations in JSON-LD, as Zotero and Hypothesis describe them, but not those of PDF and EPUB files.
        karakeep
        : Karakeep's JSON. A list becomes a tag, such as `Recipes/Bread`.
        raindrop
        : Raindrop's CSV, with its highlights.
        hypothesis
        : The JSON that the client of Hypothesis exports.
        readeck
        : Readeck's ZIP archive and CSV, and the JSON of its API.
        linkding, shaarli
        : The JSON of their APIs. Their bookmark files are read too.
        bookmarks
        : The bookmark files of browsers. A folder becomes a tag.
        firefox-bookmarks, chromium-bookmarks
        : Firefox's backups of bookmarks, also compressed, and the file `Bookmarks` in a profile of Chromium.
        firefox-session, sessionbuddy
        : Firefox's `recovery.jsonlz4`, and Session Buddy's JSON. Their windows are imported as windows. With
          `--as places`, each tab in which you had scrolled becomes a place.

        Each file is imported completely or, if it is truncated or the disk is full, not at all. Entries that cannot be
        read are listed with their lines, and the exit status is then 1. Importing a file again adds nothing.

        ## The log
        The service writes its log to standard error. It contains no tokens, queries or bodies. `--log json` writes one
        JSON object per line, as the systemd unit does. Read it with `journalctl --user -u leftoff`.

        ## Problems
        `leftoff doctor` finds most problems, and prints the command or the step that solves each of them. It changes
        nothing without `--repair`, which rebuilds a damaged store from what can be read.

        port in use
        : Another program listens on the port. Stop that program, or choose another port, as in `leftoff page --port
          8080`.
        token refused
        : After `leftoff token rotate`, sign browsers in with `leftoff page`, and set up bookmarklets and userscripts
          again. A service with another data directory has other tokens: stop it, or choose another port.
        no browser
        : `leftoff page` prints an address that signs a browser in if there is no display (`DISPLAY`, `WAYLAND_DISPLAY`)
          or no browser, and `leftoff page --print` always does. `BROWSER` names the programs to try first.

        ## Exit status
        0
        : Everything is done. The service was stopped with SIGINT or SIGTERM.
        1
        : `leftoff doctor` has found something that does not work.
        64
        : Wrong usage.
        65
        : The imported file is malformed, or the store is damaged or from a newer version. Nothing was imported.
        66
        : There is no such file, or no such browser.
        69
        : The service does not run, its port is in use, it runs already, or no browser has signed in.
        73, 74
        : A file cannot be created, or the disk fails or is full.
        77
        : Refused, such as a service that belongs to another user.

        ## Files
        The data directory, `~/.local/share/leftoff`, contains the tokens and the settings of the web page.
        leftoff-files(5) describes them.
        """#

    private static let serviceNotes: [String: String] = [
        "--port": "5338 spells LEFT on a telephone.",
        "serve --no-worker": "Downloads that are queued on the web page then wait for `leftoff queue run`.",
        "serve --allow-private": """
        This also applies to downloads that were added on the web page. `privateHosts` in `config.json` does the same \
        permanently, and so do the settings of the web page, except for this machine.
        """,
        "export": "The file gets mode 0600, because it contains private data.",
        "page": """
        The sign-in code is in a file that only you can read, and that is deleted at once. It is in no address, so it \
        does not appear in the browser's history or in the list of processes.
        """,
        "native-host manifest": """
        Packages use it. `leftoff native-host install` writes the manifests of your own browsers.
        """,
        "doctor": "Each problem comes with the command or the step that solves it.",
        "completions": "The package and `make install` install these scripts.",
    ]
}
