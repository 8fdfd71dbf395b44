import Glibc
import ImportExport
import Store
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
                if held < 0 { held = try Self.temporaryFile() }
                try Self.write(UnsafeBufferPointer(rebasing: part[count...]), to: held)
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

    /// Creates a file that is deleted when it is closed.
    private static func temporaryFile() throws -> Int32 {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(directory)/leftoff-import-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw CommandFailure(what: directory, why: SystemError.text(errno), status: .cannotCreate)
        }
        unlink(path)
        return descriptor
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) throws {
        guard UnsafeRawBufferPointer(bytes).writeAll(to: file) else { throw failure("temporary file") }
    }
}

/// The import of the copies of a backup, in batches.
struct CopyImport {
    /// The number of copies in one transaction.
    private static let batchLength = 64
    /// The size of copies in bytes from which a transaction begins.
    private static let batchByteCount = 8 << 20

    private let store: SQLiteBackupStore
    private var batch: [BackupCopy] = []
    private var byteCount = 0
    private var number = 0
    /// The numbers of copies that were added and refused.
    private(set) var tally = CopyTally()
    /// One line for each copy that cannot be read.
    private(set) var omissions: [String] = []

    /// Creates an import into a store.
    init(store: SQLiteBackupStore) {
        self.store = store
    }

    /// Imports copies that are in memory.
    ///
    /// - Throws: `StoreError`.
    private mutating func add(_ copies: [BackupCopy]) throws { tally.add(try store.importCopies(copies)) }

    /// Imports a line of a backup, at once or with later ones.
    ///
    /// - Throws: `StoreError`.
    mutating func add(line: [UInt8]) throws {
        number += 1
        do throws(ImportExportError) { batch.append(try BackupCopy(line: line, number: number)) } catch {
            omissions.append(error.description)
            return
        }
        byteCount += line.count
        if batch.count >= Self.batchLength || byteCount >= Self.batchByteCount { try flush() }
    }

    /// Imports the remaining lines.
    ///
    /// - Throws: `StoreError`.
    mutating func flush() throws {
        let copies = batch
        batch = []
        byteCount = 0
        try add(copies)
    }
}
