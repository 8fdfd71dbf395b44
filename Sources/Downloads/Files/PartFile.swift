package import DownloadQueue

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is being downloaded, open and locked against other processes until it is released.
package final class PartFile: Sendable {
    /// The file's path, for messages.
    let path: String

    /// True when the file was made with the permissions of new files.
    let isPublished: Bool
    private let descriptor: Int32

    /// Another process holds the file, for instance a worker that somebody has stopped.
    struct Locked: Error {
        let path: String
    }

    /// Takes over a descriptor, checks what it is, and locks it.
    init(descriptor: Int32, path: String) throws {
        self.descriptor = descriptor
        self.path = path
        isPublished = false
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DestinationDirectory.refusal(path, "is shared with others")
        }
        // The kernel drops the lock with the last descriptor, also after kill -9.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Locked(path: path)
        }
    }

    /// Takes over the descriptor of a file that was made just now, which nobody else can have opened in good faith.
    init(new descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isPublished = true
    }

    deinit {
        // A program that is just being started has a copy of the descriptor until it runs, and with it the lock.
        unlock()
        close(descriptor)
    }

    /// Lets others have the file.
    ///
    /// It is not written any more, but whoever has seen it last may hold it for a moment.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    /// The file's size.
    func size() throws -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        return Int64(status.st_size)
    }

    /// The file's number on its volume.
    func inode() throws -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        return UInt64(status.st_ino)
    }

    /// The group that the file belongs to.
    func group() throws -> gid_t {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        return status.st_gid
    }

    /// Writes bytes at a place.
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

    /// Reads bytes at a place.
    ///
    /// - Returns: How many were read: fewer than fit only at the end of the file.
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

    /// Tells whether bytes are those at a place of the file.
    func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws -> Bool {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { block.deallocate() }
        guard try read(into: block, at: offset) == bytes.count else { return false }
        return bytes.elementsEqual(block)
    }

    /// Cuts the file.
    func truncate(to size: Int64) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Makes what was written so far durable: the bytes and the size.
    func syncData() throws {
        guard fdatasync(descriptor) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Makes the bytes and all attributes durable.
    func sync() throws {
        guard fsync(descriptor) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Gives the file permissions: those that new files of this process have, unless others are named.
    func publish(as mode: mode_t? = nil) throws {
        guard fchmod(descriptor, mode ?? FileMode.ofNewFiles) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Dates the file.
    ///
    /// A file system that cannot keep the date keeps the file all the same.
    ///
    /// - Parameter seconds: When the resource was last changed, in seconds since 1970.
    func setModified(_ seconds: Int64) {
        let time = timespec(tv_sec: time_t(clamping: seconds), tv_nsec: 0)
        let times = [time, time]
        _ = times.withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    }

    /// Attaches a text.
    ///
    /// - Returns: False when the file system has no extended attributes, or no room for this one.
    func setAttribute(_ name: String, _ bytes: [UInt8]) -> Bool {
        ExtendedAttribute.set(name, bytes, of: descriptor) == 0
    }

    /// Deletes the part file of an item that no worker holds.
    ///
    /// Whatever stands in the way stays: the item is gone anyway.
    ///
    /// - Parameter item: The item.
    package static func discard(of item: QueueItem) {
        if let name = item.partName { discard(name, in: item.directory) }
    }

    /// Deletes a file that nobody writes any more, and the receipt beside it.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - path: The path of its directory.
    static func discard(_ name: String, in path: String) {
        guard let directory = try? DestinationDirectory(path, isCreated: false),
            // Locked means that somebody still writes it.
            (try? directory.openPart(name)) != nil
        else { return }
        try? directory.unlink(name)
        try? directory.unlink(name + DownloadReceipt.suffix)
    }
}
