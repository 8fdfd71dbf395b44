import FoundationEssentials
import Glibc
import Testing

@testable import Service

@Suite("Tokens")
struct TokenTests {
    private let home = FileManager.default.temporaryDirectory.path + "/leftoff-tokens-\(Token().text)/data"

    private func removeHome() {
        try? FileManager.default.removeItem(atPath: String(home.dropLast("/data".count)))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A token has 43 characters of the URL-safe alphabet and differs each time")
    func shape() {
        let tokens = (0..<200).map { _ in Token().text }
        #expect(Set(tokens).count == 200)
        for token in tokens {
            #expect(token.utf8.count == 43)
            #expect(Token(stored: token) != nil)
        }
        // All 64 characters occur, so that no bits are lost.
        #expect(Set(tokens.joined()).count == 64)
    }

    @Test("A token matches itself and nothing else")
    func matching() throws {
        let token = Token()
        let other = String(token.text.dropLast()) + (token.text.hasSuffix("A") ? "B" : "A")
        #expect(token.matches(token.text))
        #expect(!token.matches(other))
        #expect(!token.matches(token.text.dropLast()))
        #expect(!token.matches(token.text + "A"))
        #expect(!token.matches(""))
    }

    @Test("The files are created once, private, and contain the two tokens")
    func files() throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        let first = try files.load()
        let second = try files.load()
        #expect(first.full.text == second.full.text)
        #expect(first.capture.text == second.capture.text)
        #expect(first.full.text != first.capture.text)
        #expect(try String(contentsOfFile: files.tokenPath, encoding: .utf8) == first.full.text)
        #expect(try String(contentsOfFile: files.captureTokenPath, encoding: .utf8) == first.capture.text)
        #expect(try mode(files.tokenPath) == 0o600)
        #expect(try mode(files.captureTokenPath) == 0o600)
        #expect(try mode(home) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == ["capture-token", "token"])
    }

    @Test("Rotation replaces both tokens and leaves no other file")
    func rotation() throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        let old = try files.load()
        let new = try files.rotate()
        #expect(old.full.text != new.full.text)
        #expect(old.capture.text != new.capture.text)
        #expect(try files.load().full.text == new.full.text)
        #expect(try mode(files.tokenPath) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == ["capture-token", "token"])
    }

    @Test("A line break at the end of the file is not part of the token")
    func lineBreak() throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        let tokens = try files.load()
        let handle = try #require(fopen(files.tokenPath, "a"))
        fputs("\n", handle)
        fclose(handle)
        #expect(try files.load().full.text == tokens.full.text)
    }

    @Test("A file that others may read is refused", arguments: [0o640, 0o604, 0o666])
    func openFile(mode: Int) throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        _ = try files.load()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.tokenPath)
        #expect(throws: ServiceError.self) { try files.load() }
    }

    @Test("A file without a token is rejected and left unchanged", arguments: ["", "short", "an\0other thing"])
    func foreignFile(content: String) throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        _ = try files.load()
        try Data(content.utf8).write(to: URL(filePath: files.tokenPath))
        chmod(files.tokenPath, 0o600)
        #expect(throws: ServiceError.self) { try files.load() }
        #expect(try Data(contentsOf: URL(filePath: files.tokenPath)) == Data(content.utf8))
    }

    @Test("A symbolic link instead of a token file is rejected")
    func link() throws {
        defer { removeHome() }
        let files = TokenFiles(home: home)
        _ = try files.load()
        try FileManager.default.moveItem(atPath: files.tokenPath, toPath: home + "/elsewhere")
        symlink(home + "/elsewhere", files.tokenPath)
        #expect(throws: ServiceError.self) { try files.load() }
    }

    @Test("An error about a directory that cannot be created contains its path")
    func noHome() throws {
        let error = #expect(throws: ServiceError.self) { try TokenFiles(home: "/dev/null/leftoff").load() }
        #expect(error?.description.hasPrefix("/dev/null/leftoff") == true)
    }

    @Test("A one-time code works once")
    func loginCode() {
        let codes = LoginCodes(now: { .now })
        let first = codes.issue()
        let second = codes.issue()
        #expect(!codes.redeem(Token().text))
        #expect(codes.isUsed(id: first.id) == false)
        #expect(codes.redeem(first.token.text))
        #expect(!codes.redeem(first.token.text))
        #expect(codes.isUsed(id: first.id) == true && codes.isUsed(id: second.id) == false)
        #expect(codes.redeem(second.token.text))
        #expect(codes.isUsed(id: first.token.text) == nil)
    }

    @Test("A one-time code ends after a day")
    func loginCodeEnds() {
        let clock = Clock()
        let codes = LoginCodes(now: { clock.monotonicNow })
        let (first, second) = (codes.issue(), codes.issue())
        clock.move(by: LoginCodes.lifetime - 1)
        #expect(codes.redeem(first.token.text))
        clock.move(by: 1)
        #expect(!codes.redeem(second.token.text))
        #expect(codes.isUsed(id: second.id) == nil)
    }
}
