import Downloads
import Glibc
import ImportExport
import Syntax

/// A file to be imported, which is read in two steps: the document, and then its copies one after the other.
///
/// The copies of a file that can be read only once, such as standard input, are held in a temporary file.
final class BackupFile {
    /// An error that ends the reading of a regular file before its copies.
    private struct EndOfDocument: Error {}

    /// The bytes of the document without its copies.
    let document: [UInt8]
    /// The file with the copies, positioned before the first one; -1 if there are none.
    private let copies: Int32
    /// The name of the file for errors.
    private let name: String

    /// Reads the document.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `-` for standard input.
    ///   - limit: The maximum size of the document, in bytes.
    ///   - streamLimit: The maximum size of the document if the input is not a regular file, in bytes.
    ///   - check: Called once with the start of the file.
    /// - Throws: `CommandFailure`, or an error of `check`.
    init(
        _ path: String, limit: Int, streamLimit: Int, check: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let name = InputBytes.name(of: path)
        let isRegular = path != "-" && InputBytes.isRegularFile(path)
        let limit = isRegular ? limit : streamLimit
        var splitter = BackupSplitter()
        var isChecked = false
        var offset = 0
        var held: Int32 = -1
        var temporary: TemporaryCopies?
        do {
            try InputBytes.stream(path) { part in
                let count = splitter.push(part)
                offset += count
                if !isChecked, splitter.document.count >= ImportExportFormat.sniffedByteCount || splitter.isComplete {
                    isChecked = true
                    try splitter.document.withUnsafeBufferPointer { try check($0) }
                }
                guard splitter.document.count <= limit else {
                    throw CommandFailure(what: name, why: "larger than \(limit) bytes", status: .malformedInput)
                }
                guard splitter.isComplete else { return }
                if isRegular { throw EndOfDocument() }
                var copies = try temporary ?? TemporaryCopies(of: name)
                held = copies.file
                try copies.append(UnsafeBufferPointer(rebasing: part[count...]))
                temporary = copies
            }
        } catch is EndOfDocument {
            held = open(path, O_RDONLY | O_CLOEXEC)
            guard held >= 0 else { throw Self.failure(path) }
        } catch {
            if held >= 0 { close(held) }
            throw error
        }
        if !isChecked, !splitter.document.isEmpty {
            try splitter.document.withUnsafeBufferPointer { try check($0) }
        }
        document = splitter.document
        copies = held
        self.name = name
        guard held >= 0 else { return }
        try checkEnd()
        guard lseek(held, isRegular ? off_t(offset) : 0, SEEK_SET) >= 0 else { throw Self.failure(name) }
    }

    /// Checks that the file ends with the end of the document, so that nothing of a file that was cut off is imported.
    private func checkEnd() throws {
        let size = lseek(copies, 0, SEEK_END)
        let start = max(0, size - 64)
        guard size >= 0, lseek(copies, start, SEEK_SET) >= 0 else { throw Self.failure(name) }
        var end: [UInt8] = []
        while true {
            var count = 0
            let part = [UInt8](unsafeUninitializedCapacity: 64) { buffer, initialized in
                count = read(copies, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(name) }
            guard count > 0 else { break }
            end += part
        }
        // No other line ends with a bracket at its start, because JSON has no line breaks in strings.
        let line = end.reversed().drop { " \t\r\n".utf8.contains($0) }.prefix { $0 != UInt8(ascii: "\n") }
        guard line.elementsEqual("}]".utf8) else {
            throw CommandFailure(
                what: name, why: "the backup is cut off: its last line is not ]}", status: .malformedInput)
        }
    }

    deinit {
        if copies >= 0 { close(copies) }
    }

    /// Reads the copies.
    ///
    /// - Parameter body: Receives the JSON object of each copy.
    /// - Throws: `CommandFailure` if the file cannot be read, or the errors of `body`.
    func forEachCopy(_ body: ([UInt8]) throws -> Void) throws {
        guard copies >= 0 else { return }
        var lines = BackupLines()
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 18) { buffer in
            while true {
                let count = read(copies, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw Self.failure(name) }
                guard count > 0 else { break }
                try lines.push(UnsafeBufferPointer(rebasing: buffer[..<count]), body)
            }
        }
        try lines.finish(body)
    }

    private static func failure(_ name: String) -> CommandFailure {
        CommandFailure(what: name, why: SystemError.text(errno), status: .ioError)
    }
}

/// The copies of an input that can be read only once, in a temporary file that is deleted when it is closed.
private struct TemporaryCopies {
    /// The maximum number of bytes that are read from an input that may have no end.
    ///
    /// Larger backups can be imported from a file, which needs no copy.
    private static let byteLimit = 64 << 30

    /// The descriptor of the file, which the owner closes.
    let file: Int32
    /// The name of the input for errors.
    private let name: String
    private let directory: String
    private var byteCount = 0
    private var lineByteCount = 0

    /// Creates an empty file in `$TMPDIR`, or else in `/tmp`.
    ///
    /// - Parameter name: The name of the input for errors.
    /// - Throws: `CommandFailure`.
    init(of name: String) throws {
        self.name = name
        directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(directory)/leftoff-import-XXXXXX".utf8CString)
        file = mkstemp(&path)
        guard file >= 0 else {
            throw CommandFailure(what: directory, why: SystemError.text(errno), status: .cannotCreate)
        }
        unlink(path)
    }

    /// Appends a part of the input; of a line that is longer than that of any copy, only the beginning.
    ///
    /// - Throws: `CommandFailure` if the input is too long, or too little space would be left on the disk.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        byteCount += bytes.count
        guard byteCount <= Self.byteLimit else {
            throw CommandFailure(
                what: name,
                why: "its copies are larger than \(Self.byteLimit) bytes: save it as a file, and import that",
                status: .malformedInput)
        }
        var kept: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = rest[..<end]
            kept.append(contentsOf: line.prefix(max(0, BackupCopy.maximumLineByteCount + 1 - lineByteCount)))
            lineByteCount += line.count
            rest = rest[end...]
            guard rest.popFirst() != nil else { break }
            kept.append(UInt8(ascii: "\n"))
            lineByteCount = 0
        }
        if let usable = FreeSpace.usableBytes(in: directory), usable < kept.count {
            throw CommandFailure(
                what: directory,
                why: "not enough space for the copies of \(name): \(FreeSpace.floorText) must stay free; save it as a "
                    + "file and import that, or set TMPDIR",
                status: .ioError)
        }
        guard kept.withUnsafeBytes({ $0.writeAll(to: file) }) else {
            throw CommandFailure(what: "temporary file", why: SystemError.text(errno), status: .ioError)
        }
    }
}
