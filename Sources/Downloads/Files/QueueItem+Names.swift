import DownloadQueue

extension QueueItem {
    /// Checks the names of the item's files, which other programs may have written to the queue's database.
    ///
    /// - Throws: ``QueueFailure`` for a name that no worker chooses: a path, a hidden file, or a part file without the
    ///   suffix of part files.
    func checkNames() throws(QueueFailure) {
        if let fileName, !Self.isFileName(fileName) || !DestinationDirectory.isComponent(fileName) {
            throw Self.refused(fileName)
        }
        if let partName, partName.utf8.first == UInt8(ascii: ".") || !DestinationDirectory.isPart(partName) {
            throw Self.refused(partName)
        }
    }

    private static func refused(_ name: String) -> QueueFailure {
        QueueFailure(
            .refused, "\(name): refused: the queue contains a file name that Leftoff does not choose", isLasting: true)
    }
}
