extension ManualPage {
    /// The page on the status display.
    static var motion: ManualPage {
        ManualPage(
            name: "motion", summary: "the status display, its widgets, and a game",
            subjects: "the status display and how to calm it, terminals, and recording, with examples",
            commands: [HUDCommand.self, ZenCommand.self], text: motionText, notes: motionNotes,
            variables: [
                "LEFTOFF_HOME", "LEFTOFF_MOTION", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "TERM",
                "TERM_PROGRAM", "INSIDE_EMACS", "LC_ALL",
            ],
            relatedPages: ["asciinema(1)"])
    }

    private static let motionText = #"""
        While a command works, it shows an animated status display on standard error: a ring that turns while there is
        something to do, closes when everything is done, and becomes a check mark or a cross. Progress bars show the
        running downloads. Standard output contains only data, so the display never disturbs a pipe.

        The widgets are drawn as paths and shown with braille dots or other characters. `leftoff hud` plays and records
        them, and `leftoff zen` is a game that is made of them.

        ## Examples
        Play all widgets one after another:

            leftoff hud demo all

        Record a widget for a web page, four times slower:

            leftoff hud demo throw --record throw.svg --slow 4

        Print one frame as text. The same arguments always print the same bytes:

            leftoff hud frame symbol:checkmark --at 0.55 --cells 8x4

        Turn all animation off, for one command or for good:

            leftoff queue run --motion none
            export LEFTOFF_MOTION=none

        ## Less motion
        full
        : All animations. This is the default on a terminal.
        calm
        : Nothing turns or flies. Symbols and bars are still drawn.
        none
        : Plain lines without escape codes, for screen readers and logs.

        Plain lines are also printed if standard error is not a terminal, if `TERM` is `dumb`, and in continuous
        integration (`CI`). `--quiet` prints only errors. The web page has a setting of its own, and follows the
        system's setting for reduced motion.

        ## Terminals
        Any terminal with cursor movement is enough. Where the locale is not UTF-8, the display uses ASCII characters.
        Colours follow `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`. When the command is stopped, ends or fails, the
        terminal is as it was before.

        ## The game
        `leftoff zen` shows a cube with a digit on each side. Turn it with the arrow keys (or h, j, k, l), and choose
        its front side with the space bar. The chosen sides must add up to ten. You have ten seconds; q quits. With
        `--minus`, some digits are negative. The best score is kept.

        ## Exit status
        0
        : The widget was played, or the game was played to its end.
        64
        : Wrong usage, such as an unknown widget.
        65
        : The script of a game is malformed, or the store is damaged or from a newer version.
        69
        : The game needs a terminal with animation.
        73, 74
        : The recording cannot be written.
        """#

    private static let motionNotes: [String: String] = [
        "hud demo --glyphs": "By default, they are the finest ones that the terminal shows.",
        "hud demo --record": "The same arguments always write the same file.",
        "hud frame --at": "The first frame is at 0.",
        "zen --script": """
        Each line contains a time in seconds and a key: `left`, `right`, `up`, `down` or `choose`. With the same \
        `--seed`, the same script always plays the same game.
        """,
    ]
}
