import DownloadQueue
import FoundationEssentials
import Glibc

/// A directory of this machine that contains the part files of downloads to any destinations.
///
/// The name of a part file contains the token that is recorded with its bytes (``PartialContent/partToken``). A part
/// file of an earlier attempt, whose item another machine has begun anew, therefore has another name.
struct WorkDirectory: Sendable {
    /// The time after which a part file of an unknown item is deleted, in seconds.
    ///
    /// Its item may have been removed, or it may belong to another queue that uses the same directory.
    private static let unknownItemLifetime: TimeInterval = 7 * 86_400

    /// The suffix of the name of a staged file.
    static let stagedSuffix = ".leftoff-staged"

    let directory: DestinationDirectory

    /// Returns a new token.
    static func makeToken() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the hidden name of a complete file in its destination.
    ///
    /// It follows from the record alone, so that any machine can delete the file of a worker that was killed.
    static func stagedName(token: String) -> String { ".\(token)\(stagedSuffix)" }

    /// Returns the location of a part file.
    func location(of id: String, token: String) -> PartLocation {
        PartLocation(directory: directory, name: Self.partName(of: id, token: token))
    }

    /// Returns the name of a part file.
    static func partName(of id: String, token: String) -> String {
        prefix(of: id) + token + QueueItem.partSuffix
    }

    /// Returns true if two directories are on the same file system, so that a file can probably be renamed from one to
    /// the other.
    static func isOnFileSystem(_ path: String, of other: String) -> Bool {
        var first = stat()
        var second = stat()
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
    }

    // MARK: Deleting

    /// Deletes all part files of an item that are not being written.
    ///
    /// - Returns: True if there is none any more.
    func discard(_ id: String) -> Bool {
        var isGone = true
        for name in names() where name.hasPrefix(Self.prefix(of: id)) && DestinationDirectory.isPart(name) {
            isGone = discardPart(name) && isGone
        }
        return isGone
    }

    /// Deletes the part files that no item of a queue needs any more.
    func discardStaleFiles(of store: any QueueStore, at now: Date) {
        for name in names() {
            guard let (id, token) = Self.parts(of: name) else { continue }
            do {
                let item = try store.item(id: id)
                // A token is recorded before its file is created, so any other token is an older one.
                let isNeeded = item.content.partToken == token && item.state != .done && item.state != .quarantined
                if item.id == id, !isNeeded { _ = discardPart(name) }
            } catch QueueError.notFound {
                guard let modified = directory.modificationDate(of: name) else { continue }
                if now.timeIntervalSince(modified) > Self.unknownItemLifetime { _ = discardPart(name) }
            } catch {
                return
            }
        }
    }

    private func discardPart(_ name: String) -> Bool {
        // A locked file is still being written.
        guard let part = try? directory.openPart(name) else { return false }
        defer { part.unlock() }
        return (try? directory.unlink(name)) != nil
    }

    private func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    private static func parts(of name: String) -> (id: String, token: String)? {
        guard name.hasSuffix(QueueItem.partSuffix) else { return nil }
        let parts = name.dropLast(QueueItem.partSuffix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// Returns the beginning of the names of an item's part files.
    private static func prefix(of id: String) -> String {
        // An id that came from elsewhere must not lead to another directory, nor to the files of another item.
        id.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
            return isPlain ? String(character) : "_" + String(byte, radix: 16) + "_"
        }.joined() + "-"
    }
}
