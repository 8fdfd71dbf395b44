/// A splitter of a backup into the document without copies and the lines of copies, so that a large backup can be
/// imported without being in memory.
///
/// ```swift
/// var splitter = BackupSplitter()
/// let rest = splitter.push(part)  // the copies' bytes in this part, once the document is complete
/// let contents = try BackupContents(splitter.document)
/// ```
package struct BackupSplitter: Sendable {
    /// The bytes of the document up to the copies, or of the whole file if it has none.
    package private(set) var document: [UInt8] = []
    /// True if the copies have begun; ``document`` is then complete.
    package private(set) var isComplete = false

    /// Creates a splitter at the start of a file.
    package init() {}

    /// Adds a part of the file to the document.
    ///
    /// - Parameter part: The next bytes of the file.
    /// - Returns: The number of bytes that belong to the document; the others belong to the copies.
    package mutating func push(_ part: UnsafeBufferPointer<UInt8>) -> Int {
        guard !isComplete else { return 0 }
        let marker = Backup.copiesOpening
        let start = max(0, document.count - marker.count)
        let known = document.count
        document.append(contentsOf: part)
        guard let found = Self.offset(of: marker, in: document, from: start) else { return part.count }
        isComplete = true
        document.removeSubrange(found...)
        document.append(contentsOf: Backup.closing)
        return found + marker.count - known
    }

    private static func offset(of marker: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= marker.count else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            var index = start
            while index <= buffer.count - marker.count {
                if buffer[index] == marker[0], buffer[(index + 1)..<(index + marker.count)].elementsEqual(marker[1...])
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }
}

/// A splitter of the copies of a backup into lines.
package struct BackupLines: Sendable {
    private var line: [UInt8] = []
    /// True if all copies have been read; what follows them is ignored.
    private var isComplete = false

    /// Creates a splitter at the start of the copies.
    package init() {}

    /// Processes a part of the file.
    ///
    /// - Parameters:
    ///   - part: The next bytes of the file after those of the document.
    ///   - body: Receives the JSON object of each copy.
    /// - Throws: The errors of `body`.
    package mutating func push(_ part: UnsafeBufferPointer<UInt8>, _ body: ([UInt8]) throws -> Void) rethrows {
        var rest = part[...]
        while !isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line.append(contentsOf: rest[..<end])
            rest = rest[(end + 1)...]
            try flush(body)
        }
        if !isComplete { line.append(contentsOf: rest) }
    }

    /// Processes the end of the file.
    ///
    /// - Parameter body: Receives the JSON object of the last copy, if its line has no end.
    /// - Throws: The errors of `body`.
    package mutating func finish(_ body: ([UInt8]) throws -> Void) rethrows { try flush(body) }

    private mutating func flush(_ body: ([UInt8]) throws -> Void) rethrows {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.last == UInt8(ascii: ",") { line.removeLast() }
        // After the last copy, a bracket ends the list.
        isComplete = isComplete || line.first == UInt8(ascii: "]")
        guard !line.isEmpty, !isComplete else { return }
        try body(line)
    }
}
