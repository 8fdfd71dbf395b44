import DownloadQueue
import FoundationEssentials
import Glibc
import Syntax

/// A part file that is open, and locked against other processes until it is closed.
package final class PartFile: Sendable {
    /// The file's path, for messages.
    let path: String

    /// True if the file has had the permissions of new files from the start.
    let isPublished: Bool
    private let descriptor: Int32

    /// An error that occurs if another process has the file open, for instance a worker that was suspended.
    struct Locked: Error {
        let path: String
    }

    /// Takes ownership of a descriptor, checks that it is a regular file of this user with only one name, and locks it.
    init(descriptor: Int32, path: String) throws {
        self.descriptor = descriptor
        self.path = path
        isPublished = false
        let status = try self.status()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DestinationDirectory.refusedFailure(path, "has a second hard link or belongs to another user")
        }
        // The kernel releases the lock with the last descriptor, even after SIGKILL.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Locked(path: path)
        }
    }

    /// Takes ownership of the descriptor of a file that was just created, which no other process can have locked.
    init(new descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isPublished = true
    }

    deinit {
        // A forked child shares the descriptor and its lock until it calls exec. New files were never locked.
        if !isPublished { unlock() }
        close(descriptor)
    }

    /// Releases the lock.
    ///
    /// Nothing is written to the file any more, but other objects may keep it open for a moment.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    /// Returns the file's size in bytes.
    func size() throws -> Int64 { try Int64(status().st_size) }

    /// Returns the file's inode number.
    func inode() throws -> UInt64 { try UInt64(status().st_ino) }

    /// Returns the file's group.
    func group() throws -> gid_t { try status().st_gid }

    private func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        return status
    }

    /// Writes bytes at an offset.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw QueueFailure.system(count == 0 ? ENOSPC : errno, path) }
            done += count
        }
    }

    /// Reads bytes at an offset and returns their number, which is smaller than the block's size only at the end of the
    /// file.
    func read(into block: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        var done = 0
        while done < block.count {
            let count = pread(
                descriptor, block.baseAddress?.advanced(by: done), block.count - done, off_t(offset) + off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw QueueFailure.system(errno, path) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Returns true if bytes are equal to those at an offset of the file.
    func contains(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws -> Bool {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { block.deallocate() }
        guard try read(into: block, at: offset) == bytes.count else { return false }
        return bytes.elementsEqual(block)
    }

    /// Copies all bytes to an empty file.
    ///
    /// - Parameters:
    ///   - other: The other file.
    ///   - check: Called with the size of each block before it is written; an error that it throws is thrown at once.
    /// - Returns: The number of bytes.
    /// - Throws: ``QueueFailure``, and the errors of `check`.
    func copy(to other: PartFile, check: (Int) throws -> Void) throws -> Int64 {
        // Writes of 1 MiB are as fast as larger ones, also to a file server.
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { block.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try read(into: block, at: offset)
            try check(count)
            try other.write(UnsafeRawBufferPointer(rebasing: block[..<count]), at: offset)
            offset += Int64(count)
            if count < block.count { return offset }
        }
    }

    /// Truncates the file.
    func truncate(to size: Int64) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Makes the written bytes and the file's size durable.
    func syncData() throws {
        guard fdatasync(descriptor) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Sets the file's permissions; nil for the default permissions of new files.
    func publish(as mode: mode_t? = nil) throws {
        guard fchmod(descriptor, mode ?? FileMode.ofNewFiles) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Sets the file's modification date, if the file system can store it.
    ///
    /// - Parameter seconds: The date in seconds since 1970.
    func setModified(_ seconds: Int64) {
        let time = timespec(tv_sec: time_t(clamping: seconds), tv_nsec: 0)
        let times = [time, time]
        _ = times.withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    }

    /// Sets an extended attribute; returns false if the file system has none, or no space for it.
    func setAttribute(_ name: String, _ bytes: [UInt8]) -> Bool {
        ExtendedAttribute.set(name, bytes, of: descriptor) == 0
    }

    /// Deletes the part file of an item that no worker holds, if that is possible.
    ///
    /// - Parameters:
    ///   - item: An item that no worker holds.
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: True if there is no part file any more; it may still be in the work directory of another machine.
    @discardableResult
    static func discard(
        of item: QueueItem, workDirectory: String? = nil, rules: WorkerRules? = nil
    ) -> Bool {
        var isGone = true
        if let workDirectory, let directory = try? DestinationDirectory(workDirectory, isCreated: false) {
            isGone = WorkDirectory(directory: directory).discard(item.id)
        }
        if let token = item.content.partToken {
            return discard(WorkDirectory.stagedName(token: token), of: item, rules: rules) && isGone
        }
        return (item.partName.map { discard($0, of: item, rules: rules) } ?? true) && isGone
    }

    /// Deletes a file that only Leftoff creates and that is not being written, and its receipt.
    ///
    /// - Parameters:
    ///   - name: The file's name. Nothing is deleted if it is the name of another file, which no worker has chosen.
    ///   - item: The item in whose directory the file is.
    ///   - rules: The rules of this machine. Nothing is deleted in a directory that they do not allow.
    /// - Returns: True if there is no such file any more.
    @discardableResult
    static func discard(_ name: String, of item: QueueItem, rules: WorkerRules? = nil) -> Bool {
        guard DestinationDirectory.isOwn(name) else { return true }
        let directory: DestinationDirectory
        do {
            directory = try DestinationDirectory(item.directory, below: try item.root(rules), isCreated: false)
        } catch let failure as QueueFailure where failure.class == .refused {
            return false
        } catch {
            return access(item.directory, F_OK) != 0 && errno == ENOENT
        }
        // A locked file is still being written.
        if (try? directory.openOwn(name)) != nil {
            try? directory.unlink(name)
            try? directory.unlink(name + DownloadReceipt.suffix)
        }
        do { return try directory.entry(name) == nil } catch { return false }
    }
}

/// The marks of a file that is downloaded in pieces: for each piece, the number of bytes that have been written.
///
/// They are stored behind the offset of the file's last byte and truncated before the file is renamed. They are not
/// made durable, so they are valid only until the machine restarts. After a process was killed, they cover bytes that
/// were written since the last checkpoint.
extension PartFile {
    /// Writes the number of bytes of a piece.
    func mark(_ piece: Int, count: Int64, total: Int64) throws {
        var value = count.littleEndian
        try withUnsafeBytes(of: &value) { try write($0, at: total + Int64(piece) * 8) }
    }

    /// Reads the marks.
    ///
    /// - Parameters:
    ///   - pieces: The number of pieces.
    ///   - total: The size of the file.
    /// - Returns: The number of bytes written of each piece; 0 for a piece without a mark.
    /// - Throws: ``QueueFailure``.
    func marks(of pieces: Int, total: Int64) throws -> [Int64] {
        try Self.marks(of: pieces, total: total, read: read)
    }

    /// Reads the marks of a file; see ``marks(of:total:)``.
    ///
    /// - Parameters:
    ///   - pieces: The number of pieces.
    ///   - total: The size of the file.
    ///   - read: Reads bytes at an offset, and returns their number.
    /// - Returns: The number of bytes written of each piece; 0 for a piece without a mark.
    /// - Throws: The errors of `read`.
    static func marks(
        of pieces: Int, total: Int64, read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int
    ) rethrows -> [Int64] {
        var marks = [Int64](repeating: 0, count: pieces)
        let count = try marks.withUnsafeMutableBytes { try read($0, total) }
        return marks.enumerated().map { $0.offset < count / 8 ? Int64(littleEndian: $0.element) : 0 }
    }
}

/// The permissions of new files.
private enum FileMode {
    /// The permission to read and write for all, except the bits of the process's umask.
    static let ofNewFiles: mode_t = 0o666 & ~mask()

    /// Returns the umask without changing it.
    ///
    /// The function `umask` would change it for a moment, which would affect other threads.
    private static func mask() -> mode_t {
        if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Umask:") }),
            let mask = mode_t(String(line.dropFirst(6)).trimmingBlanks(), radix: 8)
        {
            return mask
        }
        let mask = umask(0o022)
        umask(mask)
        return mask
    }
}
