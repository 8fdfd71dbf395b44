import Glibc
import Synchronization
import Syntax
import WHATWGURL

/// A private HTTP cache (RFC 9111) in a directory with one file for each URL.
///
/// A file gets its name only when it is complete, so several processes may share the directory. A damaged file counts
/// as absent.
package final class HTTPCache: Sendable {
    /// An error that prevents a cache from being used.
    package enum Failure: Error, CustomStringConvertible {
        /// The directory cannot be created or used.
        case directory(path: String, code: Int32)

        package var description: String {
            switch self {
            case .directory(let path, let code): "\(path): \(String(cString: strerror(code)))"
            }
        }
    }

    /// The default size of a cache, in bytes.
    ///
    /// A gibibyte holds tens of thousands of pages, but is small compared with a disk.
    package static let defaultMaximumBytes: Int64 = 1 << 30

    private let directory: String
    private let maximumBytes: Int64
    private let serial = Atomic<UInt64>(0)
    /// The number of bytes written since the directory's size was last checked.
    private let writtenBytes = Atomic<Int64>(0)

    /// Opens a cache.
    ///
    /// If its directory does not exist, creates it with access for the owner only.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory.
    ///   - maximumBytes: The maximum size of the cache in bytes, which may be exceeded between two checks.
    /// - Throws: ``Failure``.
    package init(directory: String, maximumBytes: Int64 = defaultMaximumBytes) throws(Failure) {
        self.directory = directory
        self.maximumBytes = maximumBytes
        var path = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR {
                throw .directory(path: directory, code: errno)
            }
        }
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .directory(path: directory, code: errno) }
        // The file type is checked before the permissions, because a file is the wrong type with any permissions.
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .directory(path: directory, code: ENOTDIR) }
        guard access(directory, R_OK | W_OK | X_OK) == 0 else { throw .directory(path: directory, code: errno) }
    }

    /// Returns the stored response to a request, fresh or stale; nil if there is none.
    func find(_ url: WebURL, requestFields: [HeaderField]) -> CachedResponse? {
        let directives = CachePolicy.directives(of: requestFields)
        guard directives["no-cache"] == nil, directives["no-store"] == nil else { return nil }
        // A request for a range, or with its own conditions, is not served from the cache.
        let serverOnly = ["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
        guard !requestFields.contains(where: { serverOnly.contains(where: $0.isNamed) }) else { return nil }
        let address = url.withoutFragment().href
        guard let entry = read(path(of: address)), entry.address == address else { return nil }
        guard entry.selecting == CachePolicy.selecting(entry.fields, requestFields: requestFields) else { return nil }
        return entry
    }

    /// Returns a writer that stores a response; nil if the response must not be stored or its file cannot be created.
    func writer(
        for url: WebURL, head: ResponseHead, requestFields: [HeaderField], requestTime: Int64, responseTime: Int64
    ) -> CacheWriter? {
        guard CachePolicy.isStorable(status: head.status, fields: head.fields, requestFields: requestFields) else {
            return nil
        }
        let address = url.withoutFragment().href
        // Cookies must not be stored, and hop-by-hop fields describe a connection that is closed by then.
        let dropped = ["Set-Cookie", "Connection", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade"]
        let fields = head.fields.filter { field in !dropped.contains(where: field.isNamed) }
        let entry = CachedResponse(
            status: head.status, fields: fields,
            selecting: CachePolicy.selecting(head.fields, requestFields: requestFields), requestTime: requestTime,
            responseTime: responseTime, address: address, path: path(of: address), bodyByteCount: 0, checksum: 0,
            hasReachedPublic: head.hasReachedPublic)
        return CacheWriter(entry, part: partPath(), onCommit: countWritten)
    }

    /// Counts written bytes, and checks the directory's size if there are many of them.
    private func countWritten(_ byteCount: Int64) {
        let sum = writtenBytes.wrappingAdd(byteCount, ordering: .relaxed).newValue
        if sum > maximumBytes / 8 { trim() }
    }

    /// Removes the least recently used entries if the cache is too large and this process has added entries.
    package func trim() {
        guard writtenBytes.exchange(0, ordering: .relaxed) > 0 else { return }
        CacheDirectory.trim(directory, to: maximumBytes)
    }

    /// Replaces the description of a stored response and keeps its body.
    func replace(_ old: CachedResponse, with new: CachedResponse) {
        guard CachePolicy.isStorable(status: new.status, fields: new.fields, requestFields: []) else {
            unlink(old.path)
            return
        }
        guard var writer = CacheWriter(new, part: partPath(), onCommit: countWritten) else { return }
        do {
            try old.readBody { writer.append($0) }
            writer.commit()
        } catch {
            writer.discard()
        }
    }

    // MARK: Files

    private func read(_ path: String) -> CachedResponse? {
        guard let (descriptor, size) = CacheEntryFile.open(path) else { return nil }
        defer { close(descriptor) }
        let tailByteCount = CacheEntryCoding.tailByteCount
        guard size > tailByteCount, let tail = bytes(descriptor, at: size - tailByteCount, count: tailByteCount),
            let count = CacheEntryCoding.descriptionByteCount(tail: tail), count <= min(size - tailByteCount, 1 << 20),
            let described = bytes(descriptor, at: size - tailByteCount - count, count: count),
            let entry = CacheEntryCoding.entry(described, path: path),
            entry.bodyByteCount == Int64(size - tailByteCount - count)
        else { return nil }
        guard isWhole(entry) else { return nil }
        // The modification time records the last use, because many systems do not update access times.
        futimens(descriptor, nil)
        return entry
    }

    /// Returns true if the body is undamaged.
    ///
    /// The whole body is checked before any of it is passed on, because bytes that were passed on cannot be withdrawn.
    private func isWhole(_ entry: CachedResponse) -> Bool {
        (try? entry.readBody { _ in }) != nil
    }

    private func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &buffer, count, off_t(offset)) == count ? buffer : nil
    }

    private func partPath() -> String {
        // The time distinguishes this process from an earlier one with the same identifier.
        let time = ContinuousClock.now.hashValue.magnitude
        return "\(directory)/.part-\(getpid())-\(time)-\(serial.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// Returns the path of a URL's file, whose name is a hash.
    ///
    /// Two URLs may have the same path; the description in the file contains the URL that it belongs to.
    private func path(of address: String) -> String {
        var first = FNVHash()
        first.add(address.utf8)
        var second: UInt64 = 0x8422_2325_CBF2_9CE4
        for byte in address.utf8 {
            second = (second &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
            second ^= second >> 32
        }
        return directory + "/" + Self.hexadecimal(first.value) + Self.hexadecimal(second)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The clean-up of a cache's directory, which limits the size of the cache.
private enum CacheDirectory {
    private struct File {
        var name: String
        var byteCount: Int64
        var usedAt: Int
    }

    /// The age in seconds at which an unfinished file counts as abandoned, because no page takes a day.
    private static let gracePeriod = 86_400

    /// Removes abandoned files, and the least recently used entries until the total size is small enough.
    ///
    /// Several processes may call this at the same time.
    ///
    /// - Parameters:
    ///   - directory: The path of the cache's directory.
    ///   - maximumBytes: The maximum size of all entries, in bytes.
    static func trim(_ directory: String, to maximumBytes: Int64) {
        var (files, unfinished) = list(directory)
        for name in unfinished { unlink("\(directory)/\(name)") }
        var sum = files.reduce(0) { ByteCount(clamping: $0 + $1.byteCount).bytes }
        guard sum > maximumBytes else { return }
        files.sort { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
        // Removes a tenth more than necessary, so that the next page does not cause another clean-up.
        for file in files where sum > maximumBytes / 10 * 9 {
            unlink("\(directory)/\(file.name)")
            sum -= file.byteCount
        }
    }

    /// Returns the entries and the names of abandoned files; files with any other name do not belong to the cache.
    private static func list(_ directory: String) -> (files: [File], unfinished: [String]) {
        guard let stream = opendir(directory) else { return ([], []) }
        defer { closedir(stream) }
        let now = time(nil)
        var files: [File] = []
        var unfinished: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let isPart = name.hasPrefix(".part-")
            guard isPart || isEntry(name) else { continue }
            var status = stat()
            guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let usedAt = status.st_mtim.tv_sec
            if isPart {
                if usedAt < now - gracePeriod { unfinished.append(name) }
            } else {
                files.append(File(name: name, byteCount: ByteCount(clamping: status.st_size).bytes, usedAt: usedAt))
            }
        }
        return (files, unfinished)
    }

    private static func isEntry(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
