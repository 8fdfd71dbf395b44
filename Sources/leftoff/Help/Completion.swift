import ArgumentParser
import DownloadQueue
import FoundationEssentials
import Places
import Store
import Syntax
import TerminalHUD
import WHATWGURL

/// The values that a shell offers while a command is typed.
///
/// They are read when the user presses the key, by the command line that the scripts of `leftoff completions` contain.
/// Nothing is created for that, and on any error nothing is offered.
extension CompletionKind {
    /// The newest places, by id; after `--put-back`, those in the trash.
    ///
    /// As operands of `leftoff tag`, also the tags: `+name` and `-name` after such a sign.
    static var places: CompletionKind {
        values { request in
            if request.command == "tag", !request.isOptionValue, let sign = request.word.first, "+-".contains(sign) {
                return try tagCandidates(String(sign))
            }
            guard request.contains("--put-back") else { return try placeCandidates(request) }
            let trash = try SQLiteShelf.forReading().trash(before: nil, limit: CompletionRequest.limit)
            return trash.entries.map { CompletionCandidate($0.place.id, title: title($0.place.snapshot)) }
        }
    }

    /// The downloads in the queue, by id.
    static var downloads: CompletionKind { downloads(in: nil) }

    /// The windows that are set aside, by id.
    static var windows: CompletionKind {
        values { _ in
            let archive = SQLiteWindowSetArchive(database: try DataHome().existingDatabase(), now: { Date() })
            return try archive.list(matching: nil, limit: CompletionRequest.limit, before: nil).sets.map { set in
                CompletionCandidate(set.id, title: set.title)
            }
        }
    }

    /// The tags, by name.
    static var tags: CompletionKind { values { _ in try tagCandidates("") } }

    /// The sites of the places.
    static var sites: CompletionKind {
        values { _ in
            try SQLiteSnapshotArchive.forReading().counts(of: .sites).map { site in
                CompletionCandidate(site.name, title: counted(site.count, "place"))
            }
        }
    }

    /// The hosts of the downloads in the queue.
    static var hosts: CompletionKind {
        values { request in try localQueue(request)?.hosts().map { CompletionCandidate($0) } ?? [] }
    }

    /// The states of pages.
    static var pageStates: CompletionKind { .list(PageState.allCases.map(\.rawValue)) }

    /// The states of downloads.
    static var downloadStates: CompletionKind { .list(QueueState.allCases.map(\.rawValue)) }

    /// Returns the downloads that a command can change, by id.
    static func downloads(for command: QueueCommand) -> CompletionKind {
        switch command {
        case .pause: downloads(in: [.ready, .running, .waiting, .verifying])
        case .resume: downloads(in: [.paused])
        case .retry: downloads(in: [.waiting, .failed, .quarantined])
        case .remove: downloads(in: nil)
        }
    }

    /// Returns the downloads in some states, by id; nil for all states.
    private static func downloads(in states: Set<QueueState>?) -> CompletionKind {
        values { request in
            guard let queue = try localQueue(request) else { return [] }
            let items = try queue.candidates(prefix: request.word, states: states, limit: CompletionRequest.limit)
            return items.map { CompletionCandidate($0.id, title: title($0)) }
        }
    }

    /// Returns the queue of the data directory; nil if the command uses another one, whose server may be far away.
    private static func localQueue(_ request: CompletionRequest) throws -> SQLiteQueueStore? {
        guard try QueueLocation(option: request.value(of: "--queue")) == .local else { return nil }
        return SQLiteQueueStore(database: try DataHome().existingDatabase())
    }

    private static func placeCandidates(_ request: CompletionRequest) throws -> [CompletionCandidate] {
        try SQLiteShelf.forReading().candidates(prefix: request.word, limit: CompletionRequest.limit).map { place in
            CompletionCandidate(place.id, title: place.title)
        }
    }

    private static func tagCandidates(_ sign: String) throws -> [CompletionCandidate] {
        try SQLiteSnapshotArchive.forReading().counts(of: .tags).map { tag in
            CompletionCandidate(sign + tag.name, title: counted(tag.count, "place"))
        }
    }

    private static func title(_ snapshot: PageSnapshot) -> String { snapshot.title ?? snapshot.url.href }

    private static func title(_ item: QueueItem) -> String {
        let name = item.fileName ?? item.name ?? item.url.path.split(separator: "/").last.map(String.init)
        return [item.url.host, name].compactMap(\.self).joined(separator: " ")
    }

    /// Returns a completion by values that are read when they are requested.
    private static func values(
        _ find: @escaping @Sendable (CompletionRequest) throws -> [CompletionCandidate]
    ) -> CompletionKind {
        .custom { words, index, prefix in
            let request = CompletionRequest(words: words, index: index, prefix: prefix)
            guard let shell = CompletionShell.requesting, let candidates = try? find(request) else { return [] }
            return CompletionCandidate.lines(candidates, for: request, in: shell)
        }
    }
}

/// A word of a command line that is completed.
struct CompletionRequest: Sendable {
    /// The maximum number of records that are offered.
    ///
    /// More would fill several screens, and delay the shell.
    static let limit = 200

