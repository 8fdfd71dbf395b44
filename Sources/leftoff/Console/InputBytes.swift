#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads a file or standard input whole.
enum InputBytes {
    /// Reads everything, up to a limit.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - limit: The most bytes to take; more is an error, so that a wrong file does not fill the memory.
    /// - Returns: The bytes.
    /// - Throws: `CommandFailure`: no such file, an I/O error, or malformed input where it is too large.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            throw CommandFailure(
                what: name, why: SystemError.text(number), status: number == EACCES ? .refused : .notFound)
        }
        defer { if path != "-" { close(descriptor) } }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var bytes: [UInt8] = []
        // A file is read in one go; a pipe gives at most 64 KiB at a time.
        bytes.reserveCapacity(isRegular ? min(Int(status.st_size) + 1, limit + 1) : 64 * 1024)
        let chunk = isRegular ? max(64 * 1024, min(Int(status.st_size) + 1, limit + 1)) : 64 * 1024
        while true {
            var number: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
                var result = 0
                repeat { result = Glibc.read(descriptor, buffer.baseAddress, chunk) } while result < 0 && errno == EINTR
                number = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if number != 0 {
                throw CommandFailure(
                    what: name, why: SystemError.text(number), status: number == EISDIR ? .notFound : .ioError)
            }
            if part.isEmpty { return bytes }
            bytes += part
            if bytes.count > limit {
                throw CommandFailure(what: name, why: "larger than \(limit) bytes", status: .malformedInput)
            }
        }
    }

    /// Reads a list: one entry a line, blank lines and lines that begin with `#` left out.
    ///
    /// - Parameter path: A file's path, or `-` for standard input.
    /// - Returns: The entries with their line numbers, white space trimmed.
    /// - Throws: `CommandFailure` as `read` does, and for bytes that are not UTF-8.
    static func list(_ path: String) throws -> [(line: Int, text: String)] {
        // 256 MiB holds two million addresses; more is not a list a person meant.
        let bytes = try read(path, limit: 256 << 20)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(what: path, why: "not UTF-8 text", status: .malformedInput)
        }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .compactMap { index, line in
                let entry = line.trimmingPrefix(while: \.isWhitespace)
                guard !entry.isEmpty, !entry.hasPrefix("#") else { return nil }
                return (index + 1, String(entry.reversed().trimmingPrefix(while: \.isWhitespace).reversed()))
            }
    }
}
