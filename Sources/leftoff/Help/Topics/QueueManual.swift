extension ManualPage {
    /// The page on downloads.
    static var queue: ManualPage {
        ManualPage(
            name: "queue", summary: "download files reliably, one or thousands of them",
            subjects: "states, retries, resuming, limits, private addresses and other programs, with examples",
            commands: [QueueCommandGroup.self, GetCommand.self], text: queueText, notes: queueNotes,
            variables: [
                "LEFTOFF_HOME", "LEFTOFF_QUEUE", "LEFTOFF_MOTION", "LEFTOFF_ARIA2_SECRET", "NETRC", "http_proxy",
                "no_proxy",
                "NO_COLOR",
            ],
            relatedPages: ["aria2c(1)", "curl(1)", "wget(1)"])
    }

    private static let queueText = #"""
        The queue is a list of downloads in a database. `leftoff queue add` adds downloads to it; when the command
        returns, they are stored durably. `leftoff queue run` downloads the files. `leftoff get` does both, for the
        files that it is given. `leftoff serve` runs the queue too, so that you can queue links in the browser.

        A file that has its final name is complete, and its SHA-256 is recorded. While a download is incomplete, its
        *part file* is named `NAME.leftoff-part`. You can stop a run at any time, or lose power: the next run continues
        each download where it stopped, but only if the server confirms that the file has not changed.

        Several runs may share one queue. No download runs twice, and the downloads of a process that was killed are
        free at once.

        ## Examples
        Download a file to the current directory and print its path:

            leftoff get https://example.org/a.iso

        Download it only if it has the right digest:

            leftoff get https://example.org/a.iso --checksum sha256=HEX

        Queue the files of a list now, and download them tonight:

            leftoff queue add -i addresses.txt --dir ~/Downloads --start-at 22:00
            leftoff queue run --limit-rate 2M --wait 100000

        Queue all PDF files that a page links to, with that page as the referer:

            leftoff links --snapshot @ --ext pdf |
                leftoff queue add -i - --snapshot @ --dir ~/Downloads

        See what failed, and try again:

            leftoff queue list --state failed
            leftoff queue retry 3f8k2
            leftoff queue retry --state failed --host example.org

        Tidy up: remove what failed more than two weeks ago, and forget finished downloads, whose files stay:

            leftoff queue remove --state failed --older-than 2w
            leftoff queue clear

        Process each file as soon as it is complete:

            leftoff queue run | while read -r file; do sha256sum "$file"; done

        Move the queue to another program, or a list from another program to the queue:

            leftoff queue export --format aria2 > list && aria2c -i list
            leftoff queue import downloads.meta4

        ## States
        ready
        : A run may start it.
        running, verifying
        : A run downloads it, or checks its digest.
        waiting
        : It waits for its next attempt, for free space on the disk, or for `--start-at`.
        paused
        : You paused it, or it was sent to aria2.
        done
        : The file is complete under its final name.
        failed
        : Leftoff gave up. `leftoff queue retry`, or adding the address again, starts it again.
        quarantined
        : The digest is wrong. The file is kept as `NAME.leftoff-quarantined` until you retry or remove the download.
          Or three runs were killed while they ran the download; then there is no such file.
        cancelled
        : You removed it while it was running. The run will delete it.

        ## Changing many downloads
        `leftoff queue pause`, `resume`, `retry` and `remove` take ids, or the filters `--state`, `--host`,
        `--older-than` and `--all`. Several filters select the downloads that meet all of them. Downloads that do not
        allow the change are then skipped and counted. Before more than ten selected downloads are paused or removed,
        the command asks, unless `--yes` is given. `leftoff queue clear` removes all finished downloads without a
        question.

        A finished download disappears from the table of `leftoff queue list` a day after it has ended. `--all` lists
        it too.

        ## Adding an address again
        If the queue contains the same address for the same directory and name, no second download is added. The
        existing one gets the new settings, and its id is printed. A failed or quarantined one is retried.

        ## Lists
        Anybody may have written a list that you import. Its directories count only if they are below that of `--dir`
        and not hidden. Its proxies, credentials, credential files, header fields other than `Accept` and
        `Accept-Language`, and private hosts are left out. An entry changes no settings of a download that you have
        added. `--dry-run` shows what would be added, and `--trust-list` obeys a list of your own.

        ## Retries
        temporary failures
        : After no response, a broken connection or a status such as 503, the next attempt starts after a random delay
          that doubles each time, up to ten minutes. The download fails after five attempts without progress.
        Retry-After
        : Until the time that a server names, up to one hour, no run sends a request to that host.
        a failing host
        : After five failures in a row, all downloads of the host wait while a single one tests whether it responds.
        permanent failures
        : After 404, an untrusted certificate or a refused redirect, the download fails at once.
        full disk
        : The download waits until there is space. Others continue. This does not count as an attempt.
        wrong digest
        : The file is quarantined. It never gets its final name.

        After Ctrl-C or SIGTERM, what is on the disk is recorded, and the downloads are ready again. A second signal
        ends the process at once, which does no harm either.

        ## Limits
        A run begins with eight downloads at once, at most six of them from one host. While downloads are short, it
        raises both numbers, up to 32. If a host refuses connections or is overloaded, the number for this host is
        halved. `--jobs` and `--per-host` set fixed numbers. `--limit-rate` limits the sum of all downloads of the run.

        ## Private addresses
        An address that you name on the command line may be on any host, such as `192.168.1.9`. An address that was
        added through the web page or the extension may only lead to public hosts, so that no page can reach your
        network through Leftoff. Redirects from one host to another private host are refused in both cases. The option
        `--allow-private`, `privateHosts` in `config.json`, and the settings of the web page allow single hosts.

        ## Credentials
        Passwords, cookies and header fields are stored in the database, which only you can read. They do not appear in
        lists, messages and exports, except for `Accept` and `Accept-Language`, unless `--with-credentials` is given.

        ## Several machines
        `--queue` names a PostgreSQL database whose queue several machines share; without it, the address comes from
        `LEFTOFF_QUEUE` or the file `queue-address` in the data directory. It is an address of libpq, which also reads
        service files and `PGPASSFILE`. The first command creates the tables.

            leftoff queue add -i addresses.txt --dir /srv/downloads --queue postgresql://db.example/queue
            leftoff queue run --root /srv/downloads --per-host 4 --queue postgresql://db.example/queue

        The destination must be the same directory on all machines. Incomplete files are in the data directory of each
        machine, or in `--work-dir`; another machine starts at the first byte. `--per-host` limits all workers together.
        `leftoff queue import --from-sqlite` copies the local queue to the database, and `--from-postgresql` a database
        to the queue of `--queue`. Stop all workers before; the source keeps its downloads. Into the local queue, the
        unfinished downloads of a database are copied like a list, unless `--trust-list` is given.

        Others can write to a shared queue, so a run obeys its downloads only within the rules of its own machine. It
        saves files below the directories of `--root` and of `config.json`, or else below the download directory.
        Proxies, netrc and cookie files, request fields and private hosts count only if `--allow-proxy`, `--allow-file`,
        `--allow-headers` and `--allow-private` allow them. Other downloads fail, and their messages name the option.
        `--trust-queue` obeys everything, for a queue to which nobody but you can write.

        ## After a download
        `config.json` in the data directory can name a program that is run for each finished file. leftoff-files(5)
        describes it.

        ## Progress
        On a terminal, a status display shows the running downloads. `--progress json` writes one JSON object per line
        to standard error instead: progress with the keys `done`, `failed`, `waiting`, `left`, `bytes`, `elapsed` and
        `running`, at most ten times per second; an object with the key `item` for each download that has ended; and an
        object with the key `message` for each message.

        ## Exit status
        0
        : Everything is done.
        1
        : A download failed or is still waiting, or aria2 refused one. All others were handled.
        64
        : Wrong usage.
        65
        : An address or a list is malformed, or the store is damaged or from a newer version. Nothing was added.
        66
        : There is no such file, place or download, or none matches the filters.
        69
        : aria2 does not respond.
        73, 74
        : A directory or file cannot be created, or the disk fails or is full.
        77
        : Refused, such as an address that is neither http nor https.

        ## Files
        The queue is stored in `leftoff.sqlite` in the data directory, `~/.local/share/leftoff`. leftoff-files(5)
        describes part files, receipts and the formats of lists.
        """#

    private static let queueNotes: [String: String] = [
        "--input-file": "If one of the addresses is invalid, none is added, and the messages name the lines.",
        "--name": """
        Without it, the name comes from the server, or else from the address. A name that is not safe, such as \
        one with a slash, is changed, and a message says so.
        """,
        "--checksum": """
        A file with another digest is quarantined: it keeps the name `NAME.leftoff-quarantined` and is never \
        treated as complete.
        """,
        "--header": """
        A redirect to another origin receives harmless fields such as `Accept-Language`, but never `Authorization`, \
        `Cookie` or other fields that may be secret.
        """,
        "--proxy": "It applies to addresses of this machine too, unlike the environment variables.",
        "--netrc": """
        The file is read when the download starts, and must still exist then. Passwords are sent only to the \
        origin of the download's own address. The file must be yours, and no other user may be able to write to it.
        """,
        "--cookies": """
        The file is read when the download starts, and must still exist then. It cannot be combined with a Cookie \
        field in `--header`.
        """,
        "--snapshot": "`@` names the newest place. If you forget the place later, the download keeps the referer.",
        "--start-at": """
        `22:00` is the next time at which the local clock shows it, and `+2h30m` counts from now.
        """,
        "--priority": "`leftoff queue move` changes the order without numbers.",
        "--jobs": "A number does not grow or shrink during the run.",
        "--wait": """
        If all remaining downloads have to wait longer, the run ends with exit code 1, and a message names the \
        time of the next attempt.
        """,
        "--segments": """
        Files of 16 MiB or more are downloaded in parts, if the server supports ranges and identifies the version \
        of the file.
        """,
        "--overwrite": "A file is replaced only when the new one is complete.",
        "--sync": """
        `none` lets the operating system decide when data are written. If only Leftoff is killed, nothing is lost.
        """,
        "--queue": """
        Other users can see a password in the process list, so keep it in `~/.pgpass`. Places and `leftoff serve` \
        always use the local database.
        """,
        "--work-dir": "With a local queue, it also allows destinations on slow or shared file systems.",
        "--from-sqlite": """
        The ids of downloads that the other queue contains under another id are printed. Repeat the command if it was \
        interrupted.
        """,
        "--secret": "Prefer `LEFTOFF_ARIA2_SECRET`.",
        "--host": """
        Without a port, downloads from all ports of the host are selected. `*.example.org` selects the subdomains of \
        `example.org`, but not `example.org` itself.
        """,
        "--older-than": "A number and a unit: `m` for minutes, `h` for hours, `d` for days, `w` for weeks.",
        "--allow-private": "Hosts in the settings of the web page are allowed too.",
        "--progress": "`json` is described under PROGRESS.",
        "queue export --output": "The file gets mode 0600.",
        "queue export --format": """
        `json` contains everything and is read by another queue. Messages on standard error name what the other \
        formats cannot represent.
        """,
        "queue list --format": """
        The keys of the JSON objects are `id`, `url`, `state`, `path`, `bytes`, `total`, `attempts`, `sha256`, \
        `etag`, `error`, `addedAt`, `finishedAt` and `priority`.
        """,
    ]
}