    /// The words of the command line.
    private let words: [String]
    /// The index of the word.
    private let index: Int
    /// The beginning of the word up to the cursor, without quotes and escapes; of `--option=value`, only that of the
    /// value.
    let word: String
    /// True if the word is the value of an option with a long name.
    let isOptionValue: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, as the shell has them.
    ///   - index: The index of the word among them.
    ///   - prefix: The beginning of the last word up to the cursor, from the argument parser.
    init(words: [String], index: Int, prefix: String) {
        self.words = words
        self.index = index
        // The argument parser looks only at the last word. The cursor may be in an earlier one, at an unknown position.
        let word = words.indices.contains(index) && index < words.count - 1 ? words[index] : prefix
        // The value of an option that is a part of the word.
        let value = word.hasPrefix("--") ? word.firstIndex(of: "=").map { word[word.index(after: $0)...] } : nil
        self.word = Self.unquoted(value ?? word[...])
        let before = words.indices.contains(index - 1) ? words[index - 1] : ""
        isOptionValue = value != nil || before.hasPrefix("--") && before.count > 2
    }

    /// The name of the command, without those of its subcommands; nil if there is none yet.
    var command: String? { words.dropFirst().first { !$0.hasPrefix("-") } }

    /// Returns true if the command line contains an option.
    ///
    /// - Parameter option: The name with its dashes.
    /// - Returns: False if it is given together with a value in the same word.
    func contains(_ option: String) -> Bool { words.contains(option) }

    /// Returns the value that another part of the command line gives to an option.
    ///
    /// - Parameter option: The name with its dashes.
    /// - Returns: The value without quotes; nil if there is none.
    func value(of option: String) -> String? {
        for (number, word) in words.enumerated() where number != index {
            if word.hasPrefix("\(option)=") { return Self.unquoted(word.dropFirst(option.count + 1)) }
            if word == option, number + 1 < words.count { return Self.unquoted(words[number + 1][...]) }
        }
        return nil
    }

    /// Returns a word without a quote at its beginning and without backslashes, as most words are quoted.
    private static func unquoted(_ word: Substring) -> String {
        var word = word
        if let quote = word.first, quote == "'" || quote == "\"" {
            word = word.dropFirst()
            if word.last == quote { word = word.dropLast() }
        }
        return String(word).replacing("\\", with: "")
    }
}

/// A value that a shell offers.
struct CompletionCandidate: Sendable {
    /// The value as the user could type it, apart from quotes.
    private let text: String
    /// The text beside the value; empty for none.
    private let title: String

    /// The maximum width of a title in columns, so that it fits beside an id on most terminals.
    private static let maximumTitleWidth = 60

    /// The variable in which the script for bash passes the kind of the completion.
    static let kindVariable = "LEFTOFF_COMP_TYPE"

    /// The kinds of completions for which bash shows the candidates, and inserts at most their common beginning: `?`,
    /// `!` and `@`.
    private static let listingKinds: Set<String> = ["63", "33", "64"]

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - text: The value without quotes and escapes.
    ///   - title: The text beside it, from any source.
    init(_ text: String, title: String = "") {
        self.text = text
        self.title = TerminalText.cut(TerminalText.sanitized(title), to: Self.maximumTitleWidth)
    }

    /// Returns the candidates for a word, as the script of a shell reads them.
    ///
    /// - Parameters:
    ///   - candidates: All values, the preferred ones first.
    ///   - request: The word to complete, with its command line.
    ///   - shell: The shell whose script reads the lines.
    /// - Returns: A line for each value that begins with the word. A value that cannot be shown is left out.
    static func lines(
        _ candidates: [CompletionCandidate], for request: CompletionRequest, in shell: CompletionShell
    ) -> [String] {
        let matching = candidates.filter { candidate in
            !candidate.text.isEmpty && candidate.text.hasPrefix(request.word)
                && VisibleText.line(candidate.text) == candidate.text
        }.prefix(CompletionRequest.limit)
        switch shell {
        case .zsh: return matching.map(\.zshLine)
        case .fish: return matching.map { $0.title.isEmpty ? $0.text : "\($0.text)\t\($0.title)" }
        default:
            // With a single candidate, bash inserts the whole line.
            let kind = ProcessInfo.processInfo.environment[kindVariable] ?? ""
            let showsTitles = matching.count > 1 && listingKinds.contains(kind)
            let width = matching.map(\.text.count).max() ?? 0
            return matching.map { $0.bashLine(titleColumn: showsTitles ? width + 2 : nil) }
        }
    }

    /// The value and the title after a colon; a colon in the value is escaped.
    private var zshLine: String {
        let value = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        return title.isEmpty ? value : "\(value):\(title.replacing("\\", with: "\\\\"))"
    }

    /// Returns the value, and the title from a column on.
    ///
    /// The line is quoted, because bash expands the words of `compgen -W`: it would run the command in `$(…)` of a
    /// title, which a page has chosen. Bash takes the line for a file name and shows only what follows its last slash,
    /// so titles have another one.
    private func bashLine(titleColumn: Int?) -> String {
        var line = text
        if let titleColumn, !title.isEmpty {
            line = text.padded(to: titleColumn) + title.replacing("/", with: "\u{2215}")
        }
        return "'\(line.replacing("'", with: "'\\''"))'"
    }
}
