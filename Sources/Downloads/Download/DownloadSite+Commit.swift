import WHATWGURL

extension DownloadSite {
    /// Verifies a complete part file and gives it its final name.
    ///
    /// - Parameter writer: Has written the last byte.
    /// - Returns: The item, done or quarantined.
    /// - Throws: ``QueueFailure``, and what the record throws.
    func finish(_ writer: PartWriter) throws -> QueueItem {
        var content = writer.content
        content.total = content.durableBytes
        guard try writer.file.size() == content.durableBytes else {
            throw QueueFailure(.disk, "\(writer.file.path): somebody else has changed its size")
        }
        try writer.file.publish()
        if options.durability == .full { try writer.file.sync() }
        try record(.verifying(content))
        let sha256 = try writer.finishHash()
        if let wanted = item.checksum?.sha256, wanted != sha256 { return try quarantine(sha256, wanted: wanted) }
        return try commit(sha256)
    }

    /// Brings to its end what a worker began that stopped between naming the file and recording that it is done.
    ///
    /// - Returns: The item if it is done now; nil when it has to be downloaded.
    func recover() throws -> QueueItem? {
        guard let sha256 = item.sha256, let fileName = item.fileName, let partName = item.partName else { return nil }
        let part = try directory.entry(partName)
        let final = try directory.entry(fileName)
        switch (part, final) {
        case (.file(_, let inode), .file(_, let other)) where inode == other:
            // The file system has no RENAME_NOREPLACE: the link was made, the old name not yet deleted.
            try directory.unlink(partName)
            return try complete()
        case (.file, _):
            if try hash(partName) == sha256 { return try commit(sha256) }
        case (nil, .file):
            if try hash(fileName) == sha256 { return try complete() }
        default: break
        }
        try record(.progressed(.nothing))
        return nil
    }

    private func commit(_ sha256: String) throws -> QueueItem {
        guard let first = item.fileName, let partName = item.partName else {
            throw QueueFailure(.internal, "the part file has no name")
        }
        let wished = FileName.choose(chosen: item.name, disposition: nil, url: item.url)
        let base = FileName.isNumbering(first, of: wished) ? wished : first
        for number in 0..<Self.numberLimit {
            // The name that the item has, then those after it.
            let name = number == 0 ? first : FileName.numbered(base, number)
            if number > 0 && name == first { continue }
            try record(.committing(fileName: name, sha256: sha256))
            if try directory.rename(partName, to: name) { return try complete() }
        }
        throw QueueFailure(.disk, "\(directory.path(of: base)): too many files have this name", isLasting: true)
    }

    private func complete() throws -> QueueItem {
        if options.durability == .full { try directory.sync() }
        return try record(.completed)
    }

    private func quarantine(_ sha256: String, wanted: String) throws -> QueueItem {
        guard let first = item.fileName, let partName = item.partName else {
            throw QueueFailure(.internal, "the part file has no name")
        }
        let failure = QueueFailure(
            .checksum, "\(item.url.href): SHA-256 is \(sha256), not \(wanted)", isLasting: true)
        for number in 0..<Self.numberLimit {
            let name = FileName.numbered(first, number)
            guard try directory.rename(partName, to: name + QueueItem.quarantineSuffix) else { continue }
            if options.durability == .full { try directory.sync() }
            return try record(.quarantined(fileName: name, sha256: sha256, failure))
        }
        throw QueueFailure(.disk, "\(directory.path(of: first)): too many files have this name", isLasting: true)
    }

    private func hash(_ name: String) throws -> String? {
        guard let file = try directory.openPart(name) else { return nil }
        let hasher = try SHA256Hasher()
        try file.hash(first: file.size(), into: hasher)
        return try hasher.finish()
    }
}
