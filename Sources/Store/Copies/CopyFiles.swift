import Glibc
import Syntax

/// The files of copies: each content is one compressed file, whose name is the SHA-256 digest of the content.
///
/// A file under its final name is complete and durable.
struct CopyFiles {
    /// The ending of the name of an incomplete file.
    private static let temporarySuffix = ".new"
    /// The ending of the name of a file.
    private static let ending = ".gz"
    private static let digestLength = 64
    /// The maximum size of a file and of its content, in bytes.
    ///
    /// The largest copies have 6 MiB (`PictureCopy.maximumByteCount`), and hardly grow by compression. A sparse file
    /// could otherwise be of any size.
    private static let maximumByteCount = 8 << 20
    /// The number of digits that name the subdirectory of a file.
    private static let groupLength = 2

    /// The path of the directory, which need not exist.
    let path: String

    /// Returns the path of the file of a content.
    private func path(of digest: String) -> String {
        "\(path)/\(digest.prefix(Self.groupLength))/\(digest.dropFirst(Self.groupLength))\(Self.ending)"
    }

    /// Runs a closure under a lock that keeps other processes from adding and deleting files.
    ///
    /// - Parameter body: Changes the files and the tables that refer to them.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError``, or an error of `body`.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        try StoreDirectory(creating: path).exclusively(body)
    }

    /// Stores a compressed content durably, unless its file exists with the same bytes.
    ///
    /// - Parameters:
    ///   - compressed: The bytes of the file.
    ///   - digest: The digest of the content.
    /// - Throws: ``StoreError``.
    func write(_ compressed: [UInt8], digest: String) throws {
        let file = path(of: digest)
        // A file with other bytes is damaged, or is from another version of zlib, and is replaced.
        if let bytes = try? Self.bytes(of: file), bytes == compressed { return }
        let directory = try StoreDirectory(creating: "\(path)/\(digest.prefix(Self.groupLength))")
        let temporary = file + Self.temporarySuffix
        try directory.createEmptyFile(temporary)
        do {
            try Self.fill(temporary, with: compressed)
            try directory.move(temporary, to: file)
        } catch {
            directory.remove(temporary)
            throw error
        }
    }

    private static func fill(_ file: String, with bytes: [UInt8]) throws {
        let descriptor = open(file, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(file) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { part in
                Glibc.write(descriptor, part.baseAddress, part.count)
            }
            guard count >= 0 || errno == EINTR else { throw failure(file) }
            start += max(0, count)
        }
        guard fsync(descriptor) == 0 else { throw failure(file) }
    }

    /// Returns a content after checking its digest.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content.
    ///   - byteCount: The size of the content, in bytes.
    /// - Returns: The content.
    /// - Throws: ``StoreError/damagedCopy(path:reason:)`` if the file is missing or damaged, and other cases of
    ///   ``StoreError`` if it cannot be read for another reason.
    func content(digest: String, byteCount: Int) throws -> [UInt8] {
        let file = path(of: digest)
        guard Self.isDigest(digest) else {
            throw StoreError.damagedCopy(path: path, reason: "its digest is malformed")
        }
        let compressed = try Self.bytes(of: file)
        let content: [UInt8]
        do {
            content = try Gzip.decompressed(compressed, limit: min(byteCount, Self.maximumByteCount))
        } catch CompressionError.outOfMemory {
            throw StoreError.inputOutput(path: file, reason: "\(CompressionError.outOfMemory)")
        } catch {
            throw StoreError.damagedCopy(path: file, reason: "\(error)")
        }
        guard try self.digest(of: content) == digest else {
            throw StoreError.damagedCopy(path: file, reason: "its content does not match its digest")
        }
        return content
    }

    /// Returns the digest that names the file of a content.
    ///
    /// - Parameter content: The uncompressed content of a copy.
    /// - Returns: The SHA-256 in hexadecimal digits.
    /// - Throws: ``StoreError/inputOutput(path:reason:)`` if libcrypto is missing.
    func digest(of content: [UInt8]) throws -> String {
        do { return try DigestHasher.hexDigest(of: content) } catch {
            throw StoreError.inputOutput(path: path, reason: "\(error)")
        }
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        // Without O_NONBLOCK, `open` would wait forever for a writer of a named pipe.
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(file) }
            throw StoreError.damagedCopy(path: file, reason: "the file is missing")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(file) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError.damagedCopy(path: file, reason: "it is not a regular file")
        }
        guard status.st_size <= maximumByteCount else {
            throw StoreError.damagedCopy(path: file, reason: "it is larger than \(maximumByteCount) bytes")
        }
        var bytes: [UInt8] = []
        let size = Int(status.st_size)
        while bytes.count < size {
            let wanted = size - bytes.count
            var result = 0
            let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                result = read(descriptor, buffer.baseAddress, wanted)
                count = max(0, result)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw failure(file) }
            guard result > 0 else { break }
            bytes = bytes.isEmpty ? part : bytes + part
        }
        return bytes
    }

    private static func failure(_ file: String) -> StoreError {
        let number = errno
        return number == ENOSPC || number == EDQUOT
            ? .diskFull(path: file) : .inputOutput(path: file, reason: String(cString: strerror(number)))
    }

    /// Deletes the file of a content, if it exists.
    ///
    /// - Parameter digest: The digest; nothing is deleted if it is malformed, because it is part of a path.
    func remove(digest: String) {
        if Self.isDigest(digest) { unlink(path(of: digest)) }
    }

    /// The paths of the subdirectories.
    var groups: [String] {
        Self.entries(of: path).filter { $0.utf8.count == Self.groupLength }.map { "\(path)/\($0)" }
    }

    /// Visits all files, in any order.
    ///
    /// - Parameter visit: Receives the path of a file, its digest, and its modification time in seconds since 1970. The
    ///   digest is nil for a file that is not a complete copy.
    func forEachFile(_ visit: (_ file: String, _ digest: String?, _ modifiedAt: Int) throws -> Void) rethrows {
        for group in Self.entries(of: path) where group.utf8.count == Self.groupLength {
            for name in Self.entries(of: "\(path)/\(group)") {
                let file = "\(path)/\(group)/\(name)"
                var status = stat()
                guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                let modifiedAt = status.st_mtim.tv_sec
                try visit(file, Self.digest(group: group, name: name), Int(modifiedAt))
            }
        }
    }

    /// Returns the digest that a file is named after; nil if it is not a complete copy.
    private static func digest(group: String, name: String) -> String? {
        guard name.hasSuffix(ending) else { return nil }
        let digest = group + name.dropLast(ending.count)
        return isDigest(digest) ? digest : nil
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == digestLength
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Returns the names in a directory; none if it cannot be read.
    private static func entries(of directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

/// The deletion of all copies, when all data of Leftoff is deleted.
package enum CopyRemoval {
    /// Deletes all files of copies, their index, and the directory if nothing else is in it.
    ///
    /// - Parameter directory: The path of the directory of copies.
    /// - Returns: The paths of files that cannot be deleted.
    package static func removeAll(in directory: String) -> [String] {
        var left: [String] = []
        func remove(_ file: String) {
            if unlink(file) != 0, errno != ENOENT { left.append(file) }
        }
        let files = CopyFiles(path: directory)
        var found: [String] = []
        files.forEachFile { file, _, _ in found.append(file) }
        found.forEach(remove)
        let index = directory + "/" + CopyIndex.fileName
        for ending in [""] + LeftoffDatabase.journalEndings { remove(index + ending) }
        for group in files.groups { rmdir(group) }
        rmdir(directory)
        return left
    }
}
