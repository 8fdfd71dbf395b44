#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is being downloaded, open and locked against other processes until it is released.
package final class PartFile: Sendable {
    /// The file's path, for messages.
    let path: String
    private let descriptor: Int32

    /// Takes over a descriptor, checks what it is, and locks it.
    init(descriptor: Int32, path: String) throws {
        self.descriptor = descriptor
        self.path = path
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw QueueFailure.system(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DestinationDirectory.refusal(path, "is shared with others")
        }
        // The kernel drops the lock with the last descriptor, also after kill -9.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw QueueFailure(.internal, "\(path): another process writes it")
        }
    }

    deinit {
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

    /// Gives the file the permissions that new files of this process have.
    func publish() throws {
        guard fchmod(descriptor, FileMode.ofNewFiles) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Hashes the file's beginning.
    ///
    /// - Parameters:
    ///   - count: How many bytes.
    ///   - hasher: Receives them.
    /// - Throws: ``QueueFailure``.
    func hash(first count: Int64, into hasher: SHA256Hasher) throws {
        // 1 MiB is where larger reads gain nothing.
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { block.deallocate() }
        var offset: Int64 = 0
        while offset < count {
            let wanted = Int(min(Int64(block.count), count - offset))
            let got = pread(descriptor, block.baseAddress, wanted, off_t(offset))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw QueueFailure.system(got == 0 ? EIO : errno, path) }
            try hasher.update(UnsafeRawBufferPointer(rebasing: block[..<got]))
            offset += Int64(got)
        }
    }

    /// Deletes the part file of an item that no worker holds.
    ///
    /// Whatever stands in the way stays: the item is gone anyway.
    ///
    /// - Parameter item: The item.
    package static func discard(of item: QueueItem) {
        guard let name = item.partName, let directory = try? DestinationDirectory(item.directory, isCreated: false),
            // Locked means that somebody still writes it.
            (try? directory.openPart(name)) != nil
        else { return }
        try? directory.unlink(name)
    }
}
