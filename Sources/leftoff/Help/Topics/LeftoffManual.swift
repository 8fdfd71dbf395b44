extension ManualPage {
    /// The page on the program itself.
    static var leftoff: ManualPage {
        ManualPage(
            name: "", summary: "keep your place in web pages, harvest links, download files",
            subjects: "", commands: [HelpCommand.self], text: leftoffText)
    }

    private static let leftoffText = #"""
        Leftoff does three things with web pages, with one program and one set of data:

        - It captures the *place* where you stop reading, and takes you back to exactly that view later, in another
          window or browser, even if the page has changed. You do this in the browser; see leftoff-places(1).
        - It finds the *links* of pages, feeds, site maps and archives, selects and checks them, and prints them in
          many formats; see leftoff-links(1).
        - It *downloads* files through a queue that survives a crash, a full disk and a slow server; see
          leftoff-queue(1).

        A browser extension and a web page use the same data; see leftoff-service(1). Everything stays on your machine.

        ## Examples
        See where you left off, and go on reading:

            leftoff list
            leftoff open @

        Download all PDF files that a page links to:

            leftoff links https://example.org/ --ext pdf | leftoff queue add -i -
            leftoff queue run

        Open the web page, or find out why something does not work:

            leftoff page
            leftoff doctor

        Read more:

            leftoff help links
            leftoff queue add --help

        ## Conventions
        Commands print data to standard output, and messages and progress to standard error, so every command works in
        a pipe. If standard error is no terminal, messages are plain lines.

        An *id* of a place or a download may be shortened to any prefix that is unambiguous. `@` names the newest place.

        `-` stands for standard input where a file is read, and for standard output where one is written. Options and
        other arguments may be in any order; `--` ends the options. `--help` and `--version` work with every command.

        An error is one line that says what failed, why, and what to do: `leftoff: `*what*`: `*why*. Passwords in
        addresses are masked in all messages.

        ## Exit status
        0
        : Everything is done.
        1
        : The command finished, but something in it failed, such as one of several pages or downloads.
        64
        : Wrong usage.
        65
        : Malformed input.
        66
        : There is no such file, page or id.
        69
        : A host or the service is unavailable.
        73
        : An output cannot be created.
        74
        : An input or output error, or a full disk.
        77
        : Refused, by policy or for lack of permission.

        Each page says what these mean for its commands. The numbers are those of sysexits(3).

        ## Files
        ~/.local/share/leftoff
        : The data directory. `LEFTOFF_HOME` and `XDG_DATA_HOME` change it; leftoff-files(5) describes its files.
        """#
}
