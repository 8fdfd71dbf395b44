/// What a terminal understands beyond the common sequences, by what the environment says of it.
///
/// Both sequences do harm elsewhere: some terminals take OSC 9 for a notification, some print what they don't know. So only
/// terminals that are known to understand them get them, and none behind tmux or screen.
package struct TerminalFeatures: Sendable, Hashable {
    /// Whether links can be followed (OSC 8).
    package var showsLinks: Bool
    /// Whether the window's icon shows progress (OSC 9;4).
    package var showsProgress: Bool
    /// Whether it may be asked what it can do.
    package var mayBeAsked: Bool

    /// A terminal of which nothing is known.
    package static let none = TerminalFeatures(showsLinks: false, showsProgress: false, mayBeAsked: false)

    /// Makes features.
    ///
    /// - Parameters:
    ///   - showsLinks: Whether links can be followed.
    ///   - showsProgress: Whether the window's icon shows progress.
    ///   - mayBeAsked: Whether it may be asked what it can do.
    package init(showsLinks: Bool, showsProgress: Bool, mayBeAsked: Bool) {
        self.showsLinks = showsLinks
        self.showsProgress = showsProgress
        self.mayBeAsked = mayBeAsked
    }

    /// Finds the features by the environment.
    ///
    /// - Parameter environment: The process' environment.
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
        // The console of Linux answers, but has no such mode.
        mayBeAsked = !terminal.isEmpty && terminal != "linux" && terminal != "dumb"
    }

    private static func isAtLeast(_ version: String, _ major: Int, _ minor: Int) -> Bool {
        let parts = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        return (parts[0], parts[1]) >= (major, minor)
    }
}
