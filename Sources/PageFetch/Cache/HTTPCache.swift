import Synchronization
import Transfer
import WHATWGURL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A private HTTP cache in a directory (RFC 9111): one file for each address.
///
/// A file appears under its name only when it is complete, so that any number of processes may share the directory. What
/// is damaged counts as absent.
package final class HTTPCache: Sendable {
    /// Why a cache cannot be used.
    package enum Failure: Error, CustomStringConvertible {
        /// The directory cannot be made or used.
        case directory(path: String, code: Int32)

        package var description: String {
            switch self {
            case .directory(let path, let code): "\(path): \(String(cString: strerror(code)))"
            }
        }
    }

    /// A gibibyte holds tens of thousands of pages, and is little beside a disk.
    package static let defaultMaximumBytes: Int64 = 1 << 30

    private let directory: String
    private let maximumBytes: Int64
    private let serial = Atomic<UInt64>(0)
    /// What was written since the last look at the directory's size, in bytes.
    private let written = Atomic<Int64>(0)

    /// Opens a cache; its directory is made if need be, for its owner alone.
    ///
    /// - Parameters:
    ///   - directory: The path.
    ///   - maximumBytes: What it may hold, in bytes; a little more until it is looked at again.
    /// - Throws: ``Failure``.
    package init(directory: String, maximumBytes: Int64 = defaultMaximumBytes) throws(Failure) {
        self.directory = directory
        self.maximumBytes = maximumBytes
        var made = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR {
                throw .directory(path: directory, code: errno)
            }
        }
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .directory(path: directory, code: errno) }
        // Before the rights are asked for: a file is no directory, whatever may be done with it.
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .directory(path: directory, code: ENOTDIR) }
        guard access(directory, R_OK | W_OK | X_OK) == 0 else { throw .directory(path: directory, code: errno) }
    }

    /// Finds the response to a request, fresh or not.
    func find(_ url: WebURL, requestFields: [HTTPField]) -> CachedResponse? {
        let directives = CachePolicy.directives(of: requestFields)
        guard directives["no-cache"] == nil, directives["no-store"] == nil else { return nil }
        // A caller who asks for a part, or with conditions of his own, wants the server's answer.
        let asksForMore = ["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
        guard !requestFields.contains(where: { asksForMore.contains(where: $0.isNamed) }) else { return nil }
        let address = url.withoutFragment().href
        guard let entry = read(path(of: address)), entry.address == address else { return nil }
        guard entry.selecting == CachePolicy.selecting(entry.fields, requestFields: requestFields) else { return nil }
        return entry
    }

    /// Begins to keep a response, if it may be kept.
    func writer(
        for url: WebURL, head: ResponseHead, requestFields: [HTTPField], requestTime: Int64, responseTime: Int64
    ) -> CacheWriter? {
        guard CachePolicy.isStorable(status: head.status, fields: head.fields, requestFields: requestFields) else {
            return nil
        }
        let address = url.withoutFragment().href
        // Session cookies are none of a cache's business; hop-by-hop fields describe a connection that is gone.
        let dropped = ["Set-Cookie", "Connection", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade"]
        let fields = head.fields.filter { field in !dropped.contains(where: field.isNamed) }
        let entry = CachedResponse(
            status: head.status, fields: fields,
            selecting: CachePolicy.selecting(head.fields, requestFields: requestFields), requestTime: requestTime,
            responseTime: responseTime, address: address, path: path(of: address), bodyByteCount: 0, checksum: 0)
        return CacheWriter(entry, part: partPath(), onCommit: note)
    }

    /// Counts what was written, and looks at the directory when that is much.
    private func note(written byteCount: Int64) {
        let sum = written.wrappingAdd(byteCount, ordering: .relaxed).newValue
        if sum > maximumBytes / 8 { trim() }
    }

    /// Throws out what was not used for the longest time, if there is too much and this process has added to it.
    package func trim() {
        guard written.exchange(0, ordering: .relaxed) > 0 else { return }
        CacheDirectory.trim(directory, to: maximumBytes)
    }

    /// Replaces the description of a response, with the same body.
    func replace(_ old: CachedResponse, with new: CachedResponse) {
        guard CachePolicy.isStorable(status: new.status, fields: new.fields, requestFields: []) else {
            unlink(old.path)
            return
        }
        guard var writer = CacheWriter(new, part: partPath(), onCommit: note) else { return }
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
            let count = CacheEntryCoding.describedByteCount(tail: tail), count <= min(size - tailByteCount, 1 << 20),
            let described = bytes(descriptor, at: size - tailByteCount - count, count: count),
            let entry = CacheEntryCoding.entry(described, path: path),
            entry.bodyByteCount == Int64(size - tailByteCount - count)
        else { return nil }
        guard isWhole(entry) else { return nil }
        // The time of the last change tells when it was last used; that of access is often not kept.
        futimens(descriptor, nil)
        return entry
    }

    /// Checks the body before any of it is passed on, since there is no way back then.
    private func isWhole(_ entry: CachedResponse) -> Bool {
        (try? entry.readBody { _ in }) != nil
    }

    private func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &buffer, count, off_t(offset)) == count ? buffer : nil
    }

    private func partPath() -> String {
        // The time tells this process from an earlier one with the same number.
        let time = ContinuousClock.now.hashValue.magnitude
        return "\(directory)/.part-\(getpid())-\(time)-\(serial.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// The file of an address: digits only, whatever the address holds.
    ///
    /// Two addresses may share a file; each file says whose it is.
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
