import Crawling
import Downloads
import FoundationEssentials
import Glibc
import Syntax

/// A reader of files and of standard input.
enum InputBytes {
    /// The maximum number of bytes that are read from a device that is not a terminal.
    ///
    /// `/dev/null` is empty, and devices such as `/dev/zero` have no end.
    private static let deviceLimit = 1 << 20

    /// The number of bytes at the start of an input that are checked before the rest is read.
    private static let checkedByteCount = 4096

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - limit: The maximum number of bytes to read. A larger file is an error, so that it cannot exhaust the memory.
    ///   - streamLimit: The maximum number of bytes to read from anything but a regular file, which may have no end;
    ///     nil for `limit`.
    ///   - check: Called once with the start, which has at least 4 KiB unless the input is shorter; not called if the
    ///     input is empty. An input that has no end is refused early if `check` throws.
    /// - Returns: The bytes.
    /// - Throws: `CommandFailure`: not found, an I/O error, or malformed input if the file is too large; and the errors
    ///   of `check`.
    static func read(
        _ path: String, limit: Int, streamLimit: Int? = nil,
        check: (UnsafeBufferPointer<UInt8>) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var isChecked = false
        var limit = limit
        func checkSize(_ size: Int) throws {
            guard size > limit else { return }
            throw CommandFailure(what: name(of: path), why: "larger than \(limit) bytes", status: .malformedInput)
        }
        try stream(
            InputPath(path),
            opened: { size in
                guard let size else {
                    limit = min(limit, streamLimit ?? limit)
                    return
                }
                try checkSize(size)
                // Without this, a large file takes twice its size while the array grows.
                bytes.reserveCapacity(size)
            },
            { part in
                try checkSize(bytes.count + part.count)
                bytes.append(contentsOf: part)
                // The first part of a pipe may be a single byte, which shows nothing.
                guard !isChecked, bytes.count >= checkedByteCount else { return }
                isChecked = true
                try bytes.withUnsafeBufferPointer { try check($0) }
            })
        if !isChecked, !bytes.isEmpty { try bytes.withUnsafeBufferPointer { try check($0) } }
        return bytes
    }

    /// Checks that the first part of a list contains no NUL, which no text contains.
    ///
    /// - Parameters:
    ///   - part: The first part.
    ///   - path: The list's path, for the message.
    /// - Throws: `CommandFailure` (malformed input).
    static func checkText(_ part: UnsafeBufferPointer<UInt8>, of path: String) throws {
        // XML in UTF-16 begins with a byte order mark or with one zero byte in its first two bytes.
        if part.starts(with: [0xFF, 0xFE]) || part.starts(with: [0xFE, 0xFF]) || part.starts(with: [0x3C, 0])
            || part.starts(with: [0, 0x3C])
        {
            return
        }
        guard part.contains(0) else { return }
        throw CommandFailure(what: name(of: path), why: "not a text file", status: .malformedInput)
    }

    /// Reads a file in parts.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - body: Called with each part; the buffer is valid only during the call.
    /// - Throws: `CommandFailure`: not found, or an I/O error; and the errors of `body`.
    static func stream(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        try stream(InputPath(path), body)
    }

    /// Reads a file in parts.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - body: Called with each part; the buffer is valid only during the call.
    /// - Throws: `CommandFailure`: not found, or an I/O error; and the errors of `body`.
    static func stream(_ path: InputPath, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        try stream(path, opened: { _ in }, body)
    }

    /// Reads a file in parts.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - opened: Called before the file is read, with the size of a regular file, and with nil for any other.
    ///   - body: Called with each part; the buffer is valid only during the call.
    /// - Throws: `CommandFailure`: not found, an I/O error, or malformed input for a device without an end; and the
    ///   errors of `opened` and `body`.
    private static func stream(
        _ path: InputPath, opened: (Int?) throws -> Void, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let name = name(of: path.text)
        let isInput = path.text == "-"
        let bytes = path.bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = isInput ? STDIN_FILENO : open(bytes, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            throw CommandFailure(
                what: name, why: SystemError.text(number), status: number == EACCES ? .refused : .notFound)
        }
        defer { if !isInput { close(descriptor) } }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        let isRegular = kind == S_IFREG
        try opened(isRegular ? Int(status.st_size) : nil)
        var left = kind == S_IFBLK || kind == S_IFCHR && isatty(descriptor) == 0 ? deviceLimit : Int.max
        // Most files are read in one part; a pipe provides at most 64 KiB at a time.
        let capacity = isRegular ? Int(status.st_size).clamped(to: 4095...1 << 20 - 1) + 1 : 1 << 16
        let part = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
        defer { part.deallocate() }
        while true {
            var count = 0
            repeat { count = Glibc.read(descriptor, part.baseAddress, capacity) } while count < 0 && errno == EINTR
            if count < 0 {
                let number = errno
                throw CommandFailure(
                    what: name, why: SystemError.text(number), status: number == EISDIR ? .notFound : .ioError)
            }
            if count == 0 { return }
            left -= count
            guard left >= 0 else {
                throw CommandFailure(
                    what: name, why: "a device, of which only the first \(deviceLimit) bytes are read",
                    status: .malformedInput)
            }
            try body(UnsafeBufferPointer(rebasing: part[..<count]))
        }
    }

