import DownloadQueue
import FileFormats
import Syntax
import WHATWGURL

/// The result of reading a list of downloads: the valid entries, and the problems with the others.
///
/// ```swift
/// let bytes = Array("https://example.org/a.iso\n".utf8)
/// let format = QueueImportFormat.sniff(bytes)
/// let result = format.read(bytes)
/// for problem in result.problems { print("line \(problem.line): \(problem.reason)") }
/// let plan = DownloadPlan(result.items, rules: ListRules(directory: "/home/me/Downloads"))
/// for download in plan.downloads { print(download.item.url.href, download.item.directory) }
/// ```
package struct QueueImport: Sendable {
    /// An entry that cannot be downloaded.
    package struct Problem: Sendable, Hashable {
        /// The line number, counted from 1; in a JSON array, the number of the element.
        package var line: Int
        /// The text of the entry, at most 200 characters, with credentials masked.
        package var text: String
        /// The reason why the entry was rejected.
        package var reason: String
        /// True if the URL is valid but has a scheme that cannot be downloaded.
        package var hasUnsupportedScheme = false
    }

    /// The maximum number of entries of a list.
    ///
    /// An entry takes about 1 KB of memory until it is stored. A list of more entries can be split.
    package static let entryLimit = 1_000_000
    /// The maximum number of rejected entries in ``problems``; a list may have millions.
    package static let keptProblemCount = 20
    /// The number of rejected entries after which the rest of a list is not read.
    ///
    /// A malformed entry can be two bytes long, and takes as much time as a whole one.
    package static let problemLimit = 100_000

    /// The entries that can be downloaded, in the order of the list.
    package internal(set) var items: [ListedDownload] = []

    /// The first rejected entries, at most ``keptProblemCount``, in the order of the list.
    package private(set) var problems: [Problem] = []

    /// The number of rejected entries, at most ``problemLimit``.
    package private(set) var problemCount = 0

    /// The kinds of data that Leftoff does not use.
    package internal(set) var omissions = ListOmissions()

    private let entryLimit: Int

    /// True if the rest of the list is not read, because it has too many entries or too many of them are rejected.
    private(set) var isEnded = false

    /// Creates the result of an empty list.
    ///
    /// - Parameter entryLimit: The maximum number of entries.
    init(entryLimit: Int = QueueImport.entryLimit) { self.entryLimit = entryLimit }

    /// Sanitizes a file name, and records an omission if a part of the name is removed.
    ///
    /// - Parameter name: The unmodified name from the list, which may be a path.
    /// - Returns: The safe name; nil if no character of the name can be used.
    mutating func fileName(_ name: String) -> String? {
        guard let safe = FileName.safe(name) else { return nil }
        let last = FileName.lastComponent(of: name)
        if last.utf8.count < name.utf8.count { omissions.add("directories in names") }
        if last != safe { omissions.add("characters that are not safe in names") }
        return safe
    }

    /// Records an entry that cannot be downloaded.
    mutating func reject(
        _ text: some StringProtocol, line: Int, _ reason: String, hasUnsupportedScheme: Bool = false
    ) {
        guard !isEnded else { return }
        problemCount += 1
        isEnded = problemCount == Self.problemLimit
        guard problems.count < Self.keptProblemCount else { return }
        // Credentials are masked before the text is shortened, because the part that is cut off may be needed to
        // recognize a password.
        let discreet = CredentialMask.masked(String(text.prefix(2_000)))
        problems.append(
            Problem(
                line: line, text: String(discreet.prefix(200)), reason: reason,
                hasUnsupportedScheme: hasUnsupportedScheme))
    }

    /// Ends the reading of a list with too many entries, which is the only problem that is reported.
    private mutating func end(line: Int) {
        guard !isEnded else { return }
        problems = [Problem(line: line, text: "", reason: "more than \(entryLimit) entries: split the list")]
        (problemCount, isEnded) = (1, true)
    }
}

/// A format of a list of downloads that can be imported.
package enum QueueImportFormat: String, Sendable, CaseIterable {
    /// An input file of aria2 (`aria2c -i`).
    case aria2
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One URL per line; blank lines and lines that begin with `#` are ignored.
    case lines
    /// The queue's own JSON: an array of items, or one object per line.
    case json

    /// Detects the format of a list by its content.
    ///
    /// - Parameter bytes: The whole file, with or without a byte order mark.
    /// - Returns: The format; ``lines`` if no other format matches.
    package static func sniff(_ bytes: [UInt8]) -> QueueImportFormat {
        let text = bytes.starts(with: TextLines.mark) ? bytes.dropFirst(TextLines.mark.count) : bytes[...]
        switch text.first(where: { !TextLines.isBlank($0) && !TextLines.isEnd($0) }) {
        case UInt8(ascii: "<"): return .metalink
        case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
        default: break
        }
        // In aria2's format, options are indented and have a value, and mirrors are separated by tabs.
        let isAria2 = TextLines(bytes).contains { line in
            line.isIndented ? line.text.contains("=") && WebURL(line.text) == nil : line.text.contains("\t")
        }
        return isAria2 ? .aria2 : .lines
    }

    /// Parses a list in this format.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; all formats except ``metalink`` require UTF-8.
    ///   - entryLimit: The maximum number of entries; more are a problem.
    /// - Returns: The entries, and those that were rejected.
    package func read(_ bytes: [UInt8], entryLimit: Int = QueueImport.entryLimit) -> QueueImport {
        var result = QueueImport(entryLimit: entryLimit)
        guard self == .metalink || String(validating: bytes, as: UTF8.self) != nil else {
            result.reject("", line: 1, "not UTF-8 text")
            return result
        }
        switch self {
        case .aria2: Aria2Import.read(bytes, into: &result)
        case .metalink: result = MetalinkImport.read(bytes, into: result)
        case .lines: LinesImport.read(bytes, into: &result)
        case .json: JSONImport.read(bytes, into: &result)
        }
        return result
    }
}

