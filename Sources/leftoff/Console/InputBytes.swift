import LinkPipeline

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A reader of files and of standard input.
enum InputBytes {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - limit: The maximum number of bytes to read. A larger file is an error, so that it cannot exhaust the memory.
    /// - Returns: The bytes.
    /// - Throws: `CommandFailure`: not found, an I/O error, or malformed input if the file is too large.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream(path) { part in
            guard bytes.count + part.count <= limit else {
                throw CommandFailure(
                    what: name(of: path), why: "larger than \(limit) bytes", status: .malformedInput)
            }
            bytes.append(contentsOf: part)
        }
        return bytes
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
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // Most files are read in one part; a pipe provides at most 64 KiB at a time.
        let capacity = isRegular ? min(max(Int(status.st_size) + 1, 4096), 1 << 20) : 1 << 16
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
            try body(UnsafeBufferPointer(rebasing: part[..<count]))
        }
    }

    /// Returns true if a path leads to a regular file, which can be read at any time without waiting.
    static func isRegularFile(_ path: InputPath) -> Bool {
        var status = stat()
        return stat(path.bytes.map { CChar(bitPattern: $0) } + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// Reads a list with one entry per line; blank lines and lines that begin with `#` are skipped.
    ///
    /// - Parameter path: A file's path, or `-` for standard input.
    /// - Returns: The entries, without white space around them, and their line numbers from 1.
    /// - Throws: `CommandFailure` as `read` does, and if the list is not UTF-8.
    static func list(_ path: String) throws -> [(line: Int, text: String)] {
        // 256 MiB holds about two million addresses.
        let bytes = try read(path, limit: 256 << 20)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw CommandFailure(what: path, why: "not UTF-8 text", status: .malformedInput)
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
                entries.append((line, String(decoding: entry, as: UTF8.self)))
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
