import DownloadLists
package import DownloadQueue
import WHATWGURL

/// The result of reading a list of downloads: the valid entries, and the problems with the others.
///
/// ```swift
/// let bytes = Array("https://example.org/a.iso\n".utf8)
/// let format = QueueImportFormat.sniff(bytes)
/// let defaults = QueueImport.Defaults(directory: "/home/me/Downloads")
/// let result = format.read(bytes, defaults: defaults)
/// for item in result.items { print(item.url.href) }
/// for problem in result.problems { print("line \(problem.line): \(problem.reason)") }
/// for note in result.notes { print(note) }
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

    /// Values for entries that do not specify their own.
    package struct Defaults: Sendable {
        /// The absolute path of the directory that receives the files; relative directories in a list are resolved
        /// against it.
        package var directory: String

        /// Creates the defaults.
        ///
        /// - Parameter directory: An absolute path; relative directories in a list are resolved against it.
        package init(directory: String) {
            self.directory = directory
        }

        /// Returns the absolute path of a directory named in a list.
        func directory(_ name: String) -> String {
            if name.hasPrefix("/") { return name }
            return name.isEmpty || name == "." ? directory : "\(directory)/\(name)"
        }
    }

    /// The downloads, in the order of the list.
    package internal(set) var items: [NewQueueItem] = []

    /// The indices in `items` of the downloads that are paused.
    package internal(set) var paused: Set<Int> = []

    /// The rejected entries, in the order of the list.
    package internal(set) var problems: [Problem] = []

    /// The kinds of data that were ignored, each with the number of entries that had it.
    private var omissions: [(what: String, count: Int)] = []

    /// A message for the user about each kind of data that was ignored.
    package var notes: [String] {
        omissions.map { "\($0.what): left out of \($0.count) \($0.count == 1 ? "entry" : "entries")" }
    }

    /// Records that a kind of data was ignored in one more entry.
    mutating func recordOmission(_ what: String) {
        if let index = omissions.firstIndex(where: { $0.what == what }) {
            omissions[index].count += 1
        } else {
            omissions.append((what, 1))
        }
    }

    /// Sanitizes a file name, and records an omission if a part of the name is removed.
    ///
    /// - Parameter name: The unmodified name from the list, which may be a path.
    /// - Returns: The safe name; nil if no character of the name can be used.
    mutating func fileName(_ name: String) -> String? {
        guard let safe = FileName.safe(name) else { return nil }
        let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last
        if let last, last.utf8.count < name.utf8.count { recordOmission("directories in names") }
        if let last, last != safe { recordOmission("characters that are not safe in names") }
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
