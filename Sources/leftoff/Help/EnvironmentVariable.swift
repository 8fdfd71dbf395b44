/// Environment variables that the program reads, and their meaning.
///
/// A test compares all names with those in the code.
struct EnvironmentVariable {
    /// The names that share the meaning.
    let names: [String]
    /// The meaning.
    let meaning: String

    private init(_ names: String..., meaning: String) {
        self.names = names
        self.meaning = meaning
    }

    /// All variables.
    static var all: [EnvironmentVariable] {
        [
            EnvironmentVariable(
                "LEFTOFF_HOME",
                meaning: "The data directory (default: `$XDG_DATA_HOME/leftoff`, else `~/.local/share/leftoff`)."),
            EnvironmentVariable(
                "LEFTOFF_MOTION",
                meaning: "The animation of the status display: `full`, `calm` or `none`. `--motion` takes precedence."),
            EnvironmentVariable(
                "LEFTOFF_QUEUE",
                meaning: "The address of the queue for `leftoff queue` and `leftoff get`; see `--queue`."),
            EnvironmentVariable(
                "PGSERVICE", "PGCONNECT_TIMEOUT",
                meaning: "Settings of a queue on PostgreSQL. libpq also reads its other variables."),
            EnvironmentVariable(
                "LEFTOFF_ARIA2_SECRET", meaning: "The secret of aria2's RPC interface, for `leftoff queue send`."),
            EnvironmentVariable(
                "HOME", "XDG_DATA_HOME",
                meaning: "The base directories of the data directory if `LEFTOFF_HOME` is not set."),
            EnvironmentVariable(
                "XDG_DOWNLOAD_DIR",
                meaning: "The directory of files that are queued on the web page (default: `~/Downloads`)."),
            EnvironmentVariable("NETRC", meaning: "The file that `--netrc` reads (default: `~/.netrc`)."),
            EnvironmentVariable(
                "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                meaning: """
                    The proxies for http, for https, and for both. They do not apply to addresses of this machine. \
                    What is added on the web page is fetched without a proxy.
                    """),
            EnvironmentVariable(
                "no_proxy", "NO_PROXY",
                meaning: "The hosts that are contacted without a proxy, separated by commas; `*` for all."),
            EnvironmentVariable("NO_COLOR", meaning: "Disables colours if set."),
            EnvironmentVariable("CLICOLOR", meaning: "Disables colours if set to 0."),
            EnvironmentVariable(
                "CLICOLOR_FORCE",
                meaning: "Enables colours without a terminal if set to anything but 0; `NO_COLOR` takes precedence."),
            EnvironmentVariable(
                "CI", meaning: "Disables the animated status display if set to anything but 0 and false."),
            EnvironmentVariable("TMPDIR", meaning: "The directory for temporary files, /tmp by default."),
            EnvironmentVariable(
                "TERM", "COLORTERM", "COLORFGBG", meaning: "The type of the terminal, and its colours."),
            EnvironmentVariable(
                "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID",
                "WT_SESSION", "TMUX", "STY",
                meaning: "The terminal program, which determines how progress is shown."),
            EnvironmentVariable("INSIDE_EMACS", meaning: "Disables queries of the terminal if set."),
            EnvironmentVariable(
                "LC_ALL", "LC_CTYPE", "LANG", meaning: "The locale; without UTF-8, the status display uses ASCII."),
            EnvironmentVariable(
                "BROWSER",
                meaning: """
                    The programs that open an address, separated by colons; `%s` stands for the address. The first one \
                    that works is used, or else the desktop's default browser.
                    """),
            EnvironmentVariable(
                "DISPLAY", "WAYLAND_DISPLAY",
                meaning: "The display of browsers. If neither is set, `leftoff page` prints an address."),
            EnvironmentVariable(
                "XDG_CONFIG_HOME",
                meaning: "The directory in which Chromium and Chrome look for the native host (default: `~/.config`)."),
            EnvironmentVariable(
                "XDG_RUNTIME_DIR",
                meaning: "The directory of the file that signs a browser in, and of the systemd user manager."),
            EnvironmentVariable("PATH", meaning: "The directories in which `leftoff doctor` looks for programs."),
        ]
    }
}
