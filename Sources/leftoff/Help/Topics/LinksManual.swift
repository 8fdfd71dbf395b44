extension ManualPage {
    /// The page on links.
    static var links: ManualPage {
        ManualPage(
            name: "links", summary: "print, select and check the links of pages",
            subjects: "inputs, selection, patterns, formats, crawls and checks, with examples",
            commands: [LinksCommand.self], text: linksText, notes: linksNotes,
            variables: ["LEFTOFF_HOME", "LEFTOFF_MOTION", "NETRC", "http_proxy", "no_proxy", "NO_COLOR"],
            relatedPages: ["curl(1)", "wget(1)", "aria2c(1)", "jq(1)"])
    }

    private static let linksText = #"""
        `leftoff links` finds the links of web pages, feeds, site maps and other documents, and prints them in document
        order. An *input* is an http or https address, a file, or `-` for standard input. Several inputs are fetched at
        once, but their links are always printed in the order of the inputs, so the same inputs give the same output.

        A link is any address that a document refers to: the target of an anchor, an image and each candidate of its
        `srcset`, a style sheet, a script, a feed, the enclosure of a podcast, a `url()` in CSS, and so on. Addresses
        are resolved as a browser resolves them, by the URL Standard, with the document's own encoding and its first
        `<base>`. Without options, each address is printed once, one per line.

        Data go to standard output, and messages and progress to standard error, so the command works in a pipe.

        ## Examples
        Print the PDF files that a page links to, or download them:

            leftoff links https://example.org/ --ext pdf
            leftoff links https://example.org/ --ext pdf | leftoff queue add -i -

        Print the links of a saved page. `--base` says where the page came from:

            leftoff links page.html --base https://example.org/docs/

        Print text and address of all links within the article, without tracking parameters:

            leftoff links https://example.org/ --within 'main article' \
                --kind anchor --normalize tracking --format 'template:{text}\t{url}'

        Print everything that is known about each link as JSON, or count the links of each kind:

            leftoff links https://example.org/ --format ndjson
            leftoff links page.html --format ndjson | jq -r .kind | sort | uniq -c

        Check all links of a site, including those with a `#fragment`, and list the broken ones:

            leftoff links https://example.org/ --depth 9 --check > links.txt
            grep -P '\t([45]|broken-fragment|failed)' links.txt

        Crawl a large site. Interrupt it as often as you like; the same command continues it:

            leftoff links https://example.org/ --depth 9 --resume crawl >> links.txt

        Print the links that were on the screen when you captured the newest place:

            leftoff links --snapshot @ --in-view --format markdown

        See why links are left out. The explanations go to standard error, without other messages:

            leftoff links https://example.org/ --same-site --explain -q >/dev/null

        ## Inputs
        The media type of the response decides how a document is read, or else the file name. If there is neither, or
        the name is used for several kinds of documents (`.json`, `.xml`, `.php`), the first bytes decide. Every
        document may be compressed with gzip. If an input has content but no links, or is read as another kind than
        stated, one line on standard error says how it was read.

        HTML
        : All attributes that contain addresses, `srcset`, refresh, CSS, nested documents, JSON-LD, Open Graph.
        XML
        : RSS, Atom, OPML, site maps, XHTML, SVG, with `xml:base` and XLink.
        CSS
        : `url()`, `@import` and `image-set()`.
        JSON
        : JSON-LD, JSON Feed and web app manifests; in other JSON, strings that are absolute addresses.
        Markdown
        : Links and images, embedded HTML, bare addresses.
        plain text
        : Absolute addresses, `www.` names and mail addresses.
        WARC
        : All documents of the archive (`.warc`, `.warc.gz`), each at the address that it records.
        robots.txt
        : The site maps that it names.

        The header fields `Link`, `Location`, `Content-Location` and `Refresh` of a response are read too. If an input
        fails, one line on standard error reports it, the links of the other inputs are printed, and the exit code
        is 1.

        Memory stays below 64 MB for an HTML page of any length. Very long pages are printed as they are read.

        ## Web archives
        An archive is a file, an address that ends with `.warc` or `.warc.gz`, or an address that begins with
        `s3://commoncrawl/`, which is read through the web. A file whose name ends with `.paths` or `.paths.gz` is a
        list of archives, and `--cdx` reads an index of single records. `--prefix` says where the names in both lead;
        without it, they lead to Common Crawl.

            leftoff links crawl.warc.gz --format ndjson
            leftoff links warc.paths.gz --prefix https://data.commoncrawl.org/ --format ndjson
            leftoff links --cdx captures.cdxj --format 'template:{url}\t{warc}\t{record_offset}'

        The links of an archive have two more fields: `warc`, the archive's name, and `record_offset`, the offset of the
        record in the archive. A redirect yields its target, and a robots.txt its site maps.

        A damaged record costs only itself: one line reports it, and reading continues at the next record. At the end of
        each archive, a line has the numbers of records, responses, pages, links and damaged records, and says whether
        the archive ends too early. The exit code is 1 if more than `--max-failed-records` are damaged. It is also 1 if
        an archive contains no record at all. With `--progress json` and `--errors json`, these lines are JSON objects.

        If the connection to a server breaks off, reading continues at the same byte, provided that the file has not
        changed. The statuses 403, 429 and 503 mean waiting: no other request is sent to the host until a pause of up to
        5 minutes is over. At most two connections are open to a host.

        ## Selection
        An option that selects links accepts one value, or several separated by commas, and may be repeated. A link is
        printed if it matches at least one value of *every* such option. For example, `--kind anchor --ext pdf,epub`
        prints anchors that lead to a PDF or an EPUB file.

        Links are normalized first (see `--normalize`), and then selected by their normalized address. Duplicates are
        removed, then the links are sorted (`--sort`), and then counted (`--limit`).

        `--same-host` and `--same-site` compare a link with its page, so a file or standard input needs `--base`. The
        media type for `--type` comes from the `type` attribute or the file name's extension; nothing is fetched for it.

        ## Patterns
        `--include`, `--exclude` and `--text` accept patterns of two forms.

        A *glob* must match the *whole* address or text. `*` matches any characters, also slashes; `?` matches one
        character, `[a-z]` one of a set, `[!a-z]` one outside it, and `\` makes the next character literal. Escape
        commas and brackets that stand for themselves, as in `http://\[::1\]/*`.

        `re:` begins a regular expression, which matches a *part* of the address or text, such as `re:\.(pdf|zip)$`. It
        may contain commas. `(?i)` at the beginning ignores case. Back-references and lookaround do not exist; in
        return, matching takes linear time, whatever the address.

            leftoff links page.html --include '*/archive/*' --exclude 're:/login\b'
            leftoff links page.html --text '*annual report*'

        ## Formats
        lines
        : Addresses, one per line. This is the default.
        ndjson, json
        : One JSON object per link, one per line or in an array.
        csv, tsv
        : A table with a header line. Text that a spreadsheet would run as a formula gets an apostrophe.
        template:TEXT
        : Your own form: `{url}`, `{text}` and the other keys of the JSON object; `\t`, `\n`, `\0`; `{{` for a brace.
        markdown, html
        : A list of links to read.
        bookmarks, opml
        : Files that browsers and feed readers import.
        aria2, curl, wget, yt-dlp, metalink
        : Lists for these programs, with names and referers if the format permits.

        The keys of the JSON object are `url`, `raw` (the value as it is in the document), `element`, `attribute`,
        `kind`, `text`, `title`, `rel`, `type`, `hreflang`, `download`, `line`, `column`, `byte` and `source`. Links of
        web archives also have `warc` and `record_offset`.

        A format leaves out what it cannot represent, and one line on standard error says how many links and why.
        Values in templates are not quoted, so use `csv` or `ndjson` if a text may contain your separator.

        ## Crawls
        `--depth` *n* also reads the pages that the inputs link to, up to *n* links away. Pages are printed breadth
        first, in the order of their links, no matter which server responds first.

        A crawl follows anchors and frames to http and https addresses, each address once. It stays on the hosts of the
        inputs unless `--span-hosts` is given, and stops after `--max-pages` pages. It obeys robots.txt (RFC 9309) with
        the product token `Leftoff`, also for redirects, and a `Crawl-delay` of up to 30 seconds.

        `--resume` *file* records each page after its links were printed. Run the same command again to continue. No
        page is lost; if the crawl was killed in the middle of a page, the links of that page are printed again. Append
        the output with `>>`: `-o` and `--sort` cannot be combined with `--resume`, because they write at the end.

        ## Checks
        `--check` requests each address once: with HEAD, and with GET if HEAD fails. If the link has a fragment, the
        page is read to look for its target. A link is broken if there is no response, if the status is 400 or higher,
        or if the target is missing. It is blocked, and not broken, if the site refuses the request: status 401, 403,
        429 or 999, or a challenge for browsers. Hints such as `preconnect`, `ping` and forms with another method than
        GET are not requested.

        In `lines`, a tab and the status follow the address: a number, `broken-fragment`, `failed`, or `-` if the link
        was not checked. A third column has the reason for `failed` and for blocked links. With `--depth`, each line
        has the address, the status, the reason or `-`, and the page. `ndjson` and `json` contain the keys `status` and
        `checked`. Other formats report broken links on standard error. With filters, only the links that are printed
        are checked.

        ## Exit status
        0
        : All inputs were read, and no checked link is broken.
        1
        : An input or a page failed or was incomplete, a printed link is broken, or too many records are damaged.
        64
        : Wrong usage, such as an unknown option or a malformed pattern.
        65
        : The only input, a file of an option or the store is malformed or damaged, such as a truncated gzip file.
        66
        : There is no such file or place, or the server responds to the only input with 404 or another 4xx status.
        69
        : The host of the only input cannot be reached, or responds with 408, 425, 429 or a 5xx status.
        73, 74
        : The output cannot be created or written.
        77
        : A policy refuses the request, such as a redirect to a private address.

        If there is only one input and it fails before any link is found, the exit code is that of its failure.

        ## Files
        The cookie jar, the cache and the record of a crawl are written only where options say so. Places for
        `--snapshot` and the private hosts that are allowed come from the data directory, `~/.local/share/leftoff`.
        """#

    private static let linksNotes: [String: String] = [
        "--input-file": """
        Each line is an address, a path, or `-`. These inputs follow those of the command line.
        """,
        "--snapshot": "`@` names the newest place. The page is fetched again; `--in-view` needs the snapshot itself.",
        "--base": """
        Without it, relative addresses in a file or standard input are resolved against the file's own path. A \
        `<base>` element in the document still applies, resolved against this address.
        """,
        "--keep-duplicates": """
        Two links are duplicates if element, attribute and address are equal. Formats such as markdown and aria2 \
        still write each address once.
        """,
        "--invalid": "The key `raw` of the JSON formats contains the value.",
        "--script-strings": """
        Addresses that a script assembles are not found, and some strings that look like a path are not one. \
        Comments and regular expressions are skipped.
        """,
        "--within": """
        The value is a CSS selector (level 3, with `:is()` and `:has()`), or an XPath 1.0 expression that begins \
        with `/`, `(` or `xpath:`. In XML, names are case-sensitive and contain the prefix, as in \
        `//media:thumbnail`. An input that is neither HTML nor XML fails.
        """,
        "--kind": """
        Others are script, style, frame, form, media, embed, object, icon, cite, ping, meta, refresh, css, \
        sitemap and manifest. `--format ndjson` shows the kind of each link.
        """,
        "--ext": "The extension is that of the path or of the `download` attribute.",
        "--in-view": "A line on standard error reports how many of these links the page no longer contains.",
        "--limit": """
        Without `--sort`, Leftoff stops reading after that link, and failures of later inputs do not count.
        """,
        "--sort": """
        Any order but `document` keeps all links in memory and prints them at the end.
        """,
        "--normalize": """
        `fragment` removes the fragment, `tracking` removes parameters such as `utm_source` and `fbclid`, `ports` \
        removes default ports, `credentials` removes user name and password, and `encoding` decodes what need not \
        be percent-encoded. Links that become equal count as duplicates.
        """,
        "--explain": """
        The line is the link's JSON object with the key `dropped`, which names the option (`by`) and the reason \
        (`why`).
        """,
        "--output": """
        The file gets mode 0600 if `--snapshot`, `--header`, `--cookie-jar` or `--netrc` is given. \
        The file is replaced only when the output is complete. After a failure or a signal, the old file is \
        unchanged.
        """,
        "--dir": "Other formats cannot represent a directory and are refused.",
        "--per-host": "All ports of a host count together.",
        "--timeout": "It also limits reading the document. The time before the page is requested does not count.",
        "--retries": """
        Temporary failures are broken connections and the status codes 429, 502, 503 and 504. The next attempt \
        starts after 1 second, 2 seconds and so on, or at the time that `Retry-After` gives, up to 30 seconds. For web \
        archives, the status 403 is temporary too, pauses may last 5 minutes, and an attempt that received 1 MiB does \
        not count.
        """,
        "--max-bytes": "The links in the first part of a longer page are printed, and the exit code is 1.",
        "--prefix": """
        It is put before each name in a list or index, and replaces `s3://commoncrawl/`. An index needs an address. \
        Names that lead out of it, and addresses that are not below it, are refused.
        """,
        "--cdx": """
        Each line ends with a JSON object with the keys `filename`, `offset` and `length`. Only these parts of the \
        archives are requested, neighbouring ones together, in the order of their offsets.
        """,
        "--max-failed-records": "Damage beyond it changes only the exit code; everything that can be read is printed.",
        "--errors": """
        `json` writes an object with the keys `file`, `offset`, `url` and `reason` for each damaged record.
        """,
        "--header": """
        Redirects, crawls and checks can lead to other origins. These receive harmless fields such as \
        `Accept-Language`, but never `Authorization`, `Cookie` or other fields that may be secret.
        """,
        "--cookie-jar": """
        The file gets mode 0600. Without this option, no cookies are kept, and only those that a redirect sets are \
        sent, to its targets.
        """,
        "--netrc": """
        Passwords are sent only to the origins of the inputs. The file must be yours, and no other user may be able to \
        write to it.
        """,
        "--allow-private": """
        A page that you name may be on any host, but a redirect to another private host is refused. Hosts in the \
        settings of the web page are allowed too.
        """,
        "--cache": """
        The cache follows RFC 9111, as a private cache. Any number of processes may share the directory.
        """,
        "--span-hosts": "Combine it with `--max-pages`, because the web has no end.",
        "--no-robots": "Use it only for your own sites.",
        "--progress": """
        `json` writes one object per line to standard error, at most ten per second, with the keys `pages`, \
        `links`, `failed`, `bytes`, `queued` and `elapsed`. Messages become objects with the key `message`. At the end \
        of each web archive, an object has the keys `input`, `records`, `responses`, `pages`, `links`, \
        `failedRecords`, `truncated` and `bytes`.
        """,
    ]
}
