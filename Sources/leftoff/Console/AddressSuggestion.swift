import FoundationEssentials
import WHATWGURL

/// A suggestion for an address that was typed without its scheme, such as `example.com`.
enum AddressSuggestion {
    /// The file name extensions of documents that `links` reads, and of other common files.
    ///
    /// The name of a missing file, such as `index.html`, has the form of a host. Of these extensions, only `md` is a
    /// top-level domain too, and a file is more likely.
    private static let fileExtensions: Set<String> = [
        "atom", "cdx", "cdxj", "css", "csv", "gz", "htm", "html", "js", "json", "ldjson", "log", "md", "mht", "mhtml",
        "ndjson", "opml", "paths", "pdf", "php", "rss", "shtml", "svg", "text", "tsv", "txt", "warc", "webmanifest",
        "xhtml", "xml", "yaml", "yml",
    ]

    /// The length in bytes up to which a text is repeated in a message.
    private static let longestText = 300

    /// Returns the address that a text probably stands for.
    ///
    /// - Parameter text: The text as the user wrote it.
    /// - Returns: The text with `https://` in front of it; nil if it has a scheme, is the path of a file, or does not
    ///   begin with the name of a host.
    static func suggestion(for text: String) -> String? {
        let authority = text.prefix { !"/?#\\".contains($0) }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // After the colon of a scheme, such as `mailto`, other characters than the digits of a port follow.
        guard let host = parts.first, parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(\.isWholeNumber),
            host == "localhost" || host.dropFirst().dropLast().contains("."), !host.hasPrefix(".")
        else { return nil }
        guard !text.contains(where: \.isWhitespace), let url = WebURL("https://\(text)"), !url.hasCredentials else {
            return nil
        }
        // The URL parser takes every number for an IPv4 address, and 1.5 for 1.0.0.5.
        let isNumber = host.allSatisfy { $0.isNumber || $0 == "." }
        guard !isNumber || url.hostname == host, !FileManager.default.fileExists(atPath: text) else { return nil }
        return "https://\(text)"
    }

    /// Returns the failure for a text that is not an address.
    ///
    /// - Parameters:
    ///   - text: The text as the user wrote it.
    ///   - source: The list and the line that contain the text, such as `list.txt:12`; nil for an argument.
    /// - Returns: A failure that suggests an address if there is one.
    static func failure(_ text: String, in source: String? = nil) -> CommandFailure {
        CommandFailure(
            what: subject(text, in: source), why: "not an address\(question(about: text))", status: .malformedInput)
    }

    /// Returns the subject of a message about a text, in which a long text is cut, so that the reason is not.
    ///
    /// - Parameters:
    ///   - text: The text as the user wrote it.
    ///   - source: The list and the line that contain the text; nil for an argument.
    /// - Returns: The list, the line and the text.
    static func subject(_ text: String, in source: String?) -> String {
        // Masked before it is cut, because credentials without their `@` could not be recognized.
        let masked = CredentialMask.masked(text)
        let shown = masked.utf8.count > longestText ? String(masked.prefix(longestText)) + "…" : masked
        return source.map { "\($0): \(shown)" } ?? shown
    }

    /// Returns the failure for a file that does not exist, whose path may be an address without its scheme.
    ///
    /// - Parameters:
    ///   - failure: The failure to open the file.
    ///   - path: The path as the user wrote it.
    /// - Returns: The same failure, with a suggestion if there is one.
    static func completing(_ failure: CommandFailure, path: String) -> CommandFailure {
        let name = path.prefix { !"/?#".contains($0) }
        let end = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() }
        guard failure.status == .notFound, end.map({ !fileExtensions.contains($0) }) ?? true else { return failure }
        return CommandFailure(message: "\(failure)\(question(about: path))", status: failure.status)
    }

    /// Returns the end of a message about a text that is not an address: `: did you mean …?`, or nothing.
    ///
    /// - Parameter text: The text as the user wrote it.
    /// - Returns: A colon and a question; an empty text if there is no suggestion.
    static func question(about text: String) -> String {
        guard text.utf8.count <= longestText else { return "" }
        return suggestion(for: text).map { ": did you mean \($0)?" } ?? ""
    }
}
