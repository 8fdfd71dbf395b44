import Foundation
import Glibc
import HTTPTypes
import Synchronization
import Testing

@testable import Service

@Suite("Files that several processes change")
final class SharedFileTests: Sendable {
    private let home = FileManager.default.temporaryDirectory.appending(path: "leftoff-shared-\(UUID().uuidString)")
        .path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func file(wait: @escaping @Sendable () -> Void = {}) -> SharedFile {
        SharedFile(home: home, name: "x.json", lockName: "x.lock", wait: wait)
    }

    @Test("A lock that is held for too long is a failure after a limited number of attempts")
    func locked() throws {
        let waits = Mutex(0)
        let held = try file().lock()
        #expect(throws: ServiceError.self) { try self.file { waits.withLock { $0 += 1 } }.lock() }
        #expect(waits.withLock { $0 } == SharedFile.lockAttempts - 1)
        SharedFile.unlock(held)
        SharedFile.unlock(try file { Issue.record("a free lock needs no wait") }.lock())
    }

    @Test("A lock is released though a child process, which has not started its program yet, has a copy of it")
    func copied() throws {
        let held = try file().lock()
        let copy = dup(held)
        #expect(copy >= 0)
        SharedFile.unlock(held)
        SharedFile.unlock(try file { Issue.record("a free lock needs no wait") }.lock())
        close(copy)
    }

    @Test("A lock that is released meanwhile is taken")
    func released() throws {
        let held = try file().lock()
        let waits = Mutex(0)
        let lock = try file {
            if waits.withLock({ count in
                count += 1; return count
            }) == 3 {
                SharedFile.unlock(held)
            }
        }.lock()
        SharedFile.unlock(lock)
        #expect(waits.withLock { $0 } == 3)
    }

    @Test("A sign-in that cannot be stored, because the sessions are locked, is refused with 503 and can be repeated")
    func lockedSessions() throws {
        let file = SessionFile(home: home, wait: {})
        let registry = SessionRegistry(
            file: file, tokens: RotatingTokens(ServiceTokens(), files: nil), now: { Date() }, monotonicNow: { .now })
        let signIn = registry.begin(browser: "Test", replacing: nil)
        let cookies = [Substring(signIn.cookie.text)]
        let held = try SharedFile(home: home, name: SessionFile.fileName, lockName: SessionFile.lockName).lock()
        let error = #expect(throws: ServiceError.self) {
            try registry.claim(signIn.claim.text, secret: Token(), cookies: cookies)
        }
        #expect(error.flatMap { Problem(describing: $0) }?.status == .serviceUnavailable)
        SharedFile.unlock(held)
        #expect(try registry.claim(signIn.claim.text, secret: Token(), cookies: cookies))
    }

    @Test("Two services on one directory see and keep each other's settings")
    func settings() throws {
        let (first, second) = (try SettingsFile(home: home), try SettingsFile(home: home))
        _ = try first.change { $0.neverCaptured = ["bank.example"] }
        #expect(second.current.neverCaptured == ["bank.example"])
        _ = try second.change { $0.copyText = false }
        _ = try first.change { $0.copyPicture = true }
        for settings in [first.current, second.current, try SettingsFile(home: home).current] {
            #expect(settings.neverCaptured == ["bank.example"] && !settings.copyText && settings.copyPicture)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
        #expect(names == [SettingsFile.fileName, SettingsFile.lockName])
    }

    @Test(
        "A settings file that becomes unreadable changes nothing, and is not overwritten",
        arguments: [("{", 0o600), (#"{"copyText":true}"#, 0o666)])
    func damagedSettings(text: String, mode: mode_t) throws {
        let file = try SettingsFile(home: home)
        _ = try file.change { $0.copyText = false }
        let path = "\(home)/\(SettingsFile.fileName)"
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        chmod(path, mode)
        #expect(!file.current.copyText)
        #expect(throws: ServiceError.self) { try file.change { $0.copyPicture = true } }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text && !file.current.copyPicture)
    }
}
