/// The features of a terminal beyond the common control sequences, as far as the environment indicates them.
///
/// OSC 8 and OSC 9;4 are harmful in other terminals: some show OSC 9 as a notification, and some print sequences that
/// they do not support. Therefore they are sent only to terminals that are known to support them, and never through
/// tmux or screen.
package struct TerminalFeatures: Sendable, Hashable {
    /// True if the terminal makes links clickable (OSC 8).
    package var showsLinks: Bool
    /// True if the terminal shows progress in the taskbar (OSC 9;4).
    package var showsProgress: Bool
    /// True if the terminal may be queried for its features.
    package var allowsQueries: Bool

    /// The features of an unknown terminal.
    package static let none = TerminalFeatures(showsLinks: false, showsProgress: false, allowsQueries: false)

    /// Creates features.
    package init(showsLinks: Bool, showsProgress: Bool, allowsQueries: Bool) {
        self.showsLinks = showsLinks
        self.showsProgress = showsProgress
        self.allowsQueries = allowsQueries
    }

    /// Determines the features from the environment of the process.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        let terminal = value("TERM")
        let program = value("TERM_PROGRAM")
        let isNested =
            !value("TMUX").isEmpty || !value("STY").isEmpty || terminal.hasPrefix("screen")
            || terminal.hasPrefix("tmux")
        let vte = Int(value("VTE_VERSION")) ?? 0
        let isWindows = !value("WT_SESSION").isEmpty
        showsLinks =
            !isNested
            && (isWindows || vte >= 5000 || (Int(value("KONSOLE_VERSION")) ?? 0) >= 201_200
                || !value("KITTY_WINDOW_ID").isEmpty || terminal == "foot" || terminal == "xterm-ghostty"
                || ["iTerm.app", "WezTerm", "ghostty", "vscode"].contains(program))
        showsProgress =
            !isNested
            && (isWindows || value("ConEmuANSI") == "ON" || vte >= 8000 || program == "ghostty"
                || (program == "iTerm.app" && Self.isAtLeast(value("TERM_PROGRAM_VERSION"), 3, 6)))
        allowsQueries =
            !terminal.isEmpty && value("INSIDE_EMACS").isEmpty && !Self.unresponsive.contains(terminal)
            && !terminal.hasPrefix("eterm")
    }

    /// The terminals whose response is missing or cannot report any of the features, such as the Linux console.
    private static let unresponsive: Set = ["linux", "dumb", "unknown", "ansi", "cons25", "vt52"]

    private static func isAtLeast(_ version: String, _ major: Int, _ minor: Int) -> Bool {
        let parts = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        return (parts[0], parts[1]) >= (major, minor)
    }
}
