import FileFormats
package import FoundationEssentials
import Syntax

/// The window sets in a file of another program, or of a browser.
///
/// ```swift
/// let list = "https://example.org/ | Foxes\nnot an address\n\nhttps://example.com/ | Hounds\n"
/// let found = try WindowSetImport(Array(list.utf8))
/// print(found.additions.map(\.set.title))  // ["Foxes", "Hounds"]
/// print(found.omissions)  // ["line 2: not an address: \"not an address\""]
/// ```
package struct WindowSetImport: Sendable {
    /// The window sets, in the order of the file.
    package private(set) var additions: [WindowSetAddition] = []
    /// One line for each entry that was left out, with the reason; after the first 10,000, one line counts the others.
    package private(set) var omissions: [String] = []
    /// The number of entries that were left out; a window without its date, or a tab without its place, is none.
    package private(set) var unreadableCount = 0
    /// The data in the file that Leftoff has no counterpart for.
    package private(set) var losses = ImportLosses()
    /// The maximum size of a compressed session after decompression, in bytes.
    ///
    /// A session of 10,000 tabs has some 100 MB, most of which is the state of forms, which is not read.
    package static let sessionByteLimit = 256 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: A list of OneTab, a JSON file of Tab Session Manager or Session Buddy, or a session of Firefox, which
    ///     may be compressed; text is in UTF-8, or in UTF-16 with a byte order mark.
    ///   - now: The current time, after which no tab can have been used; nil if it is not known.
    /// - Throws: ``WindowSetError`` if it is none of these, or contains no tab.
    package init(_ bytes: [UInt8], now: Date? = nil) throws(WindowSetError) {
        let content: [UInt8]
        do throws(FileFormatError) {
            content = try MozillaLZ4.content(of: bytes, limit: Self.sessionByteLimit)
        } catch {
            throw .invalid("\(error)")
        }
        let bytes = TextEncoding.utf8(content)
        let first = bytes.first { !JSONTokenizer.isBlank($0) }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            let document: JSONValue
            do throws(JSONError) { document = try JSONValue(lenientJSON: bytes) } catch { throw .unreadable(error) }
            if FirefoxSessionFile.matches(document) {
                let file = try FirefoxSessionFile(document, now: now)
                receive(file.additions, file.omissions, file.losses)
            } else if SessionBuddyFile.matches(document) {
                let file = try SessionBuddyFile(document)
                receive(file.additions, file.omissions, file.losses)
            } else {
                let file = try TabSessionFile(document)
                receive(file.additions, file.omissions, file.losses)
            }
        } else {
            guard let text = String(validating: bytes, as: UTF8.self)?.streamSafe else { throw .unknownFormat }
            try readList(text)
        }
        numberRequests()
    }

    private mutating func receive(
        _ additions: [WindowSetAddition], _ omissions: WindowOmissions, _ losses: ImportLosses
    ) {
        (self.additions, self.losses) = (additions, losses)
        (self.omissions, unreadableCount) = (omissions.lines, omissions.unreadableCount)
    }

    /// Makes the requests of the window sets distinct, because a store takes equal ones for the same window.
    ///
    /// Programs repeat ids and names. The same file imported again stores nothing.
    private mutating func numberRequests() {
        var counts: [String: Int] = [:]
        for index in additions.indices {
            let count = counts[additions[index].request, default: 0] + 1
            counts[additions[index].request] = count
            if count > 1 { additions[index].request += "-\(count)" }
        }
    }

    /// Reads a list of OneTab: one tab a line, and a blank line between two windows.
    private mutating func readList(_ text: String) throws(WindowSetError) {
        var tabs: [WindowTab] = []
        var lineNumber = 0
        var badLines = WindowOmissions()
        var rest = text.utf8[...]
        // Other line separators (U+2028) can be part of a title.
        while !rest.isEmpty {
            let lineEnd = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = Substring(rest[..<lineEnd]).drop(while: \.isWhitespace)
            rest = rest[lineEnd...]
            rest = rest.dropFirst(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
            lineNumber += 1
            if line.isEmpty {
                addWindow(&tabs)
                continue
            }
            // A title can contain the separator, an address cannot. Editors remove the space before an empty title.
            let end =
                line.firstRange(of: " | ")
                ?? (line.hasSuffix(" |") ? line.index(line.endIndex, offsetBy: -2)..<line.endIndex : nil)
            let address = end.map { line[..<$0.lowerBound] } ?? line
            let title = end.map { line[$0.upperBound...] } ?? ""
            do throws(WindowSetError) {
                // Any text with a colon, such as "Note: buy milk", can be parsed as a URL.
                guard Self.isAddress(address) else {
                    throw .invalid("not an address: \(JSONValue.string(String(address)).excerpt)")
                }
                tabs.append(try WindowTab(address: String(address), title: String(title)))
            } catch {
                badLines.append("line \(lineNumber): \(error)")
            }
            if tabs.count == WindowSet.maximumTabCount { addWindow(&tabs) }
        }
        addWindow(&tabs)
        receive(additions, badLines, losses)
        guard !additions.isEmpty else { throw .unknownFormat }
    }

    /// Returns true if a text begins with a scheme that browsers show in tabs.
    private static func isAddress(_ text: Substring) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon].lowercased()
        return text[colon...].hasPrefix("://")
            || ["about", "blob", "data", "javascript", "view-source"].contains(scheme)
    }

    private mutating func addWindow(_ tabs: inout [WindowTab]) {
        // The limits hold, so this never fails.
        if let set = try? WindowSet(title: "", browser: "OneTab", groups: [], tabs: tabs) {
            // The same list imported again stores nothing.
            additions.append(WindowSetAddition(set: set, request: "onetab-\(set.tabs.fingerprint)"))
        }
        tabs = []
    }
}

/// The omissions of a file: the first ones as lines, and the number of the others.
struct WindowOmissions {
    /// The maximum number of lines; a file may have millions of entries that cannot be read.
    private static let limit = 10_000

    private var listed: [String] = []
    private var unlistedCount = 0
    /// The number of omitted entries; what is only incomplete does not count.
    private(set) var unreadableCount = 0

    /// The first omission; nil if there is none.
    var first: String? { listed.first }

    /// The lines, the last of which counts those that are not listed.
    var lines: [String] { unlistedCount == 0 ? listed : listed + ["\(unlistedCount) more"] }

    /// Adds an omission.
    ///
    /// - Parameters:
    ///   - line: The entry with the reason.
    ///   - isUnreadable: False if the entry arrives without a part of it, such as its date.
    mutating func append(_ line: @autoclosure () -> String, isUnreadable: Bool = true) {
        if isUnreadable { unreadableCount += 1 }
        if listed.count < Self.limit { listed.append(line()) } else { unlistedCount += 1 }
    }
}
