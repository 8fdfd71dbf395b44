import Foundation
import Glibc
import Testing

@testable import Service

@Suite("The file of the sessions")
final class SessionFileTests: Sendable {
    private let home = FileManager.default.temporaryDirectory.appending(path: "leftoff-sessions-\(UUID().uuidString)")
    private let now = Date(timeIntervalSince1970: 1_460_000_000)
    private let token = Token()
    private var file: SessionFile { SessionFile(home: home.path) }

    init() throws {
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    private func session(at date: Date? = nil) -> Session {
        Session(cookie: Token(), secret: Token(), browser: "Firefox on Linux", at: date ?? now)
    }

    @Test("Sessions are stored in a file that only their owner can read, and nothing else is left behind")
    func stored() throws {
        let session = session()
        try file.update(token: token, at: now) { $0.append(session) }
        let found = file.load(token: token, at: now)
        #expect(found.problem == nil && found.sessions.count == 1)
        let read = try #require(found.sessions.first)
        #expect(read.id == session.id && read.browser == session.browser && read.createdAt == now && read.usedAt == now)
        #expect(read.cookie.matches(session.cookie.text) && read.secret.matches(session.secret.text))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
        #expect(names == [SessionFile.fileName, SessionFile.lockName])
    }

    @Test("With another token there are no sessions, and the next change drops them")
    func otherToken() throws {
        try file.update(token: token, at: now) { $0.append(self.session()) }
        let other = Token()
        #expect(file.load(token: other, at: now).sessions.isEmpty)
        try file.update(token: other, at: now) { $0.append(self.session()) }
        #expect(file.load(token: other, at: now).sessions.count == 1)
        #expect(file.load(token: token, at: now).sessions.isEmpty)
    }

    @Test("A file that others can read or change has no sessions, and says why", arguments: [0o644, 0o660, 0o622])
    func permissions(mode: Int) throws {
        try file.update(token: token, at: now) { $0.append(self.session()) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let found = file.load(token: token, at: now)
        #expect(found.sessions.isEmpty && found.problem != nil)
        try file.update(token: token, at: now) { $0.append(self.session()) }
        #expect(file.load(token: token, at: now).sessions.count == 1)
    }

    @Test(
        "A damaged file has no sessions, and the next sign-in replaces it",
        arguments: ["", "{", "[]", "null", #"{"mark":1,"sessions":[]}"#, "\u{0}\u{FF}"])
    func damaged(text: String) throws {
        try file.update(token: token, at: now) { _ in }
        try Data(text.utf8).write(to: URL(filePath: file.path))
        chmod(file.path, 0o600)
        #expect(file.load(token: token, at: now).sessions.isEmpty)
        #expect(file.load(token: token, at: now).problem != nil)
        try file.update(token: token, at: now) { $0.append(self.session()) }
        #expect(file.load(token: token, at: now).sessions.count == 1 && file.load(token: token, at: now).problem == nil)
    }

    @Test(
        "A damaged entry does not hide the others",
        arguments: [
            ("cookie", "short"), ("secret", ""), ("createdAt", "yesterday"), ("usedAt", "2016-13-01T00:00:00Z"),
            ("id", "../x"), ("id", ""), ("browser", String(repeating: "x", count: 201)),
            ("browser", "\u{1B}]52;c;x\u{7}"),
        ])
    func damagedEntry(key: String, value: String) throws {
        try file.update(token: token, at: now) { $0 += [self.session(), self.session()] }
        let url = URL(filePath: file.path)
        var document = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        var entries = try #require(document["sessions"] as? [[String: Any]])
        entries[0][key] = value
        document["sessions"] = entries
        try JSONSerialization.data(withJSONObject: document).write(to: url)
        chmod(file.path, 0o600)
        let found = file.load(token: token, at: now)
        #expect(found.sessions.count == 1 && found.problem != nil)
    }

    @Test("At most 64 sessions are kept: the least recently used end first")
    func limit() throws {
        let sessions = (0..<Session.limit + 3).map { session(at: now + TimeInterval($0)) }
        try file.update(token: token, at: now + 100) { $0 = sessions.shuffled() }
        let found = file.load(token: token, at: now + 100).sessions
        #expect(found.count == Session.limit)
        #expect(Set(found.map(\.id)) == Set(sessions.dropFirst(3).map(\.id)))
    }

    @Test("A clock that is set back revives no session")
    func clock() throws {
        let session = session()
        try file.update(token: token, at: now) { $0.append(session) }
        #expect(file.load(token: token, at: now - 86_400).sessions.isEmpty)
        let registry = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { [now] in now },
            monotonicNow: { .now })
        #expect(registry.hasSession(id: session.id))
        try file.update(token: token, at: now + Session.idleLifetime) { _ in }
        #expect(!registry.hasSession(id: session.id))
    }

    @Test("A session that has ended stays ended, even if the clock is set back and the file changes")
    func endStays() throws {
        let clock = Clock()
        let session = session(at: clock.now)
        try file.update(token: token, at: clock.now) { $0.append(session) }
        let registry = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { clock.now },
            monotonicNow: { clock.monotonicNow })
        #expect(registry.hasSession(id: session.id))
        clock.move(by: Session.idleLifetime)
        #expect(!registry.hasSession(id: session.id))
        clock.set(by: -Session.idleLifetime)
        try file.update(token: token, at: clock.now) { $0.append(self.session(at: clock.now)) }
        #expect(!registry.hasSession(id: session.id))
        #expect(registry.table().sessions.count == 1)
    }

    @Test(
        "A clock that is wrong for a moment signs nobody out, whatever is stored meanwhile",
        arguments: [-5 * 3_600, 8 * 86_400, 40 * 86_400, -50 * 365 * 86_400] as [TimeInterval], [true, false])
    func wrongForAMoment(difference: TimeInterval, hasFile: Bool) throws {
        let clock = Clock()
        let registry = SessionRegistry(
            file: hasFile ? file : nil, tokens: RotatingTokens(ServiceTokens(full: token), files: nil),
            now: { clock.now }, monotonicNow: { clock.monotonicNow })
        func signIn() throws -> String? {
            let signIn = registry.begin(browser: "Test", replacing: nil)
            let cookies = [Substring(signIn.cookie.text)]
            guard try registry.claim(signIn.claim.text, secret: Token(), cookies: cookies) else { return nil }
            return registry.table().sessions.first { $0.cookie.matches(signIn.cookie.text) }?.id
        }
        let id = try #require(try signIn())
        clock.set(by: difference)
        #expect(!registry.hasSession(id: id))
        #expect(try signIn() != nil)
        clock.set(by: -difference)
        #expect(registry.hasSession(id: id))
    }

    @Test("A service that starts while the clock is wrong ends no session for good, nor does a use at that time")
    func wrongAtStart() async throws {
        let clock = Clock()
        func registry() -> SessionRegistry {
            SessionRegistry(
                file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { clock.now },
                monotonicNow: { clock.monotonicNow })
        }
        let session = session(at: clock.now)
        try file.update(token: token, at: clock.now) { $0.append(session) }
        clock.set(by: 8 * 86_400)
        let late = registry()
        #expect(!late.hasSession(id: session.id))
        try file.update(token: token, at: clock.now, keepsOld: true) { $0.append(self.session(at: clock.now)) }
        #expect(!late.hasSession(id: session.id))
        clock.set(by: -8 * 86_400)
        #expect(late.hasSession(id: session.id) && registry().hasSession(id: session.id))
        clock.set(by: 7_500)
        await late.recordUse(id: session.id)
        clock.set(by: -7_500)
        #expect(late.hasSession(id: session.id) && registry().hasSession(id: session.id))
    }

    @Test("A session that another process ends is gone at once")
    func revoked() throws {
        let registry = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { [now] in now },
            monotonicNow: { .now })
        let signIn = registry.begin(browser: "Test", replacing: nil)
        #expect(try registry.claim(signIn.claim.text, secret: Token(), cookies: [Substring(signIn.cookie.text)]))
        let id = try #require(registry.table().sessions.first?.id)
        // Another service on the same directory knows it, too.
        let other = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { [now] in now },
            monotonicNow: { .now })
        #expect(other.hasSession(id: id))
        try file.end([id], token: token, at: now)
        #expect(!registry.hasSession(id: id) && !other.hasSession(id: id))
    }

    @Test("A claim whose session cannot be stored stays valid")
    func failedWrite() throws {
        let registry = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(full: token), files: nil), now: { [now] in now },
            monotonicNow: { .now })
        let signIn = registry.begin(browser: "Test", replacing: nil)
        let cookies = [Substring(signIn.cookie.text)]
        let moved = home.appendingPathExtension("moved")
        try FileManager.default.moveItem(at: home, to: moved)
        #expect(throws: ServiceError.self) { try registry.claim(signIn.claim.text, secret: Token(), cookies: cookies) }
        #expect(registry.table().sessions.isEmpty)
        try FileManager.default.moveItem(at: moved, to: home)
        #expect(try registry.claim(signIn.claim.text, secret: Token(), cookies: cookies))
    }
}
