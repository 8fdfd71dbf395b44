import Foundation
import Syntax
import TestSupport
import Testing

/// The commands that read a compressed body or file, with one that grows beyond all measure.
@Suite("Bodies and files that grow when they are decompressed", .ownThreads, .timeLimit(.minutes(10)))
struct DecompressionBombEndToEndTests {
    /// The commands and their exit codes; URL is the bomb's address, FILE a compressed file, DIR an empty directory.
    private static let commands: [(words: String, status: Int32)] = [
        ("get URL --dir DIR", 1), ("links URL", 65), ("links -i FILE.gz", 65),
    ]

    /// The codings, and the number of gzip members whose zeros are more than the allowance of any command.
    private static let bombs = ["gzip", "gzip, gzip"].map { DecompressionBomb(coding: $0, members: 20) }

    @Test("Each command ends with one message, and no file is left", arguments: commands, bombs.indices)
    func refused(command: (words: String, status: Int32), index: Int) throws {
        let bomb = Self.bombs[index]
        let leftoff = try Leftoff()
        let server = try ScriptedServer(["/a": bomb.response])
        defer { server.stop() }
        // A file has its codings as layers.
        let file = try leftoff.file("a.txt.gz", bomb.body)
        let files = leftoff.directory.appending(path: "files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let words = command.words.split(separator: " ").map { word in
            switch word {
            case "URL": server.address("/a")
            case "FILE.gz": file.path
            case "DIR": files.path
            default: String(word)
            }
        }
        let outcome = try leftoff.run(words)
        #expect(outcome.status == command.status, "\(outcome.errorText)")
        // The inner layer of the list is no text.
        let isBinary = command.words.hasPrefix("links -i") && bomb.coding == "gzip, gzip"
        #expect(isBinary || outcome.errorText.contains("grows more than 250 times"), "\(outcome.errorText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == [])
    }
}
