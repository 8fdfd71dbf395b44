package import FoundationEssentials
import Glibc
import Syntax

/// The file of the sessions: `sessions.json` in Leftoff's data directory.
///
/// The service and `leftoff devices` may change it at the same time. It counts only if no other user can have read or
/// written it. Its sessions end when the full token is replaced, because it contains a mark of the token.
package struct SessionFile: Sendable {
    /// The file's name in the data directory.
    package static let fileName = "sessions.json"
    /// The name of the file whose lock the processes hold while they change the sessions.
    package static let lockName = "sessions.lock"

    /// The maximum size of the file, in bytes; a session has less than 400.
    private static let limit = 256 * 1024

    private let file: SharedFile

    /// The file's path.
    package var path: String { file.path }

    /// Creates a reference to the file.
    ///
    /// - Parameter home: The data directory, which must exist before sessions are stored.
    package init(home: String) {
        self.init(home: home, wait: SharedFile.pause)
    }

    /// Creates a reference to the file.
    ///
    /// - Parameters:
    ///   - home: The data directory, which must exist before sessions are stored.
    ///   - wait: Waits between two attempts to get the lock.
    init(home: String, wait: @escaping @Sendable () -> Void) {
        file = SharedFile(home: home, name: Self.fileName, lockName: Self.lockName, wait: wait)
    }

    /// The sessions of a file.
    package struct Contents: Sendable {
        /// The sessions that have not ended, most recently used first.
        package var sessions: [Session] = []
        /// The reason why the file, or an entry of it, was ignored; nil if it was readable or missing.
        package var problem: String?
    }

    /// The current version; nil if the file is missing.
    var fileVersion: SharedFile.FileVersion? { file.fileVersion }

    /// Reads the sessions that are valid with a token.
    ///
    /// A damaged file has no sessions, so that browsers must sign in again, and the service starts nevertheless.
    ///
    /// - Parameters:
    ///   - token: The current full token.
    ///   - now: The current time.
    /// - Returns: The sessions.
    package func load(token: Token, at now: Date) -> Contents {
        var contents = all(token: token)
        contents.sessions = Self.current(contents.sessions, at: now)
        return contents
    }

    /// Reads all sessions that the token has not ended.
    ///
    /// - Parameter token: The current full token.
    /// - Returns: The sessions, also those that have ended by time.
    func all(token: Token) -> Contents {
        do {
            switch try OwnedFile.read(path, limit: Self.limit, isPrivate: true) {
            case .missing: return Contents()
            case .untrusted(let reason): return Contents(problem: reason)
            case .bytes(let bytes):
                let document = try JSONText.decode(Document.self, from: bytes)
                guard document.mark == Self.mark(of: token) else { return Contents() }
                let sessions = document.sessions.compactMap(\.value?.session)
                let isComplete = sessions.count == document.sessions.count
                return Contents(
                    sessions: sessions, problem: isComplete ? nil : "contains an entry that is not a session")
            }
        } catch let error as ServiceError {
            return Contents(problem: "\(error)")
        } catch {
            return Contents(problem: "does not contain sessions")
        }
    }

    /// Changes the sessions, and returns when they are stored durably.
    ///
    /// - Parameters:
    ///   - token: The current full token.
    ///   - now: The current time.
    ///   - keepsOld: True to keep sessions whose time is over, because the clock may be wrong.
    ///   - change: Changes the sessions, which no other process changes meanwhile.
    /// - Returns: The changed sessions, and the version of the file.
    /// - Throws: `ServiceError` if the file cannot be written, or another process holds its lock for too long.
    @discardableResult
    func update(
        token: Token, at now: Date, keepsOld: Bool = false, _ change: (inout [Session]) -> Void
    ) throws(ServiceError) -> (sessions: [Session], fileVersion: SharedFile.FileVersion?) {
        let lock = try file.lock()
        defer { SharedFile.unlock(lock) }
        var sessions = all(token: token).sessions
        change(&sessions)
        if !keepsOld { sessions.removeAll { $0.isExpired(at: now) } }
        sessions = Self.newest(sessions)
        let document = Document(mark: Self.mark(of: token), sessions: sessions.map { Entry(value: Record($0)) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts alone are encoded, which cannot fail.
        guard let bytes = try? encoder.encode(document) else {
            throw .sharedFile(path: path, reason: "the sessions cannot be encoded")
        }
        try file.replace(with: [UInt8](bytes) + [UInt8(ascii: "\n")])
        return (sessions, fileVersion)
    }

    /// Ends sessions.
    ///
    /// - Parameters:
    ///   - ids: The ids of the sessions; nil for all.
    ///   - token: The current full token.
    ///   - now: The current time.
    /// - Throws: `ServiceError` if the file cannot be written.
    package func end(_ ids: Set<String>?, token: Token, at now: Date) throws(ServiceError) {
        try update(token: token, at: now, keepsOld: true) { $0.removeAll { ids?.contains($0.id) ?? true } }
    }

    /// Returns the sessions that have not ended, at most ``Session/limit`` of them, most recently used first.
    private static func current(_ sessions: [Session], at now: Date) -> [Session] {
        newest(sessions.filter { !$0.hasEnded(at: now) })
    }

    /// Returns at most ``Session/limit`` sessions, most recently used first.
    static func newest(_ sessions: [Session]) -> [Session] {
        Array(sessions.sorted { $0.usedAt > $1.usedAt }.prefix(Session.limit))
    }

    /// Returns the mark of a token.
    ///
    /// 64 bits tell nobody 256, and the token lies beside the file.
    private static func mark(of token: Token) -> String {
        var hash = FNVHash()
        hash.add(token.text.utf8)
        return String(hash.value, radix: 16)
    }

    private struct Document: Codable {
        var mark: String
        var sessions: [Entry]
    }

    /// An entry of the file, which is nil if it is damaged: it does not hide the others.
    private struct Entry: Codable {
        var value: Record?

        init(value: Record) {
            self.value = value
        }

        init(from decoder: any Decoder) throws {
            value = try? Record(from: decoder)
        }

        func encode(to encoder: any Encoder) throws { try value?.encode(to: encoder) }
    }

    private struct Record: Codable {
        var id: String
        var cookie: String
        var secret: String
        var browser: String
        var createdAt: String
        var usedAt: String

        init(_ session: Session) {
            id = session.id
            cookie = session.cookie.text
            secret = session.secret.text
            browser = session.browser
            createdAt = RFC3339.string(session.createdAt)
            usedAt = RFC3339.string(session.usedAt)
        }

        /// Returns true for a short text that terminals and pages show as it is.
        private static func isName(_ text: String) -> Bool {
            text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }

        /// The session; nil if a part of it is not valid.
        var session: Session? {
            guard RecordID.range(ofPrefix: id) != nil, Self.isName(browser), let cookie = Token(stored: cookie),
                let secret = Token(stored: secret), let created = RFC3339.date(createdAt),
                let used = RFC3339.date(usedAt)
            else { return nil }
            return Session(
                id: id, cookie: cookie, secret: secret, browser: browser, createdAt: created, usedAt: used)
        }
    }
}