    /// Returns true if a path leads to a regular file, which can be read at any time without waiting.
    static func isRegularFile(_ path: InputPath) -> Bool {
        var status = stat()
        return stat(path.bytes.map { CChar(bitPattern: $0) } + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns true if a path leads to a regular file.
    static func isRegularFile(_ path: String) -> Bool { isRegularFile(InputPath(path)) }

    /// The maximum size of a manifest, a launcher, a unit or a record of Leftoff, in bytes.
    static let smallFileLimit = 64 * 1024

    /// Reads a small file whose path does not come from the user; unlike `read`, it does not wait for a FIFO's writer.
    ///
    /// - Parameters:
    ///   - path: A file's path.
    ///   - limit: The maximum size of the file, in bytes.
    /// - Returns: The bytes; nil if this is not a regular file, cannot be read, or is larger.
    static func regularFile(_ path: String, limit: Int = smallFileLimit) -> [UInt8]? {
        isRegularFile(path) ? try? read(path, limit: limit) : nil
    }

    /// Writes on standard error that a command waits for what a person types, if standard input is a terminal.
    ///
    /// - Parameters:
    ///   - contents: The kind of input, such as `addresses`.
    ///   - path: The path that is read next; only `-` is standard input.
    ///   - isQuiet: True to write nothing.
    static func announce(_ contents: String, from path: String, isQuiet: Bool) {
        guard path == "-", !isQuiet, StandardDescriptors.inputIsTerminal else { return }
        StandardError.writeLine("leftoff: reading \(contents) from standard input: end with Ctrl+D")
    }

    /// Returns a path for a message; `-` is standard input.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// The maximum number of entries of a list; a compressed list of 1 MB can have a hundred million lines.
    private static let entryLimit = 1_000_000

    /// Reads a list with one entry per line, which may be compressed by gzip.
    ///
    /// Blank lines and lines that begin with `#` are skipped.
    ///
    /// - Parameter path: A file's path, or `-` for standard input.
    /// - Returns: The entries, without white space around them and without long runs of combining characters, and their
    ///   line numbers from 1.
    /// - Throws: `CommandFailure` as `read` does, and if the list is not UTF-8 or has more than 1,000,000 entries.
    static func list(_ path: String) throws -> [(line: Int, text: String)] {
        // 256 MiB hold a million long addresses.
        let limit = 256 << 20
        var bytes = try read(path, limit: limit) { if !Gzip.isCompressed($0) { try checkText($0, of: path) } }
        if Gzip.isCompressed(bytes) {
            do { bytes = try Gzip.decompressed(bytes, limit: limit) } catch {
                throw CommandFailure(what: name(of: path), why: "\(error)", status: .malformedInput)
            }
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw CommandFailure(what: name(of: path), why: "not UTF-8 text", status: .malformedInput)
        }
        // Bytes are split, because lists are long and splitting characters takes twenty times as long.
        var entries: [(line: Int, text: String)] = []
        // Skips a UTF-8 byte order mark.
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var line = 0
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            line += 1
            let entry = trimmed(rest[..<end])
            if let first = entry.first, first != UInt8(ascii: "#") {
                guard entries.count < entryLimit else {
                    throw CommandFailure(
                        what: "\(name(of: path)):\(line)", why: "more than \(entryLimit) entries: split the list",
                        status: .malformedInput)
                }
                entries.append((line, String(decoding: entry, as: UTF8.self).streamSafe))
            }
            rest = rest[end...].dropFirst(rest[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
        }
        return entries
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let line = line.drop(while: isBlank)
        return line.lastIndex { !isBlank($0) }.map { line[...$0] } ?? []
    }
}

/// The file of `--ca-file`.
enum CertificateFile {
    /// The maximum size of a file; the certificates of a whole system take up 250 KB.
    private static let byteLimit = 64 << 20

    /// The labels of certificates in PEM (RFC 7468, section 5; OpenSSL also reads the last two).
    private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

    /// Checks that the file can be read and contains a certificate.
    ///
    /// If it does not, every request would fail with the same message after several attempts.
    ///
    /// - Parameter path: The argument of `--ca-file`; nil to trust the system's certificates.
    /// - Returns: The unchanged path.
    /// - Throws: `CommandFailure`: not found if the file cannot be read, malformed input if it contains no certificate.
    static func readable(_ path: String?) throws -> String? {
        guard let path else { return nil }
        if let obstacle = CredentialFile.obstacle(to: path) {
            throw CommandFailure(what: "--ca-file \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
        }
        let bytes = try InputBytes.read(path, limit: byteLimit)
        guard containsCertificate(String(decoding: bytes, as: UTF8.self)) else {
            throw CommandFailure(
                what: "--ca-file \(path)", why: bytes.isEmpty ? "is empty" : "contains no certificate in PEM format",
                status: .malformedInput)
        }
        return path
    }

    /// Returns true if a text contains a certificate whose Base64 can be decoded.
    private static func containsCertificate(_ text: String) -> Bool {
        for label in labels {
            var rest = text[...]
            while let begin = rest.firstRange(of: "-----BEGIN \(label)-----") {
                rest = rest[begin.upperBound...]
                guard let end = rest.firstRange(of: "-----END \(label)-----") else { break }
                let digits = rest[..<end.lowerBound].filter { !$0.isWhitespace }
                // A certificate is a sequence in DER, and the sequence's tag is 0x30.
                if Data(base64Encoded: String(digits))?.first == 0x30 { return true }
                rest = rest[end.upperBound...]
            }
        }
        return false
    }
}
