import ArgumentParser
import Downloads
import Glibc
import Syntax
import WHATWGURL

/// A header field as an argument: `Name: value`.
struct HeaderArgument: Sendable {
    /// The parsed field.
    var field: HeaderField

    /// Parses a field.
    ///
    /// - Parameter argument: A name, a colon and a value.
    /// - Throws: `ValidationError`, which does not contain the value, because it may be a secret.
    init(argument: String) throws {
        guard let colon = argument.firstIndex(of: ":") else {
            throw ValidationError("--header must be a name, a colon and a value, such as 'Accept: text/html'")
        }
        let name = String(argument[..<colon])
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        field = HeaderField(name: name, value: String(value))
        guard HeaderField.isToken(name) else {
            throw ValidationError("--header \(name.debugDescription): not a valid field name")
        }
        guard field.isWellFormed else {
            throw ValidationError("--header \(name): its value contains a control character or a line break")
        }
        guard field.isSettable else {
            let advice = field.isNamed("User-Agent") ? "use --user-agent instead" : "leftoff sets this field itself"
            throw ValidationError("--header \(name): \(advice)")
        }
    }
}

/// The value of `--proxy`.
enum ProxyArgument {
    /// The schemes of proxies that libcurl supports.
    private static let schemes: Set<String> = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// A description of a valid value, for usage errors.
    static let expectedForm = "an address such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080"

    /// Returns true if a text is the address of a proxy.
    ///
    /// - Parameter text: The value of the option; if it has no scheme, http is assumed.
    /// - Returns: False for an unsupported scheme or a missing host.
    static func isValid(_ text: String) -> Bool {
        guard let url = WebURL(text.contains("://") ? text : "http://\(text)") else { return false }
        return schemes.contains(url.scheme) && !url.hostname.isEmpty
    }
}

/// A cookie file in Netscape's format, which curl, wget and browsers' export tools write.
struct CookieFile {
    /// The file's path.
    let path: String

    /// Returns the lines of the file; none if it does not exist.
    ///
    /// - Throws: `CommandFailure` if it cannot be read, or is not text.
    func linesIfPresent() throws -> [String] { access(path, F_OK) == 0 ? try lines() : [] }

    /// Returns the lines of the file.
    ///
    /// - Throws: `CommandFailure` if it does not exist, cannot be read, or is not text.
    func lines() throws -> [String] {
        // All browsers of a user together have fewer than 64 MiB of cookies.
        let bytes = try InputBytes.read(path, limit: 64 << 20)
        guard let text = String(validating: bytes, as: UTF8.self)?.streamSafe else {
            throw CommandFailure(what: path, why: "not a cookie file: not UTF-8 text", status: .malformedInput)
        }
        let lines = text.split(whereSeparator: \.isNewline)
        let isCookie = { (line: Substring) in line.count { $0 == "\t" } >= 6 }
        let isComment = { (line: Substring) in line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) }
        // A file of another kind must not be replaced by a cookie file.
        guard lines.allSatisfy(isComment) || lines.contains(where: isCookie) else {
            throw CommandFailure(what: path, why: "not a cookie file in Netscape's format", status: .malformedInput)
        }
        return lines.map(String.init)
    }

    /// Checks that the file can be replaced later.
    ///
    /// - Throws: `CommandFailure` (cannot create).
    func checkWritable() throws {
        guard !path.isEmpty else {
            throw CommandFailure.usage("--cookie-jar requires a file name")
        }
        var status = stat()
        if stat(path, &status) == 0 {
            let isFile = [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT)
            guard !isFile || access(path, W_OK) != 0 else { return }
            let reason = isFile ? SystemError.text(errno) : "not a file"
            throw CommandFailure(what: path, why: reason, status: .cannotCreate)
        }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(directory, W_OK | X_OK) == 0 else {
            throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
        }
    }

    /// Replaces the file with one that only its owner may read.
    ///
    /// - Parameter cookies: Lines in Netscape's format, without the comment at the start.
    /// - Throws: `CommandFailure` if that fails; the old file is then unchanged.
    func write(_ cookies: [String]) throws {
        var output = try OutputStream(path: path, isPrivate: true)
        try output.writeLine("# Netscape HTTP Cookie File")
        for cookie in cookies { try output.writeLine(cookie) }
        try output.finish()
    }
}

/// The file with user names and passwords that `--netrc` reads.
enum NetrcFile {
    /// Returns the path of the file: `$NETRC`, or else `~/.netrc`.
    ///
    /// - Parameter environment: The environment variables of the process.
    /// - Returns: The path, which need not exist.
    /// - Throws: `CommandFailure` (usage) if neither NETRC nor HOME is set.
    private static func path(in environment: [String: String]) throws -> String {
        if let path = environment["NETRC"] { return path }
        guard let home = environment["HOME"] else {
            throw CommandFailure(what: "--netrc", why: "neither NETRC nor HOME is set", status: .usage)
        }
        return home + "/.netrc"
    }

    /// Returns the path of the file, which can be read and which no other user can have written.
    ///
    /// libcurl would ignore a missing file, and wait for the writer of a named pipe.
    ///
    /// - Parameter environment: The environment variables of the process.
    /// - Returns: The path.
    /// - Throws: `CommandFailure`: not found if the file cannot be read, refused if another user can have written it,
    ///   usage if neither NETRC nor HOME is set.
    static func checkedPath(in environment: [String: String]) throws -> String {
        let path = try path(in: environment)
        if let obstacle = CredentialFile.obstacle(to: path) {
            throw CommandFailure(what: "--netrc \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
        }
        if let reason = FileOwnership.obstacle(to: path) {
            throw CommandFailure(what: "--netrc", why: reason, status: .refused)
        }
        return path
    }
}
