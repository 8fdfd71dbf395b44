/// The file with user names and passwords that `--netrc` reads.
enum NetrcFile {
    /// Returns the path of the file: `$NETRC`, or else `~/.netrc`.
    ///
    /// - Parameter environment: The environment variables of the process.
    /// - Returns: The path, which need not exist.
    /// - Throws: `CommandFailure` (usage) if neither NETRC nor HOME is set.
    static func path(in environment: [String: String]) throws -> String {
        if let path = environment["NETRC"] { return path }
        guard let home = environment["HOME"] else {
            throw CommandFailure(what: "--netrc", why: "neither NETRC nor HOME is set", status: .usage)
        }
        return home + "/.netrc"
    }
}
