import DownloadQueue

/// The names that the methods of a directory accept.
extension DestinationDirectory {
    /// The suffixes of the names of files that only Leftoff creates.
    private static let ownSuffixes = [
        QueueItem.partSuffix, QueueItem.quarantineSuffix, WorkDirectory.stagedSuffix, DownloadReceipt.suffix,
    ]

    /// Returns true if a name is that of a file that only Leftoff creates, apart from the directory.
    static func isOwn(_ name: String) -> Bool { isComponent(name) && ownSuffixes.contains { name.hasSuffix($0) } }

    /// Returns true if a name is that of a part file.
    static func isPart(_ name: String) -> Bool { isComponent(name) && name.hasSuffix(QueueItem.partSuffix) }

    /// Returns true if a name is a single component of a path that leads neither to the directory nor to its parent.
    static func isComponent(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "/") }
    }

    /// Checks that a name is a single component.
    func checkComponent(_ name: String) throws(QueueFailure) {
        guard Self.isComponent(name) else {
            throw Self.refusedFailure(path(of: name), "is not a name in the directory")
        }
    }

    /// Checks that a name is that of a part file.
    func checkPart(_ name: String) throws(QueueFailure) {
        guard Self.isPart(name) else {
            throw Self.refusedFailure(path(of: name), "does not have the name of a part file")
        }
    }

    /// Checks that a name is that of a file that only Leftoff creates.
    func checkOwn(_ name: String) throws(QueueFailure) {
        guard Self.isOwn(name) else {
            throw Self.refusedFailure(path(of: name), "does not have a name of Leftoff's files")
        }
    }
}
