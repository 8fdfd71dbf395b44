import DownloadLists
import WHATWGURL

/// The result of reading a list of downloads: the valid entries, and the problems with the others.
///
/// ```swift
/// let bytes = Array("https://example.org/a.iso\n".utf8)
/// let format = QueueImportFormat.sniff(bytes)
/// let result = format.read(bytes)
/// for problem in result.problems { print("line \(problem.line): \(problem.reason)") }
/// let plan = DownloadPlan(result.items, rules: ListRules(directory: "/home/me/Downloads"))
/// for download in plan.downloads { print(download.item.url.href, download.item.directory) }
/// ```
package struct QueueImport: Sendable {
    /// An entry that cannot be downloaded.
    package struct Problem: Sendable, Hashable {
        /// The line number, counted from 1; in a JSON array, the number of the element.
        package var line: Int
        /// The text of the entry, at most 200 characters, with credentials masked.
        package var text: String
        /// The reason why the entry was rejected.
        package var reason: String
        /// True if the URL is valid but has a scheme that cannot be downloaded.
        package var hasUnsupportedScheme = false
    }

    /// The entries that can be downloaded, in the order of the list.
    package internal(set) var items: [ListedDownload] = []

    /// The rejected entries, in the order of the list.
    package internal(set) var problems: [Problem] = []

    /// The kinds of data that Leftoff does not use.
    package internal(set) var omissions = ListOmissions()

    /// Sanitizes a file name, and records an omission if a part of the name is removed.
    ///
    /// - Parameter name: The unmodified name from the list, which may be a path.
    /// - Returns: The safe name; nil if no character of the name can be used.
    mutating func fileName(_ name: String) -> String? {
        guard let safe = FileName.safe(name) else { return nil }
        let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last
        if let last, last.utf8.count < name.utf8.count { omissions.add("directories in names") }
        if let last, last != safe { omissions.add("characters that are not safe in names") }
        return safe
    }

    /// Records an entry that cannot be downloaded.
    mutating func reject(
        _ text: some StringProtocol, line: Int, _ reason: String, hasUnsupportedScheme: Bool = false
    ) {
        // Credentials are masked before the text is shortened, because the part that is cut off may be needed to
        // recognize a password.
        let discreet = CredentialMask.masked(String(text.prefix(2_000)))
        problems.append(
            Problem(
                line: line, text: String(discreet.prefix(200)), reason: reason,
                hasUnsupportedScheme: hasUnsupportedScheme))
    }
}
