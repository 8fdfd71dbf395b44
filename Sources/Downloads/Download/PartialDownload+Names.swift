import DownloadLists
import DownloadQueue
import Transfer

extension PartialDownload {
    /// Returns the safe name that the file should have, even if the name is in use.
    ///
    /// - Parameter head: The head of the response, which may contain a name; nil if there is none yet.
    /// - Returns: The name.
    func preferredName(_ head: ResponseHead?) -> String {
        item.preferredName(head)
    }

    /// Chooses an unused name, and records it before any file on disk has it.
    ///
    /// - Parameters:
    ///   - base: The preferred name. If it is in use, a number is appended.
    ///   - content: The version that is about to be written.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func reserve(_ base: String, _ content: PartialContent) throws {
        for number in 0..<Self.numberLimit {
            let name = FileName.numbered(base, number)
            guard try canUse(name), try isUnused(name + QueueItem.partSuffix) else { continue }
            do {
                try record(.named(name), .progressed(content))
                return
            } catch QueueError.nameTaken {
                continue
            }
        }
        throw namesExhaustedFailure(base)
    }

    /// Returns true if no file has a name; throws if it is a symbolic link.
    func isUnused(_ name: String) throws -> Bool {
        switch try directory.entry(name) {
        case nil: return true
        case .symbolicLink: throw directory.symbolicLinkFailure(name)
        case .file, .other: return false
        }
    }

    /// Returns true if the file may get a name: it is unused, or its file may be overwritten.
    func canUse(_ name: String) throws -> Bool { try isUnused(name) || canReplace(name) }

    /// Returns true if the file with a name may be overwritten.
    func canReplace(_ name: String) throws -> Bool {
        guard options.overwrites, !writtenPaths.contains(directory.path(of: name)),
            case .file = try directory.entry(name)
        else { return false }
        return true
    }

    /// Returns the failure for a name that is in use with every number.
    func namesExhaustedFailure(_ base: String) -> QueueFailure {
        QueueFailure(.disk, "\(directory.path(of: base)): too many files have this name", isLasting: true)
    }
}
