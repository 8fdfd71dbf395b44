extension ManualPage {
    /// The page on files.
    static var files: ManualPage {
        ManualPage(
            name: "files", section: 5, summary: "the data directory, configuration and file formats",
            subjects: "the data directory, the configuration, snapshots, lists, part files and receipts",
            text: filesText, variables: ["LEFTOFF_HOME", "HOME", "XDG_DOWNLOAD_DIR"],
            relatedPages: ["sqlite3(1)", "xattr(7)"])
    }

    private static let filesText = #"""
        Leftoff keeps everything in one directory, the *data directory*, and writes other files only where you ask for
        them. There are no caches unless an option names one, and nothing on other machines. For the extension,
        `leftoff native-host install` also writes manifests to the directories in which your browsers look for them.

        The data directory is `$LEFTOFF_HOME`, else `$XDG_DATA_HOME/leftoff`, else `~/.local/share/leftoff`. Only you
        can read it (mode 0700, files 0600). Several commands and a service may use it at the same time. Removing the
        program or its package does not delete it; `leftoff forget --everything` does, after asking for confirmation.

        ## Data directory
        leftoff.sqlite
        : The places and the queue, as an SQLite database.
        copies
        : The copies of pages, compressed, and the index for searching them. leftoff-places(1) says more.
        config.json
        : Your configuration. Leftoff only reads this file.
        settings.json, settings.lock
        : The settings of the web page, and the lock that protects the file.
        token
        : The full token of the service.
        capture-token
        : The token that may only add places.
        sessions.json, sessions.lock
        : The browsers that are signed in, and the lock that protects the file. It counts only if no other user can
          have read or written it.
        service.json
        : The port and the process of the running service.
        service.lock
        : The lock that the service holds as long as it runs, so that a data directory has one service at most.
        browsers.json
        : The browsers whose extension has been connected, for `leftoff doctor`.
        native-host
        : The program that browsers start, if `leftoff native-host install` was used.

        Copy the database with `leftoff export`, not with cp(1) while a command runs. A newer version of Leftoff
        converts the database when it first opens it. An older version refuses a database that is too new.

        ## Configuration
        `config.json` is an object with the optional keys below. What they allow cannot be allowed on the web page.

            {"onDone": ["notify-send", "Downloaded", "{name}"], "downloadDirectories": ["/data/files"]}

        onDone
        : A program and its arguments, which `leftoff serve`, `leftoff queue run` and `leftoff get` run for each
          finished file with the right digest.
        downloadDirectories
        : The absolute paths of directories below which the service may save downloads, beside the default one. Hidden
          directories, `/` and your home directory do not count.
        privateHosts
        : The hosts that may be contacted although their addresses are private, also those of this machine.
        worker
        : What downloads of a shared queue may use on this machine: an object with the arrays `roots` (directories below
          which files are saved and deleted), `proxies` and `files` (netrc and cookie files).

        No shell is involved. A word that is `{path}`, `{name}`, `{directory}`, `{url}`, `{id}` or `{sha256}` is
        replaced by the value of the download. The programs run one after the other, their output goes to standard
        error, and a failure is a warning. Only this file can name a program: no page, list or option can. The file is
        ignored if it or the data directory belongs to another user, or if other users may write to one of them.

        ## Settings
        `settings.json` is an object with the optional keys below. Change them on the web page.

        downloadDirectory
        : The absolute path for files that are queued on the web page. It is ignored unless it is below the default
          download directory or one of `downloadDirectories`, and not hidden.
        motion
        : `system`, `full`, `calm` or `none`: the animation of the web page.
        copyText, copyPicture
        : `true` or `false`: the kinds of copies that a capture makes.
        pictureImages
        : `false` if pictures of pages contain no images.
        pictureLimit
        : The maximum size of a picture of a page, in bytes: from 100000 to 6000000, the default.
        copyBudget
        : The maximum size of all copies together, in bytes.
        whenCopiesAreFull
        : `evict` or `keep`: delete the oldest copies of finished pages, or store new places without a copy.
        readerSize
        : `small`, `medium`, `large` or `extra-large`: the size of the text with which copies of texts open.
        neverCaptured
        : The hosts whose pages are never captured.
        privateHosts
        : The hosts that may be contacted although their addresses are private, such as `nas.local`, but not this
          machine itself.

        ## Snapshots
        A snapshot is a JSON object of at most 64 KiB that records a place. `leftoff show` prints it, and
        `leftoff capture` reads it. Lengths are in CSS pixels. Unknown keys are kept. Only `url` is required.

        url, canonical, baseURI, title, lang, dir
        : The page.
        schema
        : The version of the format: 1.
        capturedAt
        : The time (RFC 3339).
        pageXOffset, pageYOffset, pageScale
        : The scroll offsets and the zoom.
        viewport, visualViewport, scrollers
        : The window, and each scrolled container.
        anchors, bracket, stickyTop
        : The words of the place, the texts around them, and the height of a sticky header.
        progress
        : The reading progress, 0 to 1.
        selection, media, links
        : The selected text, the state of media, and the links in view.
        shape, pictures
        : What a translation keeps of the text around the place, and the pictures around a captured one.
        lock, motion
        : The scroll lock of the page, and what the page moves by itself.
        unread, frame
        : The part of the view that could not be read, and the frames that lead to it.

        ## Part files
        `NAME.leftoff-part` is an incomplete download in its destination directory. Leftoff resumes it as long as the
        queue contains the download. You may delete it; the download then starts from its first byte.

        `NAME.leftoff-quarantined` is a complete file with the wrong digest. `leftoff queue remove` and
        `leftoff queue retry` delete it.

        ## Receipts
        `--receipt` records where a downloaded file comes from: in the extended attribute `user.leftoff`, or in the
        file `NAME.leftoff-receipt.json`. It is an object with the keys `url`, `finalURL`, `sha256`, `size`, `etag`,
        `lastModified`, `verified` and `completedAt`.

        ## Lists of downloads
        `leftoff queue import` detects the format of a list:

        lines
        : One address per line. Empty lines, and lines that begin with `#`, are skipped.
        aria2
        : An input file of aria2, with `dir`, `out`, `checksum`, `header`, `referer`,
          `user-agent` and `all-proxy`.
        metalink
        : Metalink 4 (RFC 5854), with names, sizes and digests.
        json
        : The output of `leftoff queue export --format json`.

        ## Backups
        `leftoff export` writes a JSON object with all places and the queue. It contains credentials only with
        `--with-credentials`. `leftoff import` also reads a bookmarks file of a browser, and CSV with a header line.
        """#
}
