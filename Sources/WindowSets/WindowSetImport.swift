import FileFormats
import JSON
import WHATWGURL

/// The window sets in a file of another program.
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
    /// One line for each entry that was left out, with the reason.
    package private(set) var omissions: [String] = []

    /// Reads a file.
    ///
    /// - Parameter bytes: A list of OneTab, or a JSON file of Tab Session Manager, in UTF-8, or in UTF-16 with a byte
    ///   order mark.
    /// - Throws: ``WindowSetError`` if it is neither, or contains no tab.
    package init(_ bytes: [UInt8]) throws(WindowSetError) {
        let bytes = TextEncoding.utf8(bytes)
        let first = bytes.first { !TextEncoding.isBlank($0) }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            let file = try TabSessionFile(bytes)
            additions = file.additions
            omissions = file.omissions
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .unknownFormat }
            try readList(text)
        }
    }

    /// Reads a list of OneTab: one tab a line, and a blank line between two windows.
    private mutating func readList(_ text: String) throws(WindowSetError) {
        var tabs: [WindowTab] = []
        var lineNumber = 0
        // Swift treats CR LF as one character. Other line separators (U+2028) can be part of a title.
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { ["\n", "\r\n", "\r"].contains($0) })
        {
            lineNumber += 1
            let line = line.drop(while: \.isWhitespace)
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
                omissions.append("line \(lineNumber): \(error)")
            }
            if tabs.count == WindowSet.maximumTabCount { addWindow(&tabs) }
        }
        addWindow(&tabs)
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
            var request = "onetab-\(set.tabs.fingerprint)"
            let count = additions.count { $0.request.hasPrefix(request) }
            if count > 0 { request += "-\(count + 1)" }
            additions.append(WindowSetAddition(set: set, request: request))
        }
        tabs = []
    }
}
