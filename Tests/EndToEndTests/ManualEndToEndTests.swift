import Foundation
import Testing

@Suite("Manual pages", .ownThreads)
struct ManualEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let committed = root.appending(path: "Resources/man")

    /// A command as the argument parser describes it.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }
            var names: [Name]?
            var shouldDisplay: Bool?
        }
        var commandName: String
        var shouldDisplay: Bool?
        var arguments: [Argument]?
        var subcommands: [Command]?

        /// The listed commands without subcommands, with their complete names.
        func leaves(_ path: [String] = []) -> [(name: String, command: Command)] {
            let children = (subcommands ?? []).filter { $0.shouldDisplay ?? true }
            if children.isEmpty { return [(path.joined(separator: " "), self)] }
            return children.flatMap { $0.leaves(path + [$0.commandName]) }
        }
    }

    private struct Dump: Decodable { var command: Command }

    /// The listed commands without subcommands.
    private func commands() throws -> [(name: String, command: Command)] {
        let dump = try JSONDecoder().decode(
            Dump.self, from: try leftoff.run(["--experimental-dump-help"]).output)
        var names: Set<String> = []
        // The parser lists its own command `help` beside the declared one.
        return dump.command.leaves().filter { names.insert($0.name).inserted }
    }

    private func pages(in directory: URL) throws -> [String: String] {
        var pages: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            pages[name] = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        }
        return pages
    }

    @Test("The committed pages are those that the program writes")
    func current() throws {
        let directory = leftoff.directory.appending(path: "man")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let outcome = try leftoff.run(["manual", directory.path])
        try #require(outcome.status == 0, "\(outcome.errorText)")
        let (written, committed) = (try pages(in: directory), try pages(in: Self.committed))
        #expect(written.keys.sorted() == committed.keys.sorted(), "run make man")
        for (name, text) in written {
            #expect(committed[name] == text, "\(name) is not current: run make man, and commit Resources/man")
        }
    }

    @Test("Each command and each of its options is in exactly one page, apart from the overview")
    func complete() throws {
        let pages = try pages(in: Self.committed)
        let overview = try #require(pages["leftoff.1"])
        var optionCount = 0
        for (name, command) in try commands() {
            let bold = "leftoff \(name)".split(separator: " ")
                .map { "\\fB\($0.replacing("-", with: "\\-"))\\fR" }.joined(separator: " ")
            let found = pages.filter { _, text in
                let synopsis = text.components(separatedBy: "\n.SH ").first { $0.hasPrefix("SYNOPSIS") } ?? ""
                return synopsis.split(separator: "\n").contains { $0 == bold || $0.hasPrefix(bold + " ") }
            }
            #expect(found.count == 1, "\(name) is in the pages \(found.keys.sorted())")
            #expect(overview.contains("\n\(bold)\n") || name == "help", "leftoff(1) does not list \(name)")
            for argument in command.arguments ?? [] where argument.shouldDisplay ?? true {
                for option in argument.names ?? [] where !["help", "version", "h"].contains(option.name) {
                    let dashes = option.kind == "long" ? "--" : "-"
                    let text = "\\fB\((dashes + option.name).replacing("-", with: "\\-"))\\fR"
                    let tags = found.values.first?.split(separator: "\n").filter { $0.hasPrefix("\\fB\\-") } ?? []
                    #expect(tags.contains { $0.contains(text) }, "\(name) \(dashes)\(option.name) is not described")
                    optionCount += 1
                }
            }
        }
        #expect(optionCount > 100)
    }

    @Test(
        "Each page lists the exit codes of its commands",
        arguments: [
            ("places", ["0", "1", "64", "65", "66", "69", "73, 74", "77"]),
            ("links", ["0", "1", "64", "65", "66", "69", "73, 74", "77"]),
            ("queue", ["0", "1", "64", "65", "66", "69", "73, 74", "77"]),
            ("service", ["0", "1", "64", "65", "66", "69", "73, 74", "77"]),
            ("motion", ["0", "64", "65", "69", "73, 74"]),
        ])
    func exitCodes(page: String, codes: [String]) throws {
        let lines = try #require(pages(in: Self.committed)["leftoff-\(page).1"]).components(separatedBy: "\n")
        let section = lines.drop { $0 != ".SH \"EXIT STATUS\"" }.dropFirst().prefix { !$0.hasPrefix(".SH") }
        let terms = zip(section, section.dropFirst()).filter { $0.0.hasPrefix(".TP") }.map(\.1)
        #expect(terms == codes)
        // Each page has commands that use the store, which may be damaged or from a newer version.
        let definition = section.drop { $0 != "65" }.prefix { $0 != ".TP 8" }.joined(separator: " ")
        #expect(definition.contains(" store is "), "\(definition)")
    }

    @Test("man formats every page at 80 columns without a warning", .enabled(if: Tool.all("man", "groff")))
    func warnings() throws {
        let man = try #require(Tool("man"))
        for name in try pages(in: Self.committed).keys {
            let path = Self.committed.appending(path: name).path
            // The options with which lintian runs man.
            let outcome = try man.run(
                ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path], in: leftoff.directory)
            #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(name): \(outcome.errorText)")
        }
    }

    @Test("mandoc has no objection to any page", .enabled(if: Tool.all("mandoc")))
    func lint() throws {
        let mandoc = try #require(Tool("mandoc"))
        for name in try pages(in: Self.committed).keys {
            let outcome = try mandoc.run(["-Tlint", Self.committed.appending(path: name).path], in: leftoff.directory)
            #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
        }
    }

    @Test("leftoff(1) names every environment variable that the code reads, and no other")
    func variables() throws {
        var read: Set<String> = []
        let sources = Self.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where ["swift", "c"].contains(file.pathExtension) {
            guard !file.path.contains("/leftoff/Help/"),
                let text = try? String(contentsOf: file, encoding: .utf8),
                text.contains("environment") || text.contains("getenv")
            else { continue }
            read.formUnion(text.matches(of: /"([A-Z][A-Z0-9_]+|[a-z]+_proxy)"/).map { String($0.1) })
        }
        try #require(read.contains("LEFTOFF_HOME"))
        let manual = try #require(pages(in: Self.committed)["leftoff.1"])
        let start = try #require(manual.range(of: ".SH ENVIRONMENT")).upperBound
        let end = try #require(manual.range(of: ".SH FILES")).lowerBound
        let listed = manual[start..<end].components(separatedBy: ".TP\n").dropFirst().flatMap { entry in
            entry.prefix { $0 != "\n" }.matches(of: /\\fB([A-Za-z0-9_]+)\\fR/).map { String($0.1) }
        }
        #expect(Set(listed) == read.subtracting(["ON", "ALL"]), "change EnvironmentVariable.all, and run make man")
    }
}
