import DownloadLists
package import DownloadQueue
import WHATWGURL

/// What was read from a list of downloads.
package struct QueueImport: Sendable {
    /// An entry that cannot be downloaded.
    package struct Problem: Sendable, Hashable {
        /// The line, from 1 on.
        package var line: Int
        /// What stands there, or a part of it.
        package var text: String
        /// Why it was refused.
        package var reason: String
    }

    /// What applies where the list says nothing else.
    package struct Defaults: Sendable {
        /// The directory that receives the files, an absolute path; relative ones of a list are below it.
        package var directory: String

        /// Makes the defaults.
        ///
        /// - Parameter directory: The directory that receives the files, an absolute path.
        package init(directory: String) {
            self.directory = directory
        }

        /// The directory that a list names.
        func directory(_ name: String) -> String {
            if name.hasPrefix("/") { return name }
            return name.isEmpty || name == "." ? directory : "\(directory)/\(name)"
        }
    }

    /// The downloads, in order.
    package internal(set) var items: [NewQueueItem] = []

    /// Which of the downloads wait for a person to resume them, by their index.
    package internal(set) var paused: Set<Int> = []

    /// The entries that were refused, in order.
    package internal(set) var problems: [Problem] = []

    /// What was left out of entries that were read, with the number of entries.
    private var leftOut: [(what: String, count: Int)] = []

    /// What was left out, each a line for people.
    package var notes: [String] {
        leftOut.map { "\($0.what): left out of \($0.count) \($0.count == 1 ? "entry" : "entries")" }
    }

    mutating func leaveOut(_ what: String) {
        if let index = leftOut.firstIndex(where: { $0.what == what }) {
            leftOut[index].count += 1
        } else {
            leftOut.append((what, 1))
        }
    }

    /// Makes a file's name safe, and notes what it cannot keep of it.
    ///
    /// - Parameter name: The name as the list has it.
    /// - Returns: The name; nil when nothing is left of it.
    mutating func fileName(_ name: String) -> String? {
        guard let safe = FileName.safe(name) else { return nil }
        let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last
        if let last, last.utf8.count < name.utf8.count { leaveOut("directories in names") }
        if let last, last != safe { leaveOut("what a safe name cannot have") }
        return safe
    }

    mutating func refuse(_ text: some StringProtocol, line: Int, _ reason: String) {
        // What is cut off may be what tells a password from a path.
        let discreet = CredentialMask.masked(String(text.prefix(2_000)))
        problems.append(Problem(line: line, text: String(discreet.prefix(200)), reason: reason))
    }
}