/// The non-blank lines of a text, found byte by byte because a list may have a million of them.
struct TextLines: Sequence {
    struct Line {
        /// The line number, counted from 1.
        var number: Int
        /// The line without spaces and tabs at its ends, and without long runs of combining characters.
        var text: String
        /// True if the line begins with a space or a tab.
        var isIndented: Bool
    }

    /// The UTF-8 byte order mark, which some editors write at the start of a file.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    func makeIterator() -> AnyIterator<Line> {
        var rest = bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...]
        var number = 0
        return AnyIterator {
            while !rest.isEmpty {
                let end = rest.firstIndex(where: Self.isEnd) ?? rest.endIndex
                let line = rest[rest.startIndex..<end]
                number += 1
                rest = rest[end...].dropFirst(rest[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
                let first = line.drop(while: Self.isBlank)
                let text = first.prefix(upTo: first.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? first.startIndex)
                guard !text.isEmpty else { continue }
                let isIndented = line.first.map(Self.isBlank) ?? false
                return Line(
                    number: number, text: String(decoding: text, as: UTF8.self).streamSafe, isIndented: isIndented)
            }
            return nil
        }
    }
}

/// A parser of lists with one URL per line.
enum LinesImport {
    static func read(_ bytes: [UInt8], into result: inout QueueImport) {
        for line in TextLines(bytes) where !line.text.hasPrefix("#") {
            guard !result.isEnded else { return }
            guard let url = result.address(line.text, line: line.number) else { continue }
            result.items.append(ListedDownload(url: url))
        }
    }
}

extension QueueImport {
    /// Parses the HTTP or HTTPS URL of the next entry; records a problem and returns nil if it is not one, or if there
    /// are too many entries.
    mutating func address(_ text: some StringProtocol, line: Int) -> WebURL? {
        guard items.count < entryLimit else {
            end(line: line)
            return nil
        }
        guard let url = WebURL(String(text)) else {
            reject(text, line: line, "not an address")
            return nil
        }
        guard url.isHTTP else {
            reject(
                text, line: line, "only http and https addresses can be downloaded", hasUnsupportedScheme: true)
            return nil
        }
        return url
    }
}

/// A parser of aria2 input files.
///
/// Each line contains the URLs of one file, separated by tabs; the indented lines after it contain its options.
enum Aria2Import {
    static func read(_ bytes: [UInt8], into result: inout QueueImport) {
        var item: ListedDownload?
        for line in TextLines(bytes) where !line.text.hasPrefix("#") {
            guard !result.isEnded else { return }
            guard line.isIndented else {
                if let item { result.items.append(item) }
                item = entry(line, &result)
                continue
            }
            guard var changed = item else { continue }
            // A second owner would make each change of a list copy it.
            item = nil
            option(line, of: &changed, &result)
            item = changed
        }
        if let item { result.items.append(item) }
    }

    private static func entry(_ line: TextLines.Line, _ result: inout QueueImport) -> ListedDownload? {
        let mirrors = line.text.split(separator: "\t")
        let first = mirrors.first { WebURL(String($0))?.isHTTP ?? false } ?? mirrors.first ?? ""
        if mirrors.count > 1 { result.omissions.add("mirrors") }
        return result.address(first, line: line.number).map(ListedDownload.init(url:))
    }

    private static func option(
        _ line: TextLines.Line, of item: inout ListedDownload, _ result: inout QueueImport
    ) {
        guard let sign = line.text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return result.reject(line.text, line: line.number, "expected 'option=value'")
        }
        let name = line.text[..<sign]
        let value = String(line.text[line.text.utf8.index(after: sign)...])
        guard DownloadField.isText(value) else {
            return result.reject(name, line: line.number, "its value contains a control character")
        }
        switch name {
        case "dir": item.directory = value
        case "out":
            guard let file = result.fileName(value) else {
                return result.reject(line.text, line: line.number, "not a valid file name")
            }
            item.name = file
        case "checksum":
            do {
                item.checksum = try Checksum(value)
            } catch {
                result.reject(line.text, line: line.number, "not a digest of a supported type")
            }
        case "referer": item.referer = value
        case "user-agent": item.userAgent = value
        case "all-proxy": item.proxy = value
        case "header":
            do {
                item.headers.append(try DownloadField.parse(value))
            } catch {
                // The message omits the value, which may be a secret.
                result.reject("header=\(DownloadField.name(in: value))", line: line.number, "\(error)")
            }
        default: result.omissions.add("aria2's option \(name)")
        }
    }
}
